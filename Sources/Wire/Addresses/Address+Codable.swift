/// A value that is written as its description.
///
/// Addresses are text in JSON: `"192.168.1.2"`, `"fe80::1%eth0"`, `"a4:cf:12:34:56:78"`.
private protocol TextCodable: Codable, LosslessStringConvertible {}

extension TextCodable {
  /// Parses the text form; a `DecodingError` says where it is none.
  init(text decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "‘\(text.prefix(60))’ is no \(Self.self)"
      )
    }
    self = value
  }

  /// Writes the text form.
  func encode(text encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension MACAddress: TextCodable {
  /// Parses `"a4:cf:12:34:56:78"`.
  public init(from decoder: any Decoder) throws { try self.init(text: decoder) }
  /// Writes `"a4:cf:12:34:56:78"`.
  public func encode(to encoder: any Encoder) throws { try encode(text: encoder) }
}

extension IPAddress: TextCodable {
  /// Parses `"192.168.1.2"` or `"fe80::1%eth0"`.
  public init(from decoder: any Decoder) throws { try self.init(text: decoder) }
  /// Writes `"192.168.1.2"` or `"fe80::1%eth0"`.
  public func encode(to encoder: any Encoder) throws { try encode(text: encoder) }
}

extension IPv4Address: TextCodable {
  /// Parses `"192.168.1.2"`.
  public init(from decoder: any Decoder) throws { try self.init(text: decoder) }
  /// Writes `"192.168.1.2"`.
  public func encode(to encoder: any Encoder) throws { try encode(text: encoder) }
}

extension IPv4Prefix: TextCodable {
  /// Parses `"192.168.1.0/24"`.
  public init(from decoder: any Decoder) throws { try self.init(text: decoder) }
  /// Writes `"192.168.1.0/24"`.
  public func encode(to encoder: any Encoder) throws { try encode(text: encoder) }
}
