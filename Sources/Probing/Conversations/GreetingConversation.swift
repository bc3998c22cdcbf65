import Model

/// Services that greet whoever connects: the greeting is read, then homenet takes its leave.
struct GreetingConversation: Conversation {
  /// Where a greeting ends.
  enum Ending: Sendable {
    /// At the first line break, or when the server has said enough bytes.
    case line(enough: Int)
    /// At the first line of a number and a space: lines before it have a hyphen there (RFC 959,
    /// section 4.2; RFC 5321, section 4.2.1).
    case reply
  }

  /// The port that greets.
  let port: UInt16
  /// What is spoken there.
  let transport: String
  /// Where the greeting ends.
  let ending: Ending
  /// How leave is taken; empty where hanging up is as polite.
  let farewell: String
  private var heard: [UInt8] = []

  init(port: UInt16, transport: String, ending: Ending, farewell: String = "") {
    self.port = port
    self.transport = transport
    self.ending = ending
    self.farewell = farewell
  }

  mutating func begin() -> ConversationStep { .wait }

  mutating func take(_ bytes: [UInt8]) -> ConversationStep {
    heard += bytes.prefix(GreetingText.limit - heard.count)
    guard isComplete else { return .wait }
    return ConversationStep(sending: Array(farewell.utf8), facts: end(), isDone: true)
  }

  mutating func end() -> [Fact] {
    defer { heard = [] }
    return Fact.greeting(heard, port: port, transport).map { [$0] } ?? []
  }

  private var isComplete: Bool {
    guard heard.count < GreetingText.limit else { return true }
    switch ending {
    case .line(let enough): return heard.count >= enough || heard.contains(UInt8(ascii: "\n"))
    case .reply:
      let lines = heard.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      // The last has no line break yet.
      return lines.dropLast().contains { line in
        let start = Array(line.prefix(4))
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard start.count >= 3, start[..<3].allSatisfy(digits.contains) else {
          // No reply at all: whatever it is, it is a line.
          return lines.count == 2 && !start.isEmpty
        }
        return start.count < 4 || start[3] != UInt8(ascii: "-")
      }
    }
  }
}
