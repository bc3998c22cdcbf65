/// How reliably an identity identifies a device; the smallest raw value is the most reliable.
enum IdentityRank: Int, Comparable, CaseIterable, Sendable {
  /// A globally unique link address.
  case universalMAC
  /// An identifier that the device states.
  case stated
  /// A locally administered link address, which phones make up and change.
  case privateMAC
  /// Name and kind.
  case name
  case address

  /// The rank of an identity as `DeviceIdentifiers` writes it.
  init(of identity: String) {
    if identity.hasPrefix("mac-") {
      // The second least bit of the first octet (IEEE 802, 8.4).
      let second = identity.dropFirst(5).first?.hexDigitValue ?? 0
      self = second & 2 == 0 ? .universalMAC : .privateMAC
    } else if identity.hasPrefix("id-") {
      self = .stated
    } else if identity.hasPrefix("name-") {
      self = .name
    } else {
      self = .address
    }
  }

  /// Whether it is independent of the device's name and address.
  var isLasting: Bool { self < .name }

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The identities of a device by rank.
struct IdentitySet: Hashable, Sendable {
  private(set) var all: [String]
  private(set) var macs: Set<String> = []
  private(set) var stated: Set<String> = []

  /// Bounds the memory under forged identifiers.
  private static let limit = 24
  /// Places for names and addresses, however many identifiers a device states.
  private static let weakPlaces = 4

  /// The first of them, each once.
  init(_ identities: [String]) {
    var known: Set<String> = []
    let distinct = identities.filter { known.insert($0).inserted }
    let lasting = distinct.count { IdentityRank(of: $0).isLasting }
    let weak = distinct.count - lasting
    var lastingLeft = Self.limit - min(weak, Self.weakPlaces)
    var weakLeft = Self.limit - min(lasting, lastingLeft)
    all = []
    for identity in distinct {
      let rank = IdentityRank(of: identity)
      if rank.isLasting {
        guard lastingLeft > 0 else { continue }
        lastingLeft -= 1
      } else {
        guard weakLeft > 0 else { continue }
        weakLeft -= 1
      }
      all.append(identity)
      switch rank {
      case .universalMAC, .privateMAC: macs.insert(identity)
      case .stated: stated.insert(identity)
      case .name, .address: break
      }
    }
  }

  func ranked(_ rank: IdentityRank) -> [String] {
    all.filter { IdentityRank(of: $0) == rank }
  }

  /// Adds new identities, the id first, then the strongest; returns them all.
  ///
  /// Lasting ones accumulate, the new ones of a rank first, so that the oldest are dropped at the limit.
  /// Names and addresses are replaced, but with `keepsIPv4` the IPv4 address stays.
  func updated(
    by new: IdentitySet,
    keeping id: String,
    andIPv4 keepsIPv4: Bool = false
  ) -> IdentitySet {
    let lasting = (new.all + all).filter { IdentityRank(of: $0).isLasting }
    let sorted = IdentityRank.allCases.filter(\.isLasting)
      .flatMap { rank in lasting.filter { IdentityRank(of: $0) == rank } }
    let weak = new.all.filter { !IdentityRank(of: $0).isLasting }
    let kept = keepsIPv4 ? all.filter(\.isIPv4Identity) : []
    return IdentitySet([id] + sorted + weak + kept)
  }

  /// Whether they share a name, as far as both have one.
  func haveOneName(with other: IdentitySet) -> Bool {
    let (own, others) = (Set(ranked(.name)), Set(other.ranked(.name)))
    return own.isEmpty || others.isEmpty || !own.isDisjoint(with: others)
  }

  /// Whether the other identities permit a match by an identity of that rank.
  func agrees(with other: IdentitySet, on rank: IdentityRank) -> Bool {
    let haveOtherMACs =
      !macs.isEmpty && !other.macs.isEmpty && macs.isDisjoint(with: other.macs)
    let haveOtherStated =
      !stated.isEmpty && !other.stated.isEmpty && stated.isDisjoint(with: other.stated)
    switch rank {
    case .universalMAC, .privateMAC:
      return true
    case .stated:
      // Firmware with one key for all, cloned machines: a name or an address must be shared, too.
      guard haveOtherMACs else { return true }
      let weak = Set(all.filter { !IdentityRank(of: $0).isLasting })
      return other.all.contains(where: weak.contains)
    case .name, .address:
      return !haveOtherMACs && !haveOtherStated
    }
  }
}

extension String {
  var isIPv4Identity: Bool {
    hasPrefix("ip-") && dropFirst(3).allSatisfy { $0.isNumber || $0 == "." }
  }
}
