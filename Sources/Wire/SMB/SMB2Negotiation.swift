/// What a client of SMB 2 speaks: the body of `SMB2 NEGOTIATE` (MS-SMB2, section 2.2.3).
public struct SMB2NegotiateRequest: Hashable, Sendable {
  /// The dialects: 0x0210 is 2.1.
  public var dialects: [UInt16]
  /// The client's number.
  public var client: [UInt8]

  /// The given dialects.
  public init(dialects: [UInt16], client: [UInt8] = Array(repeating: 0, count: 16)) {
    self.dialects = dialects
    self.client = client
  }
}

extension SMB2NegotiateRequest: WireFormat {
  /// Reads the body.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.littleUInt16(bytes) == 36 else {
      throw WireError(.invalid("structure size"), at: 0)
    }
    let count = try Int(cursor.littleUInt16(bytes))
    // Security, a reserve, capabilities.
    try cursor.skip(8, in: bytes)
    client = try cursor.bytes(bytes, count: 16)
    try cursor.skip(8, in: bytes)
    dialects = []
    for _ in 0..<count { try dialects.append(cursor.littleUInt16(bytes)) }
  }

  /// SMB 3.1.1, whose clients must say how they hash and cipher (section 2.2.3.1).
  public static let dialect311: UInt16 = 0x0311

  /// SHA-512 for what was said before, with a salt; AES-128 as GCM or CCM.
  private static let contexts: [(kind: UInt16, data: [UInt8])] = [
    (1, [1, 0, 32, 0, 1, 0] + Array(repeating: 0, count: 32)),
    (2, [2, 0, 2, 0, 1, 0]),
  ]

  /// Appends the body: signing is possible, nothing else is claimed.
  public func write(to bytes: inout [UInt8]) {
    let dialects = dialects.prefix(64)
    let hasContexts = dialects.contains(Self.dialect311)
    // Contexts begin at a multiple of eight bytes, counted from the header's start.
    let place = (SMB2Message.headerLength + 36 + 2 * dialects.count + 7) / 8 * 8
    bytes.append(littleEndian: UInt16(36))
    bytes.append(littleEndian: UInt16(dialects.count))
    bytes.append(littleEndian: UInt16(1))
    bytes.append(contentsOf: repeatElement(0, count: 6))
    bytes.append(contentsOf: client.prefix(16))
    bytes.append(contentsOf: repeatElement(0, count: max(0, 16 - client.count)))
    bytes.append(littleEndian: UInt32(hasContexts ? place : 0))
    bytes.append(littleEndian: UInt16(hasContexts ? Self.contexts.count : 0))
    bytes.append(littleEndian: UInt16(0))
    for dialect in dialects { bytes.append(littleEndian: dialect) }
    guard hasContexts else { return }
    var length = SMB2Message.headerLength + 36 + 2 * dialects.count
    for context in Self.contexts {
      bytes.append(contentsOf: repeatElement(0, count: (8 - length % 8) % 8))
      length = (length + 7) / 8 * 8 + 8 + context.data.count
      bytes.append(littleEndian: context.kind)
      bytes.append(littleEndian: UInt16(context.data.count))
      bytes.append(littleEndian: UInt32(0))
      bytes.append(contentsOf: context.data)
    }
  }
}

/// What a server of SMB 2 chose: the body of its answer (MS-SMB2, section 2.2.4).
public struct SMB2NegotiateResponse: Hashable, Sendable {
  /// The dialect; ``anyDialect`` asks to negotiate again.
  public var dialect: UInt16
  /// The server's number.
  public var server: [UInt8]

  /// Any of SMB 2's, to be negotiated.
  public static let anyDialect: UInt16 = 0x02FF

  /// The given choice.
  public init(dialect: UInt16, server: [UInt8] = Array(repeating: 0, count: 16)) {
    self.dialect = dialect
    self.server = server
  }
}

extension SMB2NegotiateResponse: WireFormat {
  /// Reads the body; what the server proposes for security is left.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.littleUInt16(bytes) == 65 else {
      throw WireError(.invalid("structure size"), at: 0)
    }
    try cursor.skip(2, in: bytes)
    dialect = try cursor.littleUInt16(bytes)
    try cursor.skip(2, in: bytes)
    server = try cursor.bytes(bytes, count: 16)
    // Capabilities, three sizes, two times, the place of what is left.
    try cursor.skip(4 + 12 + 16 + 8, in: bytes)
  }

  /// Appends the body, with nothing for security.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: UInt16(65))
    bytes.append(littleEndian: UInt16(1))
    bytes.append(littleEndian: dialect)
    bytes.append(littleEndian: UInt16(0))
    bytes.append(contentsOf: server.prefix(16))
    bytes.append(contentsOf: repeatElement(0, count: max(0, 16 - server.count)))
    bytes.append(littleEndian: UInt32(0))
    for _ in 0..<3 { bytes.append(littleEndian: UInt32(0x1_0000)) }
    bytes.append(contentsOf: repeatElement(0, count: 16))
    bytes.append(littleEndian: UInt16(SMB2Message.headerLength + 64))
    bytes.append(contentsOf: repeatElement(0, count: 6))
  }
}
