internal import GRDB
internal import Home
import Model

/// Moves closed hours from rows to blobs and sums them up, in steps of one transaction each.
///
/// A step takes what it moves from where it was, so a step that was interrupted left everything as it
/// was, and one that was done isn't done again.
struct HistorySealing {
  /// Whose samples they are.
  let tables: SampleTables

  /// How long after its end an hour is closed: until then its last checks may still come.
  static let grace: Int64 = 5 * 60_000
  /// The most devices or monitors of one step.
  private static let mostSubjects = 256

  /// Seals the oldest closed hour, or else sums up the oldest closed day whose hours changed; returns
  /// whether there was one.
  func step(_ database: Database, now: Timestamp) throws -> Bool {
    let past = now.milliseconds - Self.grace
    if let hour = try Int64.fetchOne(database, sql: "SELECT MIN(hour) FROM \(tables.open)"),
      hour < HistoryTime.span(HistoryTime.hour, of: past)
    {
      try seal(hour, database)
      return true
    }
    if let days = tables.days,
      let day = try Int64.fetchOne(database, sql: "SELECT MIN(day) FROM \(days.due)"),
      day < HistoryTime.span(HistoryTime.day, of: past)
    {
      try sumUp(day, days, database)
      return true
    }
    return false
  }

  private func seal(_ hour: Int64, _ database: Database) throws {
    let subject = tables.subject
    let subjects = try Int.fetchAll(
      database,
      sql: """
        SELECT DISTINCT \(subject) FROM \(tables.open) WHERE hour = ? ORDER BY \(subject) LIMIT ?
        """,
      arguments: [hour, Self.mostSubjects]
    )
    for number in subjects {
      try seal(hour, of: number, database)
      try database.execute(
        sql: "DELETE FROM \(tables.open) WHERE hour = ? AND \(subject) = ?",
        arguments: [hour, number]
      )
      guard let days = tables.days else { continue }
      try database.execute(
        sql: "INSERT OR IGNORE INTO \(days.due) VALUES (?, ?)",
        arguments: [HistoryTime.span(24, of: hour), number]
      )
    }
  }

  /// Seals a subject's hour; samples that come late, as after a clock was set back, are added to those
  /// that are sealed already.
  private func seal(_ hour: Int64, of subject: Int, _ database: Database) throws {
    let open = try RoundTripSample.fetchOpen(database, tables, of: subject, in: hour...hour)
    let new = RoundTripSummary(open.map(\.outcome))
    let hourly = try RoundTripSummary.fetch(
      database,
      tables,
      .hourly,
      of: subject,
      in: hour...hour
    )
    guard let before = hourly[hour] else {
      try RoundTripSample.seal(open, of: subject, hour: hour, in: database, tables)
      try new.write(.hourly, of: subject, span: hour, in: database, tables)
      return
    }
    var whole = RoundTripSummary(merging: [before, new])
    // Where only the summary is kept, a blob of the late ones would hide it.
    let sealed = try RoundTripSample.fetchSealed(database, tables, of: subject, in: hour...hour)
    if let sealed = sealed[hour] {
      let all = sealed + open
      try RoundTripSample.seal(all, of: subject, hour: hour, in: database, tables)
      whole.takePercentiles(of: all.map(\.outcome))
    }
    try whole.write(.hourly, of: subject, span: hour, in: database, tables)
  }

  private func sumUp(_ day: Int64, _ days: SampleTables.Days, _ database: Database) throws {
    let subjects = try Int.fetchAll(
      database,
      sql: """
        SELECT \(tables.subject) FROM \(days.due) WHERE day = ? ORDER BY \(tables.subject) LIMIT ?
        """,
      arguments: [day, Self.mostSubjects]
    )
    for subject in subjects {
      if let summary = try summary(of: subject, day: day, database) {
        try summary.write(.daily, of: subject, span: day, in: database, tables)
      }
      try database.execute(
        sql: "DELETE FROM \(days.due) WHERE day = ? AND \(tables.subject) = ?",
        arguments: [day, subject]
      )
    }
  }

  /// A subject's day: counts, least and greatest from the summaries of its hours, percentiles from its
  /// samples as long as those of all its hours are kept.
  private func summary(
    of subject: Int,
    day: Int64,
    _ database: Database
  ) throws -> RoundTripSummary? {
    let hours = HistoryTime.hours(of: day...day)
    let hourly = try RoundTripSummary.fetch(database, tables, .hourly, of: subject, in: hours)
    guard !hourly.isEmpty else { return nil }
    var whole = RoundTripSummary(merging: hourly.sorted { $0.key < $1.key }.map(\.value))
    let sealed = try RoundTripSample.fetchSealed(database, tables, of: subject, in: hours)
    if sealed.count == hourly.count {
      whole.takePercentiles(of: sealed.values.joined().map(\.outcome))
    }
    // After the hours were dropped, what came late is not the whole day.
    let daily = try RoundTripSummary.fetch(database, tables, .daily, of: subject, in: day...day)
    if let before = daily[day], before.total > whole.total {
      return RoundTripSummary(merging: [before, whole])
    }
    return whole
  }
}
