internal import GRDB
internal import Home
import Model
internal import Monitoring

/// Drops what of monitors and alerts is older than the policy says, a few rows at a time, as
/// ``HistoryRetention`` does of devices.
struct MonitorRetention {
  var policy: MonitorPolicy
  var now: Timestamp

  /// About as many rows as are dropped in one step.
  static let mostRows = 1000

  /// Drops some rows; returns how many, 0 where nothing is too old.
  func step(_ database: Database, mostRows: Int = Self.mostRows) throws -> Int {
    let steps = [dropStates, dropIncidents, dropEvents, dropAlerts, dropSealed, dropHourly]
    for step in steps {
      let count = try step(database, mostRows)
      if count > 0 { return count }
    }
    return 0
  }

  /// A day is the least, and a hundred years are the most.
  private func border(_ days: Int) -> Int64 {
    now.milliseconds - Int64(min(max(days, 1), HistoryPolicy.mostDays)) * HistoryTime.day
  }

  private func borderDay(_ days: Int) -> Int64 {
    HistoryTime.span(HistoryTime.day, of: border(days))
  }

  /// Each monitor's last change before the border holds on, and stays.
  private func dropStates(_ database: Database, _ most: Int) throws -> Int {
    try database.execute(
      sql: """
        DELETE FROM monitor_state WHERE (monitor, time) IN (
          SELECT old.monitor, old.time
          FROM (\(slotsHeld(by: "monitor_state", column: "monitor"))) AS held
          CROSS JOIN monitor_state AS old
          WHERE old.monitor = held.slot AND old.time < (
            SELECT MAX(time) FROM monitor_state WHERE monitor = held.slot AND time <= ?
          )
          LIMIT ?
        )
        """,
      arguments: [border(policy.eventDays), most]
    )
    return database.changesCount
  }

  /// Those that last stay, however old they are.
  private func dropIncidents(_ database: Database, _ most: Int) throws -> Int {
    try database.execute(
      sql: "DELETE FROM incident WHERE id IN (SELECT id FROM incident WHERE until < ? LIMIT ?)",
      arguments: [border(policy.eventDays), most]
    )
    return database.changesCount
  }

  private func dropEvents(_ database: Database, _ most: Int) throws -> Int {
    try database.execute(
      sql: """
        DELETE FROM monitor_event
        WHERE seq IN (SELECT seq FROM monitor_event WHERE time < ? LIMIT ?)
        """,
      arguments: [border(policy.eventDays), most]
    )
    return database.changesCount
  }

  /// Those that are still to be sent stay.
  private func dropAlerts(_ database: Database, _ most: Int) throws -> Int {
    try database.execute(
      sql: """
        DELETE FROM alert WHERE id IN (
          SELECT id FROM alert INDEXED BY alert_by_time
          WHERE time < ? AND state IN (?, ?) LIMIT ?
        )
        """,
      arguments: [
        border(policy.eventDays), Alert.State.sent.rawValue, Alert.State.givenUp.rawValue, most,
      ]
    )
    return database.changesCount
  }

  private func dropSealed(_ database: Database, _ most: Int) throws -> Int {
    try SampleTables.monitors.dropSealed(before: borderDay(policy.sampleDays), database, most)
  }

  private func dropHourly(_ database: Database, _ most: Int) throws -> Int {
    try SampleTables.monitors.dropHourly(before: borderDay(policy.hourDays), database, most)
  }
}
