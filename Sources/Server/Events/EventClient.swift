import NIOCore
import Net

/// A client that listens to events, as the hub knows it.
final class EventClient: Sendable {
  /// Who it is.
  let visitor: Visitor
  /// Rings when there is something to send, or a sign of life is due; ends with the stream.
  let bell: AsyncStream<Void>
  private let rope: AsyncStream<Void>.Continuation
  private let channel: any Channel
  private let writingSince = Lock<ContinuousClock.Instant?>(nil)

  init(_ visitor: Visitor, on channel: any Channel) {
    self.visitor = visitor
    self.channel = channel
    (bell, rope) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Tells it to look for events.
  func wake() { rope.yield() }

  /// Lets it go when it has been sent what it is being sent.
  func end() { rope.finish() }

  /// Lets it go at once.
  func disconnect() {
    rope.finish()
    channel.close(promise: nil)
  }

  /// Whether a write has waited that long for the client to take something.
  func isStuck(for patience: Duration) -> Bool {
    writingSince.withLock { $0.map { .now - $0 > patience } ?? false }
  }

  /// Notes whether a write is under way.
  func note(isWriting: Bool) {
    writingSince.withLock { $0 = isWriting ? .now : nil }
  }
}
