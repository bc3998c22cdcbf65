import Model

/// Apple's model identifiers: a family, a generation and a variant, like `AppleTV14,1`.
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

  /// What the identifier or the board means; `nil` where it is not Apple's.
  ///
  /// `isClaim` where other systems are known to claim one that is not theirs.
  static func claim(of text: String, isClaim: Bool) -> Claim? {
    let table = RuleSet.standard.apple
    // `MacBookPro18,3@ECOLOR=…` says the colour of the case too.
    var identifier =
      text.utf8.contains(UInt8(ascii: "@")) ? String(text.prefix { $0 != "@" }) : text
    if isBoard(identifier) {
      guard let known = table.identifierOfBoard[identifier.lowercased()] else {
        return boardFamily(identifier)
      }
      identifier = known
    }
    // No Xserve said so without its number: file servers do.
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

  /// What a board newer than the table is: iPhones have a D, tablets and Macs share the J, and
  /// watches, phones of old and headsets the N.
  private static func boardFamily(_ board: String) -> Claim {
    switch board.first {
    case "D", "V": .kind(.phone, 0.8, vendor: "Apple", os: "iOS")
    case "B": .kind(.speaker, 0.8, vendor: "Apple", model: "HomePod", os: "audioOS")
    default: .only(vendor: "Apple", weight: 0.8)
    }
  }
}
