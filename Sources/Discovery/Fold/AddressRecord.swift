package import Model
import Wire

/// All observations of one address.
///
/// The record depends on the set of inserted observations, not on their order.
struct AddressRecord: Sendable {
  /// A name given to the address.
  struct NameClaim: Hashable, Comparable, Sendable {
    var name: String
    var source: Source

    static func < (left: Self, right: Self) -> Bool {
      (left.name, left.source) < (right.name, right.source)
    }
  }

  /// What an SSDP announcement is of.
  struct SSDPKey: Hashable, Comparable, Sendable {
    var usn: String
    var target: String

    static func < (left: Self, right: Self) -> Bool {
      (left.usn, left.target) < (right.usn, right.target)
    }
  }

  /// A port.
  struct PortKey: Hashable, Comparable, Sendable {
    var number: UInt16
    var transport: TransportProtocol

    static func < (left: Self, right: Self) -> Bool {
      (left.number, left.transport.rawValue) < (right.number, right.transport.rawValue)
    }
  }

  /// Bounds the facts of one address, against forged ones.
  private static let limit = 256

  /// When the address first and last proved present; this machine's own addresses always do.
  private(set) var seen: ClosedRange<Timestamp>?
  /// When the neighbour table first and last remembered it.
  private(set) var rememberedAt: ClosedRange<Timestamp>?
  private(set) var proven: Latest<MACAddress>?
  private(set) var remembered: Latest<MACAddress>?
  private(set) var rttMs: Double?
  private(set) var names: [NameClaim: Timestamp] = [:]
  private(set) var services: [ServiceKey: ServiceRecord] = [:]
  private(set) var ssdp: [SSDPKey: Latest<SSDPAnnouncement>] = [:]
  private(set) var netbios: Latest<NetBIOSIdentity>?
  private(set) var ports: [PortKey: Latest<PortState>] = [:]
  /// Its answers to probes.
  private(set) var answers = ProbeAnswers()
  private(set) var isGateway = false
  private(set) var isOwn = false
  private(set) var sources: Set<Source> = []

  /// Its link address: proved rather than remembered.
  var mac: MACAddress? { (proven ?? remembered)?.value }

  /// Whether it proved present, rather than only remembered or claimed.
  var isSeen: Bool { seen != nil }

  /// Adds a fact; true if it changed anything.
  mutating func insert(_ fact: Fact, at time: Timestamp, from source: Source) -> Bool {
    var changed = false
    switch fact {
    case .answered(let rtt):
      changed = noteSeen(time)
      if let rtt, rtt.isFinite, rtt >= 0, rtt < rttMs ?? .infinity {
        rttMs = rtt
        changed = true
      }
    case .linkAddress(let mac):
      changed = noteSeen(time)
      if mac.isUsable { changed = proven.offer(mac, at: time) { $0 } || changed }
    case .rememberedLinkAddress(let mac):
      changed = rememberedAt.extend(to: time)
      if mac.isUsable { changed = remembered.offer(mac, at: time) { $0 } || changed }
    case .unresolved, .hostAddress, .dhcpServer:
      return false
    case .dhcp:
      // The broadcast came from no address.
      changed = answers.insert(fact, at: time, from: source)
    case .name(let name):
      guard let name = HostName.usable(name) else { return false }
      let claim = NameClaim(name: name, source: source)
      changed = names[claim] == nil
      names[claim] = max(names[claim] ?? time, time)
      names.keepSmallest(Self.limit)
    case .service(let service):
      changed =
        services[ServiceKey(service), default: ServiceRecord()]
        .insert(service, at: time, from: source)
      services.keepSmallest(Self.limit)
    case .ssdp(let announcement):
      changed = noteSeen(time)
      let key = SSDPKey(usn: announcement.usn, target: announcement.target)
      changed = ssdp[key].offer(announcement, at: time, rank: \.sortable) || changed
      ssdp.keepSmallest(Self.limit)
    case .netbios(let identity):
      changed = noteSeen(time)
      changed = netbios.offer(identity, at: time, rank: \.sortable) || changed
    case .port(let number, let transport, let state):
      if state != .filtered { changed = noteSeen(time) }
      let key = PortKey(number: number, transport: transport)
      changed =
        ports[key].offer(state, at: time) { $0 == .open ? 2 : $0 == .closed ? 1 : 0 }
        || changed
    case .http, .certificate, .banner, .snmp, .smb, .datagram, .wsDiscovery, .description,
      .roundTrips, .identity, .system:
      changed = noteSeen(time)
      changed = answers.insert(fact, at: time, from: source) || changed
    case .gateway:
      // From the routing table; nothing was received.
      changed = !isGateway
      isGateway = true
      return changed
    case .ownAddress:
      changed = noteSeen(time)
      changed = !isOwn || changed
      isOwn = true
    }
    return sources.insert(source).inserted || changed
  }

