internal import GRDB
internal import Home
import Model

extension RetentionClock {
  /// The clock that goes on with what was trusted last; where that was never kept, with the end of the
  /// history.
  static func fetch(_ database: Database) throws -> RetentionClock {
    let kept = try Int64.fetchOne(database, sql: "SELECT time FROM trusted_time")
    let time = try kept.map(Timestamp.init(milliseconds:)) ?? HistoryBatch.fetchHeartbeat(database)
    return RetentionClock(trusted: time)
  }

  /// Keeps what is trusted.
  func save(_ database: Database) throws {
    guard let trusted else { return }
    try database.execute(
      sql: "INSERT OR REPLACE INTO trusted_time VALUES (1, ?)",
      arguments: [trusted.milliseconds]
    )
  }
}
