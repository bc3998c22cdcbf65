import Model

/// A value of JSON or TOML before it is known what it has to be, so that a wrong one can be named by its key.
public enum FieldValue: Hashable, Sendable {
  /// Nothing.
  case null
  /// `true` or `false`.
  case flag(Bool)
  /// A number.
  case number(Double)
  /// Text.
  case text(String)
  /// A list.
  case list([FieldValue])
  /// An object, or a table.
  case object([String: FieldValue])
  /// What JSON doesn't have, such as a date of TOML.
  case other
}

extension FieldValue: Codable {
  /// Reads any value; throws where values lie in each other too deep.
  public init(from decoder: any Decoder) throws {
    // A monitor's are four deep, and may lie in a document.
    guard decoder.codingPath.count <= Self.deepest else {
      throw MonitoringError.unacceptable(
        key: decoder.codingPath.first?.stringValue ?? "",
        Message(.fieldTooDeep)
      )
    }
    if let object = try? decoder.container(keyedBy: AnyCodingKey.self) {
      var fields: [String: FieldValue] = [:]
      for key in object.allKeys {
        do {
          fields[key.stringValue] = try object.decode(FieldValue.self, forKey: key)
        } catch let error as MonitoringError {
          throw error
        } catch {
          // TOML's dates can be decoded as nothing else.
          fields[key.stringValue] =
            (try? object.decodeNil(forKey: key)) == true ? .null : .other
        }
      }
      self = .object(fields)
    } else if var list = try? decoder.unkeyedContainer() {
      var values: [FieldValue] = []
      while !list.isAtEnd { values.append(try list.decode(FieldValue.self)) }
      self = .list(values)
    } else {
      self = Self.single(try decoder.singleValueContainer())
    }
  }

  private static func single(_ value: any SingleValueDecodingContainer) -> FieldValue {
    if value.decodeNil() { return .null }
    if let text = try? value.decode(String.self) { return .text(text) }
    if let flag = try? value.decode(Bool.self) { return .flag(flag) }
    // TOML's whole numbers are no Doubles; it can't convert those that don't fit to smaller types.
    if let number = try? value.decode(Int.self) { return .number(Double(number)) }
    if let number = try? value.decode(Double.self), number.isFinite { return .number(number) }
    return .other
  }

  /// Writes the value; whole numbers without a fraction.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.singleValueContainer()
    switch self {
    case .null, .other: try json.encodeNil()
    case .flag(let flag): try json.encode(flag)
    case .number(let number):
      if let whole = Int64(exactly: number) {
        try json.encode(whole)
      } else {
        try json.encode(number)
      }
    case .text(let text): try json.encode(text)
    case .list(let values): try json.encode(values)
    case .object(let fields): try json.encode(fields)
    }
  }

  private static let deepest = 16
}

extension FieldValue {
  /// Text, or `null`.
  static func optional(_ text: String?) -> FieldValue { text.map(FieldValue.text) ?? .null }

  /// A number, or `null`.
  static func optional(_ number: Double?) -> FieldValue { number.map(FieldValue.number) ?? .null }

  /// A list of texts.
  static func texts(_ texts: some Sequence<String>) -> FieldValue {
    .list(texts.map(FieldValue.text))
  }

  /// This value changed as a JSON merge patch says (RFC 7396): members of objects are replaced one by one.
  ///
  /// What `null` removes stays as `null`, so that a name that nobody knows is found.
  func patched(by patch: FieldValue) -> FieldValue {
    guard case .object(let changes) = patch else { return patch }
    var fields: [String: FieldValue] = [:]
    if case .object(let own) = self { fields = own }
    for (key, value) in changes {
      fields[key] = (fields[key] ?? .null).patched(by: value)
    }
    return .object(fields)
  }
}
