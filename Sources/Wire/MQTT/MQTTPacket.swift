/// A control packet of MQTT 3.1.1 (OASIS standard, section 2).
public struct MQTTPacket: Hashable, Sendable {
  /// The kind and the flags: the first byte as on the wire.
  public var header: UInt8
  /// What follows the length.
  public var body: [UInt8]

  /// The given packet.
  public init(header: UInt8, body: [UInt8] = []) {
    self.header = header
    self.body = body
  }

  /// What kind of packet it is.
  public var kind: Kind? { Kind(rawValue: header >> 4) }

  /// The kinds that a client which only reads meets.
  public enum Kind: UInt8, Hashable, Sendable {
    /// A client asks to be let in.
    case connect = 1
    /// The answer.
    case connectAcknowledgement = 2
    /// A message.
    case publish = 3
    /// A client asks for messages.
    case subscribe = 8
    /// The answer.
    case subscribeAcknowledgement = 9
    /// Whether anybody is there.
    case pingRequest = 12
    /// The answer.
    case pingResponse = 13
    /// A client goes.
    case disconnect = 14
  }
}

extension MQTTPacket: WireFrame {
  /// One to four bytes of seven bits each say how many follow (section 2.2.3).
  public static func length(of start: RawSpan) throws(WireError) -> Int? {
    var cursor = ByteCursor(start)
    guard cursor.remaining > 0 else { return nil }
    try cursor.skip(1, in: start)
    guard let length = try remainingLength(&cursor, in: start) else { return nil }
    return cursor.offset + length
  }

  private static func remainingLength(
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) -> Int? {
    var length = 0
    for shift in [0, 7, 14, 21] {
      guard cursor.remaining > 0 else { return nil }
      let byte = try cursor.uint8(bytes)
      length |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return length }
    }
    throw WireError(.invalid("remaining length"), at: cursor.offset)
  }

  /// Reads a packet.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    header = try cursor.uint8(bytes)
    guard let length = try Self.remainingLength(&cursor, in: bytes) else {
      throw WireError(.truncated(missing: 1), at: cursor.offset)
    }
    body = try cursor.bytes(bytes, count: length)
  }

  /// Appends the packet.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(header)
    var length = body.count
    repeat {
      let byte = UInt8(length & 0x7F)
      length >>= 7
      bytes.append(length > 0 ? byte | 0x80 : byte)
    } while length > 0
    bytes.append(contentsOf: body)
  }
}
