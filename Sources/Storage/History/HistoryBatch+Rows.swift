internal import Discovery
internal import GRDB
internal import Home
import Model

extension HistoryBatch {
  /// Writes the rows of the batch.
  ///
  /// What is there already under the same number or time is written over, so that a batch that comes
  /// twice is there once.
  func insert(in database: Database) throws {
    for change in changes { try change.insert(in: database) }
    if !transitions.isEmpty {
      let insertion = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO presence VALUES (?, ?, ?)"
      )
      for transition in transitions {
        try insertion.execute(arguments: [
          transition.slot, transition.since.milliseconds, transition.state.stored,
        ])
      }
    }
    for version in versions { try version.insert(in: database) }
    try insertSamples(in: database)
    try insertSilences(in: database)
    try database.execute(
      sql: "INSERT OR REPLACE INTO history_state VALUES (1, ?)",
      arguments: [time.milliseconds]
    )
  }

  private func insertSamples(in database: Database) throws {
    for (slot, samples) in samples {
      for sample in samples { try sample.insert(of: slot, in: database) }
    }
  }
}

extension HomeChange {
  /// The columns that `init(_:)` reads.
  static let columns = "seq, time, slot, kind.name, change.name, was, now, reason, sources"

  func insert(in database: Database) throws {
    try database.cachedStatement(sql: "INSERT OR IGNORE INTO change_kind (name) VALUES (?)")
      .execute(arguments: [kind.rawValue])
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO change
        VALUES (?, ?, ?, (SELECT id FROM change_kind WHERE name = ?), ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      Int64(clamping: seq), time.milliseconds, slot, kind.rawValue, name, was, now,
      reason?.rawValue,
      sources.map(\.rawValue).joined(separator: " "),
    ])
  }

  /// The change of a row of `columns`; `nil` for a kind that this version doesn't know.
  init?(_ row: Row) throws {
    let seq: Int64 = try row.decode(atIndex: 0)
    let time: Int64 = try row.decode(atIndex: 1)
    let kindName: String = try row.decode(atIndex: 3)
    let reasonName: String? = try row.decode(atIndex: 7)
    let sourceNames: String = try row.decode(atIndex: 8)
    guard let kind = Kind(rawValue: kindName) else { return nil }
    self.init(
      seq: UInt64(clamping: seq),
      time: Timestamp(milliseconds: time),
      slot: try row.decode(atIndex: 2),
      name: try row.decode(atIndex: 4),
      kind: kind,
      was: try row.decode(atIndex: 5),
      now: try row.decode(atIndex: 6),
      reason: reasonName.flatMap(Reason.init(rawValue:)),
      sources: sourceNames.split(separator: " ").compactMap { Source(rawValue: String($0)) }
    )
  }
}

extension PresenceState {
  /// Its number in the rows, which never changes.
  var stored: Int64 {
    switch self {
    case .present: 0
    case .asleep: 1
    case .away: 2
    case .unknown: 3
    }
  }

  /// The state of that number; what no version wrote is unknown.
  init(stored: Int64) {
    switch stored {
    case 0: self = .present
    case 1: self = .asleep
    case 2: self = .away
    default: self = .unknown
    }
  }
}

extension ProfileVersion {
  func insert(in database: Database) throws {
    let earlier = try Int64.fetchOne(
      database.cachedStatement(
        sql: "SELECT text FROM profile WHERE slot = ? AND since = ? AND text IS NOT NULL"
      ),
      arguments: [slot, since.milliseconds]
    )
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO profile VALUES (?, ?, ?)")
      .execute(arguments: [
        slot, since.milliseconds, try profile.map { try $0.textID(in: database) },
      ])
    if let earlier { try DeviceProfile.dropText(earlier, in: database) }
  }
}

extension DeviceProfile {
  /// The number of its text, which is kept from now on.
  fileprivate func textID(in database: Database) throws -> Int64 {
    let json = try JSONText.encode(self)
    let digest = Self.digest(json)
    let known = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT id FROM profile_text WHERE digest = ? AND json = ?"),
      arguments: [digest, json]
    )
    if let known { return known }
    try database.cachedStatement(sql: "INSERT INTO profile_text (digest, json) VALUES (?, ?)")
      .execute(arguments: [digest, json])
    return database.lastInsertedRowID
  }

  /// Drops a text that no version has any more.
  static func dropText(_ id: Int64, in database: Database) throws {
    try database.cachedStatement(
      sql: """
        DELETE FROM profile_text
        WHERE id = ? AND NOT EXISTS (SELECT 1 FROM profile WHERE text = profile_text.id)
        """
    ).execute(arguments: [id])
  }

  /// FNV-1a: finds a text again without an index of whole texts.
  private static func digest(_ text: String) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: hash)
  }
}
