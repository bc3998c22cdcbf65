internal import Discovery
internal import GRDB
internal import Home
import Model

extension StoredDevice {
  /// Every device, in order of slot.
  static func fetchAll(_ database: Database) throws -> [StoredDevice] {
    var identities: [Key: [String]] = [:]
    let ranked = try Row.fetchCursor(
      database,
      sql: "SELECT slot, identity FROM identity ORDER BY slot, rank"
    )
    while let row = try ranked.next() {
      identities[try row.decode(forColumn: "slot"), default: []]
        .append(try row.decode(forColumn: "identity"))
    }
    let ties = try DeviceTies.fetchAll(database)
    var devices: [StoredDevice] = []
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT * FROM device LEFT JOIN evidence USING (slot) ORDER BY slot"
    )
    while let row = try rows.next() {
      let key: Key = try row.decode(forColumn: "slot")
      var device = try StoredDevice(row, key: key, identities: identities[key] ?? [])
      device.ties = ties[key] ?? DeviceTies()
      devices.append(device)
    }
    return devices
  }

  private init(_ row: Row, key: Key, identities: [String]) throws {
    let category: String? = try row.decode(forColumn: "user_category")
    let probedAt: Int64? = try row.decode(forColumn: "probed_at")
    let lines: String? = try row.decode(forColumn: "lines")
    self.init(
      key: key,
      identities: identities,
      marks: Annotations(
        name: try row.decode(forColumn: "user_name"),
        category: category.flatMap(Category.init(rawValue:)),
        note: try row.decode(forColumn: "note"),
        isHidden: try row.decode(forColumn: "is_hidden")
      ),
      firstSeen: Timestamp(milliseconds: try row.decode(forColumn: "first_seen")),
      lastSeen: Timestamp(milliseconds: try row.decode(forColumn: "last_seen")),
      isNew: try row.decode(forColumn: "is_new"),
      probedAt: probedAt.map(Timestamp.init(milliseconds:)),
      observations: ObservationLines.decode(lines ?? "")
    )
  }

  /// Writes the device's rows, over those that it has already.
  func upsert(in database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO device VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (slot) DO UPDATE SET
          user_name = excluded.user_name, user_category = excluded.user_category,
          note = excluded.note, is_hidden = excluded.is_hidden, is_new = excluded.is_new,
          first_seen = excluded.first_seen, last_seen = excluded.last_seen,
          probed_at = excluded.probed_at
        """,
      arguments: [
        key, marks.name, marks.category?.rawValue, marks.note, marks.isHidden, isNew,
        firstSeen.milliseconds, lastSeen.milliseconds, probedAt?.milliseconds,
      ]
    )
    let known = try String.fetchAll(
      database,
      sql: "SELECT identity FROM identity WHERE slot = ? ORDER BY rank",
      arguments: [key]
    )
    if known != identities {
      try database.execute(sql: "DELETE FROM identity WHERE slot = ?", arguments: [key])
      for (rank, identity) in identities.enumerated() {
        try database.execute(
          sql: "INSERT INTO identity VALUES (?, ?, ?)",
          arguments: [key, rank, identity]
        )
      }
    }
    // A rename doesn't write the evidence anew.
    try database.execute(
      sql: """
        INSERT INTO evidence VALUES (?, ?)
        ON CONFLICT (slot) DO UPDATE SET lines = excluded.lines WHERE lines <> excluded.lines
        """,
      arguments: [key, try ObservationLines.encode(observations)]
    )
    try ties.upsert(of: key, in: database)
  }
}

/// Observations as text, one a line, as they stand in a recording.
enum ObservationLines {
  /// As many bytes as are kept of one device; more is nothing that a device needs to say.
  static let mostBytes = 1 << 20

  /// The lines; what is beyond the bounds is left out, the last first.
  static func encode(_ observations: [Observation]) throws -> String {
    var text = ""
    var size = 0
    for observation in observations.prefix(StoredDevice.mostObservations) {
      let line = try JSONText.encode(observation)
      guard size + line.utf8.count < mostBytes else { continue }
      text += line
      text += "\n"
      size += line.utf8.count + 1
    }
    return text
  }

  /// The observations; lines that say nothing to this version are left out.
  static func decode(_ text: String) -> [Observation] {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
      .prefix(StoredDevice.mostObservations).map(Substring.init)
    // All at once is faster by half, and nearly always possible.
    let whole = "[" + lines.joined(separator: ",") + "]"
    if let observations = try? JSONText.decode([Observation].self, from: whole) {
      return observations
    }
    return lines.compactMap { try? JSONText.decode(Observation.self, from: $0) }
  }
}
