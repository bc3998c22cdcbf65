/// Ubiquiti's discovery, versions 1 and 2: types, lengths and values after four bytes.
public struct UbiquitiDiscovery: Hashable, Sendable {
  /// One thing that a device says of itself.
  public struct Field: Hashable, Sendable {
    /// What it is, as Ubiquiti numbers it.
    public var type: UInt8
    /// Its bytes.
    public var value: [UInt8]
  }

  /// 1 or 2.
  public var version: UInt8
  /// 0 for requests and answers of version 1.
  public var command: UInt8
  /// What the device says of itself; nothing in a request.
  public var fields: [Field]

  /// By default a request of version 1, which has no fields.
  public init(version: UInt8 = 1, command: UInt8 = 0, fields: [Field] = []) {
    self.version = version
    self.command = command
    self.fields = fields
  }

  /// The port that answers.
  public static let port: UInt16 = 10001
  /// The most fields that are read.
  static let mostFields = 64

  /// The device's own name.
  public var hostName: String? { text(0x0B) }
  /// The model in full, else in short.
  public var model: String? { text(0x14) ?? text(0x15) ?? text(0x0C) }

  private func text(_ type: UInt8) -> String? {
    guard let field = fields.first(where: { $0.type == type }), !field.value.isEmpty else {
      return nil
    }
    return String(validating: field.value, as: UTF8.self)
  }
}

extension UbiquitiDiscovery: WireFormat {
  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    version = try cursor.uint8(bytes)
    guard version == 1 || version == 2 else { throw WireError(.invalid("version"), at: 0) }
    command = try cursor.uint8(bytes)
    let length = try Int(cursor.uint16(bytes))
    var contents = try cursor.slice(length, in: bytes)
    fields = []
    while !contents.isAtEnd {
      guard fields.count < Self.mostFields else {
        throw WireError(.tooMany("fields"), at: contents.offset)
      }
      let type = try contents.uint8(bytes)
      fields.append(Field(type: type, value: try contents.vector16(bytes)))
    }
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    var contents: [UInt8] = []
    for field in fields.prefix(Self.mostFields) {
      contents.append(field.type)
      contents.append(vector16: field.value)
    }
    bytes.append(contentsOf: [version, command])
    bytes.append(bigEndian: UInt16(clamping: contents.count))
    bytes.append(contentsOf: contents)
  }
}
