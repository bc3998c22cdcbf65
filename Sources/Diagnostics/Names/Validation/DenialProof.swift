import Crypto
import Wire

/// The records of a zone, their signatures good, that say which names and types it has not.
struct DenialProof {
  /// How far a denial holds.
  enum Strength {
    /// It is proven.
    case whole
    /// Unsigned delegations may lie there: NSEC3 with opt-out (RFC 5155, section 6).
    case optOut
  }

  /// What there is where a name has no DS records.
  enum Absence {
    /// A zone that isn't signed.
    case unsignedZone(Strength)
    /// A name of the same zone.
    case name
    /// Nothing, neither here nor below.
    case nothing
  }

  /// Which zone's they are.
  let zone: DNSName
  /// NSEC records.
  var gaps: [Gap] = []
  /// NSEC3 records, all with the parameters of the first.
  private(set) var hashed: [NSEC3Gap] = []

  init(zone: DNSName) {
    self.zone = zone
  }

  /// Whether there is nothing to prove with.
  var isEmpty: Bool { gaps.isEmpty && hashed.isEmpty }

  /// The iterations of the NSEC3 records.
  var iterations: Int { hashed.first.map { Int($0.denial.iterations) } ?? 0 }

  /// Takes an NSEC or NSEC3 record; those that can't be used are left out (RFC 5155, section 8).
  mutating func add(_ record: DNSRecord) {
    switch record.data {
    case .nsec(let next, let types):
      guard next.isInside(zone) else { return }
      gaps.append(Gap(owner: record.name, next: next, types: Set(types)))
    case .nsec3(let denial):
      guard denial.hashAlgorithm == 1, denial.flags <= 1, denial.nextHash.count == 20,
        record.name.parent == zone, let label = record.name.labels.first,
        let hash = Base32Hex.decode(label), hash.count == 20
      else { return }
      if let first = hashed.first?.denial {
        guard first.iterations == denial.iterations, first.salt == denial.salt else { return }
      }
      hashed.append(NSEC3Gap(hash: hash, denial: denial))
    default: return
    }
  }

  /// What there is at a name that has no DS records; `nil` where that isn't proven.
  func absence(at name: DNSName, _ hasher: inout NSEC3Hasher) -> Absence? {
    if let types = gaps.first(where: { $0.owner == name })?.types ?? types(at: name, &hasher) {
      if types.contains(.ds) || types.contains(.soa) { return nil }
      return types.contains(.ns) ? .unsignedZone(.whole) : .name
    }
    if let gap = gap(over: name) { return gap.next.isInside(name) ? .name : .nothing }
    switch closest(to: name, &hasher)?.strength {
    case .optOut: return .unsignedZone(.optOut)
    case .whole: return .nothing
    case nil: return nil
    }
  }

  /// Whether the name is proven to have no such records, though it, or a wildcard for it, exists.
  func deniesData(_ name: DNSName, _ type: DNSType, _ hasher: inout NSEC3Hasher) -> Strength? {
    if let types = gaps.first(where: { $0.owner == name })?.types ?? types(at: name, &hasher) {
      return lacks(type, in: types, at: name) ? .whole : nil
    }
    if let gap = gap(over: name) {
      if gap.next.isInside(name) { return .whole }
      let wildcard = gap.closestEncloser(of: name).wildcard
      guard let types = gaps.first(where: { $0.owner == wildcard })?.types else { return nil }
      return lacks(type, in: types, at: name) ? .whole : nil
    }
    guard let closest = closest(to: name, &hasher) else { return nil }
    if let wildcard = closest.name.wildcard, let types = types(at: wildcard, &hasher) {
      return lacks(type, in: types, at: name) ? closest.strength : nil
    }
    // With opt-out, nothing says that the name is not there for an unsigned delegation, its own or
    // one below it (RFC 5155, sections 8.5 and 8.6, as erratum 3441 corrects them).
    return closest.strength == .optOut ? .optOut : nil
  }

  /// Whether it is proven that neither the name nor a wildcard for it exists.
  func deniesName(_ name: DNSName, _ hasher: inout NSEC3Hasher) -> Strength? {
    if let gap = gap(over: name), !gap.next.isInside(name) {
      // A wildcard too long for a name cannot exist.
      guard let wildcard = gap.closestEncloser(of: name).wildcard else { return .whole }
      return self.gap(over: wildcard) != nil ? .whole : nil
    }
    guard let closest = closest(to: name, &hasher) else { return nil }
    if let wildcard = closest.name.wildcard {
      guard cover(wildcard, &hasher) != nil else { return nil }
    }
    return closest.strength
  }

  /// Whether nothing stands between the name and the wildcard that stood for it (RFC 4035, section
  /// 5.3.4; RFC 5155, section 8.8).
  func allowsWildcard(for name: DNSName, labels: Int, _ hasher: inout NSEC3Hasher) -> Strength? {
    if let gap = gap(over: name), !gap.next.isInside(name) {
      return gap.closestEncloser(of: name).labelCount <= labels ? .whole : nil
    }
    guard let cover = cover(name.suffix(labels: labels + 1), &hasher) else { return nil }
    return cover.denial.isOptOut ? .optOut : .whole
  }

