import Networking
import Wire

/// Probes over TCP streams.
enum StreamProbes {
  /// In the order in which they are asked; IPP is asked over HTTP.
  static let all: [any DeviceProbe] = [
    StreamProbe("ssh", [22, 2222], ["_ssh._tcp", "_sftp-ssh._tcp"]) { _, port in
      SSHExchange(port: port)
    },
    GreetingProbes(),
    StreamProbe("telnet", [23], ["_telnet._tcp"]) { _, port in TelnetExchange(port: port) },
    StreamProbe("smb", [445], purpose: .smb) { _, _ in SMBExchange() },
    StreamProbe("afp", [548], ["_afpovertcp._tcp"]) { _, port in AFPExchange(port: port) },
    IPPProbe(),
    StreamProbe("rtsp", [554, 8554], ["_rtsp._tcp"]) { host, port in
      RTSPExchange(port: port, host: host.address.uriHost)
    },
    StreamProbe("mqtt", [1883], ["_mqtt._tcp"]) { _, port in MQTTExchange(port: port) },
    // Only where the port is known to be open: a server locks out a host that disconnects a hundred
    // times (`max_connect_errors`).
    StreamProbe("mysql", [3306]) { _, port in MySQLExchange(port: port) },
    StreamProbe("nut", [3493], ["_nut._tcp"]) { _, port in NUTExchange(port: port) },
    StreamProbe("apcupsd", [3551], ["_apcupsd._tcp"]) { _, port in APCExchange(port: port) },
    RDPProbe(),
    ESPHomeProbe(),
  ]
}

/// Speaks one protocol over TCP at its usual open ports, and at the ports where its services are
/// announced.
struct StreamProbe: DeviceProbe {
  private let topic: String
  private let ports: Set<UInt16>
  private let services: [String]
  private let purpose: Purpose
  private let exchange: @Sendable (ProbedHost, UInt16) -> any StreamExchange

  init(
    _ topic: String,
    _ ports: Set<UInt16>,
    _ services: [String] = [],
    purpose: Purpose = .banner,
    exchange: @escaping @Sendable (ProbedHost, UInt16) -> any StreamExchange
  ) {
    self.topic = topic
    self.ports = ports
    self.services = services
    self.purpose = purpose
    self.exchange = exchange
  }

  func questions(for host: ProbedHost) -> [Question] {
    host.ports(ports, or: services).map { port in
      .stream(port, purpose, topic, exchange(host, port))
    }
  }
}
