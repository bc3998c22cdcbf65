/// What is wrong with a line of a file of rules.
struct RuleError: Error, Hashable, CustomStringConvertible {
  /// The file's name.
  var file: String
  /// The line's number, from 1.
  var line: Int
  /// What is wrong.
  var reason: Reason

  /// The kinds of errors.
  enum Reason: Error, Hashable {
    /// No colon between the conditions and the claims, or nothing on a side of it.
    case incomplete
    /// A word that is none of the grammar's, where a field has to stand.
    case unknownField(String)
    /// A word that is none of the grammar's, behind the colon.
    case unknownClaim(String)
    /// A weight that is no whole number from 1 to 100, or is missing.
    case weight(String)
    /// A text that stands where none can.
    case misplacedText(String)
    /// A text that the field can't be compared with, as letters for a port.
    case badText(String)
    /// A pattern that begins with a gap: it would have to be looked for everywhere.
    case beginsWithGap(String)
    /// Fields that can't stand together, or further conditions where none can.
    case mixedFields
    /// A condition that another rule states, at that line.
    case statedTwice(String, file: String, line: Int)
  }

  package var description: String {
    let text =
      switch reason {
      case .incomplete: "a rule is conditions, a colon between blanks, and claims"
      case .unknownField(let word): "no field is called \(word)"
      case .unknownClaim(let word): "nothing that can be claimed is called \(word)"
      case .weight(let word): "a weight is a whole number from 1 to 100, not \(word)"
      case .misplacedText(let text): "the text \"\(text)\" is of no field and no claim"
      case .badText(let text): "the field can't hold \"\(text)\""
      case .beginsWithGap(let text): "a pattern can't begin with a gap: \"\(text)\""
      case .mixedFields: "these fields or conditions can't stand together"
      case .statedTwice(let text, let file, let line):
        "\"\(text)\" is a condition of \(file):\(line) already"
      }
    return "\(file):\(line): \(text)"
  }
}
