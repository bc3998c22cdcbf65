@testable import Model
@testable import Probing

/// Runs a conversation on bytes, as a connection would.
struct ExchangeDriver {
  private var conversation: any StreamExchange
  /// What was sent so far.
  private(set) var sent: [UInt8] = []
  /// What was learnt so far.
  private(set) var facts: [Fact] = []
  /// Whether all is said.
  private(set) var isDone = false

  init(_ conversation: any StreamExchange) {
    self.conversation = conversation
    note(self.conversation.begin())
  }

  /// Brings bytes, in pieces of that many.
  mutating func take(_ bytes: [UInt8], pieces: Int = .max) {
    var rest = bytes[...]
    while !rest.isEmpty, !isDone {
      let piece = rest.prefix(pieces)
      rest = rest.dropFirst(piece.count)
      note(conversation.take(Array(piece)))
    }
  }

  /// Brings text.
  mutating func take(_ text: String, pieces: Int = .max) {
    take(Array(text.utf8), pieces: pieces)
  }

  /// Nothing more comes.
  mutating func end() {
    guard !isDone else { return }
    facts += conversation.end()
    isDone = true
  }

  /// What was sent since it was last asked.
  mutating func drain() -> [UInt8] {
    defer { sent = [] }
    return sent
  }

  /// The texts of the greetings that were learnt.
  var banners: [String] {
    facts.compactMap { if case .banner(let banner) = $0 { banner.text } else { nil } }
  }

  private mutating func note(_ step: ExchangeStep) {
    sent += step.sending
    facts += step.facts
    isDone = step.isDone
    // Whoever hangs up asks for what is left: nothing must be told twice.
    if isDone { facts += conversation.end() }
  }
}
