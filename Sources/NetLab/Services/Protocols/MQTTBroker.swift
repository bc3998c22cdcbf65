/// A broker that greets (MQTT 3.1.1): it lets everybody in, or nobody, and tells its version.
public struct MQTTBroker: ListenerService {
  let version: String
  let admitsAnyone: Bool

  /// A broker of that version, `mosquitto version 2.0.18`.
  public init(version: String, admitsAnyone: Bool) {
    self.version = version
    self.admitsAnyone = admitsAnyone
  }

  /// A connection to it.
  public func accept() -> any ServedConversation { Conversation(broker: self) }

  private struct Conversation: ServedConversation {
    let broker: MQTTBroker
    var received: [UInt8] = []

    mutating func take(_ bytes: [UInt8]) -> ServedStep {
      received += bytes
      var sending: [UInt8] = []
      while received.count >= 2 {
        // Nobody here needs packets beyond 127 bytes, whose length has one byte.
        let length = Int(received[1])
        guard length < 128 else { return .close() }
        guard received.count >= 2 + length else { break }
        let packet = Array(received[..<(2 + length)])
        received.removeSubrange(..<(2 + length))
        switch packet[0] >> 4 {
        case 1 where broker.admitsAnyone: sending += [0x20, 2, 0, 0]
        case 1: return .close(saying: [0x20, 2, 0, 5])
        case 8 where packet.count >= 4: sending += subscribed(packet)
        case 12: sending += [0xD0, 0]
        default: return .close(saying: sending)
        }
      }
      return .say(sending)
    }

    private func subscribed(_ packet: [UInt8]) -> [UInt8] {
      let topic = Array("$SYS/broker/version".utf8)
      var bytes: [UInt8] = [0x90, 3, packet[2], packet[3], 0]
      if packet.firstRange(of: topic) != nil {
        let body = topic.counted(by: UInt16.self) + Array(broker.version.utf8)
        bytes += [0x31, UInt8(body.count)] + body
      }
      return bytes
    }
  }
}
