import Home
import Model
import Monitoring
import Storage

/// Compares what a store holds with what it must hold; each function throws at the first difference.
struct StoreComparison {
  let store: SQLiteInventoryStore
  let rows: StoredRows
  let home: TrialHome
  /// No operation was later.
  let now: Timestamp

  private let policy = TrialOperation.policy

  init(_ store: SQLiteInventoryStore, holds home: TrialHome, now: Timestamp) throws {
    guard let path = store.state.path else { throw TrialFailure("the store is in no file") }
    self.store = store
    self.home = home
    self.now = now
    rows = try StoredRows(of: path)
  }

  /// Devices, what undoes merges, the heartbeat, silences, and which device was forgotten last.
  static func outline(of store: SQLiteInventoryStore) throws -> TrialHome.Outline {
    guard let path = store.state.path else { throw TrialFailure("the store is in no file") }
    var outline = TrialHome.Outline()
    for device in try store.load() { outline.devices[device.key] = device }
    for edit in try store.loadEdits() { outline.edits[edit.seq] = edit }
    outline.heartbeat = try store.lastHeartbeat()
    outline.silences = try store.silences()
    outline.greatestForgotten = try StoredRows(of: path).greatestForgotten()
    let monitoring = try store.loadMonitoring()
    for monitor in monitoring.monitors { outline.monitors[monitor.id] = monitor }
    outline.trackers = monitoring.trackers
    outline.dispatcher = monitoring.dispatcher
    return outline
  }

  /// All of it.
  func check() throws {
    try checkFile()
    try checkChanges()
    try checkPresence()
    for slot in 0..<TrialOperation.slots { try checkSamples(of: slot) }
    try checkSummaries()
    try checkMonitors()
  }

  private func checkFile() throws {
    let findings =
      try rows.damage() + rows.leftovers() + rows.remains(of: home.forgotten)
    guard findings.isEmpty else { throw TrialFailure(findings.joined(separator: "; ")) }
  }

