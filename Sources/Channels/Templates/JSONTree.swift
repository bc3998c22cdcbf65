internal import FoundationEssentials

/// A JSON value whose members keep their order, so that a body is always the same bytes.
enum JSONTree: Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONTree])
  case object([Member])

  /// A member of an object.
  struct Member: Hashable, Sendable {
    var name: String
    var value: JSONTree

    init(_ name: String, _ value: JSONTree) {
      self.name = name
      self.value = value
    }
  }

  /// Deeper values of others are read as `null`.
  private static let deepest = 16

  /// Parses a document; `nil` if it is not JSON.
  ///
  /// Members are in order of name.
  init?(_ bytes: [UInt8]) {
    guard let tree = try? JSONDecoder().decode(JSONTree.self, from: Data(bytes)) else { return nil }
    self = tree
  }

  /// The value at a path of names; `null` where there is none.
  subscript(_ path: [String]) -> JSONTree {
    path.reduce(self) { tree, name in
      guard case .object(let members) = tree else { return .null }
      return members.first { $0.name == name }?.value ?? .null
    }
  }

  /// A text, or the first of a list of texts.
  var text: String? {
    switch self {
    case .text(let text): text
    case .list(let values): values.first?.text
    default: nil
    }
  }

  /// A number.
  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The value as JSON (RFC 8259), without spaces.
  var json: String {
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
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension JSONTree: Decodable {
  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.deepest else {
      self = .null
      return
    }
    if let object = try? decoder.container(keyedBy: Name.self) {
      let names = object.allKeys.sorted { $0.stringValue < $1.stringValue }
      self = .object(
        try names.map { Member($0.stringValue, try object.decode(JSONTree.self, forKey: $0)) }
      )
      return
    }
    if var list = try? decoder.unkeyedContainer() {
      var values: [JSONTree] = []
      while !list.isAtEnd { values.append(try list.decode(JSONTree.self)) }
      self = .list(values)
      return
    }
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try value.decode(String.self))
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension JSONTree: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self = .text(text) }
}
