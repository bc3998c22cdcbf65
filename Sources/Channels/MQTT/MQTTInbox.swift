internal import Networking

/// What happened on a connection and was not read yet.
///
/// The client's thread fills it and never waits. What comes from others is bounded: more messages than that
/// are dropped. Acknowledgements are bounded by what was sent.
final class MQTTInbox: Sendable {
  private struct Contents {
    var events: [MQTTEvent] = []
    var receivedBytes = 0
  }

  private let contents = Lock(Contents())
  /// An element whenever there is something to read; a slow reader finds one, not many.
  let wakeups: AsyncStream<Void>
  private let wakeup: AsyncStream<Void>.Continuation

  /// The most bytes of topics and messages that wait here.
  private static let mostBytes = 1 << 20

  init() {
    (wakeups, wakeup) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
  }

  /// Adds what happened.
  func add(_ event: MQTTEvent) {
    contents.withLock { contents in
      if case .received(let message) = event {
        // A few bytes for the entry itself: empty messages are many, too.
        let size = message.topic.utf8.count + message.bytes.count + 64
        guard contents.receivedBytes + size <= Self.mostBytes else { return }
        contents.receivedBytes += size
      }
      contents.events.append(event)
    }
    wakeup.yield()
  }

  /// Everything that happened since the last call, in order.
  func take() -> [MQTTEvent] {
    contents.withLock { contents in
      defer { contents = Contents() }
      return contents.events
    }
  }

  /// Nothing comes any more.
  func finish() { wakeup.finish() }
}
