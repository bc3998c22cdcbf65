import Identification
import Model
import Wire

/// Which addresses are one device.
///
/// Holds what can join addresses and nothing else; the partition is a function of what is held, so
/// of the set of observations.
struct IdentityIndex: Sendable {
  /// What can join an address with others.
  struct Keys: Hashable, Sendable {
    /// Its link address.
    var mac: MACAddress?
    /// The link that it is on, where that is known.
    var link: String?
    /// The identifiers it states.
    var stated: Set<StatedIdentity> = []
    /// The host names that claim it.
    var hosts: Set<String> = []
    /// Its names, from itself and from resolvers, without names that thousands of devices share.
    var names: Set<String> = []
    /// Whether it is this machine's own.
    var isOwn = false
  }

  private(set) var keys: [IPAddress: Keys] = [:]
  private var byMAC: [MACAddress: Set<IPAddress>] = [:]
  private var byStated: [StatedIdentity: Set<IPAddress>] = [:]
  private var own: Set<IPAddress> = []
  /// MACs of more than one address; the partition only looks at shared keys.
  private var sharedMACs: Set<MACAddress> = []
  private var sharedStated: Set<StatedIdentity> = []

  /// Sets an address's keys, or takes it out.
  ///
  /// True where that changed them.
  mutating func update(_ address: IPAddress, _ new: Keys?) -> Bool {
    let old = keys[address]
    guard old != new else { return false }
    if let mac = old?.mac, mac != new?.mac {
      byMAC[mac]?.remove(address)
      if byMAC[mac]?.count == 1 { sharedMACs.remove(mac) }
    }
    if let mac = new?.mac, mac != old?.mac {
      byMAC[mac, default: []].insert(address)
      if byMAC[mac]?.count == 2 { sharedMACs.insert(mac) }
    }
    for id in (old?.stated ?? []).subtracting(new?.stated ?? []) {
      byStated[id]?.remove(address)
      if byStated[id]?.count == 1 { sharedStated.remove(id) }
    }
    for id in (new?.stated ?? []).subtracting(old?.stated ?? []) {
      byStated[id, default: []].insert(address)
      if byStated[id]?.count == 2 { sharedStated.insert(id) }
    }
    if new?.isOwn == true { own.insert(address) } else { own.remove(address) }
    keys[address] = new
    return true
  }

  /// The groups of two and more addresses, each ascending.
  func groups() -> [[IPAddress]] {
    var sets = DisjointSets()
    sets.join(Array(own))
    for mac in sharedMACs { joinByMAC(mac, in: &sets) }
    for id in sharedStated { joinByStated(id, in: &sets) }
    return sets.groups()
  }

  /// A MAC joins the IPv6 addresses of one link with the only IPv4 address beside them, if there is
  /// one.
  ///
  /// Two IPv4 addresses with one MAC stay two: repeaters answer for their clients. On one link a MAC
  /// is one device's, whatever its kind. Over several links a universal MAC is still one device's; a
  /// locally administered one may be a copy there, so a host name must cover the addresses, too.
  private func joinByMAC(_ mac: MACAddress, in sets: inout DisjointSets) {
    guard let members = byMAC[mac] else { return }
    let v4 = members.filter { $0.v4 != nil }
    let links = Dictionary(grouping: members) { keys[$0]?.link }
    let isOneLink = links.keys.count { $0 != nil } <= 1
    if v4.count <= 1, isOneLink || !mac.isLocallyAdministered {
      sets.join(Array(members))
      return
    }
    for (link, addresses) in links where link != nil {
      if addresses.count(where: { $0.v4 != nil }) <= 1 { sets.join(addresses) }
    }
    guard v4.count == 1, let anchor = v4.first else { return }
    let hosts = keys[anchor]?.hosts ?? []
    sets.join([anchor] + members.filter { keys[$0]?.hosts.isDisjoint(with: hosts) == false })
  }

  /// An identifier joins the addresses that state it, unless it may have been copied.
  ///
  /// Cheap devices leave the factory with one UDN, or with one SSH key in their firmware; cloned
  /// machines share keys. So addresses with different MACs are one device only where the identifier
  /// spells one of the MACs, or where they go by one name, too: a laptop on Wi-Fi and cable. Neither
  /// the name nor a copied identifier alone ever joins two MACs.
  private func joinByStated(_ id: StatedIdentity, in sets: inout DisjointSets) {
    guard let members = byStated[id] else { return }
    let macs = Set(members.compactMap { keys[$0]?.mac })
    if macs.contains(where: id.spells) {
      sets.join(Array(members))
      return
    }
    if !id.kind.isOftenCopied, macs.count <= 1 {
      sets.join(Array(members))
      return
    }
    for bucket in Dictionary(grouping: members, by: { keys[$0]?.mac }) {
      // Without MACs an IPv6 address goes with an IPv4 address; two of a family may be two devices.
      let v4 = bucket.value.count { $0.v4 != nil }
      let mayBeOne = bucket.key != nil || (macs.isEmpty && v4 <= 1 && bucket.value.count - v4 <= 1)
      if mayBeOne, !id.kind.isOftenCopied || haveNoTwoNames(bucket.value) {
        sets.join(bucket.value)
      }
    }
    var byName: [String: [IPAddress]] = [:]
    for member in members {
      for name in keys[member]?.names ?? [] { byName[name, default: []].append(member) }
    }
    for bucket in byName.values { sets.join(bucket) }
  }

