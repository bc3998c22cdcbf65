internal import FoundationEssentials
internal import GRDB
internal import Home

extension HistoryBatch {
  /// The most bytes of a device's silences; a row with more is none of ours.
  private static let longestModel = 256

  /// Writes the learned silences over those that are there.
  ///
  /// Of a device that is not stored, or no longer, none are kept: they go with its row.
  func insertSilences(in database: Database) throws {
    for (slot, model) in silences {
      guard !model.isEmpty, model.count <= Self.longestModel else {
        try database.cachedStatement(sql: "DELETE FROM silence WHERE slot = ?")
          .execute(arguments: [slot])
        continue
      }
      try database.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO silence
          SELECT ?, ? WHERE EXISTS (SELECT 1 FROM device WHERE slot = ?)
          """
      ).execute(arguments: [slot, Data(model), slot])
    }
  }

  /// The learned silences of every device, by slot; a file of an older version has none.
  static func fetchSilences(_ database: Database) throws -> [Int: [UInt8]] {
    guard try database.tableExists("silence") else { return [:] }
    var silences: [Int: [UInt8]] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT slot, model FROM silence WHERE length(model) <= ?",
      arguments: [longestModel]
    )
    while let row = try rows.next() {
      let slot: Int = try row.decode(atIndex: 0)
      let model: Data = try row.decode(atIndex: 1)
      silences[slot] = [UInt8](model)
    }
    return silences
  }
}
