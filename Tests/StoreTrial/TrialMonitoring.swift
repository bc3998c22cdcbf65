import Home
import Model
import Monitoring

/// An incident that lasts and the alert of it: the operation that made both, and their numbers.
struct OpenIncident: Hashable, Sendable {
  var operation: Int
  var incident: Int64
  var alert: Int64
}

extension OpenIncident {
  /// What an operation that got those numbers made; `nil` where it made none.
  init?(_ numbers: MonitorNumbers, of operation: Int) {
    guard let incident = numbers.incidents.first, let alert = numbers.alerts.first else {
      return nil
    }
    self.init(operation: operation, incident: incident, alert: alert)
  }
}

extension TrialOperation {
  /// How many monitors stay.
  static let monitors = 4

  /// How long the trial's store keeps what is of monitors.
  static let monitorPolicy: MonitorPolicy = {
    var policy = MonitorPolicy()
    policy.sampleDays = 2
    policy.hourDays = 4
    policy.eventDays = 6
    return policy
  }()

  /// The monitor that an operation of that number is about.
  private static func monitor(_ number: Int) -> String { "m\(number % monitors)" }

  /// The monitor at that operation which is removed later, and whose id none has again.
  private static func guestMonitor(_ number: Int) -> String {
    "guest\((number + guestStay / 2) / guestStay)"
  }

  /// Whether that is the last operation at which that one is there.
  static func removesGuestMonitor(_ number: Int) -> Bool {
    (number + 1) % guestStay == guestStay / 2
  }

  /// Removes the guest.
  static func removal(_ number: Int) -> MonitorBatch {
    var batch = MonitorBatch()
    batch.removedMonitors = [guestMonitor(number)]
    batch.dispatcher = bytes(number)
    return batch
  }

  /// An outage of two monitors, all of whose rows say which operation wrote them; the incident that lasts
  /// is over, and its alert sent.
  static func monitoring(
    _ number: Int,
    ending open: OpenIncident?,
    using generator: inout TrialGenerator
  ) -> MonitorBatch {
    let now = time(number)
    let ids = [monitor(number), guestMonitor(number)]
    var batch = MonitorBatch()
    // Another one from then on, which inherits nothing.
    if number.isMultiple(of: 97) { batch.removedMonitors = [monitor(number)] }
    batch.monitors = ids.map {
      Monitor(id: $0, name: "Name \(number)", check: .icmp(host: "10.0.0.1"))
    }
    for (index, id) in ids.enumerated() {
      batch.trackers[id] = bytes(number)
      let state: MonitorState = number.isMultiple(of: 2) ? .down : .degraded
      batch.states.append(MonitorStateChange(monitor: id, time: now, state: state))
      batch.newIncidents.append(incident(number, of: id))
      batch.events.append(
        MonitorEvent(
          time: now,
          monitor: id,
          name: "\(number)",
          was: .up,
          now: .down,
          incident: Int64(-1 - index)
        )
      )
      batch.samples[id] = samples(of: index, number, using: &generator)
    }
    batch.newAlerts = [alert(number, incident: -1)]
    batch.dispatcher = bytes(number)
    batch.heartbeat = now
    guard let open else { return batch }
    var ended = incident(open.operation, of: monitor(open.operation))
    ended.id = open.incident
    ended.to = now
    batch.incidents = [ended]
    var sent = alert(open.operation, incident: open.incident)
    sent.id = open.alert
    sent.state = .sent
    batch.alerts = [sent]
    return batch
  }

  private static func bytes(_ number: Int) -> [UInt8] { Array("\(number)".utf8) }

  private static func incident(_ number: Int, of monitor: String) -> Incident {
    Incident(
      id: 0,
      monitor: monitor,
      from: time(number),
      state: .down,
      reason: .verbatim("\(number)")
    )
  }

  private static func alert(_ number: Int, incident: Int64) -> Alert {
    let item = AlertNotice.Item(
      kind: .monitorDown,
      text: "Name \(number) is down",
      severity: .critical,
      time: time(number),
      monitor: monitor(number),
      incident: incident
    )
    return Alert(
      time: time(number),
      rule: "rule",
      channel: "channel",
      notice: AlertNotice(
        id: "\(number)",
        title: "Name \(number)",
        items: [item],
        severity: .critical,
        time: time(number)
      )
    )
  }
}

/// What a store must hold of monitors' past and of alerts.
struct TrialMonitoring {
  /// Which operation wrote a row, of which monitor.
  struct Stamp: Hashable {
    var operation: Int
    var monitor: String

    init(_ incident: Incident) {
      operation = incident.reason.flatMap { Int($0.text) } ?? -1
      monitor = incident.monitor
    }

    init(_ event: MonitorEvent) {
      operation = Int(event.name) ?? -1
      monitor = event.monitor
    }
  }

  /// Without their numbers.
  private(set) var incidents: [Stamp: Incident] = [:]
  private(set) var events: [Stamp: MonitorEvent] = [:]
  /// By operation.
  private(set) var alerts: [Int: Alert] = [:]
  /// By monitor, ascending.
  private(set) var states: [String: [MonitorStateChange]] = [:]
  /// By monitor and hour.
  private(set) var samples: [String: [Int64: [RoundTripSample]]] = [:]
  /// The monitors that were removed and that nobody added again.
  private(set) var removed: Set<String> = []

  mutating func apply(_ batch: MonitorBatch) {
    for id in batch.removedMonitors { remove(id) }
    for incident in batch.newIncidents { incidents[Stamp(incident)] = incident }
    for incident in batch.incidents where incidents[Stamp(incident)] != nil {
      incidents[Stamp(incident)] = incident
    }
    for event in batch.events { events[Stamp(event)] = event }
    for alert in batch.newAlerts + batch.alerts { alerts[Int(alert.notice.id) ?? -1] = alert }
    for change in batch.states { states[change.monitor, default: []].append(change) }
    for (id, new) in batch.samples {
      for sample in new {
        let hour = HistoryTime.hourNumber(of: sample.time)
        samples[id, default: [:]][hour, default: []].append(sample)
      }
    }
    for monitor in batch.monitors { removed.remove(monitor.id) }
  }

  private mutating func remove(_ id: String) {
    removed.insert(id)
    incidents = incidents.filter { $0.key.monitor != id }
    events = events.filter { $0.key.monitor != id }
    states[id] = nil
    samples[id] = nil
  }

  /// The last state of a monitor at or before `from`, and those after it.
  func states(of monitor: String, from: Timestamp) -> [MonitorStateChange] {
    let states = states[monitor] ?? []
    let first = states.lastIndex { $0.time <= from } ?? states.startIndex
    return Array(states[first...])
  }

  /// What came of a monitor's checks in that hour.
  func summary(of monitor: String, hour: Int64) -> RoundTripSummary {
    RoundTripSummary((samples[monitor]?[hour] ?? []).map(\.outcome))
  }
}
