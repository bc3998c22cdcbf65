/// One thing that can be asked of a tool: enough for a form to be drawn, and for values to be checked.
public struct ToolOption: Hashable, Sendable {
  /// What values it takes.
  public enum Kind: Hashable, Sendable {
    /// A host's name or address.
    case host
    /// Several hosts, at most so many; one alone may stand without a list.
    case hosts(most: Int)
    /// A text of at most so many bytes in UTF-8.
    case text(longest: Int)
    /// A whole number.
    case integer(ClosedRange<Int>)
    /// Seconds, with decimals.
    case seconds(ClosedRange<Double>)
    /// One of the words.
    case choice([String])
    /// Yes or no.
    case flag
  }

  /// Its name in the body's JSON.
  public var name: String
  /// What values it takes.
  public var kind: Kind
  /// Whether nothing can be done without it.
  public var isRequired: Bool
  /// What stands where nothing is given.
  public var standard: ToolValue

  /// An option that may be left out, unless it is required.
  public init(
    _ name: String,
    _ kind: Kind,
    isRequired: Bool = false,
    standard: ToolValue = .nothing
  ) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.standard = standard
  }

  /// No host's name is longer (RFC 1035, section 2.3.4); zones and brackets make addresses no longer.
  public static let longestHost = 255

  /// The value as the option takes it.
  func accepted(_ value: ToolValue) throws(ToolFailure) -> ToolValue {
    switch (kind, value) {
    case (.host, .text(let text)):
      return .text(try host(text))
    case (.hosts(let most), .texts(let texts)) where (1...most).contains(texts.count):
      var hosts: [String] = []
      for text in texts { hosts.append(try host(text)) }
      return .texts(hosts)
    case (.hosts, .text(let text)):
      return .texts([try host(text)])
    case (.text(let longest), .text(let text)) where Self.isPlain(text, longest):
      return .text(Self.trimmed(text))
    case (.integer(let range), .number(let number)):
      guard let whole = Int(exactly: number), range.contains(whole) else { break }
      return value
    case (.seconds(let range), .number(let number)) where range.contains(number): return value
    case (.choice(let words), .text(let word)) where words.contains(word): return value
    case (.flag, .flag): return value
    default: break
    }
    throw .unacceptable("\(name) has to be \(wanted)")
  }

  private func host(_ text: String) throws(ToolFailure) -> String {
    guard Self.isPlain(text, Self.longestHost) else {
      throw .unacceptable("\(name) has to be \(wanted)")
    }
    return Self.trimmed(text)
  }

  /// Whether there is something in it, not too much, and no control character.
  private static func isPlain(_ text: String, _ longest: Int) -> Bool {
    text.utf8.count <= longest && text.contains { !$0.isWhitespace }
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// What it may be, in words.
  private var wanted: String {
    switch kind {
    case .host: "a host's name or address"
    case .hosts(let most): "a list of 1 to \(most) hosts' names or addresses"
    case .text(let longest): "a text of 1 to \(longest) bytes without control characters"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .seconds(let range): "a number of seconds from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .flag: "true or false"
    }
  }
}

extension ToolOption: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, kind, required, minimum, maximum, choices
    case standard = "default"
  }

  /// Writes an entry of a tool's `options`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(name, forKey: .name)
    try json.encode(kind.name, forKey: .kind)
    try json.encode(isRequired, forKey: .required)
    try json.encode(standard, forKey: .standard)
    try json.encode(kind.bounds?.lowerBound, forKey: .minimum)
    try json.encode(kind.bounds?.upperBound, forKey: .maximum)
    try json.encode(kind.choices, forKey: .choices)
  }
}

extension ToolOption.Kind {
  /// Its name in JSON.
  var name: String {
    switch self {
    case .host: "host"
    case .hosts: "hosts"
    case .text: "text"
    case .integer: "integer"
    case .seconds: "seconds"
    case .choice: "choice"
    case .flag: "flag"
    }
  }

  /// The least and the greatest number, or how many entries or bytes there may be.
  var bounds: ClosedRange<Double>? {
    switch self {
    case .hosts(let most), .text(let most): 1...Double(most)
    case .integer(let range): Double(range.lowerBound)...Double(range.upperBound)
    case .seconds(let range): range
    case .host, .choice, .flag: nil
    }
  }

  /// The words that can be chosen; none for other kinds.
  var choices: [String] { if case .choice(let words) = self { words } else { [] } }
}