  /// Whether those of the addresses that have names have one in common.
  private func haveNoTwoNames(_ members: [IPAddress]) -> Bool {
    let named = members.compactMap { keys[$0]?.names }.filter { !$0.isEmpty }
    guard var common = named.first else { return true }
    for names in named.dropFirst() { common.formIntersection(names) }
    return !common.isEmpty
  }
}

/// Union and find over addresses.
private struct DisjointSets {
  private var parents: [IPAddress: IPAddress] = [:]

  mutating func join(_ members: [IPAddress]) {
    guard members.count > 1, let first = members.first else { return }
    let root = find(first)
    for member in members.dropFirst() {
      let other = find(member)
      if other != root { parents[other] = root }
    }
  }

  private mutating func find(_ address: IPAddress) -> IPAddress {
    var root = address
    while let parent = parents[root], parent != root { root = parent }
    // Path compression keeps chains short.
    var step = address
    while let parent = parents[step], parent != root {
      parents[step] = root
      step = parent
    }
    if parents[root] == nil { parents[root] = root }
    return root
  }

  func groups() -> [[IPAddress]] {
    var copy = self
    var groups: [IPAddress: [IPAddress]] = [:]
    for address in parents.keys { groups[copy.find(address), default: []].append(address) }
    return groups.values.filter { $0.count > 1 }.map { $0.sorted() }
  }
}

/// An identifier that a device states of itself.
struct StatedIdentity: Hashable, Comparable, Sendable {
  /// The namespace of the value: equal values of two kinds are different identifiers.
  typealias Kind = IdentityKind

  /// Where it is stated.
  let kind: Kind
  /// Lower case, letters and digits alone.
  let value: String

  /// Normalises the text; `nil` where it is a placeholder, too short or too uniform to identify a
  /// device.
  init?(_ kind: Kind, _ text: String) {
    let value = String(
      decoding: text.lowercased().utf8.filter { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      },
      as: UTF8.self
    )
    // One that identifies has some length and variety: zeros, `unknown` and `uuid:device` have not.
    guard (8...128).contains(value.utf8.count), Set(value.utf8).count >= 3,
      kind == .serial ? Self.canBeSerial(value) : value.utf8.count(where: \.isHexadecimal) >= 8
    else { return nil }
    self.kind = kind
    self.value = value
  }

  /// Whether it can be a maker and a serial number: it has digits, and is no factory placeholder.
  private static func canBeSerial(_ value: String) -> Bool {
    let digits = String(decoding: value.utf8.filter { (48...57).contains($0) }, as: UTF8.self)
    guard digits.utf8.count >= 4, Set(digits.utf8).count >= 3 else { return false }
    return !"01234567890123456789".contains(digits) && !"98765432109876543210".contains(digits)
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.kind.rawValue, left.value) < (right.kind.rawValue, right.value)
  }

  /// Whether the left one is the more reliable identity.
  ///
  /// Certificates are renewed, so their keys come last.
  static func isStronger(_ left: Self, than right: Self) -> Bool {
    (left.kind.rank, left.value) < (right.kind.rank, right.value)
  }

  /// Whether a MAC address is spelled out in it.
  func spells(_ mac: MACAddress) -> Bool {
    value.contains(mac.description.filter { $0 != ":" })
  }
}

extension StatedIdentity {
  /// What a service states.
  static func stated(by service: ServiceInstance) -> [StatedIdentity] {
    var found: [StatedIdentity] = []
    if let text = service.txt["deviceid"]?.text, let id = StatedIdentity(.deviceID, text) {
      found.append(id)
    }
    switch service.type {
    case "_raop._tcp":
      if let prefix = NormalisedName.raopPrefix(of: service.name),
        let id = StatedIdentity(.deviceID, String(prefix))
      {
        found.append(id)
      }
    case "_googlecast._tcp":
      if let text = service.txt["id"]?.text, let id = StatedIdentity(.cast, text) {
        found.append(id)
      }
    case "_hap._tcp":
      if let text = service.txt["id"]?.text, let id = StatedIdentity(.homeKit, text) {
        found.append(id)
      }
    default:
      break
    }
    return found
  }

  /// The unique device name in a USN: `uuid:…` up to `::` (UPnP Device Architecture 2.0, 1.2.2).
  static func stated(by announcement: SSDPAnnouncement) -> StatedIdentity? {
    let usn = announcement.usn
    guard usn.lowercased().hasPrefix("uuid:") else { return nil }
    var udn = usn.dropFirst(5)
    if let end = udn.firstRange(of: "::") { udn = udn[..<end.lowerBound] }
    return StatedIdentity(.udn, String(udn))
  }
}

extension IdentityKind {
  fileprivate var rank: Int {
    switch self {
    case .deviceID: 0
    case .udn: 1
    case .cast: 2
    case .homeKit: 3
    case .serial: 4
    case .sshKey: 5
    case .tlsKey: 6
    }
  }

  /// Whether makers are known to ship one value in the firmware of many devices.
  var isOftenCopied: Bool { self == .sshKey || self == .tlsKey }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    Character(Unicode.Scalar(self)).isHexDigit
  }
}
