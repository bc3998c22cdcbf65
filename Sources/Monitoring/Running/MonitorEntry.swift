import Model
import Wire

/// A monitor, and what the machine keeps of it.
struct MonitorEntry: Sendable {
  var monitor: Monitor
  var tracker: MonitorTracker
  /// The incident that lasts.
  var incident: MonitorMachine.Handle?
  /// Since when its last state is that was stored, as far as it was since the start.
  var lastState: Timestamp?
  /// When that incident was decided on.
  var decided: Timestamp?
  /// When it last came back from being down, unknown or paused.
  var cameBack: Timestamp?
  /// What it usually takes to answer, in milliseconds; looked up where a limit needs it.
  var usualP95Ms: Double?
  /// Whether a window of maintenance is open.
  var isInMaintenance = false
  /// Whether its certificate soon ends; `nil` while that is not known since the start.
  var isCertificateEnding: Bool?
  /// What HTTP last answered with.
  var httpStatus: Int?
  /// The address that was asked last.
  var lastAddress: IPAddress?
  /// When the certificate ends that was last shown.
  var certificateEnd: Timestamp?
  /// Whether it was checked since the start.
  var wasChecked = false

  /// How it is, as users see it.
  var state: MonitorState { monitor.isPaused ? .paused : tracker.state }

  init(_ monitor: Monitor, _ tracker: MonitorTracker = MonitorTracker()) {
    self.monitor = monitor
    self.tracker = tracker
  }
}

/// An incident whose cause is to be looked for.
struct WaitingDiagnosis: Sendable {
  var monitor: Monitor
  var incident: MonitorMachine.Handle
  /// The check that failed last.
  var failure: CheckResult
}
