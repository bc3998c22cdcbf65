import Model
import Wire

/// Asks apcupsd what power supply it watches.
struct APCConversation: Conversation {
  /// The port that is asked.
  let port: UInt16
  private var lines = MessageBuffer<NISLine>(limit: 512)
  private var kept: [String] = []
  private var linesSeen = 0

  /// The lines that say what it is; the others are measurements, names and serial numbers.
  private static let telling = ["VERSION", "CABLE", "DRIVER", "UPSMODE", "MODEL"]
  private static let mostLines = 128

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ConversationStep { .say(NISLine.status.serialised) }

  mutating func take(_ bytes: [UInt8]) -> ConversationStep {
    lines.append(bytes)
    do throws(WireError) {
      while let line = try lines.next() {
        linesSeen += 1
        guard !line.text.isEmpty, linesSeen <= Self.mostLines else { return .done(end()) }
        guard let text = GreetingText.line(line.text), let colon = text.firstIndex(of: ":") else {
          continue
        }
        let key = text[..<colon].filter { $0 != " " }
        let value = text[text.index(after: colon)...].drop { $0 == " " }
        if Self.telling.contains(key), !value.isEmpty { kept.append("\(key): \(value)") }
      }
      return .wait
    } catch {
      return .done(end())
    }
  }

  mutating func end() -> [Fact] {
    defer { kept = [] }
    guard !kept.isEmpty else { return [] }
    let text = kept.joined(separator: "\n")
    return Fact.greeting(text.utf8, port: port, "apcupsd").map { [$0] } ?? []
  }
}
