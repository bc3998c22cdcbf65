internal import Discovery
internal import GRDB
internal import Home

extension DeviceTies {
  /// The ties of every device that has some, by slot.
  ///
  /// A file of an older version has none; what says nothing to this version is left out.
  static func fetchAll(_ database: Database) throws -> [StoredDevice.Key: DeviceTies] {
    guard try database.tableExists("tie") else { return [:] }
    var ties: [StoredDevice.Key: DeviceTies] = [:]
    let rows = try Row.fetchCursor(database, sql: "SELECT slot, json FROM tie")
    while let row = try rows.next() {
      let slot: StoredDevice.Key = try row.decode(atIndex: 0)
      let json: String = try row.decode(atIndex: 1)
      ties[slot] = try? JSONText.decode(DeviceTies.self, from: json)
    }
    return ties
  }

  /// Writes the row of the device in that slot, or removes it where there is nothing to say.
  func upsert(of slot: StoredDevice.Key, in database: Database) throws {
    guard !isEmpty else {
      try database.cachedStatement(sql: "DELETE FROM tie WHERE slot = ?")
        .execute(arguments: [slot])
      return
    }
    try database.execute(
      sql: """
        INSERT INTO tie VALUES (?, ?)
        ON CONFLICT (slot) DO UPDATE SET json = excluded.json WHERE json <> excluded.json
        """,
      arguments: [slot, try JSONText.encode(self)]
    )
  }
}

extension StoredEdit {
  /// The last ones, ascending by number; what says nothing to this version is left out.
  static func fetchAll(_ database: Database) throws -> [StoredEdit] {
    let texts = try String.fetchAll(
      database,
      sql: "SELECT json FROM edit ORDER BY seq DESC LIMIT ?",
      arguments: [most]
    )
    return texts.reversed().compactMap { try? JSONText.decode(StoredEdit.self, from: $0) }
  }
}

extension StoredEditChange {
  /// Writes what was added, and removes what was dropped.
  func apply(to database: Database) throws {
    for seq in dropped {
      try database.execute(
        sql: "DELETE FROM edit WHERE seq = ?",
        arguments: [Int64(clamping: seq)]
      )
    }
    guard let added else { return }
    try database.execute(
      sql: "INSERT OR REPLACE INTO edit VALUES (?, ?)",
      arguments: [Int64(clamping: added.seq), try JSONText.encode(added)]
    )
  }
}
