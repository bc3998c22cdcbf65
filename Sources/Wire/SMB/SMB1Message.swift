/// A message of SMB 1 (MS-CIFS, section 2.2.3): a header, words and bytes.
public struct SMB1Message: Hashable, Sendable {
  /// What is asked.
  public var command: UInt8
  /// How it went: an NT status.
  public var status: UInt32
  /// Flags.
  public var flags: UInt8
  /// More flags.
  public var flags2: UInt16
  /// The user's number, given by the server.
  public var user: UInt16
  /// The number of the request.
  public var multiplex: UInt16
  /// The parameters: an even number of bytes.
  public var words: [UInt8]
  /// The data.
  public var data: [UInt8]

  /// The given message.
  public init(
    command: UInt8,
    status: UInt32 = 0,
    flags: UInt8 = 0x18,
    flags2: UInt16,
    user: UInt16 = 0,
    multiplex: UInt16 = 0,
    words: [UInt8] = [],
    data: [UInt8] = []
  ) {
    self.command = command
    self.status = status
    self.flags = flags
    self.flags2 = flags2
    self.user = user
    self.multiplex = multiplex
    self.words = words
    self.data = data
  }

  /// `SMB_COM_NEGOTIATE`.
  public static let negotiate: UInt8 = 0x72
  /// `SMB_COM_SESSION_SETUP_ANDX`.
  public static let sessionSetup: UInt8 = 0x73

  /// `0xFF` and `SMB`.
  static let magic: UInt32 = 0xFF53_4D42

  /// Whether texts are UTF-16.
  public var isUnicode: Bool { flags2 & 0x8000 != 0 }
}

extension SMB1Message: WireFormat {
  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint32(bytes) == Self.magic else {
      throw WireError(.invalid("SMB 1 header"), at: 0)
    }
    command = try cursor.uint8(bytes)
    status = try cursor.littleUInt32(bytes)
    flags = try cursor.uint8(bytes)
    flags2 = try cursor.littleUInt16(bytes)
    // The upper half of the process, the signature, a reserve, the tree, the process.
    try cursor.skip(2 + 8 + 2 + 2 + 2, in: bytes)
    user = try cursor.littleUInt16(bytes)
    multiplex = try cursor.littleUInt16(bytes)
    let wordCount = try Int(cursor.uint8(bytes))
    words = try cursor.bytes(bytes, count: 2 * wordCount)
    let byteCount = try Int(cursor.littleUInt16(bytes))
    data = try cursor.bytes(bytes, count: byteCount)
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: Self.magic)
    bytes.append(command)
    bytes.append(littleEndian: status)
    bytes.append(flags)
    bytes.append(littleEndian: flags2)
    bytes.append(contentsOf: repeatElement(0, count: 2 + 8 + 2 + 2))
    bytes.append(littleEndian: UInt16(0xFEFF))
    bytes.append(littleEndian: user)
    bytes.append(littleEndian: multiplex)
    let wordCount = min(255, words.count / 2)
    bytes.append(UInt8(wordCount))
    bytes.append(contentsOf: words.prefix(2 * wordCount))
    bytes.append(littleEndian: UInt16(min(0xFFFF, data.count)))
    bytes.append(contentsOf: data.prefix(0xFFFF))
  }
}
