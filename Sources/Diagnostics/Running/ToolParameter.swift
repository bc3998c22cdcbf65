/// A parameter of a diagnostic tool, declared once: the command's option, the API's option and the
/// page's field derive from it.
public struct ToolParameter<Value: Sendable>: Sendable {
  /// Its name in the API, in snake case.
  public let key: String
  /// The type and range of its values.
  public let kind: ToolParameterKind
  /// The value where none is given.
  public let defaultValue: Value
  /// Whether the API rejects a request without it.
  public let isRequired: Bool
  /// How the command line spells it.
  public let spelling: ToolParameterSpelling
  /// The short options of the command line.
  public let shortNames: [Character]
  /// The placeholder of its value in the command's help; `nil` for the option's name.
  public let valueName: String?
  /// The command's help.
  public let help: String
  /// The type and range in the API; narrower where a server should do less than a command.
  public let servedKind: ToolParameterKind
  /// The default in the API; another one where a page needs it.
  public let servedDefault: Value
  /// Whether the page shows its field without "More options".
  public let isProminent: Bool

  /// A parameter.
  ///
  /// - Parameters:
  ///   - key: Its name in the API.
  ///   - kind: The type and range of its values.
  ///   - defaultValue: The value where none is given.
  ///   - isRequired: Whether the API rejects a request without it.
  ///   - spelling: How the command line spells it.
  ///   - shortNames: The short options of the command line.
  ///   - valueName: The placeholder of its value in the command's help.
  ///   - help: The command's help; `{default}` stands for the default value.
  ///   - servedKind: The type and range in the API, where they differ.
  ///   - servedDefault: The default in the API, where it differs.
  ///   - isProminent: Whether the page shows its field without "More options".
  public init(
    _ key: String,
    _ kind: ToolParameterKind,
    default defaultValue: Value,
    isRequired: Bool = false,
    spelling: ToolParameterSpelling = .key,
    short shortNames: [Character] = [],
    valueName: String? = nil,
    help: String = "",
    served servedKind: ToolParameterKind? = nil,
    servedDefault: Value? = nil,
    isProminent: Bool = false
  ) {
    self.key = key
    self.kind = kind
    self.defaultValue = defaultValue
    self.isRequired = isRequired
    self.spelling = spelling
    self.shortNames = shortNames
    self.valueName = valueName
    self.help = help.replacing("{default}", with: ToolParameterKind.text(of: defaultValue))
    self.servedKind = servedKind ?? kind
    self.servedDefault = servedDefault ?? defaultValue
    self.isProminent = isProminent
  }

  /// The name of the command's option, without dashes; `nil` if there is no option of that name.
  public var optionName: String? {
    let name = key.replacing("_", with: "-")
    return switch spelling {
    case .key: name
    case .negated: "no-\(name)"
    case .named(let name): name
    case .argument, .absent: nil
    }
  }
}

/// The type and range of a parameter's values.
public enum ToolParameterKind: Hashable, Sendable {
  /// A host's name or address.
  case host
  /// Several hosts.
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

/// How the command line spells a parameter.
public enum ToolParameterSpelling: Hashable, Sendable {
  /// As the key with dashes: `--max-hops` for `max_hops`.
  case key
  /// As a flag that turns off what is on by default: `--no-names` for `names`.
  case negated
  /// As an option of that name.
  case named(String)
  /// As an argument without a name.
  case argument
  /// Not at all, or by options that are the command's own: `--tcp PORT` for `method` and `port`.
  case absent
}

extension ToolParameter {
  /// Whether a number is in the range.
  public func contains(_ number: Int) -> Bool {
    guard case .integer(let range) = kind else { return true }
    return range.contains(number)
  }

  /// Whether a number is in the range.
  public func contains(_ number: Double) -> Bool {
    switch kind {
    case .integer(let range):
      number >= Double(range.lowerBound) && number <= Double(range.upperBound)
    case .seconds(let range): range.contains(number)
    case .host, .hosts, .text, .choice, .flag: true
    }
  }

  /// Whether a duration is in the range.
  public func contains(_ duration: Duration) -> Bool { contains(duration / .seconds(1)) }

  /// The least value in words; empty for a kind without a range.
  public var least: String { kind.bounds?.least ?? "" }

  /// The greatest value in words; empty for a kind without a range.
  public var most: String { kind.bounds?.most ?? "" }

  /// Both, for the places `least` and `most` of a message.
  var bounds: [String: String] { ["least": least, "most": most] }
}

extension ToolParameterKind {
  /// The bounds of numbers and times in words.
  fileprivate var bounds: (least: String, most: String)? {
    switch self {
    case .integer(let range): ("\(range.lowerBound)", "\(range.upperBound)")
    case .seconds(let range):
      (Self.words(.seconds(range.lowerBound)), Self.words(.seconds(range.upperBound)))
    case .host, .hosts, .text, .choice, .flag: nil
    }
  }

  /// A value as the command line takes it: durations as `10ms`, `5s` or `2m`.
  fileprivate static func text(of value: some Sendable) -> String {
    guard let duration = value as? Duration else { return "\(value)" }
    return words(duration)
  }

  private static func words(_ duration: Duration) -> String {
    let milliseconds = Int((duration / .milliseconds(1)).rounded())
    if milliseconds > 60_000, milliseconds % 60_000 == 0 { return "\(milliseconds / 60_000)m" }
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}
