import Model

extension ConditionComparison {
  /// Whether it is true of those facts.
  func outcome(of facts: CheckFacts) -> ConditionOutcome {
    let found: ConditionValue
    switch facts.lookUp(term) {
    case .missing(let why): return .fails(why)
    case .found(let value): found = value
    }
    switch verdict(on: expected, found, facts) {
    case .missing(let why): return .fails(why)
    case .uncomparable(let what, let value, let kind):
      return .fails(failure(of: what, value, .conditionFailsEqual, .message(Message(kind))))
    case .equal(let isEqual):
      guard isEqual != (comparator == .equal) else { return .holds }
    case .order(let isTrue):
      guard !isTrue else { return .holds }
    }
    return .fails(failure(of: term, found, template, wanted(facts)))
  }

  /// What comparing says.
  private enum Verdict {
    /// For `==` and `!=`: whether they are equal.
    case equal(Bool)
    /// For the others: whether it is true.
    case order(Bool)
    /// A value can't be greater or less, since it isn't of that kind.
    case uncomparable(ConditionTerm, ConditionValue, MessageTemplate)
    /// What it is compared with wasn't found.
    case missing(Message)
  }

  private func verdict(
    on operand: ConditionOperand,
    _ found: ConditionValue,
    _ facts: CheckFacts
  ) -> Verdict {
    switch operand {
    case .pattern(let pattern, _, _): return .equal(found.matches(pattern))
    case .literal(let literal):
      return comparator.isOrder ? order(found, literal) : .equal(found.equals(literal))
    case .term(let other):
      switch facts.lookUp(other) {
      case .missing(let why): return .missing(why)
      case .found(let value):
        guard comparator.isOrder else { return .equal(found.equals(value)) }
        guard let left = found.number else { return .uncomparable(term, found, .conditionANumber) }
        guard let right = value.number else {
          return .uncomparable(other, value, .conditionANumber)
        }
        return .order(comparator.holds(left, right))
      }
    case .anyOf(let values, _):
      var isEqual = false
      for value in values {
        switch verdict(on: value, found, facts) {
        case .equal(let isThis): isEqual = isEqual || isThis
        // A value that is missing isn't one of several, and isn't none of them.
        case .missing(let why): return .missing(why)
        case .order, .uncomparable: break
        }
      }
      return .equal(isEqual)
    }
  }

  private func order(_ found: ConditionValue, _ literal: ConditionLiteral) -> Verdict {
    let limit: Double
    let kind: MessageTemplate
    switch literal.value {
    case .number(let number):
      limit = number
      kind = .conditionANumber
    case .duration(let seconds):
      limit = seconds
      kind = .conditionADuration
    case .percent(let share):
      limit = share
      kind = .conditionAPercentage
    // Refused when the condition was read.
    case .flag, .null, .text: return .order(false)
    }
    guard let number = found.amount(inUnitOf: literal.value) else {
      return .uncomparable(term, found, kind)
    }
    return .order(comparator.holds(number, limit))
  }

  // MARK: Words

  private func failure(
    of what: ConditionTerm,
    _ found: ConditionValue,
    _ template: MessageTemplate,
    _ wanted: Message.Value
  ) -> Message {
    var values: [String: Message.Value] = [
      "what": .text(ConditionText.safe(what.written)), "expected": wanted,
    ]
    if case .answers(let answers) = found, answers.isEmpty {
      return Message(.conditionFailsEmpty, values)
    }
    values["found"] = .text(found.shown)
    return Message(template, values)
  }

  private var template: MessageTemplate {
    switch (comparator, expected) {
    case (.equal, .anyOf(let values, _)) where values.count > 1: .conditionFailsOneOf
    case (.notEqual, .anyOf(let values, _)) where values.count > 1: .conditionFailsNoneOf
    case (.equal, .pattern): .conditionFailsMatch
    case (.notEqual, .pattern): .conditionFailsNoMatch
    case (.equal, _): .conditionFailsEqual
    case (.notEqual, _): .conditionFailsNotEqual
    case (.less, _): .conditionFailsLess
    case (.atMost, _): .conditionFailsAtMost
    case (.more, _): .conditionFailsMore
    case (.atLeast, _): .conditionFailsAtLeast
    }
  }

  /// What should have been, as the user wrote it.
  private func wanted(_ facts: CheckFacts) -> Message.Value {
    func words(_ operand: ConditionOperand) -> String {
      switch operand {
      case .literal(let literal): return ConditionText.safe(literal.written)
      case .pattern(_, let written, _): return ConditionText.safe(written)
      case .anyOf(let values, _): return values.map(words).joined(separator: ", ")
      case .term(let other):
        let written = ConditionText.safe(other.written)
        guard case .found(let value) = facts.lookUp(other) else { return written }
        return "\(written) (\(value.shown))"
      }
    }
    guard case .anyOf(let values, _) = expected else { return .text(words(expected)) }
    return .texts(values.map(words))
  }
}
