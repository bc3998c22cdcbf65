import Model
import Wire

/// Reads how a MySQL or MariaDB server greets.
struct MySQLConversation: Conversation {
  /// The port that greets.
  let port: UInt16
  private var packets = MessageBuffer<MySQLGreeting>(limit: 4 << 10)

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ConversationStep { .wait }

  mutating func take(_ bytes: [UInt8]) -> ConversationStep {
    packets.append(bytes)
    do throws(WireError) {
      guard let packet = try packets.next() else { return .wait }
      guard let text = packet.text, let fact = Fact.greeting(text, port: port, "mysql") else {
        return .done()
      }
      return .done([fact])
    } catch {
      return .done()
    }
  }
}
