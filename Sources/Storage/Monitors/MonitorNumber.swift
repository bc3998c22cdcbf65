internal import GRDB

/// The numbers that stand for monitors in the rows.
///
/// A number belongs to one monitor for ever: one that is added later under the id of a removed one gets
/// another, and inherits nothing.
enum MonitorNumber {
  /// The monitor's number, if anything is kept of it.
  static func find(_ id: String, _ database: Database) throws -> Int? {
    try Int.fetchOne(
      database.cachedStatement(sql: "SELECT number FROM monitor_number WHERE id = ?"),
      arguments: [id]
    )
  }

  /// The monitor's number, a new one where it has none.
  static func make(_ id: String, _ database: Database) throws -> Int {
    if let known = try find(id, database) { return known }
    try database.cachedStatement(sql: "INSERT INTO monitor_number (id) VALUES (?)")
      .execute(arguments: [id])
    return Int(database.lastInsertedRowID)
  }

  /// Takes the number from the monitor, and drops what is kept of it now; its past, which no query finds
  /// any more, goes in steps (``step(_:mostRows:)``).
  static func retire(_ id: String, _ database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM monitor WHERE id = ?").execute(arguments: [id])
    guard let number = try find(id, database) else { return }
    try database.cachedStatement(sql: "DELETE FROM tracker WHERE monitor = ?")
      .execute(arguments: [number])
    try database.cachedStatement(sql: "UPDATE monitor_number SET id = NULL WHERE number = ?")
      .execute(arguments: [number])
  }

  /// About as many rows as are dropped in one step, and at most so many monitors.
  static let mostRows = 1000
  private static let mostMonitors = 256

  /// Drops some rows of removed monitors; returns whether there may be more.
  static func step(_ database: Database, mostRows: Int = Self.mostRows) throws -> Bool {
    let numbers = try Int.fetchAll(
      database,
      sql: "SELECT number FROM monitor_number WHERE id IS NULL ORDER BY number LIMIT ?",
      arguments: [mostMonitors]
    )
    guard let first = numbers.first, let last = numbers.last else { return false }
    let hours = try Int64.fetchAll(
      database,
      sql: slotsHeld(by: SampleTables.monitors.open, column: "hour")
    )
    var left = mostRows
    for number in numbers {
      left -= try drop(number, atMost: left, openHours: hours, database)
      guard left > 0 else { return true }
    }
    // No index finds them, so they are looked for once for all of these monitors.
    try database.execute(
      sql: """
        DELETE FROM monitor_event WHERE seq IN (
          SELECT seq FROM monitor_event WHERE monitor IN (
            SELECT number FROM monitor_number WHERE id IS NULL AND number BETWEEN ? AND ?
          )
          LIMIT ?
        )
        """,
      arguments: [first, last, left]
    )
    guard database.changesCount < left else { return true }
    try database.execute(
      sql: "DELETE FROM monitor_number WHERE id IS NULL AND number BETWEEN ? AND ?",
      arguments: [first, last]
    )
    return numbers.count == mostMonitors
  }

  /// Drops at most so many rows of a monitor, but for its events; fewer mean that no others are left.
  private static func drop(
    _ number: Int,
    atMost most: Int,
    openHours: [Int64],
    _ database: Database
  ) throws -> Int {
    let tables = SampleTables.monitors
    let keys = [
      ("monitor_state", "time"), ("incident", "id"), (tables.sealed, "hour"),
      (tables.hourly, "span"),
    ]
    var count = try database.dropRows(where: "monitor", is: number, of: keys, atMost: most)
    // One a second at most, as of the hour that a monitor was checked in.
    for hour in openHours where count < most {
      try database.cachedStatement(
        sql: "DELETE FROM \(tables.open) WHERE hour = ? AND monitor = ?"
      ).execute(arguments: [hour, number])
      count += database.changesCount
    }
    return count
  }
}
