public import Model

/// The inventory as it was at one moment.
public struct InventorySnapshot: Sendable {
  /// The last change that is in it.
  public var cursor: ChangeCursor
  /// Every device, hidden ones too, in order of address.
  public var devices: [InventoryDevice]
  /// How the watch is.
  public var status: WatchStatus

  /// The given moment.
  public init(cursor: ChangeCursor, devices: [InventoryDevice], status: WatchStatus) {
    self.cursor = cursor
    self.devices = devices
    self.status = status
  }
}

/// What changed after a cursor.
public struct InventoryUpdate: Sendable {
  /// The last change that is in it: the cursor to go on with.
  public var cursor: ChangeCursor
  /// The devices that are new or changed, as they are now, in order of address.
  public var changed: [InventoryDevice]
  /// The ids that are no devices any more: forgotten, or replaced by a stronger identity.
  public var removed: [String]
  /// Whether the changes since the cursor are no longer known: `changed` holds every device, and
  /// whatever else the reader knows is gone.
  public var isSnapshot: Bool
  /// Whether the status may have changed.
  public var hasStatus: Bool
  /// How the watch is now.
  public var status: WatchStatus

  /// The given changes.
  public init(
    cursor: ChangeCursor,
    changed: [InventoryDevice],
    removed: [String],
    hasStatus: Bool,
    status: WatchStatus
  ) {
    self.cursor = cursor
    self.changed = changed
    self.removed = removed
    self.hasStatus = hasStatus
    self.status = status
    isSnapshot = false
  }

  /// All of a snapshot.
  public init(_ snapshot: InventorySnapshot) {
    cursor = snapshot.cursor
    changed = snapshot.devices
    removed = []
    isSnapshot = true
    hasStatus = true
    status = snapshot.status
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { changed.isEmpty && removed.isEmpty && !hasStatus && !isSnapshot }
}

/// The updates of a home after a cursor, each read when the home wakes its subscribers.
public struct InventoryUpdates: AsyncSequence, Sendable {
  fileprivate let home: any HomeWatching
  fileprivate let cursor: ChangeCursor
  fileprivate let wakeups: AsyncStream<Void>

  /// Begins after the cursor.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(home: home, cursor: cursor, wakeups: wakeups.makeAsyncIterator())
  }

  /// Reads the updates.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let home: any HomeWatching
    fileprivate var cursor: ChangeCursor
    fileprivate var wakeups: AsyncStream<Void>.Iterator

    /// The next update; `nil` once the watch has ended.
    public mutating func next() async -> InventoryUpdate? {
      while await wakeups.next() != nil {
        let update = await home.changes(after: cursor)
        cursor = update.cursor
        if !update.isEmpty { return update }
      }
      return nil
    }
  }
}

extension HomeWatching {
  /// The inventory as it is now, and every update after it.
  public func follow() async -> (snapshot: InventorySnapshot, updates: InventoryUpdates) {
    // Subscribed first: what changes meanwhile wakes the reader.
    let wakeups = await wakeups()
    let snapshot = await snapshot()
    let updates = InventoryUpdates(home: self, cursor: snapshot.cursor, wakeups: wakeups)
    return (snapshot, updates)
  }
}
