import Model

/// Reads a condition, or says at which character it isn't one.
///
/// It goes forward only and never deeper than a value inside `any()`, so that no text takes long.
struct ConditionParser {
  let scalars: [Unicode.Scalar]
  var index = 0

  /// As many values as `any()` takes.
  static let mostValues = 50

  /// A parser at the beginning of that text.
  init(_ text: String) throws(ConditionError) {
    let limit = Condition.mostCharacters
    scalars = Array(text.unicodeScalars.prefix(limit + 1))
    guard scalars.count <= limit else {
      throw ConditionError(at: limit, Message(.conditionTooLong, ["limit": .count(limit)]))
    }
  }

  /// The whole text as a comparison.
  mutating func comparison() throws(ConditionError) -> ConditionComparison {
    skipBlanks()
    guard current != nil else { throw ConditionError(at: 0, Message(.conditionEmpty)) }
    let left = try takeOperand()
    skipBlanks()
    let place = index
    guard current != nil else {
      // Whether there is a value is a condition by itself.
      if case .term(let term) = left, term.function == .existence {
        let yes = ConditionLiteral(value: .flag(true), written: "true", position: place)
        return ConditionComparison(term: term, comparator: .equal, expected: .literal(yes))
      }
      throw missingComparator(after: left)
    }
    let comparator = try takeComparator(after: left)
    skipBlanks()
    let right = try takeOperand()
    skipBlanks()
    if current == ")" { throw error(.conditionExtraParenthesis) }
    guard current == nil else { throw tooMuch() }
    return try ConditionComparison(checking: left, comparator, at: place, right)
  }

  // MARK: Values

  /// A value; inside a function it can be no `any()`.
  private mutating func takeOperand(isInside: Bool = false) throws(ConditionError)
    -> ConditionOperand
  {
    guard let scalar = current else { throw error(.conditionMissingValue) }
    switch scalar {
    case "[": return .term(ConditionTerm(function: nil, path: try takePath()))
    case "\"", "'":
      let start = index
      let text = try takeQuoted(isPattern: false).joined()
      return .literal(
        ConditionLiteral(value: .text(text), written: written(from: start), position: start)
      )
    case ")" where !isInside: throw error(.conditionExtraParenthesis)
    case ")", "(", ",", "=", "!", "<", ">": throw error(.conditionMissingValue)
    default:
      let start = index
      let word = takeWord()
      if current == "(" { return try takeFunction(word, from: start, isInside: isInside) }
      return .literal(
        ConditionLiteral(
          value: ConditionLiteral.Value(word: word),
          written: word,
          position: start
        )
      )
    }
  }

  /// What stands until a blank, a parenthesis, a comma, a quotation mark or a comparator.
  private mutating func takeWord() -> String {
    let start = index
    while let scalar = current, !Self.isBlank(scalar), !"(),\"<>".unicodeScalars.contains(scalar),
      !((scalar == "=" || scalar == "!") && next == "=")
    {
      index += 1
    }
    return written(from: start)
  }

  /// The function of that name, before its opening parenthesis.
  private mutating func takeFunction(
    _ name: String,
    from start: Int,
    isInside: Bool
  ) throws(ConditionError) -> ConditionOperand {
    let parenthesis = index
    switch name {
    case "len", "has":
      let function: ConditionTerm.Function = name == "len" ? .length : .existence
      let path = try takeArgument(of: name, after: parenthesis)
      guard function == .existence || path.placeholder.kind.hasLength else {
        let values = ["placeholder": path.placeholder.written]
        throw ConditionError(at: path.position, Message(.conditionNoLength, values))
      }
      return .term(ConditionTerm(function: function, path: path))
    case "pat":
      let pattern = try takePattern(after: parenthesis)
      return .pattern(pattern, written: written(from: start), position: start)
    case "any":
      guard !isInside else { throw ConditionError(at: start, Message(.conditionNestedAny)) }
      return .anyOf(try takeValues(from: start, after: parenthesis), position: start)
    default:
      let near = EditDistance.nearest(name, of: ["len", "has", "pat", "any"])
      throw ConditionError(
        at: start,
        near.map {
          Message(.conditionUnknownFunctionNear, ["name": ConditionText.safe(name), "near": $0])
        } ?? Message(.conditionUnknownFunction, ["name": ConditionText.safe(name)])
      )
    }
  }

  /// The only placeholder in the parentheses.
  private mutating func takeArgument(
    of name: String,
    after parenthesis: Int
  ) throws(ConditionError) -> ConditionPath {
    index = parenthesis + 1
    skipBlanks()
    guard current != nil else { throw unclosed(parenthesis) }
    guard current == "[" else { throw error(.conditionNoArgument, ["function": name]) }
    let path = try takePath()
    try takeClosing(parenthesis)
    return path
  }

