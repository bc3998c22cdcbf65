/// Texts without brackets whose partner is missing.
///
/// Models are cut out of longer texts: `product=(HP LaserJet 4)`, `Shelly Plus (SNSW-0…`.
enum BalancedBrackets {
  /// The text without a closing bracket that nothing opened, and without what follows an opening
  /// one that nothing closes; where that is everything, without the bracket alone.
  static func text(_ text: String) -> String {
    guard text.utf8.contains(where: isBracket) else { return text }
    var kept: [Character] = []
    // Where the brackets stand that are still open, and what would close them.
    var open: [(index: Int, closing: Character)] = []
    for character in text {
      switch character {
      case "(": open.append((kept.count, ")"))
      case "[": open.append((kept.count, "]"))
      case ")", "]":
        guard let last = open.last, last.closing == character else { continue }
        open.removeLast()
      default: break
      }
      kept.append(character)
    }
    guard let first = open.first?.index else { return trimmed(kept[...]) }
    let before = trimmed(kept[..<first])
    if !before.isEmpty { return before }
    let places = Set(open.map(\.index))
    return trimmed(kept.indices.filter { !places.contains($0) }.map { kept[$0] }[...])
  }

  private static func isBracket(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"): true
    default: false
    }
  }

  private static func trimmed(_ characters: ArraySlice<Character>) -> String {
    var rest = characters.drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    return String(rest)
  }
}
