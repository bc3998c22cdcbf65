import Wire

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
    var denial: HashedDenial

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
  func types(at name: DNSName, _ hasher: inout NameHasher) -> Set<DNSType>? {
    guard let first = hashed.first, let hash = hasher.hash(name, like: first.denial) else {
      return nil
    }
    return hashed.first { $0.hash == hash }.map { Set($0.denial.types) }
  }

  /// The NSEC3 record over a name that doesn't exist.
  func cover(_ name: DNSName, _ hasher: inout NameHasher) -> NSEC3Gap? {
    guard let first = hashed.first, let hash = hasher.hash(name, like: first.denial) else {
      return nil
    }
    return hashed.first { $0.covers(hash) }
  }

  /// The longest name above that exists, where it is proven that the next one down doesn't (RFC
  /// 5155, section 8.3).
  func closest(
    to name: DNSName,
    _ hasher: inout NameHasher
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
