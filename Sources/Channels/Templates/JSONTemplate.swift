import Wire

/// A JSON body with places in its texts.
///
/// What stands in a place becomes part of a text, never of the structure: whatever a device is called, the
/// body stays the same JSON with another text in it.
indirect enum JSONTemplate: Hashable, Sendable {
  /// A text with places.
  case text(String)
  /// A place whose value is a whole number; left out where it isn't one.
  case number(String)
  /// A text that is left out where nothing stands in its places.
  case optional(String)
  /// A value that is left out where nothing stands in a place.
  case having(String, JSONTemplate)
  case flag(Bool)
  case list([JSONTemplate])
  case object([Member])
  /// A value without places.
  case fixed(JSONValue)

  /// A member of an object.
  struct Member: Hashable, Sendable {
    var name: String
    var value: JSONTemplate
  }

  /// A template of the user's: any JSON, with places in its texts.
  init(_ tree: JSONValue) {
    self =
      switch tree {
      case .text(let text): .text(text)
      case .list(let values): .list(values.map { JSONTemplate($0) })
      case .object(let members):
        .object(members.map { Member(name: $0.name, value: JSONTemplate($0.value)) })
      default: .fixed(tree)
      }
  }

  /// The body with the places filled; `nil` where it is to be left out.
  func filled(_ places: Places) -> JSONValue? {
    switch self {
    case .text(let text): return .text(places.filling(text))
    case .number(let name):
      guard let number = places[name].flatMap({ Int64($0) }) else { return nil }
      return .number(Double(number))
    case .optional(let text):
      let filled = places.filling(text)
      return filled.isEmpty ? nil : .text(filled)
    case .having(let name, let value):
      return (places[name] ?? "").isEmpty ? nil : value.filled(places)
    case .flag(let flag): return .flag(flag)
    case .list(let values): return .list(values.compactMap { $0.filled(places) })
    case .object(let members):
      return .object(
        members.compactMap { member in
          member.value.filled(places).map { JSONValue.Member(member.name, $0) }
        }
      )
    case .fixed(let tree): return tree
    }
  }
}

extension JSONTemplate: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(booleanLiteral flag: Bool) { self = .flag(flag) }
  init(arrayLiteral values: JSONTemplate...) { self = .list(values) }
  init(dictionaryLiteral members: (String, JSONTemplate)...) {
    self = .object(members.map { Member(name: $0.0, value: $0.1) })
  }
}
