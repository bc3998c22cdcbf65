/// A control packet of MQTT 3.1.1 (OASIS standard, section 2).
public struct MQTTPacket: Hashable, Sendable {
  /// The kind and the flags: the first byte as on the wire.
  public var header: UInt8
  /// What follows the length.
  public var body: [UInt8] = []

  /// What kind of packet it is.
  public var kind: Kind? { Kind(rawValue: header >> 4) }

  /// The kinds that a client which only reads meets.
  public enum Kind: UInt8, Hashable, Sendable {
    /// CONNECT.
    case connect = 1
    /// The answer.
    case connectAcknowledgement = 2
    /// A message.
    case publish = 3
    /// SUBSCRIBE.
    case subscribe = 8
    /// The answer.
    case subscribeAcknowledgement = 9
    /// PINGREQ.
    case pingRequest = 12
    /// The answer.
    case pingResponse = 13
    /// DISCONNECT.
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

extension MQTTPacket {
  /// CONNECT with a clean session, without user name and password; `keepAlive` is in seconds.
  public static func connect(keepAlive: UInt16 = 15) -> MQTTPacket {
    var body = string("MQTT")
    // Version 3.1.1, a clean session.
    body += [4, 0x02]
    body.append(bigEndian: keepAlive)
    // An empty client identifier: the broker assigns one, which can't collide.
    body += string("")
    return MQTTPacket(header: 0x10, body: body)
  }

  /// CONNACK: 0 accepts, 5 requires a password (section 3.2.2.3).
  public static func connectAcknowledgement(_ code: UInt8) -> MQTTPacket {
    MQTTPacket(header: 0x20, body: [0, code])
  }

  /// SUBSCRIBE to a topic at QoS 0.
  public static func subscribe(to topic: String, id: UInt16) -> MQTTPacket {
    var body: [UInt8] = []
    body.append(bigEndian: id)
    body += string(topic)
    body.append(0)
    return MQTTPacket(header: 0x82, body: body)
  }

  /// PUBLISH at QoS 0.
  public static func publish(_ payload: [UInt8], to topic: String) -> MQTTPacket {
    MQTTPacket(header: 0x30, body: string(topic) + payload)
  }

  /// PINGREQ.
  public static let pingRequest = MQTTPacket(header: 0xC0)
  /// PINGRESP.
  public static let pingResponse = MQTTPacket(header: 0xD0)
  /// DISCONNECT.
  public static let disconnect = MQTTPacket(header: 0xE0)

  /// CONNACK's return code; `nil` in other packets.
  public var returnCode: UInt8? {
    kind == .connectAcknowledgement && body.count >= 2 ? body[1] : nil
  }

  /// PUBLISH's topic and payload; `nil` in other packets.
  public var message: (topic: String, payload: [UInt8])? {
    guard kind == .publish else { return nil }
    let bytes = body.span.bytes
    var cursor = ByteCursor(bytes)
    guard let topic = try? cursor.vector16(bytes) else { return nil }
    // A message that is to be acknowledged has a number.
    if header & 0x06 != 0 {
      do { try cursor.skip(2, in: bytes) } catch { return nil }
    }
    guard let payload = try? cursor.rest(bytes) else { return nil }
    return (String(decoding: topic, as: UTF8.self), payload)
  }

  private static func string(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(vector16: Array(text.utf8))
    return bytes
  }
}
