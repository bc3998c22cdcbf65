import Model

/// What is said over one connection: bytes in, bytes and facts out.
///
/// No I/O and no clock: whoever runs it brings the bytes, bounds how many there are and how long it
/// may take, and hangs up when it says that it is done.
protocol Conversation: Sendable {
  /// The connection is there.
  mutating func begin() -> ConversationStep

  /// Bytes came in, as many as it were: a message may come in pieces, or several in one.
  mutating func take(_ bytes: [UInt8]) -> ConversationStep

  /// The last call: the connection is over, by ``ConversationStep/isDone``, by the other side, or out
  /// of time or bytes. What was learnt and not told yet is told.
  mutating func end() -> [Fact]
}

extension Conversation {
  /// Most have told all they know by then.
  mutating func end() -> [Fact] { [] }
}

/// What to do next in a conversation.
package struct ConversationStep: Sendable {
  /// What to send; empty for nothing.
  var sending: [UInt8] = []
  /// What was learnt.
  var facts: [Fact] = []
  /// Whether all is said.
  var isDone = false

  /// Nothing to say yet.
  static let wait = ConversationStep()

  /// All is said.
  static func done(_ facts: [Fact] = []) -> ConversationStep {
    ConversationStep(facts: facts, isDone: true)
  }

  /// Says something.
  static func say(_ bytes: [UInt8]) -> ConversationStep {
    ConversationStep(sending: bytes)
  }
}
