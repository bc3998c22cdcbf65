@testable import Identification

/// Checks of rules beyond their grammar.
enum RuleChecks {
  /// Conditions that two rules share although neither says so with `also`, and rules with `also` that
  /// share none; each at the place of the later rule.
  static func overlaps(in files: [RuleFile]) throws -> [String] {
    var known: [RuleCondition.Text: [RuleCondition]] = [:]
    var all: [RuleCondition] = []
    var errors: [String] = []
    for statement in files.flatMap({ RuleStatement.parse($0).statements }) {
      for condition in try RuleCondition.conditions(of: statement) {
        let others = known[condition.text, default: []].filter(condition.overlaps)
        if let first = others.first(where: { !$0.statement.isAddition }), !statement.isAddition {
          let place = first.statement
          let known = "is a condition of \(place.file):\(place.line) already"
          let advice = "merge the rules, or begin with also"
          errors.append(condition.error("\"\(condition.written)\" \(known): \(advice)"))
        }
        known[condition.text, default: []].append(condition)
        all.append(condition)
      }
    }
    for condition in all where condition.statement.isAddition {
      let isShared = known[condition.text, default: []].contains {
        !$0.statement.isAddition && condition.overlaps($0)
      }
      if !isShared {
        let reason = "no other rule has the condition \"\(condition.written)\": leave out also"
        errors.append(condition.error(reason))
      }
    }
    return errors
  }
}

/// One text of a rule's first condition, in the form in which it is compared.
private struct RuleCondition {
  /// Texts of one list of rules: equal if the same evidence matches them.
  struct Text: Hashable {
    var list: String
    var compared: String
  }

  let statement: RuleStatement
  let written: String
  let text: Text
  /// The fields of a pattern.
  private let fields: UInt32
  /// The rule's further conditions.
  private let others: Set<Other>

  private struct Other: Hashable {
    var isNegated: Bool
    var fields: UInt32
    var texts: Set<String>
  }

  static func conditions(of statement: RuleStatement) throws -> [RuleCondition] {
    guard let first = statement.conditions.first else { return [] }
    let (field, isNamed) = try RuleField.fields(of: first.fields)
    let others = try statement.conditions.dropFirst().map { condition in
      guard case .text(let fields) = try RuleField.fields(of: condition.fields).field else {
        throw RuleError.Reason.mixedFields
      }
      return Other(
        isNegated: condition.isNegated,
        fields: fields,
        texts: Set(condition.texts.map { $0.lowercased() })
      )
    }
    return first.texts.flatMap { written in
      var texts: [(text: Text, fields: UInt32)] = []
      if isNamed {
        texts.append((Text(list: "named", compared: written.lowercased()), RuleField.named))
      }
      switch field {
      case .text where isNamed: break
      case .text(let fields):
        texts.append((Text(list: "text", compared: written.lowercased()), fields))
      default: texts.append((text(written, in: field), 0))
      }
      return texts.map { text, fields in
        RuleCondition(
          statement: statement,
          written: written,
          text: text,
          fields: fields,
          others: Set(others)
        )
      }
    }
  }

  private static func text(_ written: String, in field: RuleField) -> Text {
    switch field {
    // A name is looked up among modules first, then among makers.
    case .maker, .module: Text(list: "maker", compared: MakerRules.key(of: written))
    case .product, .kind, .brand:
      Text(list: "\(field)", compared: "\(WordPattern(written).letters)")
    case .ports:
      Text(
        list: "ports",
        compared: Set(written.split(separator: ",")).sorted().joined(separator: ",")
      )
    case .appleFamily: Text(list: "\(field)", compared: written)
    default: Text(list: "\(field)", compared: written.lowercased())
    }
  }

  /// Whether evidence matches both, given that it has this text.
  func overlaps(_ other: RuleCondition) -> Bool {
    guard fields & other.fields != 0 || fields == other.fields, others == other.others,
      let mine = statement.conditions.first, let its = other.statement.conditions.first
    else { return false }
    let (parity, otherParity) = (mine.remainder, its.remainder)
    return Self.meet(mine.services, its.services) && Self.meet(mine.values, its.values)
      && (parity == nil || otherParity == nil || parity == otherParity)
  }

  /// Whether the lists have an element in common; an empty one stands for all.
  private static func meet(_ left: [String], _ right: [String]) -> Bool {
    left.isEmpty || right.isEmpty || !Set(left).isDisjoint(with: right)
  }

  func error(_ text: String) -> String { "\(statement.file):\(statement.line): \(text)" }
}
