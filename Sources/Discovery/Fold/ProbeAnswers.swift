import Model

/// One address's answers to probes.
///
/// Independent of the order of insertion, as ``AddressRecord`` is: the latest answer to a question
/// counts, and beyond the limit those with the smallest keys stay.
struct ProbeAnswers: Hashable, Sendable {
  /// One page or description over HTTP.
  struct HTTPKey: Hashable, Comparable, Sendable {
    var port: UInt16
    var path: String

    static func < (left: Self, right: Self) -> Bool {
      (left.port, left.path) < (right.port, right.path)
    }
  }

  /// One kind of datagram from one port.
  struct DatagramKey: Hashable, Comparable, Sendable {
    var port: UInt16
    /// What answers of one kind share: how they begin where they are text, else their length.
    var kind: String

    init(_ answer: DatagramAnswer) {
      port = answer.port
      kind =
        answer.text.map { String($0.prefix(24).filter { !$0.isNumber }) } ?? "\(answer.bytes.count)"
    }

    static func < (left: Self, right: Self) -> Bool {
      (left.port, left.kind) < (right.port, right.kind)
    }
  }

  /// How many answers of a kind are kept.
  private static let limit = 64
  /// How many round trips of one measurement are kept.
  private static let samples = 32

  private(set) var http: [HTTPKey: Latest<HTTPAnswer>] = [:]
  private(set) var certificates: [UInt16: Latest<CertificateIdentity>] = [:]
  private(set) var banners: [UInt16: Latest<ServiceBanner>] = [:]
  private(set) var datagrams: [DatagramKey: Latest<DatagramAnswer>] = [:]
  /// UPnP descriptions by their location.
  private(set) var descriptions: [String: Latest<String>] = [:]
  private(set) var snmp: Latest<SNMPIdentity>?
  private(set) var smb: Latest<SMBIdentity>?
  private(set) var wsDiscovery: Latest<WSDiscoveryAnswer>?
  private(set) var dhcp: Latest<DHCPRequest>?
  private(set) var roundTrips: [Source: Latest<[Double]>] = [:]
  private(set) var identities: Set<StatedIdentity> = []
  /// What this machine knows of itself.
  private(set) var system: Latest<MachineDescription>?

  /// Takes an answer; true where it changed anything.
  mutating func insert(_ fact: Fact, at time: Timestamp, from source: Source) -> Bool {
    switch fact {
    case .http(let answer):
      let key = HTTPKey(port: answer.port ?? 0, path: answer.path ?? "")
      return http.offer(answer, for: key, at: time, limit: Self.limit)
    case .certificate(let identity):
      return certificates.offer(identity, for: identity.port ?? 0, at: time, limit: Self.limit)
    case .banner(let banner):
      return banners.offer(banner, for: banner.port ?? 0, at: time, limit: Self.limit)
    case .datagram(let answer):
      return datagrams.offer(answer, for: DatagramKey(answer), at: time, limit: Self.limit)
    case .description(let location, let text):
      return descriptions.offer(text, for: location, at: time, limit: Self.limit)
    case .snmp(let identity):
      return snmp.offer(identity, at: time, rank: \.sortable)
    case .smb(let identity):
      return smb.offer(identity, at: time, rank: \.sortable)
    case .wsDiscovery(let answer):
      return wsDiscovery.offer(answer, at: time, rank: \.sortable)
    case .dhcp(let request):
      return dhcp.offer(request, at: time, rank: \.sortable)
    case .roundTrips(let times):
      let usable = Array(times.lazy.filter { $0.isFinite && $0 >= 0 }.prefix(Self.samples))
      guard !usable.isEmpty else { return false }
      return roundTrips[source].offer(usable, at: time, rank: \.sortable)
    case .system(let machine):
      return system.offer(machine, at: time, rank: \.sortable)
    case .identity(let kind, let text):
      guard let stated = StatedIdentity(kind, text) else { return false }
      let isNew = identities.insert(stated).inserted
      if identities.count > Self.limit, let greatest = identities.max() {
        identities.remove(greatest)
      }
      return isNew
    default:
      return false
    }
  }

  /// Fills what is missing or older from what another address of the same device answered.
  mutating func merge(_ other: ProbeAnswers) {
    http.merge(other.http)
    certificates.merge(other.certificates)
    banners.merge(other.banners)
    datagrams.merge(other.datagrams)
    descriptions.merge(other.descriptions)
    if let said = other.snmp { _ = snmp.offer(said.value, at: said.time, rank: \.sortable) }
    if let said = other.smb { _ = smb.offer(said.value, at: said.time, rank: \.sortable) }
    if let said = other.wsDiscovery {
      _ = wsDiscovery.offer(said.value, at: said.time, rank: \.sortable)
    }
    if let said = other.dhcp { _ = dhcp.offer(said.value, at: said.time, rank: \.sortable) }
    if let said = other.system { _ = system.offer(said.value, at: said.time, rank: \.sortable) }
    identities.formUnion(other.identities)
  }

