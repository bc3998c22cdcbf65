import Model

/// An option of a tool, described for the page's form and for validation.
public struct ToolOption: Hashable, Sendable {
  /// The type and range of its values.
  public enum Kind: Hashable, Sendable {
    /// A host's name or address.
    case host
    /// Several hosts; a single one may be given without a list.
    case hosts(most: Int)
    /// A text, limited in bytes of UTF-8.
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

  /// The key in the request's body.
  public var name: String
  /// The type and range of its values.
  public var kind: Kind
  /// Whether it must be given.
  public var isRequired: Bool
  /// The value where none is given.
  public var defaultValue: ToolValue
  /// Whether a form shows it at once, as it does the target; the others are folded away.
  public var isProminent: Bool

  /// An option that may be left out, unless it is required.
  public init(
    _ name: String,
    _ kind: Kind,
    isRequired: Bool = false,
    default defaultValue: ToolValue = .nothing,
    isProminent: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.defaultValue = defaultValue
    self.isProminent = isProminent
  }

  /// No host's name is longer (RFC 1035, section 2.3.4); zones and brackets make addresses no longer.
  public static let longestHost = 255

  /// The value, trimmed and checked.
  func validated(_ value: ToolValue) throws(ToolFailure) -> ToolValue {
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
    throw mistake
  }

  private func host(_ text: String) throws(ToolFailure) -> String {
    guard Self.isPlain(text, Self.longestHost) else { throw mistake }
    return Self.trimmed(text)
  }

  private var mistake: ToolFailure {
    .unacceptable(
      Message(.errorOptionWrong, ["option": .text(name), "wanted": .message(wanted)])
    )
  }

  /// Whether it is neither blank nor too long, and has no control characters.
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

  /// The allowed values, in words.
  private var wanted: Message {
    switch kind {
    case .host: Message(.errorWantedHost)
    case .hosts(let most): Message(.errorWantedHosts, ["most": "\(most)"])
    case .text(let longest): Message(.errorWantedText, ["most": "\(longest)"])
    case .integer(let range):
      Message(
        .errorWantedInteger,
        ["least": "\(range.lowerBound)", "most": "\(range.upperBound)"]
      )
    case .seconds(let range):
      Message(
        .errorWantedSeconds,
        ["least": "\(range.lowerBound)", "most": "\(range.upperBound)"]
      )
    case .choice(let words): Message(.errorWantedChoice, ["choices": .texts(words)])
    case .flag: Message(.errorWantedFlag)
    }
  }
}

extension ToolOption: Encodable {
  /// Writes an entry of a tool's `options`.
  public func encode(to encoder: any Encoder) throws {
    let json: JSONObject = [
      "name": name, "kind": kind.name, "required": isRequired, "default": defaultValue,
      "minimum": kind.bounds?.lowerBound, "maximum": kind.bounds?.upperBound,
      "choices": kind.choices, "prominent": isProminent,
    ]
    try json.encode(to: encoder)
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

  /// The range of numbers, or of the count of entries or bytes.
  var bounds: ClosedRange<Double>? {
    switch self {
    case .hosts(let most), .text(let most): 1...Double(most)
    case .integer(let range): Double(range.lowerBound)...Double(range.upperBound)
    case .seconds(let range): range
    case .host, .choice, .flag: nil
    }
  }

  /// The words of a choice; empty for other kinds.
  var choices: [String] { if case .choice(let words) = self { words } else { [] } }
}
