import Diagnostics
import Networking
import Server

/// A type of values that the API's options have.
protocol ServedValue: Sendable {
  /// The value of an option; `nil` where there is none.
  static func value(of name: String, in arguments: ToolArguments) -> Self?

  var toolValue: ToolValue { get }
}

extension ToolOption {
  init(_ parameter: ToolParameter<some ServedValue>) {
    self.init(
      parameter.key,
      Kind(parameter.servedKind),
      isRequired: parameter.isRequired,
      default: parameter.servedDefault.toolValue,
      isProminent: parameter.isProminent
    )
  }
}

extension ToolOption.Kind {
  fileprivate init(_ kind: ToolParameterKind) {
    self =
      switch kind {
      case .host: .host
      case .hosts(let most): .hosts(most: most)
      case .text(let longest): .text(longest: longest)
      case .integer(let range): .integer(range)
      case .seconds(let range): .seconds(range)
      case .choice(let words): .choice(words)
      case .flag: .flag
      }
  }
}

extension ToolArguments {
  /// The value of a parameter that is among the tool's options, whose defaults are filled in already.
  ///
  /// A parameter that the tool doesn't list has no default here: a flag would be off.
  subscript<Value: ServedValue>(parameter: ToolParameter<Value>) -> Value {
    Value.value(of: parameter.key, in: self) ?? parameter.servedDefault
  }
}

extension Bool: ServedValue {
  static func value(of name: String, in arguments: ToolArguments) -> Bool? { arguments.flag(name) }

  var toolValue: ToolValue { .flag(self) }
}

extension ServedValue where Self: FixedWidthInteger {
  static func value(of name: String, in arguments: ToolArguments) -> Self? {
    arguments.integer(name).flatMap(Self.init(exactly:))
  }

  var toolValue: ToolValue { .number(Double(self)) }
}

extension Int: ServedValue {}
extension UInt8: ServedValue {}
extension UInt16: ServedValue {}

extension Double: ServedValue {
  static func value(of name: String, in arguments: ToolArguments) -> Double? {
    arguments.number(name)
  }

  var toolValue: ToolValue { .number(self) }
}

extension Duration: ServedValue {
  static func value(of name: String, in arguments: ToolArguments) -> Duration? {
    arguments.duration(name)
  }

  var toolValue: ToolValue { .number(self / .seconds(1)) }
}

extension String: ServedValue {
  static func value(of name: String, in arguments: ToolArguments) -> String? {
    arguments.text(name)
  }

  var toolValue: ToolValue { isEmpty ? .nothing : .text(self) }
}

extension Array: ServedValue where Element == String {
  static func value(of name: String, in arguments: ToolArguments) -> [String]? {
    arguments.texts(name)
  }

  var toolValue: ToolValue { isEmpty ? .nothing : .texts(self) }
}

extension Optional: ServedValue where Wrapped: ServedValue {
  static func value(of name: String, in arguments: ToolArguments) -> Wrapped?? {
    .some(Wrapped.value(of: name, in: arguments))
  }

  var toolValue: ToolValue { map(\.toolValue) ?? .nothing }
}

extension ServedValue where Self: RawRepresentable, RawValue == String {
  static func value(of name: String, in arguments: ToolArguments) -> Self? {
    arguments.text(name).flatMap(Self.init(rawValue:))
  }

  var toolValue: ToolValue { .text(rawValue) }
}

extension PathMethod: ServedValue {}
extension Fragmentation: ServedValue {}
extension TraceOptions.FlowGrouping: ServedValue {}
extension StartTLS: ServedValue {}
extension DNSTransport: ServedValue {}
