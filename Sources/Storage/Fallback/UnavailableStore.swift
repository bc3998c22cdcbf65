public import Model
internal import Monitoring
import Networking
public import Home

/// Replaces a store that could not be opened: it reports the error and stores nothing.
///
/// Where the disk is full or read-only, each write tries to open it again, if its contents could be
/// read; otherwise their slots would be assigned again.
public final class UnavailableStore: InventoryStore {
  struct Contents {
    var failure: StoreError
    /// What was read at the beginning; `nil` where that is not known, or no longer true.
    var known: [StoredDevice]?
    var store: SQLiteInventoryStore?
    /// Whether a thread is trying to open it.
    var isOpening = false
    /// The greatest slot in the history at the beginning, where that could be read.
    var greatestSlot: Int?
    /// The silences that were learned until then, where they could be read.
    var silences: [Int: [UInt8]] = [:]
    /// Whether the history that was kept in memory is in the store.
    var isJoined = false
    /// Whether monitors may go to the store once it is open, and whether they have.
    var monitors = MonitorPlace.memory
    /// Whether the store is not to be opened any more.
    var isClosed = false
  }

  /// Where monitors and alerts are kept.
  enum MonitorPlace {
    /// In memory until the process ends: what the store has of them is not known.
    case memory
    /// In memory until the store is open.
    case untilOpen
    /// On their way from memory to the store.
    case joining
    /// In the store.
    case store
  }

  private let directory: String
  private let path: String
  let contents: Lock<Contents>
  /// The history meanwhile.
  private let memory = MemoryHistoryStore()
  /// Monitors and alerts meanwhile.
  let monitorMemory: MemoryMonitorStore

  /// The store that failed so; what can still be read of it is known.
  public init(directory: String, failure: StoreError) {
    self.directory = directory
    path = StoreDirectory.database(in: directory)
    var contents = Contents(failure: failure)
    var monitors: MemoryMonitorStore?
    switch failure {
    case .readOnly, .diskFull:
      do throws(StoreError) {
        contents.known = try SQLiteInventoryStore.read(directory, mayLock: true)
        let history = try? SQLiteHistoryReader(directory: directory)
        contents.greatestSlot = try? history?.greatestSlot()
        contents.silences = (try? history?.silences()) ?? [:]
        monitors = try? MemoryMonitorStore(readingFrom: directory)
        if monitors != nil { contents.monitors = .untilOpen }
      } catch {
        contents.failure = error.notRetried
      }
    case .inUse, .unreadable, .damaged, .tooNew, .failed: break
    }
    self.contents = Lock(contents)
    monitorMemory = monitors ?? MemoryMonitorStore()
  }

  /// Closes the store, if it could be opened by now; it is not opened any more.
  public func close() {
    let store: SQLiteInventoryStore? = contents.withLock { contents in
      contents.isClosed = true
      return contents.store
    }
    store?.close()
  }

  /// The file, and what is wrong with it.
  public var state: WatchStatus.StorageState {
    let (store, failure) = contents.withLock { ($0.store, $0.failure) }
    return store?.state ?? WatchStatus.StorageState(path: path, failure: failure)
  }

  /// What could be read at the beginning, or is kept by now.
  public func load() throws(StoreError) -> [StoredDevice] {
    let (store, known) = contents.withLock { ($0.store, $0.known) }
    return try store?.load() ?? known ?? []
  }

  /// Forgets and keeps devices if the store can be opened by now; else fails, as opening did.
  public func write(
    _ devices: [StoredDevice],
    removing keys: [StoredDevice.Key]
  ) throws(StoreError) {
    try open().write(devices, removing: keys)
  }

  /// The same with what undoes a merge or a split.
  public func write(
    _ devices: [StoredDevice],
    removing keys: [StoredDevice.Key],
    edits: StoredEditChange
  ) throws(StoreError) {
    try open().write(devices, removing: keys, edits: edits)
  }

  /// Forgets devices if the store can be opened by now; else fails, as opening did.
  public func forget(
    _ keys: [StoredDevice.Key],
    histories slots: Set<Int>,
    edits: StoredEditChange
  ) throws(StoreError) {
    try open().forget(keys, histories: slots, edits: edits)
  }

  /// What is kept by now; nothing before the store could be opened.
  public func loadEdits() throws(StoreError) -> [StoredEdit] {
    try contents.withLock { $0.store }?.loadEdits() ?? []
  }

  /// Sets aside numbers where the store could be opened by now; it is not opened for that alone.
  public func reserve(_ count: UInt64, epoch: UInt64) throws(StoreError) -> SequenceReservation {
    let (store, failure) = contents.withLock { ($0.store, $0.failure) }
    guard let store else { throw failure }
    return try store.reserve(count, epoch: epoch)
  }

  private func open() throws(StoreError) -> SQLiteInventoryStore {
    let now = contents.withLock { contents -> Contents in
      defer { contents.isOpening = contents.store == nil && contents.known != nil }
      return contents
    }
    if let store = now.store { return store }
    guard !now.isClosed else { throw .failed(path: path, why: "it is closed") }
    // The inventory and the history are written from threads of their own: who comes while the other opens
    // the store would take it for another homenet.
    guard let known = now.known, !now.isOpening else { throw now.failure }
    defer { contents.withLock { $0.isOpening = false } }
    do throws(StoreError) {
      let store = try SQLiteInventoryStore(directory: directory)
      guard try store.load() == known else {
        contents.withLock { $0.known = nil }
        throw .failed(path: path, why: "another homenet has written to it meanwhile: start again")
      }
      let isClosed: Bool = contents.withLock { contents in
        contents.store = store
        contents.known = nil
        return contents.isClosed
      }
      if isClosed { store.close() }
      return store
    } catch {
      contents.withLock { $0.failure = error }
      throw error
    }
  }
}

