import Home
import Model
import Networking

@testable import Monitoring

/// A home without devices, whose past is empty.
struct EmptyHome: HomeWatching, HomeHistory {
  func snapshot() async -> InventorySnapshot {
    InventorySnapshot(
      cursor: ChangeCursor(epoch: 1, seq: 0),
      devices: [],
      status: WatchStatus()
    )
  }

  func changes(after cursor: ChangeCursor) async -> InventoryUpdate {
    InventoryUpdate(await snapshot())
  }

  func wakeups() async -> AsyncStream<Void> { AsyncStream { $0.finish() } }
  func device(_ id: String) async -> InventoryDevice? { nil }
  func explanation(of id: String) async -> Explanation? { nil }
  func macs(of id: String) async -> [KnownMAC] { [] }
  func forgetAway() async throws(WatchError) -> Int { 0 }
  func forget(_ id: String) async throws(WatchError) { throw .noSuchDevice(id) }
  func rescan(_ id: String) async throws(WatchError) { throw .noSuchDevice(id) }
  func startScan() async -> WatchStatus.ScanState { WatchStatus.ScanState() }
  func stopScan() async -> WatchStatus.ScanState { WatchStatus.ScanState() }
  func setPaused(_ isPaused: Bool) async -> WatchStatus.ScanState { WatchStatus.ScanState() }

  func mark(_ id: String, _ change: MarkChange) async throws(WatchError) -> InventoryDevice {
    throw .noSuchDevice(id)
  }

  func merge(_ id: String, into other: String) async throws(WatchError) -> IdentityChange {
    throw .noSuchDevice(id)
  }

  func split(_ id: String, off macs: [String]?) async throws(WatchError) -> IdentityChange {
    throw .noSuchDevice(id)
  }

  func undo(_ seq: UInt64) async throws(WatchError) -> IdentityChange { throw .noSuchChange(seq) }

  func dismissProposal(of id: String) async throws(WatchError) -> InventoryDevice {
    throw .noSuchDevice(id)
  }

  func changes(_ query: HistoryQuery) async throws(WatchError) -> ChangePage {
    ChangePage(changes: [], next: 0, undoable: [])
  }

  func devices(at time: Timestamp) async throws(WatchError) -> [PastDevice] { [] }

  func presence(
    of id: String,
    from: Timestamp,
    to: Timestamp
  ) async throws(WatchError) -> [PresenceInterval] { [] }

  func presence(from: Timestamp, to: Timestamp) async throws(WatchError) -> [DevicePresence] { [] }

  func samples(
    of id: String,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) async throws(WatchError) -> [SamplePoint] { [] }
}

/// Targets that all answer.
struct AnsweringChecks: MonitorChecking {
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

/// Takes every notice, and notes it.
final class NotingSender: AlertSending {
  /// A notice that a channel took.
  struct Taken: Sendable {
    var channel: String
    var notice: AlertNotice
  }

  private let taken = Lock<[Taken]>([])

  var notices: [Taken] { taken.withLock { $0 } }

  func send(
    _ notice: AlertNotice,
    to channel: AlertChannel,
    secrets: [String: String]
  ) async -> Delivery {
    taken.withLock { $0.append(Taken(channel: channel.id, notice: notice)) }
    return .sent
  }

  func problem(of channel: AlertChannel, secrets: [String: String]) -> MonitoringError? { nil }

  var services: [FieldValue] { [] }
}

/// Secrets in memory.
final class MemorySecrets: SecretStore {
  private let kept = Lock<[String: [String: String]]>([:])

  func names(of channel: String) async -> [String] {
    kept.withLock { ($0[channel] ?? [:]).keys.sorted() }
  }

  func secrets(of channel: AlertChannel) async throws(MonitoringError) -> [String: String] {
    kept.withLock { $0[channel.id] ?? [:] }
  }

  func set(_ secrets: [String: String], of channel: String) async throws(MonitoringError) {
    kept.withLock { $0[channel, default: [:]].merge(secrets) { $1 } }
  }

  func remove(_ channel: String) async throws(MonitoringError) {
    kept.withLock { $0[channel] = nil }
  }
}

/// A clock that stands but for the first sleeps, which pass at once; later ones last until they are cancelled.
final class SteppingClock: MonitorClock {
  private struct State {
    var now: Int64 = 0
    var sleeps = 0
  }

  private let state = Lock(State())
  private let mostSleeps: Int
  /// Called after each of those sleeps, with its number and the seconds since the start.
  private let onSleep: @Sendable (Int, Int64) -> Void

  init(
    sleeps: Int = 0,
    onSleep: @escaping @Sendable (Int, Int64) -> Void = { _, _ in }
  ) {
    mostSleeps = sleeps
    self.onSleep = onSleep
  }

  func now() -> MonitorMoment {
    let nanoseconds = state.withLock { $0.now }
    return MonitorMoment(
      wall: Timestamp(milliseconds: MachineDriver.start + nanoseconds / 1_000_000),
      monotonic: MonotonicTime(nanoseconds: nanoseconds)
    )
  }

  func sleep(until time: MonotonicTime) async {
    let (number, now) = state.withLock { state in
      state.sleeps += 1
      if state.sleeps <= mostSleeps { state.now = max(state.now, time.nanoseconds) }
      return (state.sleeps, state.now)
    }
    guard number <= mostSleeps else {
      try? await Task.sleep(for: .seconds(3600))
      return
    }
    onSleep(number, now / 1_000_000_000)
  }
}
