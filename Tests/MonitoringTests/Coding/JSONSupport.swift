import Foundation
import Model

@testable import Monitoring

/// JSON for tests of coding.
enum TestJSON {
  /// Reads a value.
  static func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  /// Writes a value, with keys in order.
  static func write(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The value as it is read again.
  static func again<Value: Codable>(_ value: Value) throws -> Value {
    try read(Value.self, try write(value))
  }

  /// The key, the code and the text of what is wrong with a value.
  static func refusal<Value: Decodable>(of type: Value.Type, _ json: String) -> Refusal? {
    do {
      _ = try read(type, json)
      return nil
    } catch {
      return Refusal(error)
    }
  }
}

/// What a field is refused for.
struct Refusal: Hashable {
  var key: String
  var code: String
  var text: String

  /// `nil` for errors of other kinds.
  init?(_ error: (any Error)?) {
    guard case .unacceptable(let key, let message)? = error as? MonitoringError else { return nil }
    self.key = key
    code = message.code
    text = message.text
  }
}
