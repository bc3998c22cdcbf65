internal import GRDB
internal import Home
internal import Monitoring

extension MemoryMonitorStore {
  /// A store in memory that goes on with what is kept in that directory, also on a full disk; its numbers
  /// follow those that were given there.
  convenience init(readingFrom directory: String) throws(StoreError) {
    let absent = (stored: StoredMonitoring(), last: MonitorMemory.LastNumbers())
    let kept = try SQLiteInventoryStore.read(directory, mayLock: true, absent: absent) { file, _ in
      (stored: try StoredMonitoring(file), last: try MonitorMemory.LastNumbers(file))
    }
    self.init(kept.stored, after: kept.last)
  }
}

extension MonitorMemory.LastNumbers {
  /// The greatest numbers that were given, as SQLite keeps them for tables whose numbers never come again.
  fileprivate init(_ database: Database) throws {
    self.init()
    guard try database.tableExists("monitoring") else { return }
    func last(_ table: String) throws -> Int64 {
      try Int64.fetchOne(
        database,
        sql: "SELECT seq FROM sqlite_sequence WHERE name = ?",
        arguments: [table]
      ) ?? 0
    }
    incident = try last("incident")
    event = try last("monitor_event")
    alert = try last("alert")
  }
}
