/// A word of a rule.
enum RuleWord: Equatable, Sendable {
  /// A word of the grammar.
  case plain(String)
  /// A text between quotation marks.
  case quoted(String)

  /// The words of a line.
  static func words(of line: ArraySlice<UInt8>) -> [RuleWord] {
    var words: [RuleWord] = []
    let parts = line.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    for (number, part) in parts.enumerated() {
      if number % 2 == 1 {
        words.append(.quoted(String(decoding: part, as: UTF8.self)))
      } else {
        addPlain(part, to: &words)
      }
    }
    return words
  }

  private static func addPlain(_ part: ArraySlice<UInt8>, to words: inout [RuleWord]) {
    for piece in part.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") })
    {
      // A semicolon between claims is a word of its own.
      if piece.last == UInt8(ascii: ";") {
        let bare = piece.dropLast()
        if !bare.isEmpty { words.append(.plain(String(decoding: bare, as: UTF8.self))) }
        words.append(.plain(";"))
      } else {
        words.append(.plain(String(decoding: piece, as: UTF8.self)))
      }
    }
  }
}
