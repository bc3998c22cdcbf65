import Glibc
import Wire

/// A value of JSON, written on one line with its keys in the order given.
enum JSONLine {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONLine])
  case object([(String, JSONLine)])

  /// Writes the value and a line's end to standard output, at once.
  func print() {
    let bytes = Array("\(self)\n".utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}

extension JSONLine: CustomStringConvertible {
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value):
      value == value.rounded() ? "\(Int(value))" : "\((value * 1000).rounded() / 1000)"
    case .text(let text): "\"\(text.unicodeScalars.map(Self.escaped).joined())\""
    case .list(let values): "[\(values.map(\.description).joined(separator: ","))]"
    case .object(let entries):
      "{\(entries.map { "\(JSONLine.text($0)):\($1)" }.joined(separator: ","))}"
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\0"..<" ":
      "\\u" + Hex.encode(scalar.value, digits: 4)
    default: String(scalar)
    }
  }
}
