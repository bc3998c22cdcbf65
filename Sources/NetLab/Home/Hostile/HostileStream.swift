/// A port that says something and then goes on for ever, or falls silent without closing.
struct HostileStream: ListenerService {
  /// What it begins with; sent once something was asked, or at once.
  let head: [UInt8]
  /// What it repeats; empty for silence.
  let piece: [UInt8]
  /// How long it waits between the pieces.
  let pause: Duration
  /// Whether it waits to be asked.
  let isAsked: Bool

  init(
    _ head: String = "",
    repeating piece: [UInt8] = [],
    every pause: Duration = .milliseconds(1),
    isAsked: Bool = true
  ) {
    self.head = Array(head.utf8)
    self.piece = piece
    self.pause = pause
    self.isAsked = isAsked
  }

  func accept() -> any ServedConversation { Conversation(stream: self) }

  private struct Conversation: ServedConversation {
    let stream: HostileStream
    var hasBegun = false

    mutating func begin() -> ServedStep { stream.isAsked ? .wait : start() }

    mutating func take(_ bytes: [UInt8]) -> ServedStep { hasBegun ? .wait : start() }

    mutating func resume() -> ServedStep {
      ServedStep(sending: stream.piece, next: .resume(after: stream.pause))
    }

    private mutating func start() -> ServedStep {
      hasBegun = true
      guard !stream.piece.isEmpty else { return .say(stream.head) }
      return ServedStep(sending: stream.head, next: .resume(after: stream.pause))
    }
  }
}
