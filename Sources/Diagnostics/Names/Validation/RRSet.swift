import Wire

/// All records of a name and type in a part of a message, with the signatures over them.
struct RRSet {
  let name: DNSName
  let type: DNSType
  private(set) var records: [DNSRecord] = []
  private(set) var signatures: [DNSSignature] = []

  /// The sets of the Internet's class, in order of appearance; signatures of nothing are left out.
  static func sets(in records: [DNSRecord]) -> [RRSet] {
    struct Key: Hashable {
      var name: DNSName
      var type: DNSType
    }
    var places: [Key: Int] = [:]
    var sets: [RRSet] = []
    for record in records where record.recordClass == .internet && record.type != .rrsig {
      let key = Key(name: record.name, type: record.type)
      if let place = places[key] {
        sets[place].records.append(record)
      } else {
        places[key] = sets.count
        sets.append(RRSet(name: record.name, type: record.type, records: [record]))
      }
    }
    for record in records where record.recordClass == .internet {
      guard case .rrsig(let signature) = record.data,
        let place = places[Key(name: record.name, type: signature.typeCovered)]
      else { continue }
      sets[place].signatures.append(signature)
    }
    return sets
  }

  private init(name: DNSName, type: DNSType, records: [DNSRecord]) {
    self.name = name
    self.type = type
    self.records = records
  }
}

extension [RRSet] {
  /// The set of that name and type.
  func first(_ name: DNSName, _ type: DNSType) -> RRSet? {
    first { $0.type == type && $0.name == name }
  }
}

/// A CNAME, or a DNAME above the name (RFC 6672).
struct DNSAlias {
  /// The signed CNAME or DNAME set.
  let basis: RRSet
  let target: DNSName
  /// The unsigned CNAME synthesised from the DNAME (RFC 6672, section 5.3.1).
  let synthesised: RRSet?

  var isFromDNAME: Bool { basis.type == .dname }

  /// Whether the synthesised CNAME matches the DNAME.
  var isConsistent: Bool {
    synthesised?.records.allSatisfy { $0.data == .cname(target) } ?? true
  }

  /// A signed CNAME takes precedence over a DNAME.
  init?(of name: DNSName, in sets: [RRSet]) {
    let cname = sets.first(name, .cname)
    if cname?.signatures.isEmpty ?? true {
      for set in sets where set.type == .dname && name != set.name && name.isInside(set.name) {
        guard case .dname(let tree) = set.records.first?.data else { continue }
        let below = name.labels.dropLast(set.name.labelCount)
        guard let target = DNSName(labels: below)?.inside(tree) else { return nil }
        (basis, self.target, synthesised) = (set, target, cname)
        return
      }
    }
    guard let cname, case .cname(let target) = cname.records.first?.data else { return nil }
    (basis, self.target, synthesised) = (cname, target, nil)
  }
}
