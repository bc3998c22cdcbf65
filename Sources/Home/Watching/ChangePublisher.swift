import Discovery
import Model

/// Wakes the subscribers when there are changes to read, and decides when that is due.
///
/// Subscribers get no content: each reads the change log by a cursor of its own, at its own pace.
struct ChangePublisher: Sendable {
  /// The last change that subscribers were woken for.
  private(set) var published = ChangeCursor(epoch: 0, seq: 0)
  /// The status as of the last publication.
  private var status: WatchStatus?
  private var subscribers: [Int: AsyncStream<Void>.Continuation] = [:]
  private var lastSubscriber = 0
  private var pacer = UpdatePacer()

  /// How long changes are gathered while the watch only listens.
  private static let calm = Duration.seconds(1)

  /// A round begins: the first changes are published quickly.
  mutating func beginRound() { pacer.beginAnew() }

  /// How long to gather before the next publication.
  mutating func delay(at now: Duration, isUrgent: Bool, isCalm: Bool) -> Duration {
    pacer.noteChange(at: now)
    let due = max(.zero, (pacer.due ?? now) - now)
    return isCalm && !isUrgent ? max(due, Self.calm) : due
  }

  /// Takes the present status; whether it differs from the one of before.
  mutating func replaceStatus(by status: WatchStatus) -> Bool {
    defer { self.status = status }
    return status != self.status
  }

  /// Wakes every subscriber if faces have something new to show; whether they have.
  @discardableResult
  mutating func publish(_ inventory: Inventory, at now: Duration) -> Bool {
    let changes = inventory.shownChanges(after: published)
    published = inventory.log.cursor
    guard changes?.isEmpty != true else { return false }
    pacer.noteUpdate(at: now)
    for subscriber in subscribers.values { subscriber.yield() }
    return true
  }

  // MARK: Subscribers

  /// A new subscriber; `onEnd` is called when it listens no more.
  mutating func subscribe(onEnd: @escaping @Sendable (Int) -> Void) -> AsyncStream<Void> {
    lastSubscriber += 1
    let number = lastSubscriber
    let (wakeups, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    continuation.onTermination = { _ in onEnd(number) }
    subscribers[number] = continuation
    return wakeups
  }

  /// Forgets a subscriber.
  mutating func unsubscribe(_ number: Int) { subscribers[number] = nil }

  /// Nothing more will be published.
  mutating func finish() {
    for subscriber in subscribers.values { subscriber.finish() }
    subscribers = [:]
  }
}
