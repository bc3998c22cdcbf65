import Model
import Monitoring

/// The monitors as event clients know them; makes the data of an event of what changed.
struct LiveMonitors {
  /// How many alerts are in the states that the page shows.
  struct AlertCounts: Hashable {
    var waiting = 0
    var givenUp = 0
  }

  private struct Published {
    /// As it was last sent.
    var snapshot: MonitorSnapshot
    /// When its last round trip was sent.
    var checkSent: ContinuousClock.Instant
  }

  /// How long a round trip that is no other news waits after the one before it.
  static let checkInterval = Duration.seconds(10)
  /// As many round trips that are no other news as an event has.
  static let mostChecks = 100
  /// Where more monitors than that changed at once, clients fetch all of them instead.
  static let mostChanged = 500

  private var published: [String: Published] = [:]
  private var counts = AlertCounts()

  /// Takes the state that clients fetch.
  init(_ snapshots: [MonitorSnapshot], _ counts: AlertCounts, now: ContinuousClock.Instant) {
    self.counts = counts
    for snapshot in snapshots {
      published[snapshot.id] = Published(snapshot: snapshot, checkSent: now)
    }
  }

  /// The data of the event that tells clients to fetch the monitors, if they show any.
  var overview: JSONObject { object([], removed: [], isAnew: true) }

  /// Takes the monitors as they are; returns the data of the event that says what changed, `nil` where
  /// nothing did.
  mutating func publish(
    _ snapshots: [MonitorSnapshot],
    now: ContinuousClock.Instant
  ) -> JSONObject? {
    var news: [MonitorNews] = []
    var checked: [MonitorSnapshot] = []
    var isAnew = false
    for snapshot in snapshots {
      guard let before = published[snapshot.id] else {
        news.append(.all(snapshot))
        published[snapshot.id] = Published(snapshot: snapshot, checkSent: now)
        continue
      }
      if before.snapshot.monitor != snapshot.monitor {
        news.append(.all(snapshot))
      } else if !before.snapshot.isAsNow(snapshot) {
        news.append(.state(snapshot))
      } else {
        if before.snapshot.checked != snapshot.checked,
          now - before.checkSent >= Self.checkInterval
        {
          checked.append(snapshot)
        }
        continue
      }
      published[snapshot.id] = Published(snapshot: snapshot, checkSent: now)
    }
    if news.count > Self.mostChanged { (news, isAnew) = ([], true) }
    for snapshot in oldest(checked) {
      if !isAnew { news.append(.check(snapshot)) }
      published[snapshot.id] = Published(snapshot: snapshot, checkSent: now)
    }
    var removed: [String] = []
    if published.count > snapshots.count {
      let ids = Set(snapshots.lazy.map(\.id))
      removed = published.keys.filter { !ids.contains($0) }.sorted()
      for id in removed { published[id] = nil }
    }
    guard !news.isEmpty || !removed.isEmpty || isAnew else { return nil }
    return object(news, removed: removed, isAnew: isAnew)
  }

  /// Takes the numbers of alerts; returns the data of the event that says them, `nil` where they are the
  /// same.
  mutating func publish(_ counts: AlertCounts) -> JSONObject? {
    guard counts != self.counts else { return nil }
    self.counts = counts
    return object([], removed: [], isAnew: false)
  }

  /// Those whose last round trip was sent the longest ago.
  private func oldest(_ checked: [MonitorSnapshot]) -> [MonitorSnapshot] {
    guard checked.count > Self.mostChecks else { return checked }
    let order = checked.compactMap { snapshot in
      published[snapshot.id].map { (snapshot: snapshot, sent: $0.checkSent) }
    }
    return order.sorted { $0.sent < $1.sent }.prefix(Self.mostChecks).map(\.snapshot)
  }

  private func object(_ news: [MonitorNews], removed: [String], isAnew: Bool) -> JSONObject {
    var states = Dictionary(
      uniqueKeysWithValues: MonitorState.allCases.map { ($0.rawValue, 0) }
    )
    for one in published.values { states[one.snapshot.state.rawValue, default: 0] += 1 }
    let alerts: JSONObject = ["waiting": counts.waiting, "given_up": counts.givenUp]
    return [
      "monitors": news, "removed": removed, "anew": isAnew, "states": states, "alerts": alerts,
    ]
  }
}

extension MonitorSnapshot {
  /// Whether the other one differs in nothing but its last check.
  fileprivate func isAsNow(_ other: MonitorSnapshot) -> Bool {
    state == other.state && since == other.since && reason == other.reason
      && isFlapping == other.isFlapping && isInMaintenance == other.isInMaintenance
      && incident == other.incident && mutedUntil == other.mutedUntil
      && httpStatus == other.httpStatus
  }
}

/// What an event says of a monitor: the keys that changed replace what was there.
private enum MonitorNews: Encodable {
  /// It is new, or its settings changed; uptime is not told.
  case all(MonitorSnapshot)
  /// How it is changed.
  case state(MonitorSnapshot)
  /// It was checked.
  case check(MonitorSnapshot)

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .all(let snapshot): try snapshot.encode(to: encoder)
    case .state(let snapshot):
      let json: JSONObject = [
        "id": snapshot.id, "state": snapshot.state, "since": snapshot.since,
        "reason": snapshot.reason, "checked": snapshot.checked,
        "rtt_ms": snapshot.roundTripMs?.rounded(places: 3), "flapping": snapshot.isFlapping,
        "in_maintenance": snapshot.isInMaintenance, "incident": snapshot.incident,
        "muted_until": snapshot.mutedUntil, "http_status": snapshot.httpStatus,
        "certificate_end": snapshot.certificateEnd,
      ]
      try json.encode(to: encoder)
    case .check(let snapshot):
      let json: JSONObject = [
        "id": snapshot.id, "checked": snapshot.checked,
        "rtt_ms": snapshot.roundTripMs?.rounded(places: 3),
      ]
      try json.encode(to: encoder)
    }
  }
}

/// Which alerts an open page is told of, each once.
struct LiveAlerts {
  /// The number of the newest alert that was looked at.
  private var last: Int64
  /// Those that quiet hours hold: they are told once they are let go.
  private var held: Set<Int64>

  private static let mostHeld = 1000

  /// Tells none of those that there are already.
  init(_ newest: [Alert]) {
    last = newest.lazy.map(\.id).max() ?? 0
    held = Set(newest.lazy.filter { $0.state == .held }.map(\.id))
  }

  /// Takes the newest alerts; returns those to be told of, ascending, a notice to several channels once.
  mutating func take(_ newest: [Alert]) -> [Alert] {
    var told: [Alert] = []
    for alert in newest.sorted(by: { $0.id < $1.id }) {
      let isNew = alert.id > last
      if alert.state == .held {
        if isNew, held.count < Self.mostHeld { held.insert(alert.id) }
      } else if isNew || held.remove(alert.id) != nil {
        let isKnown = told.contains {
          $0.notice.title == alert.notice.title && $0.notice.time == alert.notice.time
        }
        if !isKnown { told.append(alert) }
      }
    }
    last = max(last, newest.lazy.map(\.id).max() ?? 0)
    return told
  }
}
