import Model

extension ConditionParser {
  /// A placeholder and the path after it.
  mutating func takePath() throws(ConditionError) -> ConditionPath {
    let start = index
    let placeholder = try takePlaceholder()
    let end = index
    var steps: [ConditionPath.Step] = []
    while let step = try takeStep() {
      guard steps.count < ConditionPath.mostSteps else {
        let values: [String: Message.Value] = ["limit": .count(ConditionPath.mostSteps)]
        throw ConditionError(at: start, Message(.conditionDeepPath, values))
      }
      steps.append(step)
    }
    switch (placeholder, steps.first, steps.count) {
    case (.body, _, _): break
    case (.headers, .key(let name)?, 1): steps = [.key(name.lowercased())]
    case (.headers, _, _): throw ConditionError(at: end, Message(.conditionWhichField))
    case (.answers, .index?, 1), (_, _, 0): break
    case (.answers, _, _): throw ConditionError(at: end, Message(.conditionWhichAnswer))
    default:
      throw ConditionError(
        at: end,
        Message(.conditionNoParts, ["placeholder": placeholder.written])
      )
    }
    return ConditionPath(
      placeholder: placeholder,
      steps: steps,
      written: written(from: start),
      position: start
    )
  }

  private mutating func takePlaceholder() throws(ConditionError) -> ConditionPlaceholder {
    let start = index
    index += 1
    while let scalar = current, scalar != "]", !Self.isBlank(scalar),
      !"[(),\"=!<>".unicodeScalars.contains(scalar)
    {
      index += 1
    }
    let name = String(written(from: start).dropFirst())
    guard current == "]" else {
      throw ConditionError(
        at: start,
        Message(.conditionUnclosedPlaceholder, ["name": ConditionText.safe(name)])
      )
    }
    index += 1
    if let placeholder = ConditionPlaceholder(rawValue: name) { return placeholder }
    let known = ConditionPlaceholder.allCases.map(\.rawValue)
    if let near = EditDistance.nearest(name, of: known.map { $0.lowercased() })?.uppercased() {
      let values = ["name": ConditionText.safe(name), "near": near]
      throw ConditionError(at: start, Message(.conditionUnknownPlaceholderNear, values))
    }
    let values: [String: Message.Value] = [
      "name": .text(ConditionText.safe(name)), "known": .texts(known.map { "[\($0)]" }),
    ]
    throw ConditionError(at: start, Message(.conditionUnknownPlaceholder, values))
  }

  /// The next step of a path; `nil` at its end.
  private mutating func takeStep() throws(ConditionError) -> ConditionPath.Step? {
    switch current {
    case "."?:
      index += 1
      if current == "\"" || current == "'" {
        return .key(try takeQuoted(isPattern: false).joined())
      }
      let start = index
      while let scalar = current, !Self.endsKey(scalar) { index += 1 }
      guard index > start else { throw error(.conditionMissingKey) }
      return .key(written(from: start))
    case "["?:
      index += 1
      if current == "\"" || current == "'" {
        let key = try takeQuoted(isPattern: false).joined()
        guard current == "]" else { throw error(.conditionUnclosedStep) }
        index += 1
        return .key(key)
      }
      let start = index
      while let scalar = current, ("0"..."9").contains(scalar), index - start < 7 { index += 1 }
      guard current == "]", let number = Int(written(from: start)) else {
        throw ConditionError(at: start, Message(.conditionBadIndex))
      }
      index += 1
      return .index(number)
    case let scalar? where !Self.endsKey(scalar): throw tooMuch()
    default: return nil
    }
  }

  private static func endsKey(_ scalar: Unicode.Scalar) -> Bool {
    isBlank(scalar) || ".[](),\"'=!<>".unicodeScalars.contains(scalar)
  }

  /// What stands in quotes, without them; in a pattern as the texts between wildcards.
  mutating func takeQuoted(isPattern: Bool) throws(ConditionError) -> [String] {
    let start = index
    let quote = current
    index += 1
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    while let scalar = current, scalar != quote {
      if scalar == "\\" {
        part.append(try takeEscape(isPattern: isPattern))
      } else if scalar == "*", isPattern {
        parts.append(String(part))
        part = String.UnicodeScalarView()
        index += 1
      } else {
        part.append(scalar)
        index += 1
      }
    }
    guard current != nil else { throw ConditionError(at: start, Message(.conditionUnclosedQuote)) }
    index += 1
    return parts + [String(part)]
  }

  /// The character that an escape stands for.
  private mutating func takeEscape(isPattern: Bool) throws(ConditionError) -> Unicode.Scalar {
    let simple: [Unicode.Scalar: Unicode.Scalar] = [
      "\"": "\"", "'": "'", "\\": "\\", "n": "\n", "r": "\r", "t": "\t",
    ]
    guard let next else { throw error(.conditionBadEscape) }
    if let scalar = simple[next] ?? (isPattern && next == "*" ? next : nil) {
      index += 2
      return scalar
    }
    let digits = scalars[min(index + 2, scalars.count)...].prefix(4)
    guard next == "u", digits.count == 4, digits.allSatisfy({ $0.properties.isASCIIHexDigit }),
      let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw error(.conditionBadEscape) }
    index += 6
    return scalar
  }
}
