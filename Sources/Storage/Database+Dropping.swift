internal import GRDB

extension Database {
  /// Drops rows that have that number in a column, of one table after the other, until there were as many
  /// as `most`; returns how many.
  ///
  /// Each table comes with the column that tells such rows apart.
  func dropRows(
    where column: String,
    is number: Int,
    of tables: [(String, String)],
    atMost most: Int
  ) throws -> Int {
    var count = 0
    for (table, key) in tables where count < most {
      try cachedStatement(
        sql: """
          DELETE FROM \(table) WHERE \(column) = ? AND \(key) IN (
            SELECT \(key) FROM \(table) WHERE \(column) = ? LIMIT ?
          )
          """
      ).execute(arguments: [number, number, most - count])
      count += changesCount
    }
    return count
  }
}