  /// Adds the answers to the evidence.
  ///
  /// A description is added to one announcement of its location, if possible the root device's, so
  /// that rules see it once.
  func fill(_ evidence: inout Evidence) {
    evidence.http = http.answers()
    evidence.tls = certificates.answers()
    evidence.banners = banners.answers()
    evidence.udp = datagrams.answers()
    evidence.snmp = snmp?.value
    evidence.smb = smb?.value
    evidence.wsDiscovery = wsDiscovery?.value
    evidence.dhcp = dhcp?.value
    evidence.system = system?.value ?? MachineDescription()
    for (location, text) in descriptions.sorted(by: { $0.key < $1.key }) {
      let places = evidence.ssdp.indices.filter { evidence.ssdp[$0].location == location }
      let root = places.first { evidence.ssdp[$0].target == "upnp:rootdevice" }
      if let place = root ?? places.first {
        evidence.ssdp[place].description = text.value
      } else {
        evidence.ssdp.append(
          SSDPAnnouncement(target: "", usn: "", location: location, description: text.value)
        )
      }
    }
  }
}

/// A value with a sortable text, which decides between simultaneous answers independently of their
/// order.
protocol Sortable: Hashable, Sendable {
  /// Different for different values.
  var sortable: String { get }
}

extension String: Sortable {
  var sortable: String { self }
}

extension Array: Sortable where Element == Double {
  var sortable: String { map(\.description).joined(separator: " ") }
}

extension HTTPAnswer: Sortable {
  var sortable: String {
    let fields = headers.map { "\($0.key)=\($0.value)" }.sorted()
    return
      ([
        isTLS ? "1" : "0", port.words, path.words, status.words, faviconMD5.words, body.words,
      ] + fields).joined(separator: "\u{0}")
  }
}

extension CertificateIdentity: Sortable {
  var sortable: String {
    ([
      port.words, (validFrom?.milliseconds).words, (validUntil?.milliseconds).words, subject.words,
      issuer.words,
    ] + alternativeNames).joined(separator: "\u{0}")
  }
}

extension ServiceBanner: Sortable {
  var sortable: String { [port.words, transport, text].joined(separator: "\u{0}") }
}

extension SNMPIdentity: Sortable {
  var sortable: String {
    [description.words, objectID.words, name.words].joined(separator: "\u{0}")
  }
}

extension SMBIdentity: Sortable {
  var sortable: String { [nativeOS.words, nativeLM.words].joined(separator: "\u{0}") }
}

extension DatagramAnswer: Sortable {
  var sortable: String {
    [text.words, bytes.map { String($0, radix: 16) }.joined(separator: " ")]
      .joined(separator: "\u{0}")
  }
}

extension WSDiscoveryAnswer: Sortable {
  var sortable: String { ([types.words] + scopes).joined(separator: "\u{0}") }
}

extension DHCPRequest: Sortable {
  var sortable: String {
    [
      hostname.words, vendorClass.words, clientID.words,
      parameters.map(\.description).joined(separator: " "),
    ].joined(separator: "\u{0}")
  }
}

extension Optional where Wrapped: CustomStringConvertible {
  /// Nothing is told from an empty text.
  fileprivate var words: String { map { "=\($0)" } ?? "" }
}

extension Dictionary where Key: Comparable {
  /// Takes the latest answer for the key, and drops the greatest keys beyond the limit; true where
  /// that changed anything.
  mutating func offer<Answer: Sortable>(
    _ answer: Answer,
    for key: Key,
    at time: Timestamp,
    limit: Int
  ) -> Bool where Value == Latest<Answer> {
    let changed = self[key].offer(answer, at: time, rank: \.sortable)
    keepSmallest(limit)
    return changed
  }

  /// Takes the later of each answer.
  mutating func merge<Answer: Sortable>(_ other: Self) where Value == Latest<Answer> {
    for (key, said) in other { _ = self[key].offer(said.value, at: said.time, rank: \.sortable) }
  }

  /// What was answered, in order of the keys.
  func answers<Answer>() -> [Answer] where Value == Latest<Answer> {
    sorted { $0.key < $1.key }.map(\.value.value)
  }
}

extension MachineDescription: Sortable {
  var sortable: String { known.map { "\($0.part)=\($0.text)" }.joined(separator: "\u{0}") }
}
