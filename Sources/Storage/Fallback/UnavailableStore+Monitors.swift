public import Home
public import Model
public import Monitoring
import Networking

/// Monitors and alerts go on in memory, from what could be read of the store; what changes goes to the disk
/// with the first batch after the store could be opened.
extension UnavailableStore: MonitorStore {
  /// What is stored by now, or else what is in memory.
  public func loadMonitoring() throws(StoreError) -> StoredMonitoring {
    try monitorStore.loadMonitoring()
  }

  /// Stores the batch, in memory as long as the store can't be opened; the store isn't opened for that
  /// alone.
  @discardableResult
  public func commit(_ batch: MonitorBatch) throws(StoreError) -> MonitorNumbers {
    if let store = try joined() { return try store.commit(batch) }
    return try monitorMemory.commit(batch)
  }

  /// The store, where it is open and has what was in memory; `nil` as long as memory goes on.
  private func joined() throws(StoreError) -> SQLiteInventoryStore? {
    let (store, place) = contents.withLock { contents in
      let before = contents.monitors
      if contents.store != nil, before == .untilOpen { contents.monitors = .joining }
      return (contents.store, before)
    }
    guard let store else { return nil }
    switch place {
    case .store: return store
    case .memory: return nil
    // What comes meanwhile would be in neither.
    case .joining: throw .inUse(path: store.folder.database)
    case .untilOpen: break
    }
    let (whole, numbers) = monitorMemory.everything()
    let isStored = (try? store.commit(whole, as: numbers)) != nil
    contents.withLock { $0.monitors = isStored ? .store : .untilOpen }
    return isStored ? store : nil
  }

  private var monitorStore: any MonitorStore {
    let (store, place) = contents.withLock { ($0.store, $0.monitors) }
    if let store, place == .store { return store }
    return monitorMemory
  }

  /// A monitor's samples in spans of `step` milliseconds.
  public func monitorSamples(
    of monitor: String,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) throws(StoreError) -> [SamplePoint] {
    try monitorStore.monitorSamples(of: monitor, from: from, to: to, step: step)
  }

  /// The last change of a monitor's state at or before `from`, and those after it until `to`.
  public func monitorStates(
    of monitor: String,
    from: Timestamp,
    to: Timestamp
  ) throws(StoreError) -> [MonitorStateChange] {
    try monitorStore.monitorStates(of: monitor, from: from, to: to)
  }

  /// The incidents that lasted at some time between the two, the newest first.
  public func incidents(
    of monitor: String?,
    from: Timestamp,
    to: Timestamp,
    limit: Int
  ) throws(StoreError) -> [Incident] {
    try monitorStore.incidents(of: monitor, from: from, to: to, limit: limit)
  }

  /// The events after that one, ascending.
  public func monitorEvents(
    after seq: Int64,
    limit: Int
  ) throws(StoreError) -> [MonitorEvent] {
    try monitorStore.monitorEvents(after: seq, limit: limit)
  }

  /// Alerts, the newest first; in one state, or in all.
  public func alerts(
    in state: Alert.State?,
    before id: Int64?,
    limit: Int
  ) throws(StoreError) -> [Alert] {
    try monitorStore.alerts(in: state, before: id, limit: limit)
  }

  /// What the store does, or what memory does.
  public func maintainMonitoring(
    _ policy: MonitorPolicy,
    now: Timestamp
  ) throws(StoreError) -> Bool {
    try monitorStore.maintainMonitoring(policy, now: now)
  }
}
