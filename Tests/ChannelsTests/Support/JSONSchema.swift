@testable import Channels

/// What a service documents of a value in the JSON that it takes.
indirect enum JSONSchema: Sendable {
  /// A text of at most so many UTF-16 units, or bytes, that isn't empty.
  case text(most: Int = .max, bytes: Int = .max)
  /// A text that a test looks at.
  case matching(@Sendable (String) -> Bool)
  case number(ClosedRange<Double>)
  case flag
  case list(JSONSchema, most: Int = .max)
  /// An object with members of any name, all alike.
  case map(JSONSchema)
  /// An object with these members, of which some must be there, and no others.
  case object([String: JSONSchema], required: Set<String> = [])
  /// The same, or `null`.
  case nullable(JSONSchema)

  /// What of a value isn't as documented.
  func problems(of tree: JSONTree, at path: String = "$") -> [String] {
    switch (self, tree) {
    case (.nullable, .null): return []
    case (.nullable(let schema), _): return schema.problems(of: tree, at: path)
    case (.text(let most, let bytes), .text(let text)):
      guard !text.isEmpty, text.utf16.count <= most, text.utf8.count <= bytes else {
        return ["\(path) is empty or too long: \(text.utf8.count) bytes"]
      }
      return []
    case (.matching(let isAllowed), .text(let text)):
      return isAllowed(text) ? [] : ["\(path) can't be \(text)"]
    case (.number(let range), .number(let number)):
      return range.contains(number) ? [] : ["\(path) can't be \(number)"]
    case (.flag, .flag): return []
    case (.list(let schema, let most), .list(let values)):
      let excess = values.count > most ? ["\(path) has \(values.count) values"] : []
      return excess
        + values.enumerated().flatMap { schema.problems(of: $1, at: "\(path)[\($0)]") }
    case (.map(let schema), .object(let members)):
      return members.flatMap { schema.problems(of: $0.value, at: "\(path).\($0.name)") }
    case (.object(let schemas, let required), .object(let members)):
      let names = members.map(\.name)
      var problems = required.subtracting(names).sorted().map { "\(path).\($0) is missing" }
      if Set(names).count != names.count { problems.append("\(path) has a member twice") }
      for member in members {
        guard let schema = schemas[member.name] else {
          problems.append("\(path).\(member.name) isn't documented")
          continue
        }
        problems += schema.problems(of: member.value, at: "\(path).\(member.name)")
      }
      return problems
    default: return ["\(path) is of another type: \(tree.json.prefix(40))"]
    }
  }
}
