internal import FoundationEssentials
internal import GRDB
internal import Home
import Model

extension RoundTripSummary {
  /// Which spans are summed up.
  enum Tier {
    case hourly, daily

    /// The table that holds them; `nil` where those of that length are not kept.
    func table(_ tables: SampleTables) -> String? {
      switch self {
      case .hourly: tables.hourly
      case .daily: tables.days?.daily
      }
    }
  }

  /// The summary of a row of `n` to `max`, which begin at that column.
  init(_ row: Row, from column: Int) throws {
    let least: Int64? = try row.decode(atIndex: column + 3)
    let middle: Int64? = try row.decode(atIndex: column + 4)
    let nearlyAll: Int64? = try row.decode(atIndex: column + 5)
    let greatest: Int64? = try row.decode(atIndex: column + 6)
    var times: RoundTrips?
    if let least, let middle, let nearlyAll, let greatest {
      times = RoundTrips(
        min: Double(least) / 1000,
        p50: Double(middle) / 1000,
        p95: Double(nearlyAll) / 1000,
        max: Double(greatest) / 1000
      )
    }
    self.init(
      n: try row.decode(atIndex: column),
      lost: try row.decode(atIndex: column + 1),
      unknown: try row.decode(atIndex: column + 2),
      roundTrips: times
    )
  }

  /// Writes the summary of that hour or day, over the one that is there.
  func write(
    _ tier: Tier,
    of subject: Int,
    span: Int64,
    in database: Database,
    _ tables: SampleTables = .devices
  ) throws {
    guard let table = tier.table(tables) else { return }
    func microseconds(_ ms: Double?) -> Int64? {
      ms.map { Int64(RoundTripSample.Outcome.microseconds($0)) }
    }
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO \(table) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    ).execute(arguments: [
      subject, span, n, lost, unknown, microseconds(roundTrips?.min), microseconds(roundTrips?.p50),
      microseconds(roundTrips?.p95), microseconds(roundTrips?.max),
    ])
  }

  /// The summaries of a subject's hours or days in that range, by number.
  static func fetch(
    _ database: Database,
    _ tables: SampleTables,
    _ tier: Tier,
    of subject: Int,
    in spans: ClosedRange<Int64>
  ) throws -> [Int64: RoundTripSummary] {
    guard let table = tier.table(tables) else { return [:] }
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT span, n, lost, unknown, min, p50, p95, max FROM \(table)
          WHERE \(tables.subject) = ? AND span BETWEEN ? AND ?
          """
      ),
      arguments: [subject, spans.lowerBound, spans.upperBound]
    )
    var summaries: [Int64: RoundTripSummary] = [:]
    while let row = try rows.next() {
      let span: Int64 = try row.decode(atIndex: 0)
      summaries[span] = try RoundTripSummary(row, from: 1)
    }
    return summaries
  }
}

extension RoundTripSample {
  /// The samples of a subject's hours that aren't sealed yet, in that range, ascending.
  static func fetchOpen(
    _ database: Database,
    _ tables: SampleTables,
    of subject: Int,
    in hours: ClosedRange<Int64>
  ) throws -> [RoundTripSample] {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT time, outcome FROM \(tables.open)
          WHERE hour BETWEEN ? AND ? AND \(tables.subject) = ? ORDER BY hour, time
          """
      ),
      arguments: [hours.lowerBound, hours.upperBound, subject]
    )
    var samples: [RoundTripSample] = []
    while let row = try rows.next() {
      let time: Int64 = try row.decode(atIndex: 0)
      let outcome: Int64 = try row.decode(atIndex: 1)
      samples.append(
        RoundTripSample(
          time: Timestamp(milliseconds: time),
          outcome: Outcome(stored: outcome)
        )
      )
    }
    return samples
  }

  /// The samples of a subject's sealed hours in that range, by hour.
  static func fetchSealed(
    _ database: Database,
    _ tables: SampleTables,
    of subject: Int,
    in hours: ClosedRange<Int64>
  ) throws -> [Int64: [RoundTripSample]] {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT hour, samples FROM \(tables.sealed)
          WHERE \(tables.subject) = ? AND hour BETWEEN ? AND ?
          """
      ),
      arguments: [subject, hours.lowerBound, hours.upperBound]
    )
    var sealed: [Int64: [RoundTripSample]] = [:]
    while let row = try rows.next() {
      let hour: Int64 = try row.decode(atIndex: 0)
      let bytes: Data = try row.decode(atIndex: 1)
      // What can't be read is as what is no longer kept: the hour's summary is.
      sealed[hour] = SealedHour.decode([UInt8](bytes), hour: hour)
    }
    return sealed
  }

  /// Writes the samples of a closed hour, over those that are there.
  static func seal(
    _ samples: [RoundTripSample],
    of subject: Int,
    hour: Int64,
    in database: Database,
    _ tables: SampleTables = .devices
  ) throws {
    let bytes = Data(SealedHour.encode(samples, hour: hour))
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO \(tables.sealed) VALUES (?, ?, ?)")
      .execute(arguments: [subject, hour, bytes])
  }

  /// Writes the row of a check of an hour that isn't sealed, over the one of the same time.
  func insert(of subject: Int, in database: Database, _ tables: SampleTables = .devices) throws {
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO \(tables.open) VALUES (?, ?, ?, ?)")
      .execute(arguments: [
        HistoryTime.hourNumber(of: time), subject, time.milliseconds, outcome.stored,
      ])
  }
}

extension SamplePoint {
  /// A subject's samples in spans of `step` milliseconds.
  ///
  /// Single samples count as long as they are kept; then a day's summary where a span holds all of that
  /// day, then those of its hours, at last that of the day, each where it begins. Percentiles of several
  /// summaries are their mean, weighted by how many checks were answered.
  static func fetch(
    _ database: Database,
    _ tables: SampleTables = .devices,
    of subject: Int,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) throws -> [SamplePoint] {
    guard from < to else { return [] }
    var spans = SampleSpans(from: from, to: to, step: step)
    let days = HistoryTime.dayNumber(of: from)...HistoryTime.dayNumber(of: to)
    let hours = HistoryTime.hours(of: days)
    let sealed = try RoundTripSample.fetchSealed(database, tables, of: subject, in: hours)
    for samples in sealed.values {
      for sample in samples { spans.add(sample) }
    }
    for sample in try RoundTripSample.fetchOpen(database, tables, of: subject, in: hours) {
      spans.add(sample)
    }
    var hourly = try RoundTripSummary.fetch(database, tables, .hourly, of: subject, in: hours)
    for hour in sealed.keys { hourly[hour] = nil }
    let sealedDays = Set(sealed.keys.map { HistoryTime.span(24, of: $0) })
    let summedHours = Dictionary(grouping: hourly.keys) { HistoryTime.span(24, of: $0) }
    let daily = try RoundTripSummary.fetch(database, tables, .daily, of: subject, in: days)
    for (day, summary) in daily
    where !sealedDays.contains(day) {
      let begin = day * HistoryTime.day
      let inDay = summedHours[day] ?? []
      guard inDay.isEmpty || spans.holdWhole(begin..<(begin + HistoryTime.day)) else { continue }
      spans.add(summary, at: begin)
      for hour in inDay { hourly[hour] = nil }
    }
    for (hour, summary) in hourly { spans.add(summary, at: hour * HistoryTime.hour) }
    return spans.points
  }
}
