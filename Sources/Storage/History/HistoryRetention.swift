internal import GRDB
internal import Home
import Model

/// Drops what is older than the policy says, a few rows at a time: so no transaction is long, and a
/// clock that is wrong for a while takes little with it.
struct HistoryRetention {
  var policy: HistoryPolicy
  var now: Timestamp

  /// About as many rows as are dropped in one step.
  static let mostRows = 1000

  /// Drops some rows; returns how many, 0 where nothing is too old.
  func step(_ database: Database, mostRows: Int = Self.mostRows) throws -> Int {
    let steps = [
      dropChanges, dropPresence, dropProfiles, dropSealed, dropHourly, dropDaily,
    ]
    for step in steps {
      let count = try step(database, mostRows)
      if count > 0 { return count }
    }
    return 0
  }

  private func border(_ days: Int) -> Int64 {
    now.milliseconds - Int64(days) * HistoryTime.day
  }

  private func dropChanges(_ database: Database, _ most: Int) throws -> Int {
    try database.execute(
      sql: """
        DELETE FROM change WHERE seq IN (
          SELECT seq FROM change INDEXED BY change_by_time WHERE time < ? ORDER BY time LIMIT ?
        )
        """,
      arguments: [border(policy.changeDays), most]
    )
    return database.changesCount
  }

  /// Each device's last transition before the border holds on, and stays.
  private func dropPresence(_ database: Database, _ most: Int) throws -> Int {
    var count = 0
    for slot in try Int.fetchAll(database, sql: slotsHeld(by: "presence")) where count < most {
      try database.execute(
        sql: """
          DELETE FROM presence WHERE slot = ? AND since IN (
            SELECT since FROM presence WHERE slot = ? AND since < (
              SELECT MAX(since) FROM presence WHERE slot = ? AND since <= ?
            )
            ORDER BY since LIMIT ?
          )
          """,
        arguments: [slot, slot, slot, border(policy.presenceDays), most - count]
      )
      count += database.changesCount
    }
    return count
  }

  /// Each device's last version before the border holds on, and stays, unless it says that the device
  /// is gone.
  private func dropProfiles(_ database: Database, _ most: Int) throws -> Int {
    var count = 0
    for slot in try Int.fetchAll(database, sql: slotsHeld(by: "profile")) where count < most {
      guard
        let last = try Row.fetchOne(
          database,
          sql: """
            SELECT since, text IS NULL FROM profile
            WHERE slot = ? AND since <= ? ORDER BY since DESC LIMIT 1
            """,
          arguments: [slot, border(policy.changeDays)]
        )
      else { continue }
      let since: Int64 = try last.decode(atIndex: 0)
      let isGone: Bool = try last.decode(atIndex: 1)
      let rows = try Row.fetchAll(
        database,
        sql: "SELECT since, text FROM profile WHERE slot = ? AND since < ? ORDER BY since LIMIT ?",
        arguments: [slot, isGone ? since &+ 1 : since, most - count]
      )
      for row in rows {
        let since: Int64 = try row.decode(atIndex: 0)
        let text: Int64? = try row.decode(atIndex: 1)
        try database.execute(
          sql: "DELETE FROM profile WHERE slot = ? AND since = ?",
          arguments: [slot, since]
        )
        if let text { try DeviceProfile.dropText(text, in: database) }
      }
      count += rows.count
    }
    return count
  }

  private func dropSealed(_ database: Database, _ most: Int) throws -> Int {
    try SampleTables.devices.dropSealed(before: wholeDay(policy.sampleDays), database, most)
  }

  private func dropHourly(_ database: Database, _ most: Int) throws -> Int {
    try SampleTables.devices.dropHourly(before: wholeDay(policy.hourlyDays), database, most)
  }

  private func dropDaily(_ database: Database, _ most: Int) throws -> Int {
    try SampleTables.devices.dropDaily(before: wholeDay(policy.dailyDays), database, most)
  }

  private func wholeDay(_ days: Int) -> Int64 {
    HistoryTime.span(HistoryTime.day, of: border(days))
  }
}
