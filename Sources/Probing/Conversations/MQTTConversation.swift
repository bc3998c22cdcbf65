import Model
import Wire

/// Asks an MQTT broker to be let in without a name, and which broker it is.
struct MQTTConversation: Conversation {
  /// The port that is asked.
  let port: UInt16
  private var packets = MessageBuffer<MQTTPacket>(limit: 4 << 10)
  private var code: UInt8?
  private var version: [UInt8]?

  /// Where Mosquitto and others say which version they are.
  private static let topic = "$SYS/broker/version"

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ConversationStep { .say(MQTTPacket.connect().serialised) }

  mutating func take(_ bytes: [UInt8]) -> ConversationStep {
    packets.append(bytes)
    var step = ConversationStep.wait
    do throws(WireError) {
      while let packet = try packets.next() {
        switch packet.kind {
        case .connectAcknowledgement where code == nil:
          guard let code = packet.returnCode else { return .done() }
          self.code = code
          guard code == 0 else { return .done(end()) }
          // Whatever is kept for the topic comes before the answer to the ping.
          step.sending += MQTTPacket.subscribe(to: Self.topic, id: 1).serialised
          step.sending += MQTTPacket.pingRequest.serialised
        case .publish where code == 0:
          guard let message = packet.message, message.topic == Self.topic else { continue }
          version = message.payload
          return leave()
        case .pingResponse where code == 0: return leave()
        default: continue
        }
      }
      return step
    } catch {
      return .done(end())
    }
  }

  mutating func end() -> [Fact] {
    guard let code else { return [] }
    self.code = nil
    let text = version.flatMap { GreetingText.line($0.prefix(200)) } ?? "CONNACK \(code)"
    return [.banner(ServiceBanner(port: port, transport: "mqtt", text: text))]
  }

  private mutating func leave() -> ConversationStep {
    ConversationStep(sending: MQTTPacket.disconnect.serialised, facts: end(), isDone: true)
  }
}
