public import Wire

/// A device: what the fold makes of all observations that are about one thing.
public struct Device: Hashable, Sendable, Identifiable {
  /// Whether it is there.
  public enum State: String, Hashable, Sendable, Codable {
    /// It answered in this scan.
    case present
    /// In the neighbour table, but not seen in this scan yet.
    case unconfirmed
  }

  /// The same over scans: derived from the strongest identity known.
  public var id: String
  /// This machine itself.
  public var isSelf: Bool
  /// A default route leads through it.
  public var isGateway: Bool
  /// Its main address: the lowest answering IPv4, else a global or unique-local IPv6, else
  /// link-local; `0.0.0.0` where none is known.
  public var ip: IPAddress
  /// Every address that answered, ascending, then every address that was only claimed.
  public var addresses: [IPAddress]
  /// Whether it is there.
  public var state: State
  /// Its host name, the most telling of those known.
  public var hostname: String?
  /// Its open ports, ascending.
  public var ports: [OpenPort]
  /// The least round trip, in milliseconds: of the series that determines the link, else of any
  /// answer.
  public var latencyMs: Double?
  /// How it is connected, if known.
  public var link: Link?
  /// When it was first and last seen in the given observations.
  public var firstSeen: Timestamp
  /// When it was last heard; ``Timestamp/never`` for one that was imported and not seen yet.
  public var lastSeen: Timestamp
  /// The sources that saw it, in order of their names.
  public var discoveredBy: [Source]
  /// The evidence for its verdict; includes its MAC and services.
  public var evidence: Evidence {
    get { sharedEvidence.value }
    set { sharedEvidence.value = newValue }
  }
  /// What it is taken to be.
  public var verdict: Verdict {
    get { sharedVerdict.value }
    set { sharedVerdict.value = newValue }
  }

  private var sharedEvidence: Shared<Evidence>
  private var sharedVerdict: Shared<Verdict>

  /// An open port.
  public struct OpenPort: Hashable, Sendable {
    /// Its number.
    public var port: UInt16
    /// TCP or UDP.
    public var transport: TransportProtocol
    /// The service that IANA or custom names for it.
    public var service: String?

    /// An open port; closed and filtered ones are not listed.
    public init(port: UInt16, transport: TransportProtocol, service: String?) {
      self.port = port
      self.transport = transport
      self.service = service
    }
  }

  /// A device with the given properties.
  public init(
    id: String,
    isSelf: Bool = false,
    isGateway: Bool = false,
    ip: IPAddress,
    addresses: [IPAddress],
    state: State = .present,
    hostname: String? = nil,
    ports: [OpenPort] = [],
    latencyMs: Double? = nil,
    link: Link? = nil,
    firstSeen: Timestamp,
    lastSeen: Timestamp,
    discoveredBy: [Source] = [],
    evidence: Evidence = Evidence(),
    verdict: Verdict = Verdict()
  ) {
    self.id = id
    self.isSelf = isSelf
    self.isGateway = isGateway
    self.ip = ip
    self.addresses = addresses
    self.state = state
    self.hostname = hostname
    self.ports = ports
    self.latencyMs = latencyMs
    self.link = link
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.discoveredBy = discoveredBy
    sharedEvidence = Shared(evidence)
    sharedVerdict = Shared(verdict)
  }
}

extension Device {
  /// Its main address, where one is known.
  public var knownIP: IPAddress? { ip == .v4(.any) ? nil : ip }

  /// Whether it was ever seen; all that is known of another one was imported.
  public var wasSeen: Bool { lastSeen != .never }
}