  /// The values of `any()`, at least one.
  private mutating func takeValues(
    from start: Int,
    after parenthesis: Int
  ) throws(ConditionError) -> [ConditionOperand] {
    index = parenthesis + 1
    skipBlanks()
    if current == ")" { throw ConditionError(at: start, Message(.conditionEmptyAny)) }
    var values: [ConditionOperand] = []
    while true {
      skipBlanks()
      guard current != nil else { throw unclosed(parenthesis) }
      guard values.count < Self.mostValues else {
        throw ConditionError(
          at: index,
          Message(.conditionTooManyValues, ["limit": .count(Self.mostValues)])
        )
      }
      values.append(try takeOperand(isInside: true))
      skipBlanks()
      guard current == "," else { break }
      index += 1
    }
    try takeClosing(parenthesis)
    return values
  }

  /// The pattern in the parentheses: quoted, or all until the parenthesis that closes.
  private mutating func takePattern(after parenthesis: Int) throws(ConditionError)
    -> WildcardPattern
  {
    index = parenthesis + 1
    skipBlanks()
    let start = index
    let parts: [String]
    if current == "\"" || current == "'" {
      parts = try takeQuoted(isPattern: true)
      try takeClosing(parenthesis)
    } else {
      parts = try takePlainPattern(after: parenthesis)
    }
    guard parts != [""] else { throw ConditionError(at: start, Message(.conditionEmptyPattern)) }
    return WildcardPattern(parts: parts)
  }

  /// What stands between wildcards until the parenthesis that closes, and that parenthesis.
  private mutating func takePlainPattern(after parenthesis: Int) throws(ConditionError) -> [String]
  {
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var depth = 0
    while let scalar = current {
      if scalar == ")", depth == 0 { break }
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth -= 1 }
      if scalar == "\\", let next, "*\\()".unicodeScalars.contains(next) {
        part.append(next)
        index += 2
        continue
      }
      if scalar == "*" {
        parts.append(String(part))
        part = String.UnicodeScalarView()
      } else {
        part.append(scalar)
      }
      index += 1
    }
    guard current != nil else { throw unclosed(parenthesis) }
    index += 1
    while let last = part.last, Self.isBlank(last) { part.removeLast() }
    return parts + [String(part)]
  }

  // MARK: Comparators

  private mutating func takeComparator(
    after left: ConditionOperand
  ) throws(ConditionError) -> ConditionComparator {
    if current == ")" { throw error(.conditionExtraParenthesis) }
    let start = index
    while let scalar = current, "=!<>".unicodeScalars.contains(scalar) { index += 1 }
    let found = written(from: start)
    if let comparator = ConditionComparator(rawValue: found) { return comparator }
    guard !found.isEmpty else { throw missingComparator(after: left) }
    let meant: [String: String] = [
      "=": "==", "===": "==", "=<": "<=", "=>": ">=",
      "!": "!=", "!==": "!=", "=!": "!=", "<>": "!=",
    ]
    let message =
      meant[found].map { Message(.conditionComparatorNear, ["found": found, "near": $0]) }
      ?? Message(.conditionUnknownComparator, ["found": ConditionText.safe(found)])
    throw ConditionError(at: start, message)
  }

  private func missingComparator(after left: ConditionOperand) -> ConditionError {
    let before = ConditionText.safe(written(from: left.position).trimmingBlanks)
    return error(.conditionMissingComparator, ["before": before])
  }

  // MARK: Characters

  /// The character that is looked at.
  var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// The one after it.
  var next: Unicode.Scalar? { index + 1 < scalars.count ? scalars[index + 1] : nil }

  /// Blanks and ends of lines.
  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  /// Goes on to what is no blank.
  mutating func skipBlanks() {
    while let scalar = current, Self.isBlank(scalar) { index += 1 }
  }

  /// What was read from there.
  func written(from start: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<max(start, index)])
    return String(text)
  }

  /// Takes the parenthesis that closes the one at that place.
  private mutating func takeClosing(_ parenthesis: Int) throws(ConditionError) {
    skipBlanks()
    guard scalars[index...].contains(")") else { throw unclosed(parenthesis) }
    guard current == ")" else { throw tooMuch() }
    index += 1
  }

  /// An error at the current character.
  func error(_ template: MessageTemplate, _ texts: [String: String] = [:]) -> ConditionError {
    ConditionError(at: index, Message(template, texts))
  }

  private func unclosed(_ parenthesis: Int) -> ConditionError {
    ConditionError(at: parenthesis, Message(.conditionUnclosedParenthesis))
  }

  /// The error of what stands where nothing more is expected.
  func tooMuch() -> ConditionError {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[index...].prefix { !Self.isBlank($0) })
    return error(.conditionTooMuch, ["found": ConditionText.safe(String(text))])
  }
}
