internal import GRDB
import Model
internal import Monitoring

extension MonitorStateChange {
  /// The last change of a monitor at or before `from`, and those after it until `to`; ascending.
  static func fetch(
    _ database: Database,
    of monitor: String,
    from: Timestamp,
    to: Timestamp
  ) throws -> [MonitorStateChange] {
    guard let number = try MonitorNumber.find(monitor, database) else { return [] }
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT time, state, is_in_maintenance FROM monitor_state
          WHERE monitor = ? AND time <= ? AND time >= COALESCE(
            (SELECT MAX(time) FROM monitor_state WHERE monitor = ? AND time <= ?), ?
          )
          ORDER BY time
          """
      ),
      arguments: [number, to.milliseconds, number, from.milliseconds, from.milliseconds]
    )
    var changes: [MonitorStateChange] = []
    while let row = try rows.next() {
      let time: Int64 = try row.decode(atIndex: 0)
      let state: Int64 = try row.decode(atIndex: 1)
      changes.append(
        MonitorStateChange(
          monitor: monitor,
          time: Timestamp(milliseconds: time),
          // What this version doesn't know counts neither for nor against it.
          state: MonitorState(stored: state) ?? .unknown,
          isInMaintenance: try row.decode(atIndex: 2)
        )
      )
    }
    return changes
  }
}

extension Incident {
  /// Those that last, ascending.
  static func fetchOpen(_ database: Database) throws -> [Incident] {
    try decoded(
      Row.fetchCursor(
        database,
        sql: """
          SELECT \(columns) FROM incident
          CROSS JOIN monitor_number ON monitor_number.number = incident.monitor
          WHERE incident.until IS NULL AND monitor_number.id IS NOT NULL ORDER BY incident.id
          """
      ),
      limit: .max
    )
  }

  /// Those that lasted at some time between the two, the newest first; of one monitor, or of all.
  static func fetch(
    _ database: Database,
    of monitor: String?,
    from: Timestamp,
    to: Timestamp,
    limit: Int
  ) throws -> [Incident] {
    var arguments = [to.milliseconds, from.milliseconds]
    // Read backwards from the last one, none are sorted.
    var (source, isAsked) = ("incident NOT INDEXED", "monitor_number.id IS NOT NULL")
    if let monitor {
      guard let number = try MonitorNumber.find(monitor, database) else { return [] }
      arguments.append(Int64(number))
      source = "incident INDEXED BY incident_by_monitor"
      isAsked = "incident.monitor = ?"
    }
    return try decoded(
      Row.fetchCursor(
        database,
        sql: """
          SELECT \(columns) FROM \(source)
          CROSS JOIN monitor_number ON monitor_number.number = incident.monitor
          WHERE incident.since <= ? AND (incident.until IS NULL OR incident.until >= ?)
            AND \(isAsked)
          ORDER BY incident.id DESC
          """,
        arguments: StatementArguments(arguments)
      ),
      limit: limit
    )
  }

  private static func decoded(_ rows: RowCursor, limit: Int) throws -> [Incident] {
    var incidents: [Incident] = []
    while incidents.count < limit, let row = try rows.next() {
      if let incident = try Incident(row) { incidents.append(incident) }
    }
    return incidents
  }
}

extension MonitorEvent {
  /// The events after that one, ascending.
  static func fetch(_ database: Database, after seq: Int64, limit: Int) throws -> [MonitorEvent] {
    // Those that can't be read don't count, or a page of them would look like the end.
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(columns) FROM monitor_event
        CROSS JOIN monitor_number ON monitor_number.number = monitor_event.monitor
        WHERE monitor_event.seq > ? AND monitor_number.id IS NOT NULL ORDER BY monitor_event.seq
        """,
      arguments: [seq]
    )
    var events: [MonitorEvent] = []
    while events.count < limit, let row = try rows.next() {
      if let event = try MonitorEvent(row) { events.append(event) }
    }
    return events
  }
}

extension Alert {
  /// Those that are still to be sent, ascending: also those that quiet hours hold.
  static func fetchWaiting(_ database: Database) throws -> [Alert] {
    try decoded(
      Row.fetchCursor(
        database,
        sql: "SELECT \(columns) FROM alert WHERE state IN (?, ?) ORDER BY id",
        arguments: [State.waiting.rawValue, State.held.rawValue]
      ),
      limit: .max
    )
  }

  /// Alerts before that number, the newest first; in one state, or in all.
  static func fetch(
    _ database: Database,
    in state: State?,
    before id: Int64?,
    limit: Int
  ) throws -> [Alert] {
    var arguments: [(any DatabaseValueConvertible)?] = [id ?? Int64.max]
    if let state { arguments.append(state.rawValue) }
    return try decoded(
      Row.fetchCursor(
        database,
        sql: """
          SELECT \(columns) FROM alert WHERE id < ? \(state == nil ? "" : "AND state = ?")
          ORDER BY id DESC
          """,
        arguments: StatementArguments(arguments)
      ),
      limit: limit
    )
  }

  private static func decoded(_ rows: RowCursor, limit: Int) throws -> [Alert] {
    var alerts: [Alert] = []
    while alerts.count < limit, let row = try rows.next() {
      if let alert = try Alert(row) { alerts.append(alert) }
    }
    return alerts
  }
}
