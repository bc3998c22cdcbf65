/// One step of a log-in: the body of `SMB2 SESSION_SETUP` (MS-SMB2, sections 2.2.5 and 2.2.6).
public struct SMB2SessionSetup: Hashable, Sendable {
  /// Whether it is the server's.
  public var isResponse: Bool
  /// The security mechanism's message.
  public var token: [UInt8]

  /// The given step.
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
