internal import Discovery
internal import GRDB
import Model
internal import Monitoring

/// What a row of an incident holds as JSON, beside its columns.
struct IncidentRecord: Codable {
  var reason: Message?
  var confirmedBy: Message?
  var diagnosis: IncidentDiagnosis?
  var isAcknowledged: Bool

  init(_ incident: Incident) {
    reason = incident.reason
    confirmedBy = incident.confirmedBy
    diagnosis = incident.diagnosis
    isAcknowledged = incident.isAcknowledged
  }
}

/// What a row of an event holds as JSON.
struct EventRecord: Codable {
  var name: String
  var kind: MonitorEvent.Kind
  var was: MonitorState
  var now: MonitorState
  var reason: Message?
  var incident: Int64?
  var deadParents: [String]
  var isInMaintenance: Bool

  init(_ event: MonitorEvent) {
    name = event.name
    kind = event.kind
    was = event.was
    now = event.now
    reason = event.reason
    incident = event.incident
    deadParents = event.deadParents
    isInMaintenance = event.isInMaintenance
  }
}

/// What a row of an alert holds as JSON.
struct AlertRecord: Codable {
  var notice: AlertNotice
  var error: Message?
}

extension MonitorState {
  /// Its number in the rows, which never changes.
  var stored: Int64 {
    switch self {
    case .up: 0
    case .degraded: 1
    case .down: 2
    case .unknown: 3
    case .paused: 4
    }
  }

  /// The state of that number; `nil` for one of a newer version.
  init?(stored: Int64) {
    guard let state = Self.allCases.first(where: { $0.stored == stored }) else { return nil }
    self = state
  }
}

extension Incident {
  /// The columns that `init(_:)` reads, of `incident` and `monitor_number`.
  static let columns = """
    incident.id, monitor_number.id, incident.since, incident.until, incident.state, incident.json
    """

  /// The incident of a row of `columns`; `nil` for one that a newer version wrote.
  init?(_ row: Row) throws {
    let since: Int64 = try row.decode(atIndex: 2)
    let until: Int64? = try row.decode(atIndex: 3)
    let stored: Int64 = try row.decode(atIndex: 4)
    let json: String = try row.decode(atIndex: 5)
    guard let state = MonitorState(stored: stored),
      let record = try? JSONText.decode(IncidentRecord.self, from: json)
    else { return nil }
    self.init(
      id: try row.decode(atIndex: 0),
      monitor: try row.decode(atIndex: 1),
      from: Timestamp(milliseconds: since),
      to: until.map(Timestamp.init(milliseconds:)),
      state: state,
      reason: record.reason,
      confirmedBy: record.confirmedBy,
      diagnosis: record.diagnosis,
      isAcknowledged: record.isAcknowledged
    )
  }
}

extension MonitorEvent {
  /// The columns that `init(_:)` reads, of `monitor_event` and `monitor_number`.
  static let columns = """
    monitor_event.seq, monitor_event.time, monitor_number.id, monitor_event.json
    """

  /// The event of a row of `columns`; `nil` for one that a newer version wrote.
  init?(_ row: Row) throws {
    let time: Int64 = try row.decode(atIndex: 1)
    let json: String = try row.decode(atIndex: 3)
    guard let record = try? JSONText.decode(EventRecord.self, from: json) else { return nil }
    self.init(
      seq: try row.decode(atIndex: 0),
      time: Timestamp(milliseconds: time),
      monitor: try row.decode(atIndex: 2),
      name: record.name,
      kind: record.kind,
      was: record.was,
      now: record.now,
      reason: record.reason,
      incident: record.incident,
      deadParents: record.deadParents,
      isInMaintenance: record.isInMaintenance
    )
  }
}

extension Alert {
  /// The columns that `init(_:)` reads.
  static let columns = "id, channel, rule, time, state, tries, next_try, json"

  /// The alert of a row of `columns`; `nil` for one that a newer version wrote.
  init?(_ row: Row) throws {
    let time: Int64 = try row.decode(atIndex: 3)
    let stateName: String = try row.decode(atIndex: 4)
    let nextTry: Int64? = try row.decode(atIndex: 6)
    let json: String = try row.decode(atIndex: 7)
    guard let state = State(rawValue: stateName),
      let record = try? JSONText.decode(AlertRecord.self, from: json)
    else { return nil }
    self.init(
      id: try row.decode(atIndex: 0),
      time: Timestamp(milliseconds: time),
      rule: try row.decode(atIndex: 2),
      channel: try row.decode(atIndex: 1),
      notice: record.notice,
      state: state,
      tries: try row.decode(atIndex: 5),
      nextTry: nextTry.map(Timestamp.init(milliseconds:)),
      error: record.error
    )
  }
}
