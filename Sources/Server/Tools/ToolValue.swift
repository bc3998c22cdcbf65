/// The value of a tool's option, as the request's JSON has it.
public enum ToolValue: Hashable, Sendable {
  /// `null`: as if it were not there.
  case nothing
  /// `true` or `false`.
  case flag(Bool)
  /// A number.
  case number(Double)
  /// A text.
  case text(String)
  /// A list of texts.
  case texts([String])
}

extension ToolValue: Codable {
  /// Reads a value; one of another shape is an error.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.singleValueContainer()
    if json.decodeNil() {
      self = .nothing
    } else if let flag = try? json.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? json.decode(Double.self) {
      self = .number(number)
    } else if let text = try? json.decode(String.self) {
      self = .text(text)
    } else {
      self = .texts(try json.decode([String].self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.singleValueContainer()
    switch self {
    case .nothing: try json.encodeNil()
    case .flag(let flag): try json.encode(flag)
    case .number(let number): try json.encode(number)
    case .text(let text): try json.encode(text)
    case .texts(let texts): try json.encode(texts)
    }
  }
}

/// What was asked of a tool: every value fits its option.
public struct ToolAnswers: Hashable, Sendable {
  let values: [String: ToolValue]

  init(values: [String: ToolValue]) { self.values = values }

  /// The text of an option; `nil` where it was not given.
  public func text(_ name: String) -> String? {
    if case .text(let text) = values[name] { text } else { nil }
  }

  /// The texts of an option; none where it was not given.
  public func texts(_ name: String) -> [String] {
    if case .texts(let texts) = values[name] { texts } else { [] }
  }

  /// The number of an option; `nil` where it was not given.
  public func number(_ name: String) -> Double? {
    if case .number(let number) = values[name] { number } else { nil }
  }

  /// The whole number of an option; `nil` where it was not given.
  public func integer(_ name: String) -> Int? { number(name).flatMap { Int(exactly: $0) } }

  /// Whether an option was chosen.
  public func flag(_ name: String) -> Bool { values[name] == .flag(true) }

  /// The seconds of an option as a duration; `nil` where it was not given.
  public func duration(_ name: String) -> Duration? {
    number(name).map { .milliseconds(Int64(($0 * 1000).rounded())) }
  }
}
