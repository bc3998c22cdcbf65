/// A message to people: a code and the values in it.
///
/// Its English text is made where it is shown; other languages have texts of their own by its code.
public struct Message: Sendable {
  /// What stands in a place of the text.
  ///
  /// The end of a place's name says what a number or a text there is: `…_ms`, `…_s` and `…_days` are
  /// durations, `…_time` is a moment in RFC 3339.
  public enum Value: Hashable, Sendable {
    /// As it is: a name, an address, what a device said.
    case text(String)
    /// A number, written as the language writes numbers.
    case number(Double)
    /// Several of a kind.
    case list([Value])
    /// A message inside the message: the reason of a failure.
    indirect case message(Message)
  }

  /// The code, and the text in English.
  package let template: MessageTemplate
  /// What stands in its places, by their names.
  public let values: [String: Value]

  /// A message with a value for each place of its template.
  package init(_ template: MessageTemplate, _ values: [String: Value] = [:]) {
    assert(
      template.places.isSubset(of: values.keys),
      "\(template.code) needs \(template.places), and has \(values.keys)"
    )
    self.init(template, known: values)
  }

  /// A message in whose places texts stand.
  package init(_ template: MessageTemplate, _ texts: [String: String]) {
    self.init(template, texts.mapValues(Value.text))
  }

  /// A message of which a value may be missing; its place then is empty.
  init(_ template: MessageTemplate, known values: [String: Value]) {
    self.template = template
    self.values = values
  }

  /// Words that have no code of their own, such as those of a library or of an older recording.
  public static func verbatim(_ text: String) -> Message {
    Message(.verbatim, ["text": .text(text)])
  }

  /// Which message: a group and a name, `link.steady`.
  public var code: String { template.code }

  /// Whether it has no code of its own.
  package var isVerbatim: Bool { template.code == MessageTemplate.verbatim.code }

  /// The text in English.
  public var text: String { template.text(with: values) }
}

extension Message: Hashable {
  /// Whether code, values and text are the same: then a message equals the one that was stored of it.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.values == right.values
      && (left.template == right.template || left.text == right.text)
  }

  /// Hashes code and values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(values)
  }
}

extension Message: ExpressibleByStringInterpolation {
  /// Words that have no code of their own.
  public init(stringLiteral words: String) { self = .verbatim(words) }
}

extension Message: Encodable {
  private enum CodingKeys: String, CodingKey { case code, text, values }

  /// Writes code, text and values.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(code, forKey: .code)
    try json.encode(text, forKey: .text)
    try json.encode(values, forKey: .values)
  }
}

extension Message.Value: Encodable {
  /// Writes a string, a number, an array or an object.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.singleValueContainer()
    switch self {
    case .text(let text): try json.encode(text)
    case .number(let number): try json.encode(number.rounded(places: 3))
    case .list(let values): try json.encode(values)
    case .message(let message): try json.encode(message)
    }
  }
}

extension Message.Value {
  /// Several texts.
  package static func texts(_ texts: some Sequence<String>) -> Message.Value {
    .list(texts.map(Message.Value.text))
  }

  /// A whole number.
  package static func count(_ count: some BinaryInteger) -> Message.Value { .number(Double(count)) }
}
