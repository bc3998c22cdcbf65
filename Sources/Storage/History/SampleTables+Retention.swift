internal import GRDB
internal import Home

extension SampleTables {
  /// Drops single checks of the days before that one, of about so many hours; returns of how many.
  func dropSealed(before day: Int64, _ database: Database, _ most: Int) throws -> Int {
    try drop(sealed, "hour", before: day * 24, ofDay: 24, database, most)
  }

  /// Drops sums of hours of the days before that one, about so many; returns how many.
  func dropHourly(before day: Int64, _ database: Database, _ most: Int) throws -> Int {
    try drop(hourly, "span", before: day * 24, ofDay: 24, database, most)
  }

  /// Drops sums of days before that one, about so many; returns how many.
  func dropDaily(before day: Int64, _ database: Database, _ most: Int) throws -> Int {
    guard let days else { return 0 }
    return try drop(days.daily, "span", before: day, ofDay: 1, database, most)
  }

  /// Drops a table's spans before that one, of each subject whole days only: of a day either all hours
  /// are kept or none.
  private func drop(
    _ table: String,
    _ column: String,
    before end: Int64,
    ofDay length: Int64,
    _ database: Database,
    _ most: Int
  ) throws -> Int {
    var count = 0
    for number in try Int.fetchAll(database, sql: slotsHeld(by: table, column: subject)) {
      while count < most {
        guard
          let oldest = try Int64.fetchOne(
            database.cachedStatement(
              sql: "SELECT MIN(\(column)) FROM \(table) WHERE \(subject) = ? AND \(column) < ?"
            ),
            arguments: [number, end]
          )
        else { break }
        // Up to the end of that many days, counted from the oldest one.
        let days = Int64(max((most - count) / Int(length), 1))
        let first = HistoryTime.span(length, of: oldest)
        let limit = min(end, (first &+ days) &* length)
        try database.cachedStatement(
          sql: "DELETE FROM \(table) WHERE \(subject) = ? AND \(column) >= ? AND \(column) < ?"
        ).execute(arguments: [number, oldest, max(limit, oldest &+ 1)])
        count += database.changesCount
      }
      if count >= most { break }
    }
    return count
  }
}
