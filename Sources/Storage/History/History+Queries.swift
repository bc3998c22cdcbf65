internal import Discovery
internal import GRDB
internal import Home
import Model

extension ChangeQuery {
  /// The changes that match, ascending by number.
  ///
  /// Which ones match, an index alone answers; the rows of those are read only.
  func fetch(_ database: Database) throws -> [HomeChange] {
    var conditions: [String] = []
    var arguments: [Int64] = []
    func require(_ condition: String, _ value: Int64?) {
      guard let value else { return }
      conditions.append(condition)
      arguments.append(value)
    }
    func requireOne(of values: [Int64], _ column: String) {
      let marks = repeatElement("?", count: values.count).joined(separator: ", ")
      conditions.append("\(column) IN (\(marks))")
      arguments += values
    }
    // More than SQLite takes at once is asked for in the rows below.
    let listed = slots.flatMap { $0.count <= Self.mostListed ? $0 : nil }
    if let listed { requireOne(of: listed.map { Int64($0) }, "slot") }
    let numbers = try kinds.map { try Self.numbers(of: $0, database) }
    if let numbers { requireOne(of: numbers, "kind") }
    require("seq > ?", after.map { Int64(clamping: $0) })
    require("seq < ?", before.map { Int64(clamping: $0) })
    require("time >= ?", since?.milliseconds)
    require("time < ?", until?.milliseconds)
    if try !HistoryForgetting.pending(database).isEmpty {
      conditions.append(
        "(change.slot IS NULL OR change.slot NOT IN (\(HistoryForgetting.pendingSlots)))"
      )
    }
    var source = "change"
    if try isShortAfter(database) {
      // They are read one by one: whoever follows the home asks for what came last.
      source = "change NOT INDEXED"
    } else if listed != nil {
      source = "change INDEXED BY change_by_slot"
    } else if let numbers, try isFrequent(numbers, database) {
      // They are read one by one: an index would have all of them sorted for a few.
      source = "change NOT INDEXED"
    } else if try isShort(database) {
      source = "change INDEXED BY change_by_time"
      require("time >= ?", Int64.min)
    } else if kinds != nil {
      // Each device's changes of those kinds are looked up: by time, all changes would be read.
      source = "(\(Self.everySlot)) AS held CROSS JOIN change INDEXED BY change_by_slot"
      conditions.append("change.slot IS held.slot")
    }
    let matching = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let order = after == nil ? "DESC" : "ASC"
    // Where slots are picked afterwards, the limit is too.
    let most: Int64 = listed == nil && slots != nil ? -1 : Int64(limit)
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(HomeChange.columns)
        FROM change JOIN change_kind AS kind ON kind.id = change.kind
        WHERE seq IN (
          SELECT seq FROM \(source) \(matching) ORDER BY seq \(order) LIMIT ?
        )
        ORDER BY seq \(order)
        """,
      arguments: StatementArguments(arguments + [most])
    )
    var changes: [HomeChange] = []
    while changes.count < limit, let row = try rows.next() {
      guard let change = try HomeChange(row) else { continue }
      if let slots, change.slot.map(slots.contains) != true { continue }
      changes.append(change)
    }
    return after == nil ? changes.reversed() : changes
  }

  /// Whether there are few changes in the time asked for: those are then found by time and sorted,
  /// while of many the first ones are found sooner by number.
  private func isShort(_ database: Database) throws -> Bool {
    guard since != nil || until != nil else { return false }
    let (first, end) = (since?.milliseconds ?? Int64.min, until?.milliseconds ?? Int64.max)
    let count = try Int.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT COUNT(*) FROM (
            SELECT 1 FROM change INDEXED BY change_by_time WHERE time >= ? AND time < ? LIMIT ?
          )
          """
      ),
      arguments: [first, end, Self.mostSorted + 1]
    )
    return (count ?? 0) <= Self.mostSorted
  }

  /// Whether there are few changes after the number asked for.
  private func isShortAfter(_ database: Database) throws -> Bool {
    guard let after else { return false }
    let count = try Int.fetchOne(
      database.cachedStatement(
        sql: "SELECT COUNT(*) FROM (SELECT 1 FROM change WHERE seq > ? LIMIT ?)"
      ),
      arguments: [Int64(clamping: after), Self.mostSorted + 1]
    )
    return (count ?? 0) <= Self.mostSorted
  }

  /// Whether the changes next to where the page begins hold all of the page, of those kinds.
  ///
  /// What came and left are most of all changes: of 300,000 an index takes 100 ms to find the last page.
  /// Of rare kinds it has so few that they are sorted at once.
  private func isFrequent(_ kinds: [Int64], _ database: Database) throws -> Bool {
    guard slots == nil, since == nil, until == nil else { return false }
    let span = Int64(Self.mostSorted)
    var (first, last) = (Int64.min, Int64.max)
    if let after {
      first = Int64(clamping: after)
      last = first < Int64.max - span ? first + span : Int64.max
      if let before { last = min(last, Int64(clamping: before)) }
    } else {
      last = before.map { Int64(clamping: $0) } ?? Int64.max
      let greatest = try Int64.fetchOne(database, sql: "SELECT MAX(seq) FROM change") ?? 0
      last = min(last, greatest)
      first = last > Int64.min + span ? last - span : Int64.min
    }
    let marks = repeatElement("?", count: kinds.count).joined(separator: ", ")
    let count = try Int.fetchOne(
      database,
      sql: """
        SELECT COUNT(*) FROM (
          SELECT 1 FROM change NOT INDEXED WHERE seq BETWEEN ? AND ? AND kind IN (\(marks)) LIMIT ?
        )
        """,
      arguments: StatementArguments([first, last] + kinds + [Int64(limit)])
    )
    return (count ?? 0) >= limit
  }

  /// Every slot that has changes, and `NULL`, which those of the home as a whole have.
  private static let everySlot = """
    WITH RECURSIVE each(slot) AS (
      SELECT MIN(slot) FROM change
      UNION ALL
      SELECT (SELECT MIN(slot) FROM change WHERE slot > each.slot)
      FROM each WHERE each.slot IS NOT NULL
    )
    SELECT slot FROM each
    """

  /// As many changes as are sorted by number: a few milliseconds.
  private static let mostSorted = 5000
  /// As many slots as are named in one statement.
  private static let mostListed = 500

  private static func numbers(
    of kinds: Set<HomeChange.Kind>,
    _ database: Database
  ) throws -> [Int64] {
    let statement = try database.cachedStatement(sql: "SELECT id FROM change_kind WHERE name = ?")
    return try kinds.compactMap { try Int64.fetchOne(statement, arguments: [$0.rawValue]) }
  }
}

