import Model

extension ConditionComparison {
  /// A comparison whose sides can be compared; otherwise says which side is wrong, and what would be right.
  init(
    checking left: ConditionOperand,
    _ comparator: ConditionComparator,
    at place: Int,
    _ right: ConditionOperand
  ) throws(ConditionError) {
    if case .term(let term) = left {
      self.init(term: term, comparator: comparator, expected: right)
    } else if case .term(let term) = right {
      self.init(term: term, comparator: comparator.mirrored, expected: left)
    } else {
      throw ConditionError(at: left.position, Message(.conditionNoPlaceholder))
    }
    try check(expected, at: place)
  }

  private func check(_ operand: ConditionOperand, at place: Int) throws(ConditionError) {
    let kind = term.kind
    switch operand {
    case .anyOf(let values, _):
      try refuseOrder(at: place, of: "any")
      for value in values { try check(value, at: place) }
    case .pattern(_, _, let position):
      try refuseOrder(at: place, of: "pat")
      guard kind.hasPatterns else { throw wrongKind(at: position) }
    case .term(let other):
      guard kind.isComparable(with: other.kind) else {
        let values = ["left": term.written, "right": other.written].mapValues(ConditionText.safe)
        throw ConditionError(at: other.path.position, Message(.conditionDifferentKinds, values))
      }
      guard !comparator.isOrder || (kind.isOrdered && other.kind.isOrdered) else {
        throw noOrder(at: place)
      }
    case .literal(let literal):
      guard !comparator.isOrder || kind.isOrdered else { throw noOrder(at: place) }
      try check(literal)
    }
  }

  private func check(_ literal: ConditionLiteral) throws(ConditionError) {
    let position = literal.position
    switch (term.kind, literal.value) {
    case (.number, .number), (.milliseconds, .number), (.milliseconds, .duration),
      (.duration, .duration), (.flag, .flag), (.name, .text), (.address, .text), (.answers, _),
      (.variable, .number), (.variable, .duration), (.variable, .percent):
      break
    case (.variable, _) where !comparator.isOrder: break
    // Whether a certificate has ended needs no unit.
    case (.duration, .number(0)): break
    case (.share, .number(let share)), (.share, .percent(let share)):
      guard (0...1).contains(share) else {
        throw ConditionError(at: position, Message(.conditionShareRange))
      }
    case (.presence, .text(let name)):
      guard !ConditionValueKind.presences.contains(name.lowercased()) else { break }
      let near = EditDistance.nearest(name, of: ConditionValueKind.presences)
      throw ConditionError(
        at: position,
        near.map {
          Message(.conditionUnknownPresenceNear, ["name": ConditionText.safe(name), "near": $0])
        } ?? Message(.conditionUnknownPresence, ["name": ConditionText.safe(name)])
      )
    default: throw wrongKind(at: position)
    }
  }

  private func refuseOrder(at place: Int, of function: String) throws(ConditionError) {
    guard comparator.isOrder else { return }
    throw ConditionError(at: place, Message(.conditionFunctionOrder, ["function": function]))
  }

  private func noOrder(at place: Int) -> ConditionError {
    ConditionError(
      at: place,
      Message(.conditionNoOrder, ["what": ConditionText.safe(term.written)])
    )
  }

  private func wrongKind(at position: Int) -> ConditionError {
    let values: [String: Message.Value] = [
      "what": .text(ConditionText.safe(term.written)),
      "expected": .message(Message(.expected(term.kind))),
    ]
    return ConditionError(at: position, Message(.conditionWrongKind, values))
  }
}

extension MessageTemplate {
  /// What can be compared with a value of that kind.
  fileprivate static func expected(_ kind: ConditionValueKind) -> MessageTemplate {
    switch kind {
    case .number, .variable: .conditionANumber
    case .milliseconds: .conditionATime
    case .duration: .conditionADuration
    case .share: .conditionAShare
    case .flag: .conditionAFlag
    case .name, .answers: .conditionAText
    case .address: .conditionAnAddress
    case .presence: .conditionAPresence
    }
  }
}
