import Model

/// Identifies Apple's models by identifier, `AppleTV14,1`, or by board, `J105aAP`.
enum AppleModels {
  /// Whether the text has the form of an identifier: letters, digits, a comma, digits.
  static func isIdentifier(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: ",")) else { return false }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts.first, let last = parts.last else { return false }
    let variant = last.prefix { $0 != "@" }
    return first.first?.isLetter == true && first.last?.isNumber == true && !variant.isEmpty
      && variant.allSatisfy(\.isNumber)
  }

  /// Whether the text has the form of the name of a board: `J105aAP`.
  static func isBoard(_ text: String) -> Bool {
    guard (4...8).contains(text.utf8.count), text.hasSuffix("AP"), let first = text.first,
      "BDJKMNPVX".contains(first)
    else { return false }
    return text.dropFirst().first?.isNumber == true
  }

  /// The claim of an identifier or a board; `nil` if it is not Apple's.
  ///
  /// `isClaim`, where other systems are known to state false ones, lowers the weight.
  static func claim(of text: String, isClaim: Bool) -> Claim? {
    let table = RuleSet.standard.apple
    // `MacBookPro18,3@ECOLOR=…` includes the colour.
    var identifier =
      text.utf8.contains(UInt8(ascii: "@")) ? String(text.prefix { $0 != "@" }) : text
    if isBoard(identifier) {
      guard let known = table.identifierOfBoard[identifier.lowercased()] else {
        return boardFamily(identifier)
      }
      identifier = known
    }
    // Xserves state a number too; these are file servers of others.
    if ["Xserve", "RackMac", "MacSamba"].contains(identifier) { return .kind(.storage, 0.5) }
    let name = table.names[identifier]
    guard isIdentifier(identifier) || name != nil,
      let family = table.families.first(where: { identifier.hasPrefix($0.prefix) })
    else { return nil }
    var claim = family.claim
    claim.model = name ?? claim.model?.replacingPlaceholder(with: identifier)
    if isClaim { claim.weight = min(claim.weight, 0.85) }
    return claim
  }

  /// The claim of a board that the table lacks: D is for iPhones, J for iPads and Macs, N for watches,
  /// old phones and headsets.
  private static func boardFamily(_ board: String) -> Claim {
    switch board.first {
    case "D", "V": .kind(.phone, 0.8, vendor: "Apple", os: "iOS")
    case "B": .kind(.speaker, 0.8, vendor: "Apple", model: "HomePod", os: "audioOS")
    default: .only(vendor: "Apple", weight: 0.8)
    }
  }
}

/// Names of Apple's model identifiers and boards.
struct AppleModelTable: Sendable {
  /// Identifiers with a common prefix.
  struct Family: Sendable {
    var prefix: String
    /// `<>` in the model stands for an identifier without a name.
    var claim: Claim
  }

  /// Longer prefixes first.
  private(set) var families: [Family] = []
  /// By identifier.
  private(set) var names: [String: String] = [:]
  /// By board as devices write it, in lower case.
  private(set) var identifierOfBoard: [String: String] = [:]

  /// Adds a family; requires one claim, with category and model.
  mutating func addFamily(_ prefix: String, _ claims: [Claim]) throws(RuleError.Reason) {
    guard claims.count == 1, let claim = claims.first, claim.category != nil, claim.model != nil
    else { throw .incomplete }
    let place = families.firstIndex { $0.prefix.utf8.count < prefix.utf8.count } ?? families.count
    families.insert(Family(prefix: prefix, claim: claim), at: place)
  }

  /// Adds a product: its identifiers, then its boards without the suffix `AP`.
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

  /// Whether it is an identifier, not a board; those of AirPorts have no comma.
  private func isIdentifier(_ code: String) -> Bool {
    code.utf8.contains(UInt8(ascii: ",")) || families.contains { code.hasPrefix($0.prefix) }
  }
}
