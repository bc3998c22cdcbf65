import Model
import Monitoring

extension Monitor {
  static let router = Monitor(
    id: "router",
    name: "Router",
    check: .icmp(host: "192.168.1.1"),
    interval: .seconds(30)
  )

  static let door = Monitor(
    id: "door",
    name: "Ünï’s \"door\"",
    check: .tcp(host: "door.example", port: 443),
    parents: ["router"],
    isPaused: true
  )
}

extension AlertRule {
  static let usual = AlertRule(
    id: "all",
    name: "Everything",
    events: [.monitorDown, .monitorUp],
    monitors: ["router"],
    channels: ["phone"],
    quietHours: LocalHours(startMinute: 1320, endMinute: 420)
  )
}

extension AlertChannel {
  static let phone = AlertChannel(
    id: "phone",
    name: "Phone",
    service: "ntfy",
    settings: ["url": "https://ntfy.example/home"]
  )
}

extension Incident {
  static func began(at time: Timestamp, of monitor: String = "router") -> Incident {
    Incident(
      id: 0,
      monitor: monitor,
      from: time,
      state: .down,
      reason: "no answer",
      confirmedBy: "ARP has no answer either",
      diagnosis: IncidentDiagnosis(
        code: "gateway",
        message: "the gateway is off",
        evidence: ["no answer to ARP", "the link is up"]
      )
    )
  }
}

extension MonitorEvent {
  static func down(
    at time: Timestamp,
    of monitor: String = "router",
    incident: Int64? = -1
  ) -> MonitorEvent {
    MonitorEvent(
      time: time,
      monitor: monitor,
      name: "Router",
      was: .up,
      now: .down,
      reason: "no answer",
      incident: incident,
      deadParents: ["switch"],
      isInMaintenance: true
    )
  }
}

extension Alert {
  static func waiting(
    at time: Timestamp,
    incident: Int64? = nil,
    state: State = .waiting
  ) -> Alert {
    Alert(
      time: time,
      rule: "all",
      channel: "phone",
      notice: AlertNotice(
        id: "n-\(time.milliseconds)",
        title: "Router is down",
        items: [
          AlertNotice.Item(
            kind: .monitorDown,
            text: "Router is down",
            severity: .critical,
            time: time,
            monitor: "router",
            incident: incident
          )
        ],
        severity: .critical,
        time: time
      ),
      state: state,
      tries: 2,
      nextTry: Timestamp(milliseconds: time.milliseconds + 60_000),
      error: "503"
    )
  }
}

extension MonitorBatch {
  /// An outage of the router with everything that belongs to it.
  static func outage(at time: Timestamp) -> MonitorBatch {
    var batch = MonitorBatch()
    batch.monitors = [.router, .door]
    batch.trackers = ["router": [1, 2, 3], "door": []]
    batch.samples = ["router": [RoundTripSample(time: time, outcome: .lost)]]
    batch.states = [
      MonitorStateChange(monitor: "router", time: time, state: .down, isInMaintenance: true)
    ]
    batch.newIncidents = [.began(at: time)]
    batch.events = [.down(at: time)]
    batch.rules = [.usual]
    batch.channels = [.phone]
    batch.dispatcher = [9, 9]
    batch.statusPage = [8]
    batch.newAlerts = [.waiting(at: time, incident: -1)]
    batch.heartbeat = time
    return batch
  }
}
