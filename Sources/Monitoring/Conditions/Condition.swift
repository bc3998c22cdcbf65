public import Model

/// What has to be true of a check's result: `[STATUS] == any(200, 204)`, `[BODY].state == "ok"`.
public struct Condition: Hashable, Sendable {
  /// As the user wrote it.
  public let text: String
  private let comparison: ConditionComparison

  /// As many characters as a condition may have.
  public static let mostCharacters = 500

  /// Reads a condition.
  public init(_ text: String) throws(ConditionError) {
    var parser = try ConditionParser(text)
    comparison = try parser.comparison()
    self.text = text
  }

  /// Whether it is true of those facts; if not, what was found instead, in a few words.
  ///
  /// Where what it looks at wasn't found it isn't true, whatever it compares.
  public func evaluate(_ facts: CheckFacts) -> ConditionOutcome {
    comparison.outcome(of: facts)
  }

  /// What it looks at.
  public var placeholders: Set<ConditionPlaceholder> {
    Set(comparison.paths.map(\.placeholder))
  }

  /// Why it can't be a condition of checks of that kind, by the kind's name in JSON: they don't find what
  /// it looks at; `nil` where they do.
  public func problem(ofKind kind: String) -> ConditionError? {
    let known = ConditionPlaceholder.placeholders(ofKind: kind)
    guard let path = comparison.paths.first(where: { !known.contains($0.placeholder) }) else {
      return nil
    }
    let names = ConditionPlaceholder.allCases.filter(known.contains).map(\.written)
    let values: [String: Message.Value] = [
      "placeholder": .text(path.placeholder.written), "kind": .text(kind), "known": .texts(names),
    ]
    return ConditionError(at: path.position, Message(.conditionNotOfKind, values))
  }
}

/// What came of a condition.
public enum ConditionOutcome: Hashable, Sendable {
  /// It is true.
  case holds
  /// It is not; the message says what was found.
  case fails(Message)
}

/// Why a text is no condition.
public struct ConditionError: Error, Hashable, Sendable {
  /// Where, counted in characters (Unicode scalars) from 0.
  public var position: Int
  /// What is wrong there, and what would be right.
  public var message: Message

  /// Memberwise initialiser.
  public init(at position: Int, _ message: Message) {
    self.position = position
    self.message = message
  }
}

extension ConditionComparison {
  /// The placeholders in it, in the order in which they are looked at.
  var paths: [ConditionPath] { [term.path] + Self.lookedAt(by: expected) }

  private static func lookedAt(by operand: ConditionOperand) -> [ConditionPath] {
    switch operand {
    case .term(let term): [term.path]
    case .literal, .pattern: []
    case .anyOf(let values, _): values.flatMap(lookedAt)
    }
  }
}