extension PresenceTransition {
  /// The transitions after `from` and up to `to`, and before them the last one at or before `from` of
  /// each device; ascending by time.
  static func fetch(
    _ database: Database,
    of slot: Int?,
    from: Timestamp,
    to: Timestamp
  ) throws -> [PresenceTransition] {
    let slots = slot.map { _ in "SELECT CAST(? AS INTEGER) AS slot" } ?? slotsHeld(by: "presence")
    let arguments: [Int64] =
      (slot.map { [Int64($0)] } ?? []) + [to.milliseconds, from.milliseconds, from.milliseconds]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT presence.slot, presence.since, presence.state
        FROM (\(slots)) AS held CROSS JOIN presence
        WHERE presence.slot = held.slot AND presence.since <= ?
          AND presence.since >= COALESCE(
            (SELECT MAX(since) FROM presence WHERE slot = held.slot AND since <= ?), ?
          )
        ORDER BY presence.since, presence.slot
        """,
      arguments: StatementArguments(arguments)
    )
    let forgotten = try HistoryForgetting.pending(database)
    var transitions: [PresenceTransition] = []
    while let row = try rows.next() {
      let slot: Int = try row.decode(atIndex: 0)
      let since: Int64 = try row.decode(atIndex: 1)
      let state: Int64 = try row.decode(atIndex: 2)
      guard !forgotten.contains(slot) else { continue }
      transitions.append(
        PresenceTransition(
          slot: slot,
          state: PresenceState(stored: state),
          since: Timestamp(milliseconds: since)
        )
      )
    }
    return transitions
  }
}

extension DeviceProfile {
  /// The versions that held at that moment, by slot.
  static func fetchAll(_ database: Database, at time: Timestamp) throws -> [Int: DeviceProfile] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT version.slot, profile_text.json
        FROM (
          SELECT slot, (
            SELECT text FROM profile
            WHERE profile.slot = held.slot AND since <= ? ORDER BY since DESC LIMIT 1
          ) AS text
          FROM (\(slotsHeld(by: "profile"))) AS held
        ) AS version
        JOIN profile_text ON profile_text.id = version.text
        """,
      arguments: [time.milliseconds]
    )
    let forgotten = try HistoryForgetting.pending(database)
    var profiles: [Int: DeviceProfile] = [:]
    while let row = try rows.next() {
      let slot: Int = try row.decode(atIndex: 0)
      guard !forgotten.contains(slot) else { continue }
      let json: String = try row.decode(atIndex: 1)
      // One that says nothing to this version is as one that isn't known.
      profiles[slot] = try? JSONText.decode(DeviceProfile.self, from: json)
    }
    return profiles
  }
}

/// A query for the slots of a table whose key begins with them, by one look-up each; or for the numbers
/// of monitors in that column.
///
/// `SELECT DISTINCT` would read all of the table.
func slotsHeld(by table: String, column: String = "slot") -> String {
  """
  WITH RECURSIVE each(slot) AS (
    SELECT MIN(\(column)) FROM \(table)
    UNION ALL
    SELECT (SELECT MIN(\(column)) FROM \(table) WHERE \(column) > each.slot)
    FROM each WHERE each.slot IS NOT NULL
  )
  SELECT slot FROM each WHERE slot IS NOT NULL
  """
}
