/// A JSON object; what is not known is `null`.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private var members: [(name: String, value: any Encodable)]

  package init(dictionaryLiteral members: (String, any Encodable)...) {
    self.members = members.map { (name: $0, value: $1) }
  }

  /// Adds a member.
  package mutating func add(_ name: String, _ value: any Encodable) {
    members.append((name, value))
  }

  /// Adds the `code` and `values` of a message that has them.
  package mutating func add(_ message: Message) {
    guard !message.isVerbatim else { return }
    members += [("code", message.code), ("values", message.values)]
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: AnyCodingKey.self)
    for (name, value) in members {
      try object.encode(value, forKey: AnyCodingKey(stringValue: name))
    }
  }
}

/// Any key of an object.
package struct AnyCodingKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}