  private mutating func noteSeen(_ time: Timestamp) -> Bool {
    seen.extend(to: time)
  }
}

extension ClosedRange<Timestamp>? {
  /// Extends the range to include the time; true if it changed.
  fileprivate mutating func extend(to time: Timestamp) -> Bool {
    guard let range = self else {
      self = time...time
      return true
    }
    if range.contains(time) { return false }
    self = Swift.min(range.lowerBound, time)...Swift.max(range.upperBound, time)
    return true
  }
}

extension SSDPAnnouncement {
  /// A text that orders any two announcements.
  fileprivate var sortable: String {
    let fields = headers.map { "\($0.key)=\($0.value)" }.sorted()
    return ([server ?? "", location ?? "", description ?? ""] + fields).joined(separator: "\u{0}")
  }
}

extension NetBIOSIdentity {
  /// A text that orders any two identities.
  fileprivate var sortable: String {
    (names + [group ?? "", mac?.description ?? ""]).joined(separator: "\u{0}")
  }
}

/// What names an instance of a service.
package struct ServiceKey: Hashable, Comparable, Sendable {
  var type: String
  var name: String

  package init(_ service: ServiceInstance) {
    type = service.type.lowercased()
    name = service.name
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.type, left.name) < (right.type, right.name)
  }
}

/// One service instance; the latest value of each property counts.
struct ServiceRecord: Hashable, Sendable {
  private(set) var host: Latest<String>?
  private(set) var port: Latest<UInt16>?
  private(set) var txt: Latest<[String: TXTValue]>?
  private(set) var sources: Set<Source> = []

  /// Takes one word; true where something changed.
  mutating func insert(_ service: ServiceInstance, at time: Timestamp, from source: Source) -> Bool
  {
    var changed = sources.insert(source).inserted
    if let said = service.host, !said.isEmpty {
      changed = host.offer(said, at: time) { $0 } || changed
    }
    if let said = service.port {
      changed = port.offer(said, at: time) { $0 } || changed
    }
    if !service.txt.isEmpty {
      changed = txt.offer(service.txt, at: time, rank: \.sortable) || changed
    }
    return changed
  }

  /// Fills what is missing or older from another record of the same instance.
  mutating func merge(_ other: ServiceRecord) {
    sources.formUnion(other.sources)
    if let said = other.host { _ = host.offer(said.value, at: said.time) { $0 } }
    if let said = other.port { _ = port.offer(said.value, at: said.time) { $0 } }
    if let said = other.txt { _ = txt.offer(said.value, at: said.time, rank: \.sortable) }
  }

  /// The instance as it is known now.
  func instance(_ key: ServiceKey) -> ServiceInstance {
    ServiceInstance(
      type: key.type,
      name: key.name,
      host: host?.value,
      port: port?.value,
      txt: txt?.value ?? [:]
    )
  }
}

extension [String: TXTValue] {
  /// A text by which sets of attributes are sorted.
  fileprivate var sortable: String {
    map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "\u{0}")
  }
}