  func daysAgo(_ days: Int) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds - Int64(days) * HistoryTime.day)
  }

  private func checkChanges() throws {
    var found: Set<UInt64> = []
    var last: UInt64 = 0
    while true {
      let page = try store.changes(ChangeQuery(after: last, limit: ChangeQuery.mostChanges))
      for change in page {
        if let slot = change.slot, home.forgotten.contains(slot) {
          last = change.seq
          continue
        }
        guard change == home.changes[change.seq] else {
          throw TrialFailure("change \(change.seq) is \(change), which was never stored so")
        }
        guard found.insert(change.seq).inserted, change.seq > last else {
          throw TrialFailure("change \(change.seq) comes twice or out of order")
        }
        last = change.seq
      }
      guard page.count == ChangeQuery.mostChanges else { break }
    }
    // Older ones may have been dropped.
    let border = daysAgo(policy.changeDays)
    let lost = home.changes.values.filter { change in
      let isForgotten = change.slot.map { home.forgotten.contains($0) } ?? false
      return change.time >= border && !isForgotten && !found.contains(change.seq)
    }
    guard lost.isEmpty else {
      throw TrialFailure("changes \(lost.map(\.seq).sorted().prefix(9)) are lost")
    }
  }

  private func checkPresence() throws {
    let from = daysAgo(policy.presenceDays)
    let presence = try store.presence(of: nil, from: from, to: now)
      .filter { !home.forgotten.contains($0.slot) }
    let given = home.presence(from: from, to: now)
      .filter { !home.forgotten.contains($0.slot) }
    guard presence == given else {
      throw TrialFailure("the presence since \(from) is not what was stored")
    }
    for days in [0, policy.changeDays / 2, policy.changeDays] {
      let time = daysAgo(days)
      let profiles = try store.profiles(at: time).filter { !home.forgotten.contains($0.key) }
      let given = home.profiles(at: time).filter { !home.forgotten.contains($0.key) }
      guard profiles == given else {
        throw TrialFailure("the profiles of \(time) are not what was stored")
      }
    }
  }

  /// Hours as long as they are kept, and days before.
  private func checkSamples(of slot: Int) throws {
    let today = HistoryTime.dayNumber(of: now)
    let firstHourly = today - Int64(policy.hourlyDays)
    let firstDaily = today - Int64(policy.dailyDays)
    let hours = try points(of: slot, days: firstHourly..<(today + 1), step: HistoryTime.hour)
    for hour in HistoryTime.hours(of: firstHourly...today) {
      try check(hours[hour * HistoryTime.hour], of: slot, hours: hour...hour)
    }
    let days = try points(of: slot, days: firstDaily..<firstHourly, step: HistoryTime.day)
    for day in firstDaily..<firstHourly {
      let hours = HistoryTime.hours(of: day...day)
      try check(days[day * HistoryTime.day], of: slot, hours: hours)
    }
  }

  /// What the store tells of those days, by the milliseconds when a span begins.
  private func points(
    of slot: Int,
    days: Range<Int64>,
    step: Int64
  ) throws -> [Int64: SamplePoint] {
    let points = try store.samples(
      of: slot,
      from: Timestamp(milliseconds: days.lowerBound * HistoryTime.day),
      to: Timestamp(milliseconds: days.upperBound * HistoryTime.day),
      step: step
    )
    return Dictionary(uniqueKeysWithValues: points.map { ($0.time.milliseconds, $0) })
  }

  private func check(_ point: SamplePoint?, of slot: Int, hours: ClosedRange<Int64>) throws {
    let begin = Timestamp(milliseconds: hours.lowerBound * HistoryTime.hour)
    func failure(_ words: String) -> TrialFailure {
      TrialFailure("of device \(slot), in the \(hours.count) hours from \(begin): \(words)")
    }
    let whole = home.summary(of: slot, hours: hours)
    // A span without any check has no point.
    let told = point ?? SamplePoint(time: begin)
    guard told.n == whole.n, told.lost == whole.lost, told.unknown == whole.unknown else {
      throw failure(
        """
        \(told.n) checks, \(told.lost) lost, \(told.unknown) unknown instead of \
        \(whole.n), \(whole.lost) lost, \(whole.unknown) unknown
        """
      )
    }
    guard Self.areAlike(told.min, whole.roundTrips?.min),
      Self.areAlike(told.max, whole.roundTrips?.max)
    else { throw failure("other times than were stored") }
  }

  /// Sealed times are within two percent.
  private static func areAlike(_ left: Double?, _ right: Double?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) <= 0.0201 * max(left, right)
  }

  /// What is summed up is what was measured, to the last check.
  private func checkSummaries() throws {
    let open = try rows.open()
    for (span, stored) in try rows.hourly() where !home.forgotten.contains(span.slot) {
      let hours = span.number...span.number
      var sealed = summary(of: span.slot, hours: hours)
      if let late = open[span] {
        // Which of them the least and the greatest are, isn't known.
        (sealed.least, sealed.greatest) = (stored.least, stored.greatest)
        sealed.n -= late.n
        sealed.lost -= late.lost
        sealed.unknown -= late.unknown
      }
      guard stored == sealed else {
        throw TrialFailure("hour \(span) is summed up as \(stored) instead of \(sealed)")
      }
    }
    let openDays = Set(
      open.keys.map { StoredRows.Span(slot: $0.slot, number: HistoryTime.span(24, of: $0.number)) }
    )
    for (span, stored) in try rows.daily()
    where !openDays.contains(span) && !home.forgotten.contains(span.slot) {
      let whole = summary(
        of: span.slot,
        hours: HistoryTime.hours(of: span.number...span.number)
      )
      guard stored == whole else {
        throw TrialFailure("day \(span) is summed up as \(stored) instead of \(whole)")
      }
    }
  }

  private func summary(of slot: Int, hours: ClosedRange<Int64>) -> StoredRows.Summary {
    func microseconds(_ ms: Double?) -> Int64? { ms.map { Int64(($0 * 1000).rounded()) } }
    let whole = home.summary(of: slot, hours: hours)
    return StoredRows.Summary(
      n: whole.n,
      lost: whole.lost,
      unknown: whole.unknown,
      least: microseconds(whole.roundTrips?.min),
      greatest: microseconds(whole.roundTrips?.max)
    )
  }
}
