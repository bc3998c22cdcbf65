/// A sentence taken apart, so that a program can say it in another language.
///
/// The text is English and complete; who doesn't know the code shows the text.
public struct Phrase: Hashable, Sendable {
  /// What stands in a sentence's place.
  public enum Value: Hashable, Sendable {
    /// As it is: a name, an address, what a device said.
    case text(String)
    /// A number, written as the language writes numbers.
    case number(Double)
  }

  /// Which sentence: a group and a name, `link.steady`.
  public var code: String
  /// The sentence in English.
  public var text: String
  /// What stands in it, by the names of its places.
  public var values: [String: Value]

  /// The given sentence.
  public init(code: String, text: String, values: [String: Value] = [:]) {
    self.code = code
    self.text = text
    self.values = values
  }

  /// The sentence that a template makes: texts stand where `{name}` is.
  package init(_ code: String, _ template: String, _ values: [String: String] = [:]) {
    self.init(code: code, text: "", values: values.mapValues(Value.text))
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      text += rest[..<open] + (values[name] ?? "")
      rest = rest[rest.index(after: close)...]
    }
    text += rest
  }
}

extension Phrase: Encodable {
  private enum CodingKeys: String, CodingKey { case code, text, values }

  /// Writes an entry of `phrases`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(code, forKey: .code)
    try json.encode(text, forKey: .text)
    try json.encode(values, forKey: .values)
  }
}

extension Phrase.Value: Encodable {
  /// Writes a string or a number.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.singleValueContainer()
    switch self {
    case .text(let text): try json.encode(text)
    case .number(let number): try json.encode(number)
    }
  }
}
