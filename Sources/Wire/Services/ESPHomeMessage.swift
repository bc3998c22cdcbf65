/// A message of ESPHome's native interface without encryption: a zero, length and kind as variable
/// numbers, then fields as Protocol Buffers write them.
///
/// Source: ESPHome's developer documentation, *API Protocol Details*.
public struct ESPHomeMessage: Hashable, Sendable {
  /// What it is.
  public var kind: UInt64
  /// Its fields, in order.
  public var fields: [Field]

  /// A field.
  public struct Field: Hashable, Sendable {
    /// Its number.
    public var number: UInt64
    /// Its value.
    public var value: Value

    /// Numbers and their types are the ones of ESPHome's `api.proto`.
    public init(_ number: UInt64, _ value: Value) {
      self.number = number
      self.value = value
    }
  }

  /// A field's value.
  public enum Value: Hashable, Sendable {
    /// A number, or a truth.
    case number(UInt64)
    /// A text or a message.
    case bytes([UInt8])
  }

  /// A message without fields is valid: every field is optional.
  public init(kind: UInt64, fields: [Field] = []) {
    self.kind = kind
    self.fields = fields
  }

  /// The text of the first field of that number; `nil` where there is none, or an empty one.
  public func text(_ number: UInt64) -> String? {
    guard case .bytes(let bytes)? = fields.first(where: { $0.number == number })?.value,
      !bytes.isEmpty
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The greeting of the client.
  public static let helloRequest: UInt64 = 1
  /// The server's.
  public static let helloResponse: UInt64 = 2
  /// Leave-taking.
  public static let disconnectRequest: UInt64 = 5
  /// The question what the device is.
  public static let deviceInfoRequest: UInt64 = 9
  /// Its answer.
  public static let deviceInfoResponse: UInt64 = 10

  /// The port that it is usually at.
  public static let port: UInt16 = 6053
  /// How a message begins where everything is encrypted.
  public static let encrypted: UInt8 = 1
  private static let plain: UInt8 = 0
  private static let mostFields = 128
}

extension ESPHomeMessage: WireFrame {
  /// A zero, the length of the fields, the kind, the fields.
  public static func length(of start: RawSpan) throws(WireError) -> Int? {
    var cursor = ByteCursor(start)
    guard cursor.remaining > 0 else { return nil }
    guard try cursor.uint8(start) == plain else { throw WireError(.invalid("indicator"), at: 0) }
    guard let length = try variable(&cursor, start), try variable(&cursor, start) != nil else {
      return nil
    }
    guard length <= 0xFFFF else { throw WireError(.tooMany("bytes"), at: 1) }
    return cursor.offset + Int(length)
  }

  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    guard let end = try Self.length(of: bytes) else {
      throw WireError(.truncated(missing: 1), at: bytes.byteCount)
    }
    var cursor = ByteCursor(bytes)
    try cursor.skip(1, in: bytes)
    let length = try Self.number(&cursor, bytes)
    kind = try Self.number(&cursor, bytes)
    var list = try cursor.slice(Int(min(length, UInt64(end))), in: bytes)
    fields = []
    while list.remaining > 0 {
      guard fields.count < Self.mostFields else {
        throw WireError(.tooMany("fields"), at: list.offset)
      }
      let tag = try Self.number(&list, bytes)
      switch tag & 7 {
      case 0: try fields.append(Field(tag >> 3, .number(Self.number(&list, bytes))))
      case 1: try list.skip(8, in: bytes)
      case 2:
        let length = try Self.number(&list, bytes)
        guard length <= UInt64(list.remaining) else {
          throw WireError(.truncated(missing: 1), at: list.offset)
        }
        try fields.append(Field(tag >> 3, .bytes(list.bytes(bytes, count: Int(length)))))
      case 5: try list.skip(4, in: bytes)
      default: throw WireError(.invalid("wire type"), at: list.offset)
      }
    }
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    var list: [UInt8] = []
    for field in fields {
      switch field.value {
      case .number(let number):
        Self.append(field.number << 3, to: &list)
        Self.append(number, to: &list)
      case .bytes(let value):
        Self.append(field.number << 3 | 2, to: &list)
        Self.append(UInt64(value.count), to: &list)
        list.append(contentsOf: value)
      }
    }
    bytes.append(Self.plain)
    Self.append(UInt64(list.count), to: &bytes)
    Self.append(kind, to: &bytes)
    bytes.append(contentsOf: list)
  }

  /// A variable number; `nil` where it goes on beyond the bytes that are there.
  private static func variable(
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> UInt64? {
    var value: UInt64 = 0
    for place in 0..<10 {
      guard cursor.remaining > 0 else { return nil }
      let byte = try cursor.uint8(bytes)
      value |= UInt64(byte & 0x7F) << UInt64(7 * place)
      if byte & 0x80 == 0 { return value }
    }
    throw WireError(.invalid("variable number"), at: cursor.offset)
  }

  private static func number(
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> UInt64 {
    guard let value = try variable(&cursor, bytes) else {
      throw WireError(.truncated(missing: 1), at: cursor.offset)
    }
    return value
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
