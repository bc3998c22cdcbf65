/// A condition as it was read: something that was found, and what it has to be.
struct ConditionComparison: Hashable, Sendable {
  /// What is looked at.
  var term: ConditionTerm
  /// How it is compared.
  var comparator: ConditionComparator
  /// With what.
  var expected: ConditionOperand
}

/// How two values are compared.
enum ConditionComparator: String, Hashable, Sendable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case atMost = "<="
  case more = ">"
  case atLeast = ">="

  /// The same with its sides exchanged.
  var mirrored: Self {
    switch self {
    case .equal, .notEqual: self
    case .less: .more
    case .atMost: .atLeast
    case .more: .less
    case .atLeast: .atMost
    }
  }

  /// Whether it asks which is greater.
  var isOrder: Bool { self != .equal && self != .notEqual }

  /// Whether it is true of two numbers.
  func holds(_ left: Double, _ right: Double) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .atMost: left <= right
    case .more: left > right
    case .atLeast: left >= right
    }
  }
}

/// What stands on one side of a comparison.
enum ConditionOperand: Hashable, Sendable {
  /// Something that was found.
  case term(ConditionTerm)
  /// What the user wrote.
  case literal(ConditionLiteral)
  /// A text with wildcards.
  case pattern(WildcardPattern, written: String, position: Int)
  /// Any of several; none of them is such a list itself.
  case anyOf([ConditionOperand], position: Int)

  /// Where it begins.
  var position: Int {
    switch self {
    case .term(let term): term.path.position
    case .literal(let literal): literal.position
    case .pattern(_, _, let position), .anyOf(_, let position): position
    }
  }
}

/// Something that a check found, or what a function makes of it.
struct ConditionTerm: Hashable, Sendable {
  /// What is made of it.
  var function: Function?
  /// What was found.
  var path: ConditionPath

  /// The functions of one placeholder.
  enum Function: String, Hashable, Sendable {
    /// How long a text or a list is.
    case length = "len"
    /// Whether there is such a value.
    case existence = "has"
  }

  /// As it is written.
  var written: String { function.map { "\($0.rawValue)(\(path.written))" } ?? path.written }

  /// What kind of value it is.
  var kind: ConditionValueKind {
    switch function {
    case .length: .number
    case .existence: .flag
    case nil: path.placeholder.kind
    }
  }
}

/// A placeholder and the way to a value in it.
struct ConditionPath: Hashable, Sendable {
  /// The placeholder.
  var placeholder: ConditionPlaceholder
  /// The way from its whole value.
  var steps: [Step]
  /// As the user wrote it.
  var written: String
  /// Where it begins.
  var position: Int

  /// As many steps as a path may have.
  static let mostSteps = 16

  /// One step into a value.
  enum Step: Hashable, Sendable {
    /// A member of an object, a field.
    case key(String)
    /// An element of a list, counted from 0.
    case index(Int)
  }
}

/// A value that the user wrote.
struct ConditionLiteral: Hashable, Sendable {
  /// What it is.
  var value: Value
  /// As it is written, with its quotes.
  var written: String
  /// Where it begins.
  var position: Int

  /// What a literal is; a word's spelling decides.
  enum Value: Hashable, Sendable {
    /// `200`, `1.5`, `-3`.
    case number(Double)
    /// `200ms`, `48h`, `1h30m`; in seconds.
    case duration(Double)
    /// `5%`, as a share: 0.05.
    case percent(Double)
    /// `true` or `false`.
    case flag(Bool)
    /// `null`.
    case null
    /// Any other word, and what stands in quotes.
    case text(String)

    /// What a word is.
    init(word: String) {
      switch word {
      case "true": self = .flag(true)
      case "false": self = .flag(false)
      case "null": self = .null
      default:
        if let number = ConditionNumber.value(of: word) {
          self = .number(number)
        } else if let share = ConditionNumber.share(of: word) {
          self = .percent(share)
        } else if let seconds = ConditionNumber.seconds(of: word) {
          self = .duration(seconds)
        } else {
          self = .text(word)
        }
      }
    }
  }

  /// The text that is meant where a text is compared.
  var text: String { if case .text(let text) = value { text } else { written } }
}
