import Wire

/// A name that stands for another: by CNAME or, with all names below one, by DNAME (RFC 6672).
struct Alias {
  /// The records that say so and have signatures: CNAME or DNAME.
  let basis: RecordSet
  /// What the name stands for.
  let target: DNSName
  /// The CNAME that a server made from the DNAME, which nobody signs (RFC 6672, section 5.3.1).
  let synthesised: RecordSet?

  /// Whether it is a DNAME's.
  var isTrees: Bool { basis.type == .dname }

  /// Whether the CNAME that came along says the same.
  var isConsistent: Bool {
    synthesised?.records.allSatisfy { $0.data == .cname(target) } ?? true
  }

  /// What the records say of the name; a CNAME with signatures speaks for itself, and before a
  /// DNAME.
  init?(of name: DNSName, in sets: [RecordSet]) {
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
