internal import FoundationEssentials

/// JSON of no fixed shape, as registries write it: read leniently, never deeper than need be.
enum JSONTree: Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONTree])
  case object([String: JSONTree])

  /// How deep values are read; what is deeper is `null`.
  private static let depthLimit = 16
  /// The longest list that is read.
  private static let listLimit = 20_000

  /// Reads a document; `nil` where it is no JSON.
  init?(_ bytes: [UInt8]) {
    guard let tree = try? JSONDecoder().decode(JSONTree.self, from: Data(bytes)) else {
      return nil
    }
    self = tree
  }

  /// The member of that name; `null` where there is none.
  subscript(_ name: String) -> JSONTree {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  /// The entry at that place; `null` where there is none.
  subscript(_ index: Int) -> JSONTree {
    if case .list(let list) = self, list.indices.contains(index) { list[index] } else { .null }
  }

  /// The entries of a list; none where it is no list.
  var list: [JSONTree] { if case .list(let list) = self { list } else { [] } }

  /// A text that isn't empty.
  var text: String? {
    if case .text(let text) = self, !text.isEmpty { String(text.prefix(1024)) } else { nil }
  }

  /// A whole number, also one that is written as text.
  var integer: Int? {
    switch self {
    case .number(let number): Int(exactly: number)
    case .text(let text): Int(text)
    default: nil
    }
  }

  /// A truth.
  var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
}

extension JSONTree: Decodable {
  /// Reads whatever is there.
  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.depthLimit else {
      self = .null
      return
    }
    if let members = try? decoder.container(keyedBy: AnyKey.self) {
      var object: [String: JSONTree] = [:]
      for key in members.allKeys {
        object[key.stringValue] = try members.decode(Self.self, forKey: key)
      }
      self = .object(object)
    } else if var entries = try? decoder.unkeyedContainer() {
      var list: [JSONTree] = []
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
