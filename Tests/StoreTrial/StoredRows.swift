import GRDB

/// The rows of a store as they are in its file, which its interface doesn't show.
struct StoredRows {
  /// A device and an hour or a day.
  struct Span: Hashable {
    var slot: Int
    var number: Int64
  }

  /// What came of the checks in a span; times in microseconds.
  struct Summary: Hashable {
    var n = 0
    var lost = 0
    var unknown = 0
    var least: Int64?
    var greatest: Int64?
  }

  private let queue: DatabaseQueue

  /// Opens that file for reading.
  init(of path: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(2)
    queue = try DatabaseQueue(path: path, configuration: configuration)
  }

  /// What SQLite finds damaged; empty where all is well.
  func damage() throws -> [String] {
    try queue.read { database in
      let findings = try String.fetchAll(database, sql: "PRAGMA integrity_check(5)")
      let strays = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
      return findings.filter { $0 != "ok" } + strays.map { "stray row \($0)" }
    }
  }

  /// Rows that only a half-done transaction leaves, in words.
  func leftovers() throws -> [String] {
    var queries = [
      "sealed hours of monitors without a summary": """
      SELECT COUNT(*) FROM monitor_sealed_hour AS sealed WHERE NOT EXISTS (
        SELECT 1 FROM monitor_hourly WHERE monitor = sealed.monitor AND span = sealed.hour
      )
      """,
      "sealed hours without a summary": """
      SELECT COUNT(*) FROM sealed_hour AS sealed WHERE NOT EXISTS (
        SELECT 1 FROM hourly WHERE slot = sealed.slot AND span = sealed.hour
      )
      """,
      "texts of no profile": """
      SELECT COUNT(*) FROM profile_text WHERE NOT EXISTS (
        SELECT 1 FROM profile WHERE text = profile_text.id
      )
      """,
      "devices without evidence": """
      SELECT COUNT(*) FROM device WHERE NOT EXISTS (
        SELECT 1 FROM evidence WHERE slot = device.slot
      )
      """,
    ]
    let tables = [
      "tracker", "monitor_state", "incident", "monitor_event", "monitor_sample",
      "monitor_sealed_hour", "monitor_hourly",
    ]
    for table in tables {
      queries["rows in \(table) of no monitor"] =
        "SELECT COUNT(*) FROM \(table) WHERE monitor NOT IN (SELECT number FROM monitor_number)"
    }
    return try queue.read { database in
      try queries.sorted { $0.key < $1.key }.compactMap { (words, sql) -> String? in
        let count = try Int.fetchOne(database, sql: sql) ?? 0
        return count > 0 ? "\(count) \(words)" : nil
      }
    }
  }

  /// The greatest slot of the devices that were forgotten.
  func greatestForgotten() throws -> Int? {
    try queue.read { try Int.fetchOne($0, sql: "SELECT MAX(slot) FROM forgotten") }
  }

  /// What there is of the history of those devices, in words, but for those whose history is still to be
  /// dropped.
  func remains(of slots: Set<Int>) throws -> [String] {
    let tables = [
      "change", "presence", "profile", "sample", "sealed_hour", "hourly", "daily", "day_due",
    ]
    return try queue.read { database in
      let pending = try Int.fetchAll(database, sql: "SELECT slot FROM forgotten WHERE is_done = 0")
      var remains: [String] = []
      for slot in slots.subtracting(pending).sorted() {
        for table in tables {
          let count = try Int.fetchOne(
            database,
            sql: "SELECT COUNT(*) FROM \(table) WHERE slot = ?",
            arguments: [slot]
          )
          guard let count, count > 0 else { continue }
          remains.append("\(count) rows in \(table) of device \(slot), which was forgotten")
        }
      }
      return remains
    }
  }

  /// What is in the rows of hours that aren't sealed.
  func open() throws -> [Span: Summary] {
    try summaries(
      """
      SELECT slot, hour, SUM(outcome <> -2), SUM(outcome = -1), SUM(outcome = -2), NULL, NULL
      FROM sample GROUP BY slot, hour
      """
    )
  }

  /// The summaries of sealed hours.
  func hourly() throws -> [Span: Summary] {
    try summaries("SELECT slot, span, n, lost, unknown, min, max FROM hourly")
  }

  /// The summaries of days whose hours didn't change since.
  func daily() throws -> [Span: Summary] {
    try summaries(
      """
      SELECT slot, span, n, lost, unknown, min, max FROM daily
      WHERE NOT EXISTS (SELECT 1 FROM day_due WHERE day = daily.span AND slot = daily.slot)
      """
    )
  }

  private func summaries(_ sql: String) throws -> [Span: Summary] {
    try queue.read { database in
      var summaries: [Span: Summary] = [:]
      let rows = try Row.fetchCursor(database, sql: sql)
      while let row = try rows.next() {
        let span = Span(slot: try row.decode(atIndex: 0), number: try row.decode(atIndex: 1))
        summaries[span] = Summary(
          n: try row.decode(atIndex: 2),
          lost: try row.decode(atIndex: 3),
          unknown: try row.decode(atIndex: 4),
          least: try row.decode(atIndex: 5),
          greatest: try row.decode(atIndex: 6)
        )
      }
      return summaries
    }
  }
}
