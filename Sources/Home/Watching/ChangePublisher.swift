import Discovery
import Model

/// Wakes the subscribers when there are changes to read, and decides when that is due.
///
/// Subscribers get no content: each reads the change log by a cursor of its own, at its own pace.
struct ChangePublisher: Sendable {
  /// The last change that subscribers were woken for.
  private(set) var published = ChangeCursor(epoch: 0, seq: 0)
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

  /// Wakes every subscriber if there is something new to show; returns whether there is.
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

  mutating func unsubscribe(_ number: Int) { subscribers[number] = nil }

  mutating func finish() {
    for subscriber in subscribers.values { subscriber.finish() }
    subscribers = [:]
  }
}

/// What the inventory's change log counts changes of.
package enum InventorySubject: Hashable, Sendable {
  /// What faces show of the device in that slot.
  case device(Int)
  /// What the store keeps of the device in that slot.
  case record(Int)
  /// A device's id in faces; only its removal is logged.
  case id(String)
  /// The watch's status.
  case status
}

/// What faces have to show after a cursor.
struct ShownChanges: Sendable {
  var slots: [Int] = []
  /// Ids that are no device's any more.
  var removed: [String] = []
  var hasStatus = false
  var cursor: ChangeCursor

  var isEmpty: Bool { slots.isEmpty && removed.isEmpty && !hasStatus }
}

/// What the store has to keep after a cursor.
struct UnsavedChanges: Sendable {
  /// The devices to keep as they are now, in order of slot.
  var devices: [StoredDevice] = []
  var removed: [StoredDevice.Key] = []
  /// Whether these are all devices, so that all others in the store are removed.
  var isWhole = false
  var cursor: ChangeCursor
}

extension Inventory {
  /// The changes to show after the cursor; `nil` if a snapshot is needed.
  func shownChanges(after cursor: ChangeCursor, limit: Int = .max) -> ShownChanges? {
    let changes = log.changes(after: cursor, limit: limit) { subject in
      if case .record = subject { false } else { true }
    }
    guard let changes else { return nil }
    var shown = ShownChanges(cursor: changes.cursor)
    for subject in changes.changed {
      switch subject {
      case .device(let slot): shown.slots.append(slot)
      case .status: shown.hasStatus = true
      case .record, .id: continue
      }
    }
    for case .id(let id) in changes.removed where hasNo(id: id) { shown.removed.append(id) }
    return shown
  }

  /// What the store has to keep after the cursor.
  ///
  /// Unconfirmed devices without annotations that were seen in one round only are not stored.
  func unsavedChanges(after cursor: ChangeCursor) -> UnsavedChanges {
    let changes = log.changes(after: cursor) { subject in
      if case .record = subject { true } else { false }
    }
    var unsaved = UnsavedChanges(isWhole: changes == nil, cursor: log.cursor)
    let slots = changes.map { $0.changed.compactMap(\.slot).sorted() } ?? entries.keys.sorted()
    unsaved.devices = slots.compactMap { entries[$0] }.filter(\.isStored).map(\.stored)
    unsaved.removed = (changes?.removed ?? []).compactMap(\.slot).sorted()
      .map { StoredDevice.Key($0) }
    return unsaved
  }

  private func hasNo(id: String) -> Bool {
    slot(of: id).flatMap { entries[$0] }?.id != id
  }
}

extension InventorySubject {
  fileprivate var slot: Int? {
    switch self {
    case .device(let slot), .record(let slot): slot
    case .id, .status: nil
    }
  }
}