extension Device: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id
    case isSelf = "self"
    case gateway, ip, addresses, mac
    case macPrivate = "mac_private"
    case name, hostname, category, vendor, model, os, confidence
    case runnerUp = "runner_up"
    case services, ports
    case latencyMs = "latency_ms"
    case link
    case linkReason = "link_reason"
    case state
    case firstSeen = "first_seen"
    case lastSeen = "last_seen"
    case discoveredBy = "discovered_by"
    case because
  }

  /// Writes the entry of `devices` in `homenet.scan/1`.
  ///
  /// What is not known is there and `null`, lists are never `null`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(isSelf, forKey: .isSelf)
    try json.encode(isGateway, forKey: .gateway)
    try json.encode(knownIP, forKey: .ip)
    try json.encode(addresses, forKey: .addresses)
    try json.encode(evidence.mac, forKey: .mac)
    try json.encode(evidence.mac?.isLocallyAdministered, forKey: .macPrivate)
    try json.encode(verdict.name, forKey: .name)
    try json.encode(hostname, forKey: .hostname)
    try json.encode(verdict.category, forKey: .category)
    try json.encode(verdict.vendor, forKey: .vendor)
    try json.encode(verdict.model, forKey: .model)
    try json.encode(verdict.os, forKey: .os)
    try json.encode(verdict.confidence.rounded(places: 2), forKey: .confidence)
    try json.encode(verdict.runnerUp, forKey: .runnerUp)
    try json.encode(evidence.services.map(ServiceJSON.init), forKey: .services)
    try json.encode(ports.map(PortJSON.init), forKey: .ports)
    try json.encode(latencyMs?.rounded(places: 3), forKey: .latencyMs)
    try json.encode(link?.medium, forKey: .link)
    try json.encode(link?.reason, forKey: .linkReason)
    try json.encode(state, forKey: .state)
    try json.encode(wasSeen ? firstSeen : nil, forKey: .firstSeen)
    try json.encode(wasSeen ? lastSeen : nil, forKey: .lastSeen)
    try json.encode(discoveredBy, forKey: .discoveredBy)
    try json.encode(verdict.because, forKey: .because)
  }
}

/// The entry of `services`.
private struct ServiceJSON: Encodable {
  package let service: ServiceInstance

  private enum CodingKeys: String, CodingKey { case type, name, port, txt }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(service.type, forKey: .type)
    try json.encode(service.name, forKey: .name)
    try json.encode(service.port, forKey: .port)
    try json.encode(service.txt, forKey: .txt)
  }
}

/// The entry of `ports`; only open ones are listed.
private struct PortJSON: Encodable {
  let port: Device.OpenPort

  private enum CodingKeys: String, CodingKey { case port, `protocol`, state, service }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(port.port, forKey: .port)
    try json.encode(port.transport, forKey: .protocol)
    try json.encode(PortState.open, forKey: .state)
    try json.encode(port.service, forKey: .service)
  }
}

extension Double {
  /// Rounded to that many decimal places.
  package func rounded(places: Int) -> Double {
    let scale = places == 2 ? 100.0 : 1000.0
    return (self * scale).rounded() / scale
  }
}

/// How a device is connected, as it states itself, or as its kind and its round trips suggest.
public struct Link: Hashable, Sendable {
  /// What the last metres are.
  public enum Medium: String, Hashable, Sendable, Codable {
    /// A cable.
    case wired
    /// A radio in this home.
    case wifi
    /// Somewhere else, behind routers.
    case remote
  }

  /// What it is taken to be.
  public var medium: Medium
  /// Why.
  public var message: Message

  /// The link with a reason in words of its own.
  public init(_ medium: Medium, reason: String) {
    self.init(medium, because: .verbatim(reason))
  }

  /// The link with its reason.
  package init(_ medium: Medium, because message: Message) {
    self.medium = medium
    self.message = message
  }

  /// Why, in English.
  public var reason: String { message.text }
}

/// A large value behind a reference: copies of what holds it share it until one of them changes it.
///
/// The inventory, the fold, the publisher and the server each keep a device; without sharing each
/// would hold a full copy.
struct Shared<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  /// Shares the value from now on.
  init(_ value: Value) { box = Box(value) }

  var value: Value {
    get { box.value }
    set { box = Box(newValue) }
  }
}

extension Shared: Equatable where Value: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    left.box === right.box || left.value == right.value
  }
}

extension Shared: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
