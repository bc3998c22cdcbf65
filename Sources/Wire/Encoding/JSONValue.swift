/// A value of JSON whose schema isn't fixed (RFC 8259).
///
/// Members of objects have an order, so that what is written is always the same bytes. Numbers are
/// `Double`s: integers are exact up to 2⁵³.
package enum JSONValue: Hashable, Sendable {
  /// Nothing.
  case null
  /// `true` or `false`.
  case flag(Bool)
  /// A number.
  case number(Double)
  /// Text.
  case text(String)
  /// A list.
  case list([JSONValue])
  /// An object.
  case object([Member])

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Its value.
    package var value: JSONValue

    /// A member of that name.
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Reads a document; `nil` where it is not JSON, or is larger than what is read.
  ///
  /// Members come in order of name; of those with the same name the first counts. Values nested deeper
  /// than 16 are read as `null`, and lists are cut after 20,000 elements.
  package init?(_ bytes: [UInt8]) {
    var reader = JSONReader(bytes)
    guard let value = try? reader.readDocument() else { return nil }
    self = value
  }
}

extension JSONValue {
  /// A member of an object; `null` where there is none.
  package subscript(_ name: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.name == name }?.value ?? .null
  }

  /// An element of a list; `null` where there is none.
  package subscript(_ index: Int) -> JSONValue {
    guard case .list(let values) = self, values.indices.contains(index) else { return .null }
    return values[index]
  }

  /// The value at a path of names; `null` where there is none.
  package subscript(_ path: [String]) -> JSONValue {
    path.reduce(self) { value, name in value[name] }
  }

  /// The elements of a list; none of anything else.
  package var list: [JSONValue] { if case .list(let values) = self { values } else { [] } }

  /// The text, where it is one.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The number, where it is one.
  package var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// The truth value, where it is one.
  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
}

extension JSONValue {
  /// The value as JSON, without spaces; numbers that JSON can't say are `null`.
  package var json: String {
    switch self {
    case .null: return "null"
    case .flag(let flag): return flag ? "true" : "false"
    case .number(let number):
      guard number.isFinite else { return "null" }
      return number == number.rounded() && abs(number) < 0x1p53 ? "\(Int64(number))" : "\(number)"
    case .text(let text): return Self.quoted(text)
    case .list(let values): return "[" + values.map(\.json).joined(separator: ",") + "]"
    case .object(let members):
      let parts = members.map { Self.quoted($0.name) + ":" + $0.value.json }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        quoted += "\\u" + Hex.encode(scalar.value, digits: 4)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Text.
  package init(stringLiteral text: String) { self = .text(text) }
}
