public import Model

/// A diagnostic tool that the server offers; the program that makes the server registers them.
public struct ServedTool: Sendable {
  /// Takes progress, small self-contained values, and never blocks.
  public typealias ProgressHandler = @Sendable (any Encodable & Sendable) -> Void

  /// Runs a tool; returns its report, also after cancellation.
  public typealias Run =
    @Sendable (_ onProgress: @escaping ProgressHandler) async throws(ToolFailure) -> any Encodable
    & Sendable

  /// The last segment of its path: `ping`.
  public var name: String
  /// Its options in the order of the form; the first is the target.
  public var options: [ToolOption]
  /// Checks the arguments and makes a run; sends nothing yet.
  public var prepare: @Sendable (ToolArguments) throws(ToolFailure) -> Run

  /// A tool with that name and those options.
  public init(
    _ name: String,
    _ options: [ToolOption],
    prepare: @escaping @Sendable (ToolArguments) throws(ToolFailure) -> Run
  ) {
    self.name = name
    self.options = options
    self.prepare = prepare
  }

  /// The body's values checked against the options, with defaults filled in.
  ///
  /// - Throws: Which option is wrong, and what is allowed.
  func arguments(from given: [String: ToolValue]) throws(ToolFailure) -> ToolArguments {
    for name in given.keys where !options.contains(where: { $0.name == name }) {
      throw .unacceptable(
        Message(
          .errorOptionUnknown,
          ["tool": .text(self.name), "options": .texts(options.map(\.name))]
        )
      )
    }
    var values: [String: ToolValue] = [:]
    for option in options {
      let value = given[option.name] ?? .nothing
      if value == .nothing {
        guard !option.isRequired else {
          throw .unacceptable(Message(.errorOptionMissing, ["option": option.name]))
        }
        values[option.name] = option.defaultValue
      } else {
        values[option.name] = try option.validated(value)
      }
    }
    return ToolArguments(values: values)
  }
}

extension ServedTool: Encodable {
  /// Writes an entry of the API's `tools`.
  public func encode(to encoder: any Encoder) throws {
    let json: JSONObject = ["name": name, "options": options]
    try json.encode(to: encoder)
  }
}

/// Why a tool has no report, with a message for the user.
public enum ToolFailure: Error, Hashable, Sendable {
  /// The arguments are invalid, or exceed a limit.
  case unacceptable(Message)
  /// The policy forbids the target.
  case refused(Message)
  /// The host's name doesn't resolve.
  case unknownHost(Message)
  /// No server answered.
  case noAnswer(Message)
  /// This machine failed: no permission, no descriptors, no network.
  case unable(Message)

  /// The failure as a message.
  public var message: Message {
    switch self {
    case .unacceptable(let why), .refused(let why), .unknownHost(let why), .noAnswer(let why),
      .unable(let why):
      why
    }
  }
}

/// The JSON value of a tool's option.
public enum ToolValue: Hashable, Sendable {
  /// `null`, the same as absence.
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

/// The validated arguments of a run.
public struct ToolArguments: Hashable, Sendable {
  let values: [String: ToolValue]

  init(values: [String: ToolValue]) { self.values = values }

  /// The text of an option; `nil` where absent.
  public func text(_ name: String) -> String? {
    if case .text(let text) = values[name] { text } else { nil }
  }

  /// The texts of an option; empty where absent.
  public func texts(_ name: String) -> [String] {
    if case .texts(let texts) = values[name] { texts } else { [] }
  }

  /// The number of an option; `nil` where absent.
  public func number(_ name: String) -> Double? {
    if case .number(let number) = values[name] { number } else { nil }
  }

  /// The whole number of an option; `nil` where absent.
  public func integer(_ name: String) -> Int? { number(name).flatMap { Int(exactly: $0) } }

  /// Whether a flag is set.
  public func flag(_ name: String) -> Bool { values[name] == .flag(true) }

  /// The seconds of an option as a duration; `nil` where absent.
  public func duration(_ name: String) -> Duration? {
    number(name).map { .milliseconds(Int64(($0 * 1000).rounded())) }
  }
}
