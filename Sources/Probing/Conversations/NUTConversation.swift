import Model

/// Asks Network UPS Tools what power supply it watches (RFC 9271, section 4.2).
struct NUTConversation: Conversation {
  /// The port that is asked.
  let port: UInt16
  private var lines = LineBuffer(limit: 4 << 10)
  private var kept: [String] = []
  private var unit: String?
  private var asked = 0

  /// What is asked of the first power supply.
  private static let variables = ["ups.mfr", "ups.model"]
  /// How much may be said before that is known.
  private static let mostLines = 64
  private var linesSeen = 0

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ConversationStep { .say(Array("LIST UPS\n".utf8)) }

  mutating func take(_ bytes: [UInt8]) -> ConversationStep {
    lines.append(bytes)
    while let line = lines.next() {
      linesSeen += 1
      guard linesSeen <= Self.mostLines, let text = GreetingText.line(line) else { return leave() }
      let words = text.split(separator: " ", maxSplits: 2).map(String.init)
      switch words.first {
      case "BEGIN": continue
      case "UPS" where words.count > 1 && Self.isName(words[1]):
        if unit == nil {
          unit = words[1]
          kept.append(text)
        }
      case "END":
        guard unit != nil else { return leave() }
        return ask()
      case "VAR" where unit != nil:
        kept.append(text)
        return ask()
      case "ERR" where unit != nil: return ask()
      default: return leave()
      }
    }
    return lines.isFull ? leave() : .wait
  }

  mutating func end() -> [Fact] {
    defer { kept = [] }
    guard !kept.isEmpty else { return [] }
    return Fact.greeting(kept.joined(separator: "\n").utf8, port: port, "nut").map { [$0] } ?? []
  }

  private mutating func ask() -> ConversationStep {
    guard let unit, asked < Self.variables.count else { return leave() }
    defer { asked += 1 }
    return .say(Array("GET VAR \(unit) \(Self.variables[asked])\n".utf8))
  }

  private mutating func leave() -> ConversationStep {
    ConversationStep(sending: Array("LOGOUT\n".utf8), facts: end(), isDone: true)
  }

  /// A name goes back into a command, so it must be nothing but one.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 64
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}
