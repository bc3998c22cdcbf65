/// What a client of SMB 2 speaks: the body of `SMB2 NEGOTIATE` (MS-SMB2, section 2.2.3).
public struct SMB2NegotiateRequest: Hashable, Sendable {
  /// The dialects: 0x0210 is 2.1.
  public var dialects: [UInt16]
  /// The client's number.
  public var client: [UInt8]

  /// The client's GUID must have 16 bytes; zeros, the default, identify no client.
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
  public var server: [UInt8] = Array(repeating: 0, count: 16)

  /// Any of SMB 2's, to be negotiated.
  public static let anyDialect: UInt16 = 0x02FF
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

/// One step of a log-in: the body of `SMB2 SESSION_SETUP` (MS-SMB2, sections 2.2.5 and 2.2.6).
public struct SMB2SessionSetup: Hashable, Sendable {
  /// Whether it is the server's.
  public var isResponse: Bool
  /// The security mechanism's message.
  public var token: [UInt8]

  /// The token is a GSS or NTLM message, which is not interpreted here.
  public init(isResponse: Bool, token: [UInt8]) {
    self.isResponse = isResponse
    self.token = token
  }

  private static let requestSize: UInt16 = 25
  private static let responseSize: UInt16 = 9
}

extension SMB2SessionSetup: WireFormat {
  /// Reads the body.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let size = try cursor.littleUInt16(bytes)
    guard size == Self.requestSize || size == Self.responseSize else {
      throw WireError(.invalid("structure size"), at: 0)
    }
    isResponse = size == Self.responseSize
    // Flags; of a request also security, capabilities, a channel.
    try cursor.skip(isResponse ? 2 : 10, in: bytes)
    let place = try Int(cursor.littleUInt16(bytes)) - SMB2Message.headerLength
    let length = try Int(cursor.littleUInt16(bytes))
    guard length > 0 else {
      token = []
      return
    }
    guard place >= cursor.offset else { throw WireError(.invalid("place"), at: 4) }
    cursor = try cursor.jumping(to: place, in: bytes)
    token = try cursor.bytes(bytes, count: length)
  }

  /// Appends the body; a token longer than its length can say is cut.
  public func write(to bytes: inout [UInt8]) {
    let token = token.prefix(0xFFFF)
    bytes.append(littleEndian: isResponse ? Self.responseSize : Self.requestSize)
    if isResponse {
      bytes.append(littleEndian: UInt16(0))
    } else {
      // No flags, signing possible, no capabilities, no channel.
      bytes.append(contentsOf: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
    }
    let place = SMB2Message.headerLength + (isResponse ? 8 : 24)
    bytes.append(littleEndian: UInt16(place))
    bytes.append(littleEndian: UInt16(token.count))
    // No previous session.
    if !isResponse { bytes.append(contentsOf: repeatElement(0, count: 8)) }
    bytes.append(contentsOf: token)
  }
}
