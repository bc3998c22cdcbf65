import Model
import Wire

/// Reads what telnet shows up to where it asks who is there, and never answers that.
struct TelnetConversation: Conversation {
  /// The port that is asked.
  let port: UInt16
  private var reader = TelnetReader()
  private var heard: [UInt8] = []

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ConversationStep { .wait }

  mutating func take(_ bytes: [UInt8]) -> ConversationStep {
    let result = reader.read(bytes)
    heard += result.text.prefix(GreetingText.limit - heard.count)
    guard isPrompt || heard.count >= GreetingText.limit else { return .say(result.reply) }
    return ConversationStep(sending: result.reply, facts: end(), isDone: true)
  }

  mutating func end() -> [Fact] {
    defer { heard = [] }
    return Fact.greeting(heard, port: port, "telnet").map { [$0] } ?? []
  }

  /// Whether the last line asks for something: everything has been shown then.
  private var isPrompt: Bool {
    let line =
      heard.suffix(80).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .last ?? []
    let text = String(decoding: line, as: UTF8.self).lowercased()
    guard let last = text.last(where: { !$0.isWhitespace }) else { return false }
    switch last {
    case ">", "#", "$": return true
    case ":": return Self.questions.contains { text.contains($0) }
    default: return false
    }
  }

  private static let questions = ["login", "user", "password", "account", "passcode"]
}
