internal import Discovery
internal import FoundationEssentials
internal import GRDB
internal import Home
import Model
internal import Monitoring

extension MonitorBatch {
  /// Writes the rows of the batch, and returns the numbers that its new rows got; those are `given` where
  /// they have been told already.
  ///
  /// A monitor that is removed and added is another one from then on; of one that is only removed nothing
  /// stays, whatever else the batch says of it.
  func insert(in database: Database, as given: MonitorNumbers? = nil) throws -> MonitorNumbers {
    let added = Set(monitors.map(\.id))
    for id in removedMonitors where added.contains(id) { try MonitorNumber.retire(id, database) }
    try insertDefinitions(in: database)
    var numbers = MonitorNumbers()
    try insertIncidents(in: database, as: given, &numbers)
    try insertPast(in: database)
    for (index, event) in events.enumerated() {
      let seq = given?.events.element(at: index)
      numbers.events.append(try event.insert(in: database, as: seq, numbers))
    }
    for (index, alert) in newAlerts.enumerated() {
      let id = given?.alerts.element(at: index)
      numbers.alerts.append(try numbers.resolved(alert).insert(in: database, as: id))
    }
    for alert in alerts { try numbers.resolved(alert).update(in: database) }
    try insertMemory(in: database)
    for id in removedMonitors where !added.contains(id) { try MonitorNumber.retire(id, database) }
    return numbers
  }

  /// Monitors, rules and channels.
  private func insertDefinitions(in database: Database) throws {
    for (table, ids) in [("alert_rule", removedRules), ("alert_channel", removedChannels)] {
      for id in ids {
        try database.cachedStatement(sql: "DELETE FROM \(table) WHERE id = ?")
          .execute(arguments: [id])
      }
    }
    for monitor in monitors { try upsert(monitor, as: monitor.id, into: "monitor", database) }
    for rule in rules { try upsert(rule, as: rule.id, into: "alert_rule", database) }
    for channel in channels {
      try upsert(channel, as: channel.id, into: "alert_channel", database)
    }
  }

  private func upsert(
    _ value: some Encodable,
    as id: String,
    into table: String,
    _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO \(table) VALUES (?, ?)
        ON CONFLICT (id) DO UPDATE SET json = excluded.json WHERE json <> excluded.json
        """
    ).execute(arguments: [id, try JSONText.encode(value)])
  }

  private func insertIncidents(
    in database: Database,
    as given: MonitorNumbers?,
    _ numbers: inout MonitorNumbers
  ) throws {
    for (index, incident) in newIncidents.enumerated() {
      let id = given?.incidents.element(at: index)
      numbers.incidents.append(try incident.insert(in: database, as: id))
    }
    for incident in incidents {
      guard let id = numbers.resolved(incident.id) else { continue }
      try incident.update(in: database, as: id)
    }
  }

  /// Trackers, states and samples.
  private func insertPast(in database: Database) throws {
    // No bytes at all are bound as NULL.
    for (id, memory) in trackers {
      try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO tracker VALUES (?, COALESCE(?, x''))"
      ).execute(arguments: [try MonitorNumber.make(id, database), Data(memory)])
    }
    for change in states {
      let number = try MonitorNumber.make(change.monitor, database)
      try database.cachedStatement(sql: "INSERT OR REPLACE INTO monitor_state VALUES (?, ?, ?, ?)")
        .execute(arguments: [
          number, change.time.milliseconds, change.state.stored, change.isInMaintenance,
        ])
    }
    for (id, samples) in samples where !samples.isEmpty {
      let number = try MonitorNumber.make(id, database)
      for sample in samples { try sample.insert(of: number, in: database, .monitors) }
    }
  }

  /// The alert dispatcher's memory, the status page, and the heartbeat.
  private func insertMemory(in database: Database) throws {
    if let dispatcher {
      try database.cachedStatement(
        sql: """
          INSERT INTO monitoring (id, dispatcher) VALUES (1, COALESCE(?, x''))
          ON CONFLICT (id) DO UPDATE SET dispatcher = excluded.dispatcher
          """
      ).execute(arguments: [Data(dispatcher)])
    }
    if let statusPage {
      try database.cachedStatement(
        sql: """
          INSERT INTO monitoring (id, status_page) VALUES (1, ?)
          ON CONFLICT (id) DO UPDATE SET status_page = excluded.status_page
          """
      ).execute(arguments: [Data(statusPage)])
    }
    if let heartbeat {
      try database.cachedStatement(
        sql: """
          INSERT INTO monitoring (id, heartbeat) VALUES (1, ?)
          ON CONFLICT (id) DO UPDATE SET heartbeat = excluded.heartbeat
          """
      ).execute(arguments: [heartbeat.milliseconds])
    }
  }
}

extension Incident {
  /// Writes a new row, and returns its number.
  fileprivate func insert(in database: Database, as id: Int64?) throws -> Int64 {
    try database.cachedStatement(sql: "INSERT INTO incident VALUES (?, ?, ?, ?, ?, ?)")
      .execute(arguments: [
        id, try MonitorNumber.make(monitor, database), from.milliseconds, to?.milliseconds,
        state.stored, try JSONText.encode(IncidentRecord(self)),
      ])
    return database.lastInsertedRowID
  }

  /// Writes the row of that number anew; one that was dropped stays away.
  fileprivate func update(in database: Database, as id: Int64) throws {
    try database.cachedStatement(
      sql: "UPDATE incident SET since = ?, until = ?, state = ?, json = ? WHERE id = ?"
    ).execute(arguments: [
      from.milliseconds, to?.milliseconds, state.stored,
      try JSONText.encode(IncidentRecord(self)), id,
    ])
  }
}

extension MonitorEvent {
  /// Writes a new row, and returns its number.
  fileprivate func insert(
    in database: Database,
    as seq: Int64?,
    _ numbers: MonitorNumbers
  ) throws -> Int64 {
    var record = EventRecord(self)
    record.incident = numbers.resolved(incident)
    try database.cachedStatement(sql: "INSERT INTO monitor_event VALUES (?, ?, ?, ?)")
      .execute(arguments: [
        seq, try MonitorNumber.make(monitor, database), time.milliseconds,
        try JSONText.encode(record),
      ])
    return database.lastInsertedRowID
  }
}

extension Alert {
  private var json: String {
    get throws { try JSONText.encode(AlertRecord(notice: notice, error: error)) }
  }

  /// Writes a new row, and returns its number.
  fileprivate func insert(in database: Database, as id: Int64?) throws -> Int64 {
    try database.cachedStatement(sql: "INSERT INTO alert VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
      .execute(arguments: [
        id, channel, rule, time.milliseconds, state.rawValue, tries, nextTry?.milliseconds,
        try json,
      ])
    return database.lastInsertedRowID
  }

  /// Writes its row anew; one that was dropped stays away.
  fileprivate func update(in database: Database) throws {
    try database.cachedStatement(
      sql: "UPDATE alert SET state = ?, tries = ?, next_try = ?, json = ? WHERE id = ?"
    ).execute(arguments: [state.rawValue, tries, nextTry?.milliseconds, try json, id])
  }
}

extension Array {
  fileprivate func element(at index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
