internal import FoundationEssentials

/// JSON without a fixed schema, as registries write it, read leniently up to limits.
enum JSONValue: Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// Values nested deeper than this become `null`.
  private static let depthLimit = 16
  /// Longer lists are cut.
  private static let listLimit = 20_000

  /// Parses a document; `nil` if it is not JSON.
  init?(_ bytes: [UInt8]) {
    guard let tree = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
      return nil
    }
    self = tree
  }

  /// A member of an object, or `null`.
  subscript(_ name: String) -> JSONValue {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  /// An element of a list, or `null`.
  subscript(_ index: Int) -> JSONValue {
    if case .list(let list) = self, list.indices.contains(index) { list[index] } else { .null }
  }

  /// The elements; empty if it is no list.
  var list: [JSONValue] { if case .list(let list) = self { list } else { [] } }

  /// A non-empty string, cut to 1024 characters.
  var text: String? {
    if case .text(let text) = self, !text.isEmpty { String(text.prefix(1024)) } else { nil }
  }

  /// An integer, also one written as a string.
  var integer: Int? {
    switch self {
    case .number(let number): Int(exactly: number)
    case .text(let text): Int(text)
    default: nil
    }
  }

  var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
}

extension JSONValue: Decodable {
  /// Tries object, array, then scalars.
  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.depthLimit else {
      self = .null
      return
    }
    if let members = try? decoder.container(keyedBy: AnyKey.self) {
      var object: [String: JSONValue] = [:]
      for key in members.allKeys {
        object[key.stringValue] = try members.decode(Self.self, forKey: key)
      }
      self = .object(object)
    } else if var entries = try? decoder.unkeyedContainer() {
      var list: [JSONValue] = []
      while !entries.isAtEnd, list.count < Self.listLimit {
        list.append(try entries.decode(Self.self))
      }
      self = .list(list)
    } else {
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
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
