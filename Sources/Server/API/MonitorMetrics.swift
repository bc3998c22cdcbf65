import Model
import Monitoring

/// The figures of monitors and alerts in `/metrics`; those of single monitors as blackbox_exporter names
/// them, so that its dashboards can show them.
///
/// They are of a bounded number of monitors, since each makes series of its own. Targets are not told.
struct MonitorMetrics {
  /// The most monitors with figures of their own.
  static let most = 500
  /// As many alerts of a state as are counted.
  static let mostCounted = 1000

  private let monitors: [MonitorSnapshot]
  private let states: [MonitorState: Int]
  private let alerts: [(state: Alert.State, count: Int)]
  private let schedule: ScheduleFigures?

  /// The labels and the value of a line.
  private typealias Sample = (String, String)

  /// Of those monitors, that many alerts in each state, and how the schedule is kept.
  init(
    _ monitors: [MonitorSnapshot],
    alerts: [(state: Alert.State, count: Int)],
    schedule: ScheduleFigures? = nil
  ) {
    self.schedule = schedule
    self.monitors = Array(monitors.sorted { $0.id < $1.id }.prefix(Self.most))
    self.alerts = alerts
    states = monitors.reduce(into: [:]) { $0[$1.state, default: 0] += 1 }
  }

  /// What there is now; `nil` for a home that nobody monitors.
  init?(_ monitoring: (any HomeMonitoring)?) async {
    guard let monitoring else { return nil }
    var alerts: [(state: Alert.State, count: Int)] = []
    for state in [Alert.State.waiting, .held, .givenUp] {
      let some = try? await monitoring.alerts(in: state, before: nil, limit: Self.mostCounted)
      // What can't be read has no figure.
      if let some { alerts.append((state: state, count: some.count)) }
    }
    self.init(
      await monitoring.snapshots(),
      alerts: alerts,
      schedule: await monitoring.scheduleFigures()
    )
  }

  var text: String {
    let families: [String] = [
      Metrics.family(
        "probe_success",
        "gauge",
        "Whether the target is as it should be; without a value while that is not known. At most "
          + "\(Self.most) monitors.",
        samples(Self.success)
      ),
      Metrics.family(
        "probe_duration_seconds",
        "gauge",
        "How long the last check took.",
        samples { monitor in
          monitor.roundTripMs.map { String(($0 * 1000).rounded() / 1_000_000) }
        }
      ),
      Metrics.family(
        "probe_http_status_code",
        "gauge",
        "The status of the last answer of HTTP.",
        samples { monitor in monitor.httpStatus.map { String($0) } }
      ),
      Metrics.family(
        "probe_ssl_earliest_cert_expiry",
        "gauge",
        "When the certificate ends, in seconds since 1970.",
        samples { monitor in monitor.certificateEnd.map { String($0.milliseconds / 1000) } }
      ),
      // What blackbox_exporter doesn't have.
      Metrics.family("homenet_monitors", "gauge", "Monitors by state.", counts),
      Metrics.family(
        "homenet_monitor_state",
        "gauge",
        "The state of each monitor.",
        monitors.map { (Self.labels(of: $0, #",state="\#($0.state.rawValue)""#), "1") }
      ),
      Metrics.family(
        "homenet_alerts",
        "gauge",
        "Alerts that wait, that quiet hours hold, or that were given up; each up to "
          + "\(Self.mostCounted).",
        alerts.map { (#"{state="\#($0.state.rawValue)"}"#, String($0.count)) }
      ),
    ]
    return (families + scheduleFamilies).joined()
  }

  /// Nothing where nothing is checked.
  private var scheduleFamilies: [String] {
    guard let schedule else { return [] }
    let lateness = [("0.99", schedule.latenessP99), ("1", schedule.latenessMost)]
    return [
      Metrics.family(
        "homenet_monitor_lateness_seconds",
        "gauge",
        "How late checks began over the last minute.",
        lateness.map { (#"{quantile="\#($0.0)"}"#, Self.seconds($0.1)) }
      ),
      Metrics.family(
        "homenet_monitor_checks_skipped_total",
        "counter",
        "Checks that didn't take place, since the one before was still under way.",
        [("", String(schedule.skipped))]
      ),
    ]
  }

  private static func seconds(_ time: Duration) -> String {
    let parts = time.components
    let seconds = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    return String((seconds * 1_000_000).rounded() / 1_000_000)
  }

  private var counts: [Sample] {
    MonitorState.allCases.map { state in
      (#"{state="\#(state.rawValue)"}"#, String(states[state] ?? 0))
    }
  }

  private func samples(_ value: (MonitorSnapshot) -> String?) -> [Sample] {
    monitors.compactMap { monitor in
      value(monitor).map { (Self.labels(of: monitor), $0) }
    }
  }

  private static func success(_ monitor: MonitorSnapshot) -> String? {
    switch monitor.state {
    case .up, .degraded: "1"
    case .down: "0"
    case .unknown, .paused: nil
    }
  }

  /// The id keeps monitors of one name apart.
  private static func labels(of monitor: MonitorSnapshot, _ more: String = "") -> String {
    let (id, name) = (monitor.id, DeviceMetrics.escaped(monitor.monitor.name))
    let kind = monitor.monitor.check.kind.rawValue
    return #"{id="\#(DeviceMetrics.escaped(id))",monitor="\#(name)",kind="\#(kind)"\#(more)}"#
  }
}
