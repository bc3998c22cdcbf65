internal import GRDB
public import Home
import Model

/// Drops all that is kept of forgotten devices, a few rows at a time.
///
/// Which slots that are is stored with the same commit that removes the devices: what an interruption
/// leaves is dropped later.
enum HistoryForgetting {
  /// About as many rows as are dropped in one step, and at most so many slots.
  static let mostRows = 1000
  private static let mostSlots = 256

  /// The history of those slots is to be dropped.
  static func mark(_ slots: Set<Int>, _ database: Database) throws {
    let insertion = try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO forgotten VALUES (?, 0)"
    )
    for slot in slots.sorted() { try insertion.execute(arguments: [slot]) }
  }

  /// The slots of which something may be left: nobody is told of it any more, nor is it exported.
  static func pending(_ database: Database) throws -> Set<Int> {
    // A file of an earlier version has none.
    guard try database.tableExists("forgotten") else { return [] }
    return try Set(Int.fetchAll(database, sql: pendingSlots))
  }

  /// A query for those slots.
  static let pendingSlots = "SELECT slot FROM forgotten WHERE is_done = 0"

  /// Drops some rows; returns whether there may be more.
  static func step(_ database: Database, mostRows: Int = Self.mostRows) throws -> Bool {
    let slots = try Int.fetchAll(
      database,
      sql: "\(pendingSlots) ORDER BY slot LIMIT ?",
      arguments: [mostSlots]
    )
    guard !slots.isEmpty else { return false }
    var left = mostRows
    for slot in slots {
      left -= try drop(slot, atMost: left, database)
      guard left > 0 else { return true }
      try database.execute(
        sql: "UPDATE forgotten SET is_done = 1 WHERE slot = ?",
        arguments: [slot]
      )
    }
    // The greatest stays: no other device ever gets a slot that one had.
    try database.execute(
      sql: "DELETE FROM forgotten WHERE is_done = 1 AND slot < (SELECT MAX(slot) FROM forgotten)"
    )
    return slots.count == mostSlots
  }

  /// Drops at most so many rows of a slot; fewer mean that nothing is left of it.
  private static func drop(_ slot: Int, atMost most: Int, _ database: Database) throws -> Int {
    let tables = [
      ("change", "seq"), ("presence", "since"), ("sealed_hour", "hour"), ("hourly", "span"),
      ("daily", "span"),
    ]
    var count = try database.dropRows(where: "slot", is: slot, of: tables, atMost: most)
    let versions = try Row.fetchAll(
      database,
      sql: "SELECT since, text FROM profile WHERE slot = ? LIMIT ?",
      arguments: [slot, max(most - count, 0)]
    )
    for version in versions {
      let since: Int64 = try version.decode(atIndex: 0)
      let text: Int64? = try version.decode(atIndex: 1)
      try database.cachedStatement(sql: "DELETE FROM profile WHERE slot = ? AND since = ?")
        .execute(arguments: [slot, since])
      if let text { try DeviceProfile.dropText(text, in: database) }
    }
    count += versions.count
    // Those of the open hour, and of days that are not summed up.
    for table in ["sample", "day_due"] where count < most {
      try database.cachedStatement(sql: "DELETE FROM \(table) WHERE slot = ?")
        .execute(arguments: [slot])
    }
    return count
  }
}

extension SQLiteInventoryStore {
  /// Removes forgotten devices, and notes that the history of those slots is to be dropped.
  public func forget(
    _ keys: [StoredDevice.Key],
    histories slots: Set<Int>,
    edits: StoredEditChange
  ) throws(StoreError) {
    guard !keys.isEmpty || !slots.isEmpty || edits != StoredEditChange() else { return }
    try noting {
      try queue.write { database in
        for key in keys {
          try database.execute(sql: "DELETE FROM device WHERE slot = ?", arguments: [key])
        }
        try HistoryForgetting.mark(slots, database)
        try edits.apply(to: database)
      }
    }
  }
}
