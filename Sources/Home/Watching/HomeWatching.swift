public import Model

/// The interface of a watched home for its users: the CLI and the server.
public protocol HomeWatching: Sendable {
  /// The inventory as it is now.
  func snapshot() async -> InventorySnapshot

  /// What changed after the cursor: each device once, as it is now. All of the inventory where that is
  /// no longer known.
  func changes(after cursor: ChangeCursor) async -> InventoryUpdate

  /// An element whenever there may be changes to read; a slow reader finds one, not many. Ends with the
  /// watch.
  func wakeups() async -> AsyncStream<Void>

  /// One device; also by an id that it had before a stronger identity was known.
  func device(_ id: String) async -> InventoryDevice?

  /// The explanation of one device's verdict; `nil` if there is no such device.
  func explanation(of id: String) async -> Explanation?

  /// Stores the user's annotations of a device; they are on the disk on return.
  func mark(_ id: String, _ change: MarkChange) async throws(WatchError) -> InventoryDevice

  /// Forgets a device and its annotations; a present device comes back as a new one.
  func forget(_ id: String) async throws(WatchError)

  /// Forgets all devices that are away and not annotated; returns their number.
  func forgetAway() async throws(WatchError) -> Int

  /// Merges a device into another, which keeps its place; it stays so until it is undone.
  func merge(_ id: String, into other: String) async throws(WatchError) -> IdentityChange

  /// Makes a device of its own of some of a device's link addresses, written with colons; without any,
  /// of the one of two that it does not show now.
  func split(_ id: String, off macs: [String]?) async throws(WatchError) -> IdentityChange

  /// The link addresses that are known of a device, the one that it shows first; by those it is split.
  func macs(of id: String) async -> [KnownMAC]

  /// Undoes the merge or the split that the change with that number tells of.
  func undo(_ seq: UInt64) async throws(WatchError) -> IdentityChange

  /// The device is not the known one that it was proposed to be.
  func dismissProposal(of id: String) async throws(WatchError) -> InventoryDevice

  /// Queues a reprobe of a device.
  func rescan(_ id: String) async throws(WatchError)

  /// Sweeps now; where a scan runs, it goes on. A paused watch stays paused.
  func startScan() async -> WatchStatus.ScanState

  /// Ends the present sweep; the next one comes at its time, and listening goes on.
  func stopScan() async -> WatchStatus.ScanState

  /// Pauses the watch, so that no sweep comes by itself, or resumes it; listening goes on.
  func setPaused(_ isPaused: Bool) async -> WatchStatus.ScanState
}

/// A change of a device's annotations; `nil` leaves a property as it is.
public struct MarkChange: Hashable, Sendable {
  /// Its name; `.some(nil)` removes it.
  public var name: String??
  /// Its kind, likewise.
  public var category: Category??
  /// The note, likewise.
  public var note: String??
  /// Whether it is left out of map and list.
  public var isHidden: Bool?
  /// Whether the user has looked at it.
  public var isSeen: Bool

  /// Memberwise initialiser.
  public init(
    name: String?? = nil,
    category: Category?? = nil,
    note: String?? = nil,
    isHidden: Bool? = nil,
    isSeen: Bool = false
  ) {
    self.name = name
    self.category = category
    self.note = note
    self.isHidden = isHidden
    self.isSeen = isSeen
  }
}

/// What became of a merge, a split or the end of one.
public struct IdentityChange: Sendable {
  /// The number of the change, by which it can be undone; `nil` where it can't.
  public var seq: UInt64?
  /// The device that keeps its place first, then the one that was split off it, if any.
  public var devices: [InventoryDevice]

  /// Memberwise initialiser.
  public init(seq: UInt64?, devices: [InventoryDevice]) {
    self.seq = seq
    self.devices = devices
  }
}

/// The inventory as it was at one moment.
public struct InventorySnapshot: Sendable {
  /// The last change that is in it.
  public var cursor: ChangeCursor
  /// Every device, hidden ones too, in order of address.
  public var devices: [InventoryDevice]
  /// How the watch is.
  public var status: WatchStatus

  /// Memberwise initialiser.
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

  /// Memberwise initialiser.
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
