extension MQTTPacket {
  /// Asks to be let in without a name, a password or a session that is kept, and promises to be
  /// heard every `keepAlive` seconds.
  public static func connect(keepAlive: UInt16 = 15) -> MQTTPacket {
    var body = string("MQTT")
    // Version 3.1.1, a clean session.
    body += [4, 0x02]
    body.append(bigEndian: keepAlive)
    // Without a name the broker makes one up; any name of ours might be somebody else's.
    body += string("")
    return MQTTPacket(header: 0x10, body: body)
  }

  /// The broker's answer: 0 is yes, 5 not without a password (section 3.2.2.3).
  public static func connectAcknowledgement(_ code: UInt8) -> MQTTPacket {
    MQTTPacket(header: 0x20, body: [0, code])
  }

  /// Asks for the messages of a topic, at most once each.
  public static func subscribe(to topic: String, id: UInt16) -> MQTTPacket {
    var body: [UInt8] = []
    body.append(bigEndian: id)
    body += string(topic)
    body.append(0)
    return MQTTPacket(header: 0x82, body: body)
  }

  /// A message.
  public static func publish(_ payload: [UInt8], to topic: String) -> MQTTPacket {
    MQTTPacket(header: 0x30, body: string(topic) + payload)
  }

  /// Asks whether anybody is there.
  public static let pingRequest = MQTTPacket(header: 0xC0)
  /// Somebody is.
  public static let pingResponse = MQTTPacket(header: 0xD0)
  /// Goes.
  public static let disconnect = MQTTPacket(header: 0xE0)

  /// How the broker answered the wish to be let in; `nil` in other packets.
  public var returnCode: UInt8? {
    kind == .connectAcknowledgement && body.count >= 2 ? body[1] : nil
  }

  /// A message's topic and what it says; `nil` in other packets.
  public var message: (topic: String, payload: [UInt8])? {
    guard kind == .publish else { return nil }
    let bytes = body.span.bytes
    var cursor = ByteCursor(bytes)
    guard let length = try? cursor.uint16(bytes),
      let topic = try? cursor.bytes(bytes, count: Int(length))
    else { return nil }
    // A message that is to be acknowledged has a number.
    if header & 0x06 != 0 {
      do { try cursor.skip(2, in: bytes) } catch { return nil }
    }
    guard let payload = try? cursor.rest(bytes) else { return nil }
    return (String(decoding: topic, as: UTF8.self), payload)
  }

  private static func string(_ text: String) -> [UInt8] {
    let text = Array(text.utf8.prefix(0xFFFF))
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: text.count))
    return bytes + text
  }
}
