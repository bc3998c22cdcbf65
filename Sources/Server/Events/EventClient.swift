import NIOCore
import LinuxNetwork
import Network

/// A client that is subscribed to events.
final class EventClient: Sendable {
  /// Whose it is: the session or token that it was let in by.
  let visitor: Visitor
  /// Yields when an event is queued or a heartbeat is due; ends with the stream.
  let wakeups: AsyncStream<Void>
  private let wakeup: AsyncStream<Void>.Continuation
  private let channel: any Channel
  private let writingSince = Lock<ContinuousClock.Instant?>(nil)

  init(_ visitor: Visitor, on channel: any Channel) {
    self.visitor = visitor
    self.channel = channel
    (wakeups, wakeup) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Resumes its sending.
  func wake() { wakeup.yield() }

  /// Ends its stream after the write that is under way.
  func end() { wakeup.finish() }

  /// Closes its connection at once.
  func disconnect() {
    wakeup.finish()
    channel.close(promise: nil)
  }

  /// Whether a write has waited that long for the client to take something.
  func isStuck(for timeout: Duration) -> Bool {
    writingSince.withLock { $0.map { .now - $0 > timeout } ?? false }
  }

  /// Notes whether a write is under way.
  func note(isWriting: Bool) {
    writingSince.withLock { $0 = isWriting ? .now : nil }
  }
}
