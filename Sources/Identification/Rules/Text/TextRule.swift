/// A rule whose first condition is a pattern in a text that the device said.
// A class, so that looking at one of a thousand rules copies nothing.
final class TextRule: Sendable {
  /// Fields and what must be said in one of them.
  struct Condition: Sendable {
    /// A bit for each field, of ``EvidenceField/Kind/bit``.
    var fields: UInt32
    var patterns: [RulePattern]
    var isNegated = false
  }

  /// The condition that finds the rule.
  let first: Condition
  private let others: [Condition]
  private let written: [Claim]

  /// A rule with those conditions, the first of them not negated.
  init(_ first: Condition, _ others: [Condition], _ claims: [Claim]) {
    self.first = first
    self.others = others
    written = claims
  }

  /// What the rule claims where the pattern kept that.
  ///
  /// What a pattern keeps between `<` and `>` is the model, or stands for `<>` in the model that is
  /// named.
  func claims(keeping kept: String?) -> [Claim] {
    guard let kept else { return written }
    return written.map { claim in
      var claim = claim
      claim.model = claim.model.map { $0.replacingPlaceholder(with: kept) } ?? kept
      return claim
    }
  }

  /// Whether there are further conditions.
  var isConditional: Bool { !others.isEmpty }

  /// Whether the further conditions hold.
  func holds(_ fields: [EvidenceField], _ text: RuleText) -> Bool {
    others.allSatisfy { condition in
      fields.indices.contains { number in
        fields[number].kind.bit & condition.fields != 0
          && condition.patterns.contains { $0.stands(in: text, line: text.lines[number]) }
      } != condition.isNegated
    }
  }
}

extension String {
  /// The text with that in the place of `<>`.
  func replacingPlaceholder(with text: String) -> String {
    guard utf8.contains(UInt8(ascii: "<")) else { return self }
    return split(separator: "<>", omittingEmptySubsequences: false).map(String.init)
      .joined(separator: text)
  }
}
