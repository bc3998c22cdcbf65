/// A rule as it is written: conditions, a colon, claims.
///
///     snmp|banner "Lexmark <…> version" and oid "641." : printer 95, vendor "Lexmark"
///
/// The grammar is explained in `docs/identification.md`.
struct RuleStatement: Sendable {
  /// Fields, and texts of which any may stand in one of them.
  struct Condition: Hashable, Sendable {
    /// The names of the fields.
    var fields: [String] = []
    /// What is looked for.
    var texts: [String] = []
    /// Whether it must not be there.
    var isNegated = false
    /// The types of the services whose attribute it is; empty for any.
    var services: [String] = []
    /// The attribute's values; empty for any.
    var values: [String] = []
    /// The remainder that the attribute's value, a number, leaves when it is divided by two.
    var remainder: Int?
  }

  /// What follows where the conditions hold.
  enum Outcome: Hashable, Sendable {
    /// The claims that are written.
    case claims([Claim])
    /// What the value says that stands in the field.
    case value(ValueReading)
    /// What the thing is called.
    case name(String)
    /// Nothing: the text is only known.
    case nothing
  }

  /// The name of its file.
  var file: String
  /// Its line, from 1.
  var line: Int
  /// Its conditions; all have to hold.
  var conditions: [Condition] = []
  /// What follows.
  var outcome: Outcome = .nothing

  /// The statements of a file, and what is wrong with other lines.
  static func parse(_ file: RuleFile) -> (statements: [RuleStatement], errors: [RuleError]) {
    var statements: [RuleStatement] = []
    var errors: [RuleError] = []
    // By bytes, not by characters: all rules are read whenever a program begins to identify.
    let lines = Array(file.text.utf8).split(
      separator: UInt8(ascii: "\n"),
      omittingEmptySubsequences: false
    )
    for (number, line) in lines.enumerated() {
      let line = line.drop { $0 == UInt8(ascii: " ") }
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      var statement = RuleStatement(file: file.name, line: number + 1)
      do {
        try statement.read(RuleWord.words(of: line))
        statements.append(statement)
      } catch {
        errors.append(RuleError(file: file.name, line: number + 1, reason: error))
      }
    }
    return (statements, errors)
  }

  private mutating func read(_ words: [RuleWord]) throws(RuleError.Reason) {
    guard let colon = words.firstIndex(of: .plain(":")) else { throw .incomplete }
    try readConditions(words[..<colon])
    outcome = try RuleClaims(words[(colon + 1)...]).outcome
  }

  /// What the next texts belong to.
  private enum Place { case texts, services, values }

  private mutating func readConditions(
    _ words: ArraySlice<RuleWord>
  ) throws(RuleError.Reason) {
    var place = Place.texts
    for word in words {
      let last = conditions.count - 1
      switch word {
      case .plain("and"), .plain("not"):
        guard last >= 0 else { throw .incomplete }
        conditions.append(Condition(isNegated: word == .plain("not")))
        place = .texts
      case .plain("of") where last >= 0: place = .services
      case .plain("is") where last >= 0: place = .values
      case .plain("odd") where last >= 0: conditions[last].remainder = 1
      case .plain("even") where last >= 0: conditions[last].remainder = 0
      case .plain(let names):
        if conditions.isEmpty { conditions.append(Condition()) }
        guard conditions[conditions.count - 1].fields.isEmpty else { throw .unknownField(names) }
        conditions[conditions.count - 1].fields = names.split(separator: "|").map(String.init)
      case .quoted(let text):
        guard last >= 0, !conditions[last].fields.isEmpty, !text.isEmpty else {
          throw .misplacedText(text)
        }
        switch place {
        case .texts: conditions[last].texts.append(text)
        case .services: conditions[last].services.append(text)
        case .values: conditions[last].values.append(text)
        }
      }
    }
    guard !conditions.isEmpty,
      conditions.allSatisfy({ !$0.fields.isEmpty && !$0.texts.isEmpty })
    else { throw .incomplete }
  }
}
