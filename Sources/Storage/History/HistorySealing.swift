internal import GRDB
internal import Home
import Model

/// Moves closed hours from rows to blobs and sums them up, in steps of one transaction each.
///
/// A step takes what it moves from where it was, so a step that was interrupted left everything as it
/// was, and one that was done isn't done again.
enum HistorySealing {
  /// How long after its end an hour is closed: until then its last checks may still come.
  static let grace: Int64 = 5 * 60_000
  /// The most devices of one step.
  private static let mostSlots = 256

  /// Seals the oldest closed hour, or else sums up the oldest closed day whose hours changed; returns
  /// whether there was one.
  static func step(_ database: Database, now: Timestamp) throws -> Bool {
    let past = now.milliseconds - grace
    if let hour = try Int64.fetchOne(database, sql: "SELECT MIN(hour) FROM sample"),
      hour < HistoryTime.span(HistoryTime.hour, of: past)
    {
      try seal(hour, database)
      return true
    }
    if let day = try Int64.fetchOne(database, sql: "SELECT MIN(day) FROM day_due"),
      day < HistoryTime.span(HistoryTime.day, of: past)
    {
      try sumUp(day, database)
      return true
    }
    return false
  }

  private static func seal(_ hour: Int64, _ database: Database) throws {
    let slots = try Int.fetchAll(
      database,
      sql: "SELECT DISTINCT slot FROM sample WHERE hour = ? ORDER BY slot LIMIT ?",
      arguments: [hour, mostSlots]
    )
    for slot in slots {
      try seal(hour, of: slot, database)
      try database.execute(
        sql: "DELETE FROM sample WHERE hour = ? AND slot = ?",
        arguments: [hour, slot]
      )
      try database.execute(
        sql: "INSERT OR IGNORE INTO day_due VALUES (?, ?)",
        arguments: [HistoryTime.span(24, of: hour), slot]
      )
    }
  }

  /// Seals a device's hour; samples that come late, as after a clock was set back, are added to those
  /// that are sealed already.
  private static func seal(_ hour: Int64, of slot: Int, _ database: Database) throws {
    let open = try RoundTripSample.fetchOpen(database, of: slot, in: hour...hour)
    let new = RoundTripSummary(open.map(\.outcome))
    guard
      let before = try RoundTripSummary.fetch(database, .hourly, of: slot, in: hour...hour)[hour]
    else {
      try RoundTripSample.seal(open, of: slot, hour: hour, in: database)
      try new.write(.hourly, of: slot, span: hour, in: database)
      return
    }
    var whole = RoundTripSummary(merging: [before, new])
    // Where only the summary is kept, a blob of the late ones would hide it.
    if let sealed = try RoundTripSample.fetchSealed(database, of: slot, in: hour...hour)[hour] {
      let all = sealed + open
      try RoundTripSample.seal(all, of: slot, hour: hour, in: database)
      whole.takePercentiles(of: all.map(\.outcome))
    }
    try whole.write(.hourly, of: slot, span: hour, in: database)
  }

  private static func sumUp(_ day: Int64, _ database: Database) throws {
    let slots = try Int.fetchAll(
      database,
      sql: "SELECT slot FROM day_due WHERE day = ? ORDER BY slot LIMIT ?",
      arguments: [day, mostSlots]
    )
    for slot in slots {
      if let summary = try summary(of: slot, day: day, database) {
        try summary.write(.daily, of: slot, span: day, in: database)
      }
      try database.execute(
        sql: "DELETE FROM day_due WHERE day = ? AND slot = ?",
        arguments: [day, slot]
      )
    }
  }

  /// A device's day: counts, least and greatest from the summaries of its hours, percentiles from its
  /// samples as long as those of all its hours are kept.
  private static func summary(
    of slot: Int,
    day: Int64,
    _ database: Database
  ) throws -> RoundTripSummary? {
    let hours = HistoryTime.hours(of: day...day)
    let hourly = try RoundTripSummary.fetch(database, .hourly, of: slot, in: hours)
    guard !hourly.isEmpty else { return nil }
    var whole = RoundTripSummary(merging: hourly.sorted { $0.key < $1.key }.map(\.value))
    let sealed = try RoundTripSample.fetchSealed(database, of: slot, in: hours)
    if sealed.count == hourly.count {
      whole.takePercentiles(of: sealed.values.joined().map(\.outcome))
    }
    // After the hours were dropped, what came late is not the whole day.
    if let before = try RoundTripSummary.fetch(database, .daily, of: slot, in: day...day)[day],
      before.total > whole.total
    {
      return RoundTripSummary(merging: [before, whole])
    }
    return whole
  }
}
