/// Refuses texts of conditions that would compile and never match.
enum RuleTexts {
  /// Checks the texts of a rule's first condition, where the field compares them in a form of its own.
  static func check(
    _ condition: RuleStatement.Condition,
    of field: RuleField
  ) throws(RuleError.Reason) {
    for text in condition.texts {
      switch field {
      case .attribute, .ssdp: try require(text.lowercased(), for: text)
      case .statement: try require(EvidenceField.folded(text), for: text)
      case .ending:
        try refuseSigns(text)
        try require(text.lowercased(), for: text)
      case .product, .kind, .brand, .standard: try refuseSigns(text)
      case .text, .ports, .maker, .module, .appleFamily, .appleModel: break
      }
    }
    for value in condition.values {
      guard let number = Int(value) else { throw .notWhole(value) }
      try require(String(number), for: value)
    }
  }

  private static func require(_ form: String, for text: String) throws(RuleError.Reason) {
    guard !form.isEmpty else { throw .badText(text) }
    guard form == text else { throw .neverMatches(text, instead: form) }
  }

  /// Words are compared by their letters: what means something in a pattern means nothing in them.
  private static func refuseSigns(_ text: String) throws(RuleError.Reason) {
    if let sign = text.first(where: { signs.contains($0) }) {
      throw .signAmongWords(text, sign: sign)
    }
    guard !WordPattern(text).letters.isEmpty else { throw .badText(text) }
  }

  private static let signs: Set<Character> = ["*", "#", "<", ">", "^", "$", "…"]
}
