public import Model

/// A home that is watched: what faces see of it, and what their users can ask for.
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

  /// What one device is taken to be and why; `nil` where there is no such device.
  func explanation(of id: String) async -> Explanation?

  /// Keeps what the user says of a device, durably: it has reached the disk on return.
  func mark(_ id: String, _ change: MarkChange) async throws(WatchError) -> InventoryDevice

  /// Forgets a device, and what the user said of it; one that is there comes back as a new one.
  func forget(_ id: String) async throws(WatchError)

  /// Forgets every device that is away and of which the user has said nothing; how many those were.
  func forgetAway() async throws(WatchError) -> Int

  /// Asks a device anew what it is, when it is its turn.
  func rescan(_ id: String) async throws(WatchError)

  /// Sweeps now; where a scan runs, it goes on. A paused watch stays paused.
  func startScan() async -> WatchStatus.ScanState

  /// Ends the present sweep; the next one comes at its time, and listening goes on.
  func stopScan() async -> WatchStatus.ScanState

  /// Pauses the watch, so that no sweep comes by itself, or resumes it; listening goes on.
  func setPaused(_ isPaused: Bool) async -> WatchStatus.ScanState
}

/// What the user changes of a device; what is `nil` stays.
public struct MarkChange: Hashable, Sendable {
  /// Its name; `.some(nil)` takes the user's own away.
  public var name: String??
  /// Its kind, likewise.
  public var category: Category??
  /// The note, likewise.
  public var note: String??
  /// Whether it is left out of map and list.
  public var isHidden: Bool?
  /// Whether the user has looked at it.
  public var isSeen: Bool

  /// The given change.
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

/// Why something that the user asked for was not done.
public enum WatchError: Error, Hashable, Sendable {
  /// There is no such device.
  case noSuchDevice(String)
  /// The name or the note is too long or holds control characters; says which and what is allowed.
  case unacceptable(String)
  /// It can't be asked now; says why and when it will be.
  case notAskable(String)
  /// It could not be kept; says why and what to do.
  case notStored(String)
}
