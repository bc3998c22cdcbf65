/// The discovery of TP-Link's newer smart devices (Tapo and Kasa): sixteen bytes, then JSON.
public struct TapoDiscovery: Hashable, Sendable {
  /// What is asked or answered; 1 is discovery.
  public var operation: UInt16
  /// Whose it is; zero in requests.
  public var serial: UInt32
  /// What it is about.
  public var flags: UInt8
  /// JSON.
  public var text: [UInt8]

  /// By default a discovery request; texts over 8 KiB are cut when the message is written.
  public init(operation: UInt16 = 1, serial: UInt32 = 0, flags: UInt8 = 0, text: [UInt8] = []) {
    self.operation = operation
    self.serial = serial
    self.flags = flags
    self.text = text
  }

  /// The port that answers.
  public static let port: UInt16 = 20002
  /// The longest text.
  public static let longestText = 8 << 10
  private static let version: UInt8 = 2
  /// What stands in the checksum's place while it is computed.
  private static let seed: UInt32 = 0x5A6B_7C8D
}

extension TapoDiscovery: WireFormat {
  /// Reads a message; devices' checksums are not looked at.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint8(bytes) == Self.version else {
      throw WireError(.invalid("version"), at: 0)
    }
    try cursor.skip(1, in: bytes)
    operation = try cursor.uint16(bytes)
    let length = try Int(cursor.uint16(bytes))
    flags = try cursor.uint8(bytes)
    try cursor.skip(1, in: bytes)
    serial = try cursor.uint32(bytes)
    try cursor.skip(4, in: bytes)
    guard length <= Self.longestText else { throw WireError(.tooMany("bytes"), at: 4) }
    text = try cursor.bytes(bytes, count: length)
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    let text = text.prefix(Self.longestText)
    var message: [UInt8] = [Self.version, 0]
    message.append(bigEndian: operation)
    message.append(bigEndian: UInt16(text.count))
    message.append(contentsOf: [flags, 0])
    message.append(bigEndian: serial)
    var seeded = message
    seeded.append(bigEndian: Self.seed)
    message.append(bigEndian: CRC32.checksum(seeded + text))
    bytes.append(contentsOf: message)
    bytes.append(contentsOf: text)
  }
}
