public import Home
public import Model
import Networking

/// Monitors, their past and their alerts in memory, within bounds: for tests, for the demo, and where there
/// is no disk.
public final class MemoryMonitorStore: MonitorStore {
  private let contents: Lock<MonitorMemory>

  /// How much is kept.
  public struct Bounds: Hashable, Sendable {
    /// Samples of all monitors together.
    public var samples = 500_000
    /// Samples of one monitor.
    public var samplesOfOne = 3000
    /// States of one monitor.
    public var states = 1000
    /// Incidents that have ended.
    public var incidents = 10_000
    /// Events.
    public var events = 10_000
    /// Alerts that were sent or given up; twice as many with those that are still to be sent.
    public var alerts = 5000

    /// The usual ones: some tens of megabytes at most.
    public init() {}
  }

  /// A store with that in it.
  public init(_ stored: StoredMonitoring = StoredMonitoring(), bounds: Bounds = Bounds()) {
    contents = Lock(MonitorMemory(stored, after: MonitorMemory.LastNumbers(), bounds: bounds))
  }

  /// A store that goes on in the place of another one, which has that in it and gave those numbers last.
  package init(_ stored: StoredMonitoring, after last: MonitorMemory.LastNumbers) {
    contents = Lock(MonitorMemory(stored, after: last, bounds: Bounds()))
  }

  /// Has every call fail from now on, as on a full disk; `nil` ends that.
  public func fail(with error: StoreError?) {
    contents.withLock { $0.failure = error }
  }

  /// All that was stored since the beginning as one batch, and the numbers that were told.
  package func everything() -> (batch: MonitorBatch, numbers: MonitorNumbers) {
    contents.withLock { $0.everything() }
  }

  /// Everything that is needed to go on.
  public func loadMonitoring() throws(StoreError) -> StoredMonitoring {
    try reading { $0.stored }
  }

  /// Stores all of the batch.
  @discardableResult
  public func commit(_ batch: MonitorBatch) throws(StoreError) -> MonitorNumbers {
    try contents.withLock { (memory: inout MonitorMemory) throws(StoreError) -> MonitorNumbers in
      if let failure = memory.failure { throw failure }
      return memory.take(batch)
    }
  }

  /// A monitor's samples in spans of `step` milliseconds.
  public func monitorSamples(
    of monitor: String,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) throws(StoreError) -> [SamplePoint] {
    guard from < to else { return [] }
    let samples = try reading { $0.samples[monitor] ?? [] }
    var spans = SampleSpans(from: from, to: to, step: step)
    for sample in samples { spans.add(sample) }
    return spans.points
  }

  /// The last change of a monitor's state at or before `from`, and those after it until `to`.
  public func monitorStates(
    of monitor: String,
    from: Timestamp,
    to: Timestamp
  ) throws(StoreError) -> [MonitorStateChange] {
    let states = try reading { $0.states[monitor] ?? [] }
    let first = states.lastIndex { $0.time <= from } ?? states.startIndex
    return states[first...].filter { $0.time <= to }
  }

  /// The incidents that lasted at some time between the two, the newest first.
  public func incidents(
    of monitor: String?,
    from: Timestamp,
    to: Timestamp,
    limit: Int
  ) throws(StoreError) -> [Incident] {
    let all = try reading { $0.incidents }
    let found = all.reversed().lazy.filter { incident in
      incident.from <= to && (incident.to.map { $0 >= from } ?? true)
        && (monitor == nil || incident.monitor == monitor)
    }
    return Array(found.prefix(max(limit, 0)))
  }

  /// The events after that one, ascending.
  public func monitorEvents(
    after seq: Int64,
    limit: Int
  ) throws(StoreError) -> [MonitorEvent] {
    let all = try reading { $0.events }
    let found = all.lazy.filter { $0.seq > seq }
    return Array(found.prefix(max(limit, 0)))
  }

  /// Alerts, the newest first; in one state, or in all.
  public func alerts(
    in state: Alert.State?,
    before id: Int64?,
    limit: Int
  ) throws(StoreError) -> [Alert] {
    let all = try reading { $0.alerts }
    let found = all.reversed().lazy.filter { alert in
      (state == nil || alert.state == state) && (id.map { alert.id < $0 } ?? true)
    }
    return Array(found.prefix(max(limit, 0)))
  }

  /// Drops what is older than the policy says, all of it at once.
  public func maintainMonitoring(
    _ policy: MonitorPolicy,
    now: Timestamp
  ) throws(StoreError) -> Bool {
    try contents.withLock { (memory: inout MonitorMemory) throws(StoreError) -> Bool in
      if let failure = memory.failure { throw failure }
      memory.drop(policy, now: now)
      return false
    }
  }

  private func reading<Value>(
    _ body: (MonitorMemory) -> Value
  ) throws(StoreError) -> Value {
    try contents.withLock { (memory: inout MonitorMemory) throws(StoreError) -> Value in
      if let failure = memory.failure { throw failure }
      return body(memory)
    }
  }
}