/// The history goes on in memory; what is there goes to the disk with the first batch that can.
extension UnavailableStore: HistoryStore {
  /// Adds the batch if the store can be opened by now; else keeps it in memory and fails.
  ///
  /// The same batch may be added again: it is there once.
  public func append(_ batch: HistoryBatch) throws(StoreError) {
    do throws(StoreError) {
      let store = try open()
      if contents.withLock({ $0.isJoined }) { return try store.append(batch) }
      let end = try store.end()
      // Beside what is in memory, not among it: that has bounds, and the batch may have more.
      var whole = memory.takeAll() ?? HistoryBatch(time: batch.time)
      whole.add(batch)
      do throws(StoreError) {
        try store.append(whole.following(end))
      } catch {
        try memory.append(whole)
        throw error
      }
      contents.withLock { $0.isJoined = true }
    } catch {
      // By then the store is read, and nothing takes it out of memory any more.
      if !contents.withLock({ $0.isJoined }) { try memory.append(batch) }
      throw error
    }
  }

  private var readable: any HistoryStore {
    if let store = contents.withLock({ $0.store }) { return store }
    return memory
  }

  /// The changes that match, ascending by number.
  public func changes(_ query: ChangeQuery) throws(StoreError) -> [HomeChange] {
    try readable.changes(query)
  }

  /// The transitions of presence in that time, and for each device the last one before.
  public func presence(
    of slot: Int?,
    from: Timestamp,
    to: Timestamp
  ) throws(StoreError) -> [PresenceTransition] {
    try readable.presence(of: slot, from: from, to: to)
  }

  /// The versions of profiles that held at that moment, by slot.
  public func profiles(at time: Timestamp) throws(StoreError) -> [Int: DeviceProfile] {
    try readable.profiles(at: time)
  }

  /// The samples of a device in spans of `step` milliseconds.
  public func samples(
    of slot: Int,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) throws(StoreError) -> [SamplePoint] {
    try readable.samples(of: slot, from: from, to: to, step: step)
  }

  /// When the history was last known to be going on.
  public func lastHeartbeat() throws(StoreError) -> Timestamp? { try readable.lastHeartbeat() }

  /// The greatest slot that anything is kept of, on the disk too.
  public func greatestSlot() throws(StoreError) -> Int? {
    let present = try readable.greatestSlot()
    return [contents.withLock { $0.greatestSlot }, present].compactMap(\.self).max()
  }

  /// What was learned of how long devices are silent: what is on the disk, and what is newer in memory.
  public func silences() throws(StoreError) -> [Int: [UInt8]] {
    let present = try readable.silences()
    let (known, isOpen) = contents.withLock { ($0.silences, $0.store != nil) }
    return isOpen ? present : known.merging(present) { $1 }
  }

  /// Drops what is kept of those slots in memory, and in the store if it could be opened by now.
  public func forget(_ slots: Set<Int>) throws(StoreError) {
    try memory.forget(slots)
    try contents.withLock { $0.store }?.forget(slots)
  }

  /// What the store does, where it could be opened by now.
  public func maintain(_ policy: HistoryPolicy, now: Timestamp) throws(StoreError) -> Bool {
    try readable.maintain(policy, now: now)
  }

  /// What the store does, where it could be opened by now.
  public func backUp(
    _ policy: HistoryPolicy,
    now: Timestamp,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(StoreError) {
    try readable.backUp(policy, now: now, isCancelled: isCancelled)
  }
}

extension SQLiteInventoryStore {
  /// The last transition of each device, and until when they hold.
  fileprivate func end() throws(StoreError) -> (last: [PresenceTransition], time: Timestamp)? {
    guard let time = try lastHeartbeat() else { return nil }
    return (try presence(of: nil, from: time, to: time), time)
  }
}

extension HistoryBatch {
  /// The batch after a history that ended then: nobody knows what was in between.
  fileprivate func following(
    _ end: (last: [PresenceTransition], time: Timestamp)?
  ) -> HistoryBatch {
    guard let end else { return self }
    var batch = self
    let gap = end.last.filter { $0.state != .unknown }.map { last in
      let since = max(end.time.milliseconds, last.since.milliseconds + 1)
      return PresenceTransition(
        slot: last.slot,
        state: .unknown,
        since: Timestamp(milliseconds: since)
      )
    }
    batch.transitions = gap + batch.transitions
    return batch
  }
}

extension StoreError {
  /// The same where it isn't tried again.
  fileprivate var notRetried: StoreError {
    switch self {
    case .diskFull(let path):
      .failed(
        path: path,
        why: "the disk is full, and what is kept can't be read so: make room and start again"
      )
    case .readOnly(let path):
      .failed(
        path: path,
        why:
          "it can't be read where its log can't be made: give its owner the right to write there "
          + "and start again"
      )
    case .inUse, .unreadable, .damaged, .tooNew, .failed: self
    }
  }
}
