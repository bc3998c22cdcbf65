/// What is checked of rules beyond their grammar, by the tests: no program needs it.
enum RuleChecks {
  /// Conditions that two rules state, with the place of the later one.
  static func statedTwice(in files: [RuleFile]) -> [RuleError] {
    var errors: [RuleError] = []
    var known: [[String]: RuleStatement] = [:]
    for statement in files.flatMap({ RuleStatement.parse($0).statements }) {
      for (key, text) in conditions(of: statement) {
        if let first = known.updateValue(statement, forKey: key) {
          known[key] = first
          let reason = RuleError.Reason.statedTwice(text, file: first.file, line: first.line)
          errors.append(RuleError(file: statement.file, line: statement.line, reason: reason))
        }
      }
    }
    return errors
  }

  /// Each text of a rule with all that has to hold beside it, and the text.
  private static func conditions(of statement: RuleStatement) -> [(key: [String], text: String)] {
    guard let first = statement.conditions.first else { return [] }
    let others = statement.conditions.dropFirst().map { condition in
      let texts = condition.texts.map { $0.lowercased() }.sorted()
      return "\(condition.isNegated)" + (condition.fields.sorted() + texts).joined(separator: "|")
    }
    // A maker is one thing, and a maker that is named another.
    let isMaker = first.fields.contains("maker") || first.fields.contains("named")
    let places = isMaker ? first.fields : [first.fields.sorted().joined(separator: "|")]
    var all: [(key: [String], text: String)] = []
    for text in first.texts {
      for place in places {
        for service in first.services.isEmpty ? [""] : first.services {
          for value in first.values.isEmpty ? [""] : first.values {
            let remainder = first.remainder.map { "\($0)" } ?? ""
            all.append(([place, text.lowercased(), service, value, remainder] + others, text))
          }
        }
      }
    }
    return all
  }
}
