/// An error in a line of a rule file.
struct RuleError: Error, Hashable, CustomStringConvertible {
  var file: String
  /// From 1.
  var line: Int
  var reason: Reason

  enum Reason: Error, Hashable {
    /// No colon, or nothing on one side of it.
    case incomplete
    /// An unknown word in place of a field.
    case unknownField(String)
    /// An unknown word after the colon.
    case unknownClaim(String)
    /// A missing weight, or one that is not a whole number from 1 to 100.
    case weight(String)
    /// A text in a wrong place.
    case misplacedText(String)
    /// A text that is invalid for the field, as letters for a port.
    case badText(String)
    /// A pattern that begins with a gap, so that it can't be indexed.
    case beginsWithGap(String)
    /// An odd number of quotation marks.
    case unclosedQuote
    /// A text that no evidence is ever equal to, and the text that was meant.
    case neverMatches(String, instead: String)
    /// A value of an attribute that is not a whole number.
    case notWhole(String)
    /// A sign of patterns among words.
    case signAmongWords(String, sign: Character)
    /// A maker of more words than are compared.
    case tooManyWords(String, compared: String)
    /// Fields or conditions that can't be combined.
    case mixedFields
    /// A rule with `also` for fields of which only one rule counts.
    case addsInVain(String)
  }

  var description: String {
    let text =
      switch reason {
      case .incomplete: "a rule is conditions, a colon between blanks, and claims"
      case .unknownField(let word): "no field is called \(word)"
      case .unknownClaim(let word): "nothing that can be claimed is called \(word)"
      case .weight(let word): "a weight is a whole number from 1 to 100, not \(word)"
      case .misplacedText(let text): "the text \"\(text)\" is of no field and no claim"
      case .badText(let text): "the field can't hold \"\(text)\""
      case .beginsWithGap(let text): "a pattern can't begin with a gap: \"\(text)\""
      case .unclosedQuote: "a quotation mark is missing: close every text"
      case .neverMatches(let text, let instead):
        "\"\(text)\" never matches: write \"\(instead)\""
      case .notWhole(let text): "\"\(text)\" never matches: a value is a whole number"
      case .signAmongWords(let text, let sign):
        "these are words, no pattern: leave out the \(sign) of \"\(text)\""
      case .tooManyWords(let text, let compared):
        "\"\(text)\" never matches: write its first words only, \"\(compared)\""
      case .mixedFields: "these fields or conditions can't stand together"
      case .addsInVain(let fields):
        "of the rules for \(fields) only one counts: merge them, and leave out also"
      }
    return "\(file):\(line): \(text)"
  }
}
