import Networking
import NIOCore

/// A client that listens to events, as the hub knows it.
final class EventClient: Sendable {
  /// Who it is.
  let visitor: Visitor
  /// An element when an event is queued or a heartbeat is due; ends with the stream.
  let wakeups: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let channel: any Channel
  private let writingSince = Lock<ContinuousClock.Instant?>(nil)

  init(_ visitor: Visitor, on channel: any Channel) {
    self.visitor = visitor
    self.channel = channel
    (wakeups, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
  }

  /// Tells it to look for events.
  func wake() { continuation.yield() }

  /// Lets it go when it has been sent what it is being sent.
  func end() { continuation.finish() }

  /// Lets it go at once.
  func disconnect() {
    continuation.finish()
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
