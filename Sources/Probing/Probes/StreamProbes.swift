public import Model
import Networking
public import Wire

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

/// The scan's exchanges that identify a service, for tools that look at a single port.
///
/// Bytes in, bytes and facts out; no socket and no clock.
public struct ServiceProbe: Sendable {
  /// The supported protocols.
  public enum Kind: Hashable, Sendable {
    /// Connects anonymously, and reads the broker's version.
    case mqtt
    /// Sends OPTIONS.
    case rtsp
    /// Negotiates up to the server's NTLM challenge.
    case smb
    /// Reads the text up to the log-in prompt.
    case telnet
  }

  private var conversation: any StreamExchange

  /// An exchange with a port.
  public init(_ kind: Kind, address: IPAddress, port: UInt16) {
    conversation =
      switch kind {
      case .mqtt: MQTTExchange(port: port)
      case .rtsp: RTSPExchange(port: port, host: address.uriHost)
      case .smb: SMBExchange()
      case .telnet: TelnetExchange(port: port)
      }
  }

  /// The first step, once the connection is established.
  public mutating func begin() -> ExchangeStep { conversation.begin() }

  /// Takes received bytes.
  public mutating func take(_ bytes: [UInt8]) -> ExchangeStep { conversation.take(bytes) }

  /// The last call; returns the facts that no step has returned.
  public mutating func end() -> [Fact] { conversation.end() }
}
