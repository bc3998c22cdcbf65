/// Apple's model identifiers and boards, and what they are called.
struct AppleModelTable: Sendable {
  /// Identifiers that begin alike.
  struct Family: Sendable {
    /// What they begin with.
    var prefix: String
    /// What they are; `<>` in the model stands for an identifier that has no name.
    var claim: Claim
  }

  /// The families, longer beginnings first.
  private(set) var families: [Family] = []
  /// Names by identifier.
  private(set) var names: [String: String] = [:]
  /// The identifier that stands for a board, by the board as devices write it, in lower case.
  private(set) var identifierOfBoard: [String: String] = [:]

  /// Adds a family; it claims one thing.
  mutating func addFamily(_ prefix: String, _ claims: [Claim]) throws(RuleError.Reason) {
    guard claims.count == 1, let claim = claims.first, claim.category != nil, claim.model != nil
    else { throw .incomplete }
    let place = families.firstIndex { $0.prefix.utf8.count < prefix.utf8.count } ?? families.count
    families.insert(Family(prefix: prefix, claim: claim), at: place)
  }

  /// Adds a product: its identifiers, then the names of its boards without the `AP` at their ends.
  mutating func addModel(_ codes: [String], _ name: String) throws(RuleError.Reason) {
    guard let first = codes.first, isIdentifier(first) else { throw .badText(codes.joined()) }
    for code in codes {
      if isIdentifier(code) {
        names[code] = name
      } else {
        identifierOfBoard[code.lowercased() + "ap"] = first
      }
    }
  }

  /// Whether it is no board: those of AirPorts have no comma.
  private func isIdentifier(_ code: String) -> Bool {
    code.utf8.contains(UInt8(ascii: ",")) || families.contains { code.hasPrefix($0.prefix) }
  }
}
