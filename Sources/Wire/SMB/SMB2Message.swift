/// A message of SMB over TCP (MS-SMB2, section 2.1): a zero, its length in three bytes, itself.
public struct SMBTransport: Hashable, Sendable {
  /// The message.
  public var message: [UInt8]

  /// The message must be shorter than 16 MiB: its length has three bytes.
  public init(_ message: [UInt8]) {
    self.message = message
  }
}

extension SMBTransport: WireFrame {
  /// Four bytes; the first is zero.
  public static func length(of start: RawSpan) throws(WireError) -> Int? {
    guard start.byteCount >= 4 else { return nil }
    var cursor = ByteCursor(start)
    let length = try cursor.uint32(start)
    guard length >> 24 == 0 else { throw WireError(.invalid("SMB transport"), at: 0) }
    return 4 + Int(length)
  }

  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    guard let length = try Self.length(of: bytes) else {
      throw WireError(.truncated(missing: 4 - bytes.byteCount), at: 0)
    }
    var cursor = ByteCursor(bytes)
    try cursor.skip(4, in: bytes)
    message = try cursor.bytes(bytes, count: length - 4)
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt32(truncatingIfNeeded: message.count) & 0xFF_FFFF)
    bytes.append(contentsOf: message)
  }
}

/// A message of SMB 2 and 3: a header of 64 bytes and what follows (MS-SMB2, section 2.2.1.2).
public struct SMB2Message: Hashable, Sendable {
  /// What is asked.
  public var command: UInt16
  /// How it went: an NT status.
  public var status: UInt32
  /// Flags; the lowest bit says that it is a response.
  public var flags: UInt32
  /// The number of the request.
  public var id: UInt64
  /// The session's number, given by the server.
  public var session: UInt64
  /// What follows the header.
  public var body: [UInt8]

  /// By default a request without a session, as a negotiation is.
  public init(
    command: UInt16,
    status: UInt32 = 0,
    flags: UInt32 = 0,
    id: UInt64,
    session: UInt64 = 0,
    body: [UInt8]
  ) {
    self.command = command
    self.status = status
    self.flags = flags
    self.id = id
    self.session = session
    self.body = body
  }

  /// `SMB2 NEGOTIATE`.
  public static let negotiate: UInt16 = 0
  /// `SMB2 SESSION_SETUP`.
  public static let sessionSetup: UInt16 = 1
  /// There is more to say before the answer: a challenge (`STATUS_MORE_PROCESSING_REQUIRED`).
  public static let moreProcessingRequired: UInt32 = 0xC000_0016

  /// `0xFE` and `SMB`.
  static let magic: UInt32 = 0xFE53_4D42
  /// How long the header is; places in bodies count from its start.
  static let headerLength = 64
}

extension SMB2Message: WireFormat {
  /// Reads a message; one that is encrypted or compressed is none.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint32(bytes) == Self.magic, try cursor.littleUInt16(bytes) == 64 else {
      throw WireError(.invalid("SMB 2 header"), at: 0)
    }
    try cursor.skip(2, in: bytes)
    status = try cursor.littleUInt32(bytes)
    command = try cursor.littleUInt16(bytes)
    // Credits.
    try cursor.skip(2, in: bytes)
    flags = try cursor.littleUInt32(bytes)
    let next = try Int(cursor.littleUInt32(bytes))
    id = try cursor.littleUInt64(bytes)
    try cursor.skip(8, in: bytes)
    session = try cursor.littleUInt64(bytes)
    // The signature.
    try cursor.skip(16, in: bytes)
    // Of a chain only the first counts.
    let end = next >= Self.headerLength ? min(next, cursor.end) : cursor.end
    body = try cursor.bytes(bytes, count: end - cursor.offset)
  }

  /// Appends the message, which asks for one credit.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: Self.magic)
    bytes.append(littleEndian: UInt16(64))
    bytes.append(littleEndian: UInt16(0))
    bytes.append(littleEndian: status)
    bytes.append(littleEndian: command)
    bytes.append(littleEndian: UInt16(1))
    bytes.append(littleEndian: flags)
    bytes.append(littleEndian: UInt32(0))
    bytes.append(littleEndian: id)
    bytes.append(littleEndian: UInt64(0xFEFF))
    bytes.append(littleEndian: session)
    bytes.append(contentsOf: repeatElement(0, count: 16))
    bytes.append(contentsOf: body)
  }
}