  /// Whether types say that the name has none such, and are those of the right side of a zone cut
  /// (RFC 6840, sections 4.1 and 4.4).
  private func lacks(_ type: DNSType, in types: Set<DNSType>, at name: DNSName) -> Bool {
    if types.contains(type) || types.contains(.cname) { return false }
    if type == .ds { return !types.contains(.soa) || name == .root }
    return !types.contains(.ns) || types.contains(.soa)
  }
}

extension DenialProof {
  /// From a name that exists to the next that does: an NSEC record.
  struct Gap {
    var owner: DNSName
    var next: DNSName
    var types: Set<DNSType>

    /// Whether the name lies in between; the zone's last gap leads back to its first name.
    func covers(_ name: DNSName) -> Bool {
      guard owner.isBefore(name) else { return false }
      return name.isBefore(next) || !owner.isBefore(next)
    }

    /// The longest name above the given one that exists, by what the gap says.
    func closestEncloser(of name: DNSName) -> DNSName {
      let (left, right) = (name.commonAncestor(with: owner), name.commonAncestor(with: next))
      return left.labelCount >= right.labelCount ? left : right
    }
  }

  /// The same by hashes: an NSEC3 record.
  struct NSEC3Gap {
    var hash: [UInt8]
    var denial: NSEC3Record

    /// Whether the hash lies in between.
    func covers(_ other: [UInt8]) -> Bool {
      let isAfter = hash.lexicographicallyPrecedes(other)
      let isBefore = other.lexicographicallyPrecedes(denial.nextHash)
      return hash.lexicographicallyPrecedes(denial.nextHash)
        ? isAfter && isBefore : other != hash && (isAfter || isBefore)
    }
  }

  /// The NSEC record over a name that doesn't exist as an owner.
  func gap(over name: DNSName) -> Gap? {
    guard name.isInside(zone) else { return nil }
    return gaps.first { gap in
      gap.covers(name) && !(name.isInside(gap.owner) && gap.types.endHere)
    }
  }

  /// The types of the NSEC3 record of that very name.
  func types(at name: DNSName, _ hasher: inout NSEC3Hasher) -> Set<DNSType>? {
    guard let first = hashed.first, let hash = hasher.hash(name, like: first.denial) else {
      return nil
    }
    return hashed.first { $0.hash == hash }.map { Set($0.denial.types) }
  }

  /// The NSEC3 record over a name that doesn't exist.
  func cover(_ name: DNSName, _ hasher: inout NSEC3Hasher) -> NSEC3Gap? {
    guard let first = hashed.first, let hash = hasher.hash(name, like: first.denial) else {
      return nil
    }
    return hashed.first { $0.covers(hash) }
  }

  /// The longest name above that exists, where it is proven that the next one down doesn't (RFC
  /// 5155, section 8.3).
  func closest(
    to name: DNSName,
    _ hasher: inout NSEC3Hasher
  ) -> (name: DNSName, strength: Strength)? {
    guard !hashed.isEmpty, name.isInside(zone) else { return nil }
    var next = name
    while next.labelCount > zone.labelCount {
      let candidate = next.parent
      if let types = types(at: candidate, &hasher) {
        guard !types.endHere, let cover = cover(next, &hasher) else { return nil }
        return (candidate, cover.denial.isOptOut ? .optOut : .whole)
      }
      next = candidate
    }
    return nil
  }
}

extension Set<DNSType> {
  /// Whether the zone holds nothing below a name of these types: another zone begins there, or all
  /// below is an alias.
  fileprivate var endHere: Bool {
    contains(.dname) || contains(.ns) && !contains(.soa)
  }
}

/// Hashes names for NSEC3 (RFC 5155, section 5), each once, and counts what that costs.
struct NSEC3Hasher {
  private struct Key: Hashable {
    var name: DNSName
    var iterations: UInt16
    var salt: [UInt8]
  }

  private let limit: Int
  private var known: [Key: [UInt8]] = [:]
  /// Digests made.
  private(set) var count = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// The hash, or `nil` where that would be more work than is allowed.
  mutating func hash(_ name: DNSName, like denial: NSEC3Record) -> [UInt8]? {
    let key = Key(name: name, iterations: denial.iterations, salt: denial.salt)
    if let hash = known[key] { return hash }
    guard spend(Int(denial.iterations) + 1) else { return nil }
    var hash = name.canonical
    for _ in 0...denial.iterations {
      hash = Array(Insecure.SHA1.hash(data: hash + denial.salt))
    }
    known[key] = hash
    return hash
  }

  /// Counts digests; false where they would be more than allowed.
  mutating func spend(_ digests: Int) -> Bool {
    guard count + digests <= limit else { return false }
    count += digests
    return true
  }
}
