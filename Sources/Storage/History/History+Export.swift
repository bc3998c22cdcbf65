internal import Discovery
internal import GRDB
public import Home
public import Model

extension SQLiteHistoryReader: ExportableHistory {
  /// All versions of profiles, by slot and time; what says nothing to this version of homenet is left
  /// out.
  public func versions() throws(StoreError) -> [ProfileVersion] {
    try read([], ProfileVersion.fetchAll)
  }

  /// What came of the checks of hours and days that are over, by slot and time, the hours first.
  public func summedRoundTrips() throws(StoreError) -> [SummedRoundTrips] {
    try read([]) { database in
      try SummedRoundTrips.Length.allCases.flatMap { try SummedRoundTrips.fetch(database, $0) }
    }
  }
}

extension ProfileVersion {
  fileprivate static func fetchAll(_ database: Database) throws -> [ProfileVersion] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT profile.slot, profile.since, profile.text, profile_text.json
        FROM profile LEFT JOIN profile_text ON profile_text.id = profile.text
        ORDER BY profile.slot, profile.since
        """
    )
    let forgotten = try HistoryForgetting.pending(database)
    var versions: [ProfileVersion] = []
    // Profiles come back: each text is read once.
    var known: [Int64: DeviceProfile] = [:]
    while let row = try rows.next() {
      let slot: Int = try row.decode(atIndex: 0)
      guard !forgotten.contains(slot) else { continue }
      let since: Int64 = try row.decode(atIndex: 1)
      let id: Int64? = try row.decode(atIndex: 2)
      let json: String? = try row.decode(atIndex: 3)
      var version = ProfileVersion(
        slot: slot,
        since: Timestamp(milliseconds: since),
        profile: nil
      )
      if let id {
        if known[id] == nil, let json {
          known[id] = try? JSONText.decode(DeviceProfile.self, from: json)
        }
        guard let profile = known[id] else { continue }
        version.profile = profile
      }
      versions.append(version)
    }
    return versions
  }
}

extension SummedRoundTrips {
  fileprivate static func fetch(
    _ database: Database,
    _ length: Length
  ) throws -> [SummedRoundTrips] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT slot, span, n, lost, unknown, min, p50, p95, max FROM \(length.table)
        ORDER BY slot, span
        """
    )
    let forgotten = try HistoryForgetting.pending(database)
    var found: [SummedRoundTrips] = []
    while let row = try rows.next() {
      let slot: Int = try row.decode(atIndex: 0)
      guard !forgotten.contains(slot) else { continue }
      let span: Int64 = try row.decode(atIndex: 1)
      let summary = try RoundTripSummary(row, from: 2)
      let (begin, isBeyond) = span.multipliedReportingOverflow(by: length.milliseconds)
      guard !isBeyond else { continue }
      found.append(
        SummedRoundTrips(
          slot: slot,
          length: length,
          point: SamplePoint(
            time: Timestamp(milliseconds: begin),
            n: summary.n,
            lost: summary.lost,
            unknown: summary.unknown,
            min: summary.roundTrips?.min,
            p50: summary.roundTrips?.p50,
            p95: summary.roundTrips?.p95,
            max: summary.roundTrips?.max
          )
        )
      )
    }
    return found
  }

  /// Writes the row; a day that has no row of its own yet is summed up later.
  func insert(in database: Database) throws {
    var times: RoundTripSummary.RoundTrips?
    if let min = point.min, let p50 = point.p50, let p95 = point.p95, let max = point.max {
      times = RoundTripSummary.RoundTrips(min: min, p50: p50, p95: p95, max: max)
    }
    let summary = RoundTripSummary(
      n: point.n,
      lost: point.lost,
      unknown: point.unknown,
      roundTrips: times
    )
    let span = HistoryTime.span(length.milliseconds, of: point.time.milliseconds)
    try summary.write(length.tier, of: slot, span: span, in: database)
    let statement =
      switch length {
      case .hour: "INSERT OR IGNORE INTO day_due VALUES (?, ?)"
      case .day: "DELETE FROM day_due WHERE day = ? AND slot = ?"
      }
    let day = HistoryTime.dayNumber(of: point.time)
    try database.cachedStatement(sql: statement).execute(arguments: [day, slot])
  }
}

extension SummedRoundTrips.Length {
  fileprivate var tier: RoundTripSummary.Tier {
    switch self {
    case .hour: .hourly
    case .day: .daily
    }
  }

  fileprivate var table: String {
    switch self {
    case .hour: "hourly"
    case .day: "daily"
    }
  }

  fileprivate var milliseconds: Int64 {
    switch self {
    case .hour: HistoryTime.hour
    case .day: HistoryTime.day
    }
  }
}
