internal import GRDB
public import Home
public import Model
public import Monitoring
import Networking

/// Monitors and alerts beside the inventory, in the same file.
extension SQLiteInventoryStore: MonitorStore {
  /// Everything that is needed to go on; what a newer version wrote is left out.
  public func loadMonitoring() throws(StoreError) -> StoredMonitoring {
    try reading { try StoredMonitoring($0) }
  }

  /// Stores all of the batch in one transaction, or nothing of it.
  @discardableResult
  public func commit(_ batch: MonitorBatch) throws(StoreError) -> MonitorNumbers {
    try commit(batch, as: nil)
  }

  /// Does the same for a batch whose numbers have been told already.
  func commit(
    _ batch: MonitorBatch,
    as numbers: MonitorNumbers?
  ) throws(StoreError) -> MonitorNumbers {
    guard !batch.isEmpty else { return MonitorNumbers() }
    return try noting {
      do {
        return try queue.write { try batch.insert(in: $0, as: numbers) }
      } catch is EncodingError {
        // The batch is at fault, not the file.
        throw StoreError.failed(path: folder.database, why: "a value of a monitor is no JSON")
      }
    }
  }

  /// A monitor's samples in spans of `step` milliseconds; after the time of single samples, each hour's
  /// count where it begins.
  public func monitorSamples(
    of monitor: String,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) throws(StoreError) -> [SamplePoint] {
    try reading { database in
      guard let number = try MonitorNumber.find(monitor, database) else { return [] }
      return try SamplePoint.fetch(
        database,
        .monitors,
        of: number,
        from: from,
        to: to,
        step: step
      )
    }
  }

  /// The last change of a monitor's state at or before `from`, and those after it until `to`.
  public func monitorStates(
    of monitor: String,
    from: Timestamp,
    to: Timestamp
  ) throws(StoreError) -> [MonitorStateChange] {
    try reading { try MonitorStateChange.fetch($0, of: monitor, from: from, to: to) }
  }

  /// The incidents that lasted at some time between the two, the newest first.
  public func incidents(
    of monitor: String?,
    from: Timestamp,
    to: Timestamp,
    limit: Int
  ) throws(StoreError) -> [Incident] {
    try reading { try Incident.fetch($0, of: monitor, from: from, to: to, limit: limit) }
  }

  /// The events after that one, ascending.
  public func monitorEvents(
    after seq: Int64,
    limit: Int
  ) throws(StoreError) -> [MonitorEvent] {
    try reading { try MonitorEvent.fetch($0, after: seq, limit: limit) }
  }

  /// Alerts, the newest first; in one state, or in all.
  public func alerts(
    in state: Alert.State?,
    before id: Int64?,
    limit: Int
  ) throws(StoreError) -> [Alert] {
    try reading { try Alert.fetch($0, in: state, before: id, limit: limit) }
  }

  /// Drops what is left of removed monitors, seals an hour, or drops some rows that are too old.
  public func maintainMonitoring(
    _ policy: MonitorPolicy,
    now: Timestamp
  ) throws(StoreError) -> Bool {
    if try dropRemovedMonitors() { return true }
    if try sealMonitors(now: now) { return true }
    let trusted = retentionClock.withLock { $0.look(at: now) }
    if let trusted, lastMonitorSweep.withLock({ $0?.isPast(policy, now: now) ?? true }) {
      if try sweepMonitors(policy, now: trusted) > 0 { return true }
      lastMonitorSweep.withLock { $0 = Sweep(policy: policy, time: now) }
      keepTrustedTime()
    }
    return false
  }

  /// Drops some rows of removed monitors, in one transaction; returns whether there may be more.
  func dropRemovedMonitors() throws(StoreError) -> Bool {
    try noting(unless: false) { try queue.write { try MonitorNumber.step($0) } }
  }

  /// Seals the oldest closed hour, in one transaction; returns whether there was one.
  func sealMonitors(now: Timestamp) throws(StoreError) -> Bool {
    let sealing = HistorySealing(tables: .monitors)
    return try noting(unless: false) { try queue.write { try sealing.step($0, now: now) } }
  }

  /// Drops some rows that are older than the policy says, in one transaction; returns how many.
  func sweepMonitors(_ policy: MonitorPolicy, now: Timestamp) throws(StoreError) -> Int {
    let retention = MonitorRetention(policy: policy, now: now)
    return try noting(unless: 0) { try queue.write { try retention.step($0) } }
  }
}
