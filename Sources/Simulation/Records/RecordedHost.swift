public import DemoHome
public import Discovery
import Model
import Wire

/// A host of the simulated home that says on the network what a record of evidence says.
///
/// The record is a file's, read when the home is built: nothing of it is in this program.
public struct RecordedHost: Sendable {
  /// The host, labelled by the record's id.
  public let device: SimulatedDevice
  /// What of the record a host cannot bring to a scanner, and why; a piece each.
  public let unserved: [Unserved]

  /// A piece of evidence that is not served.
  public struct Unserved: Hashable, Sendable {
    /// The key of the record that it stands under: `dhcp`.
    public var key: String
    /// Why it isn't served.
    public var reason: String
  }

  /// The host of a record that has an IPv4 address and a MAC; `nil` for others.
  ///
  /// - Parameters:
  ///   - record: what the host says.
  ///   - reach: what its cable does to frames.
  ///   - requests: where it notes the pages that it is asked for.
  public init?(
    _ record: EvidenceRecord,
    reach: SimulatedDevice.Reach = .cable,
    requests: RequestLog = RequestLog()
  ) {
    let evidence = record.evidence
    guard let address = evidence.ip?.v4, let mac = evidence.mac else { return nil }
    var device = SimulatedDevice(label: record.id, mac: mac, address: address)
    var unserved: [Unserved] = []
    device.reach = reach
    device.isRouter = evidence.isGateway
    device.dnsName = evidence.hostname
    device.netbios = evidence.netbios.map { identity in
      NetBIOSIdentity(names: identity.names, group: identity.group, mac: identity.mac ?? mac)
    }
    if !evidence.services.isEmpty {
      let host = Self.hostName(of: evidence.services, at: address)
      device.mdnsHost = host
      device.services = evidence.services.map { Self.resolved($0, on: host) }
    }
    var web = RecordedWeb(evidence, address: address)
    device.ssdp = web.announcements
    let datagrams = RecordedDatagrams(evidence, mac: mac, address: address)
    device.datagrams = datagrams.services
    unserved += datagrams.unserved
    for banner in evidence.banners {
      if let listener = Self.listener(for: banner, label: record.id) {
        if !web.take(listener.port) { continue }
        device.listeners.append(listener)
      } else if banner.transport.lowercased() != "sip" {
        unserved.append(Unserved(key: "banners", reason: "\(banner.transport) on no known port"))
      }
    }
    device.listeners += web.listeners(label: record.id, noting: requests)
    for port in evidence.openPorts where web.take(port) {
      device.listeners.append(SimulatedDevice.Listener(port: port))
    }
    if evidence.dhcp != nil {
      unserved.append(Unserved(key: "dhcp", reason: "reaches only those with privileges"))
    }
    if evidence.smb != nil {
      unserved.append(Unserved(key: "smb", reason: "no server here speaks version 1"))
    }
    if evidence.http.contains(where: { $0.faviconMD5 != nil }) {
      unserved.append(Unserved(key: "http", reason: "an icon of which only the digest is known"))
    }
    self.device = device
    self.unserved = unserved
  }

  /// The name that the services are on; one that says nothing where the record has none.
  private static func hostName(of services: [ServiceInstance], at address: IPv4Address) -> String {
    let said = services.lazy.compactMap(\.host).first { DNSName($0) != nil }
    return said ?? "host-\(address.rawValue & 0xFF).local"
  }

  private static func resolved(_ service: ServiceInstance, on host: String) -> ServiceInstance {
    var service = service
    service.host = host
    if service.name.isEmpty { service.name = String(host.prefix { $0 != "." }) }
    return service
  }
}

extension RecordedHost {
  /// Where servers listen whose record doesn't say, by protocol.
  private static let usualPorts: [String: UInt16] = [
    "ftp": 21, "ssh": 22, "telnet": 23, "smtp": 25, "pop3": 110, "imap": 143, "rtsp": 554,
    "mqtt": 1883,
  ]

  /// The port that shows a banner: at once, or where the client speaks first, once it has.
  private static func listener(
    for banner: ServiceBanner,
    label: String
  ) -> SimulatedDevice.Listener? {
    let transport = banner.transport.lowercased()
    guard transport != "sip", let port = banner.port ?? usualPorts[transport] else { return nil }
    let line = Array((banner.text + "\r\n").utf8)
    let service: any ListenerService =
      switch transport {
      case "ssh": SSHService(banner.text, seed: label)
      case "mqtt": MQTTBroker(version: banner.text, admitsAnyone: true)
      case "rtsp", "http", "ipp": answering(banner.text)
      default: GreetingService(line)
      }
    return SimulatedDevice.Listener(port: port, service: service)
  }

  /// Answers each request's head by a head with the request's own number (RFC 2326, section 12.17).
  private static func answering(_ head: String) -> AnsweringService {
    AnsweringService { question in
      guard question.firstRange(of: Array("\r\n\r\n".utf8)) != nil else { return nil }
      let asked = String(decoding: question, as: UTF8.self).split(separator: "\r\n")
      let number = asked.first { $0.lowercased().hasPrefix("cseq:") }
      let lines = head.split(separator: "\r\n").map { line in
        line.lowercased().hasPrefix("cseq:") ? number ?? line : line
      }
      return .say(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    }
  }
}

extension SimulatedHome {
  /// A home whose hosts say what the records say, on links that lose and delay frames.
  ///
  /// Frames take 0.3–3 ms, different for each host, and up to 6 ms more, different for each frame;
  /// every third host loses 1 % of them in each direction.
  ///
  /// - Parameters:
  ///   - records: those with an address of the home and a MAC, which nobody else has.
  ///   - seed: which links are how late.
  ///   - requests: where the hosts note the pages that they are asked for.
  /// - Returns: the home, and what of the records it cannot serve, by label.
  public static func recorded(
    _ records: [EvidenceRecord],
    seed: UInt64,
    noting requests: RequestLog = RequestLog()
  ) -> (home: SimulatedHome, unserved: [String: [RecordedHost.Unserved]]) {
    var random = SplitMix64(seed: seed)
    var home = SimulatedHome(domain: "home.arpa", devices: [])
    var unserved: [String: [RecordedHost.Unserved]] = [:]
    var addresses: Set<IPv4Address> = [home.scannerAddress]
    for (number, record) in records.enumerated() {
      let delay = Duration.microseconds(Int.random(in: 300...3000, using: &random))
      let impairment = Impairment(
        loss: number.isMultiple(of: 3) ? 0.01 : 0,
        delay: delay...(delay + .milliseconds(6))
      )
      guard let host = RecordedHost(record, reach: .link(impairment), requests: requests),
        home.prefix.contains(host.device.address), addresses.insert(host.device.address).inserted
      else { continue }
      home.devices.append(host.device)
      unserved[record.id] = host.unserved
    }
    return (home, unserved)
  }
}
