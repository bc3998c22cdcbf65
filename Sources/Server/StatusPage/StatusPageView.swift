import Model
import Monitoring

/// What a status page shows: names and states, and nothing else of the home.
struct StatusPageView: Hashable, Sendable {
  /// A monitor on it.
  struct Entry: Hashable, Sendable {
    var name: String
    var state: MonitorState
    var since: Timestamp?
    var isInMaintenance: Bool
    var uptime: Uptime
    /// A day each, the last one ends now.
    var bars: [UptimeBars.Bar]
    /// Since when it is down or degraded; `nil` where it isn't.
    var incidentFrom: Timestamp?
  }

  var title: String
  var made: Timestamp
  var entries: [Entry]

  /// As many days as are shown.
  static let days = 90
  private static let day: Int64 = 86_400_000

  /// The beginning of the days that are shown.
  static func start(of now: Timestamp) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds - Int64(days) * day)
  }

  /// What is wrong now, the worst first.
  var incidents: [Entry] {
    let bad = entries.filter { $0.incidentFrom != nil && !$0.isInMaintenance }
    return bad.filter { $0.state == .down } + bad.filter { $0.state == .degraded }
  }

  /// How it is on the whole; `nil` where nothing is known of any.
  var state: MonitorState? {
    let counted = entries.filter { !$0.isInMaintenance }.map(\.state)
    return [MonitorState.down, .degraded, .up].first { counted.contains($0) }
  }

  /// The page of those settings; what was removed is left out.
  init(_ page: StatusPage, of monitoring: any HomeMonitoring, now: Timestamp) async {
    title = page.title
    made = now
    entries = []
    for id in page.monitors.prefix(StatusPage.mostMonitors) {
      guard let monitor = await monitoring.monitor(id) else { continue }
      let start = Self.start(of: now)
      // Without its past a monitor is shown all the same.
      let states = (try? await monitoring.states(of: id, from: start, to: now)) ?? []
      entries.append(Entry(monitor, states, now: now))
    }
  }

  /// A view of those entries.
  init(title: String, made: Timestamp, entries: [Entry]) {
    self.title = title
    self.made = made
    self.entries = entries
  }
}

extension StatusPageView.Entry {
  /// A monitor with its states since the beginning of the days that are shown.
  init(_ monitor: MonitorSnapshot, _ states: [MonitorStateChange], now: Timestamp) {
    let start = StatusPageView.start(of: now)
    name = monitor.monitor.name
    state = monitor.state
    since = monitor.since
    isInMaintenance = monitor.isInMaintenance
    uptime = MonitorTracker.uptime(of: states, from: start, to: now)
    bars = UptimeBars(of: states, from: start, to: now, count: StatusPageView.days).bars
    let isBad = monitor.state == .down || monitor.state == .degraded
    incidentFrom = isBad ? monitor.incident?.from ?? monitor.since : nil
  }
}

/// `/status/TOKEN.json`.
extension StatusPageView: Encodable {
  func encode(to encoder: any Encoder) throws {
    let monitors = entries.map { entry -> JSONObject in
      [
        "name": entry.name, "state": entry.state, "since": entry.since,
        "in_maintenance": entry.isInMaintenance, "uptime_90d": entry.uptime,
        "bars": entry.bars.map { bar -> JSONObject in
          ["from": bar.from, "to": bar.to, "state": bar.worst, "share": bar.uptime.share]
        },
      ]
    }
    let now = incidents.map { entry -> JSONObject in
      ["monitor": entry.name, "state": entry.state, "since": entry.incidentFrom]
    }
    let json: JSONObject = [
      "title": title, "updated": made, "state": state, "monitors": monitors, "incidents": now,
    ]
    try json.encode(to: encoder)
  }
}
