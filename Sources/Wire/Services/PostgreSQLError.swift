/// An `ErrorResponse` of PostgreSQL's protocol (PostgreSQL documentation, *Message Formats*).
public struct PostgreSQLError: Hashable, Sendable {
  /// A field: its type, and what it says.
  public struct Field: Hashable, Sendable {
    /// The type, a letter.
    public var type: UInt8
    /// The text.
    public var text: [UInt8]
  }

  /// The fields, in the server's order.
  public var fields: [Field]

  /// The first field of a type, as text; `nil` where it isn't there.
  public subscript(_ type: Character) -> String? {
    fields.first { $0.type == type.asciiValue }.map { String(decoding: $0.text, as: UTF8.self) }
  }

  /// A start-up message of an unsupported version: the server answers with its versions, before any
  /// authentication.
  public static let unsupportedStartup: [UInt8] = [0, 0, 0, 9, 0, 99, 0, 0, 0]

  private static let kind = UInt8(ascii: "E")
  private static let mostFields = 32
}

extension PostgreSQLError: WireFrame {
  /// The kind, and four bytes that count themselves and what follows.
  public static func length(of start: RawSpan) throws(WireError) -> Int? {
    guard start.byteCount > 0 else { return nil }
    var cursor = ByteCursor(start)
    guard try cursor.uint8(start) == kind else { throw WireError(.invalid("kind"), at: 0) }
    guard start.byteCount >= 5 else { return nil }
    let length = try cursor.uint32(start)
    guard length >= 5, length <= 0xFFFF else { throw WireError(.invalid("length"), at: 1) }
    return 1 + Int(length)
  }

  /// Reads an error.
  public init(parsing bytes: RawSpan) throws(WireError) {
    guard let length = try Self.length(of: bytes) else {
      throw WireError(.truncated(missing: 5 - bytes.byteCount), at: 0)
    }
    var cursor = ByteCursor(bytes)
    try cursor.skip(5, in: bytes)
    var contents = try cursor.slice(length - 5, in: bytes)
    fields = []
    while !contents.isAtEnd {
      let type = try contents.uint8(bytes)
      if type == 0 { return }
      guard fields.count < Self.mostFields else {
        throw WireError(.tooMany("fields"), at: contents.offset)
      }
      var text: [UInt8] = []
      while true {
        let byte = try contents.uint8(bytes)
        if byte == 0 { break }
        text.append(byte)
      }
      fields.append(Field(type: type, text: text))
    }
  }

  /// Appends the error.
  public func write(to bytes: inout [UInt8]) {
    var contents: [UInt8] = []
    for field in fields { contents += [field.type] + field.text + [0] }
    contents.append(0)
    bytes.append(Self.kind)
    bytes.append(bigEndian: UInt32(4 + contents.count))
    bytes.append(contentsOf: contents)
  }
}
