import Home
import Model
import Monitoring
import Networking
import Simulation

/// A watch of monitors that asks nobody, beside a home of made-up devices.
struct WatchedMonitors {
  let home = GeneratedHome(devices: 2)
  let store: CountingMonitorStore
  let gauge = ScriptedSweeps()
  let watch: MonitorWatch

  /// So many monitors with ids of two digits, which were not checked yet.
  init(_ count: Int) {
    var stored = StoredMonitoring()
    stored.monitors = (0..<count).map { number in
      let id = (number < 10 ? "0" : "") + "\(number)"
      return Monitor(id: id, name: id, check: .icmp(host: "host-\(id).lan"))
    }
    store = CountingMonitorStore(stored)
    watch = MonitorWatch(
      MonitorWatch.HomeSeam(watching: home, history: ScriptedHistory(), sweeps: gauge),
      checks: NoChecks(),
      sender: NoSender(),
      store: store,
      secrets: NoSecrets(),
      local: .utc,
      clock: StoppedClock(),
      seed: 1,
      jitter: { 0.5 }
    )
  }
}

/// A store in memory that notes whose states were read.
final class CountingMonitorStore: MonitorStore {
  private let store: MemoryMonitorStore
  private let read = Lock([String]())

  init(_ stored: StoredMonitoring) { store = MemoryMonitorStore(stored) }

  /// The monitors whose states were read since the last call.
  func takeRead() -> [String] {
    read.withLock { read in
      defer { read = [] }
      return read
    }
  }

  func monitorStates(
    of monitor: String,
    from: Timestamp,
    to: Timestamp
  ) throws(StoreError) -> [MonitorStateChange] {
    read.withLock { $0.append(monitor) }
    return try store.monitorStates(of: monitor, from: from, to: to)
  }

  func loadMonitoring() throws(StoreError) -> StoredMonitoring { try store.loadMonitoring() }

  func commit(_ batch: MonitorBatch) throws(StoreError) -> MonitorNumbers {
    try store.commit(batch)
  }

  func monitorSamples(
    of monitor: String,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) throws(StoreError) -> [SamplePoint] {
    try store.monitorSamples(of: monitor, from: from, to: to, step: step)
  }

  func incidents(
    of monitor: String?,
    from: Timestamp,
    to: Timestamp,
    limit: Int
  ) throws(StoreError) -> [Incident] {
    try store.incidents(of: monitor, from: from, to: to, limit: limit)
  }

  func monitorEvents(after seq: Int64, limit: Int) throws(StoreError) -> [MonitorEvent] {
    try store.monitorEvents(after: seq, limit: limit)
  }

  func alerts(
    in state: Alert.State?,
    before id: Int64?,
    limit: Int
  ) throws(StoreError) -> [Alert] {
    try store.alerts(in: state, before: id, limit: limit)
  }

  func maintainMonitoring(
    _ policy: MonitorPolicy,
    now: Timestamp
  ) throws(StoreError) -> Bool {
    try store.maintainMonitoring(policy, now: now)
  }
}

/// Sweeps that send as much as the test says.
actor ScriptedSweeps: SweepGauge {
  private var inFlight: Int?

  func set(_ inFlight: Int?) { self.inFlight = inFlight }

  func exchangesInFlight() -> Int? { inFlight }
}

private struct NoChecks: MonitorChecking {
  func check(_ monitor: Monitor) async -> CheckResult { CheckResult(.passed, roundTripMs: 1) }

  func confirm(_ monitor: Monitor, after failure: CheckResult) async -> Monitoring.Confirmation {
    .answers("it answers")
  }

  func diagnose(_ monitor: Monitor, after failure: CheckResult) async -> IncidentDiagnosis? { nil }

  func ownFailure() async -> Message? { nil }

  func suggestions(
    for devices: [InventoryDevice],
    beside monitors: [Monitor]
  ) async -> [Monitor] { [] }
}

private struct NoSender: AlertSending {
  var services: [FieldValue] { [] }

  func send(
    _ notice: AlertNotice,
    to channel: AlertChannel,
    secrets: [String: String]
  ) async -> Delivery { .sent }

  func problem(of channel: AlertChannel, secrets: [String: String]) -> MonitoringError? { nil }
}

private struct NoSecrets: SecretStore {
  func names(of channel: String) async -> [String] { [] }

  func secrets(of channel: AlertChannel) async throws(MonitoringError) -> [String: String] { [:] }

  func set(_ secrets: [String: String], of channel: String) async throws(MonitoringError) {}

  func remove(_ channel: String) async throws(MonitoringError) {}
}

/// A clock that stands still: whoever sleeps does so until it is cancelled.
private struct StoppedClock: MonitorClock {
  func now() -> MonitorMoment {
    MonitorMoment(wall: GeneratedHome.start, monotonic: MonotonicTime(nanoseconds: 1))
  }

  func sleep(until time: MonotonicTime) async { try? await Task.sleep(for: .seconds(3600)) }
}
