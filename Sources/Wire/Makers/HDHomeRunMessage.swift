/// Discovery of HDHomeRun tuners: types, lengths and values, and a checksum at the end.
public struct HDHomeRunMessage: Hashable, Sendable {
  /// One thing that is asked for or said.
  public struct Field: Hashable, Sendable {
    /// What it is, as Silicondust numbers it.
    public var tag: UInt8
    /// Its bytes.
    public var value: [UInt8]

    /// The given field.
    public init(tag: UInt8, value: [UInt8]) {
      self.tag = tag
      self.value = value
    }
  }

  /// 2 for a request, 3 for the answer.
  public var type: UInt16
  /// What is asked for or said.
  public var fields: [Field]

  /// The given message.
  public init(type: UInt16, fields: [Field]) {
    self.type = type
    self.fields = fields
  }

  /// The port of tuners.
  public static let port: UInt16 = 65001
  /// Asks for tuners with any identifier.
  public static let request = HDHomeRunMessage(
    type: 2,
    fields: [
      Field(tag: 1, value: [0, 0, 0, 1]), Field(tag: 2, value: [0xFF, 0xFF, 0xFF, 0xFF]),
    ]
  )
  private static let mostFields = 32
  private static let longestValue = 0x7FFF

  /// The tuner's number, in hexadecimal as it is printed on its back.
  public var device: String? {
    guard let value = fields.first(where: { $0.tag == 2 })?.value, value.count == 4 else {
      return nil
    }
    return Hex.encode(value, .upper)
  }
}

extension HDHomeRunMessage: WireFormat {
  /// Reads a message whose checksum is right.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    type = try cursor.uint16(bytes)
    let length = try Int(cursor.uint16(bytes))
    var contents = try cursor.slice(length, in: bytes)
    let sum = try cursor.uint32(bytes).byteSwapped
    guard sum == CRC32.checksum([UInt8](copying: bytes, 0..<4 + length)) else {
      throw WireError(.invalid("checksum"), at: 4 + length)
    }
    fields = []
    while !contents.isAtEnd {
      guard fields.count < Self.mostFields else {
        throw WireError(.tooMany("fields"), at: contents.offset)
      }
      let tag = try contents.uint8(bytes)
      // From 128 on a second byte holds the length's higher bits.
      var length = try Int(contents.uint8(bytes))
      if length >= 0x80 { length = try length & 0x7F | Int(contents.uint8(bytes)) << 7 }
      fields.append(Field(tag: tag, value: try contents.bytes(bytes, count: length)))
    }
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    var contents: [UInt8] = []
    for field in fields.prefix(Self.mostFields) {
      let value = field.value.prefix(Self.longestValue)
      contents.append(field.tag)
      if value.count < 0x80 {
        contents.append(UInt8(value.count))
      } else {
        contents.append(UInt8(value.count & 0x7F) | 0x80)
        contents.append(UInt8(value.count >> 7))
      }
      contents.append(contentsOf: value)
    }
    var message: [UInt8] = []
    message.append(bigEndian: type)
    message.append(bigEndian: UInt16(clamping: contents.count))
    message.append(contentsOf: contents)
    message.append(bigEndian: CRC32.checksum(message).byteSwapped)
    bytes.append(contentsOf: message)
  }
}
