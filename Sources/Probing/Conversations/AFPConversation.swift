import Model
import Wire

/// Asks an Apple file server who it is, without a session.
struct AFPConversation: Conversation {
  /// The port that is asked.
  let port: UInt16
  private var messages = MessageBuffer<DSIMessage>(limit: 16 << 10)

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ConversationStep {
    .say(DSIMessage(flags: 0, command: DSIMessage.getStatus, id: 1).serialised)
  }

  mutating func take(_ bytes: [UInt8]) -> ConversationStep {
    messages.append(bytes)
    do throws(WireError) {
      guard let message = try messages.next() else { return .wait }
      guard message.flags == 1, message.command == DSIMessage.getStatus, message.code == 0 else {
        return .done()
      }
      let server = try AFPServerInformation(parsing: message.payload)
      var facts: [Fact] = []
      if let fact = Fact.greeting(server.machineType, port: port, "afp") { facts.append(fact) }
      if let name = GreetingText.line(server.name) { facts.append(.name(name)) }
      return .done(facts)
    } catch {
      return .done()
    }
  }
}
