/// A word of a rule.
enum RuleWord: Equatable, Sendable {
  /// A word of the grammar.
  case plain(String)
  /// A text between quotation marks.
  case quoted(String)

  /// The words of a line.
  static func words(of line: Substring.UTF8View) -> [RuleWord] {
    var words: [RuleWord] = []
    // By bytes, not by characters: all rules are read whenever a program begins to identify.
    let parts = line.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    for (number, part) in parts.enumerated() {
      if number % 2 == 1 {
        words.append(.quoted(String(Substring(part))))
      } else {
        addPlain(part, to: &words)
      }
    }
    return words
  }

  private static func addPlain(_ part: Substring.UTF8View, to words: inout [RuleWord]) {
    for piece in part.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") })
    {
      // A semicolon between claims is a word of its own.
      if piece.last == UInt8(ascii: ";") {
        let bare = piece.dropLast()
        if !bare.isEmpty { words.append(.plain(String(Substring(bare)))) }
        words.append(.plain(";"))
      } else {
        words.append(.plain(String(Substring(piece))))
      }
    }
  }
}
