public import Networking

/// When which monitor is checked.
///
/// A monitor's checks are due at its phase and whole intervals after it, by the monotonic clock: however long
/// checks take, the rhythm doesn't drift. Phases of one interval lie evenly, in an order that a hash of the
/// id gives, so that neither a start nor the user's sorting makes a burst. A check that is still running when
/// the next one is due takes its place: that one is skipped and counted, and nothing piles up behind a dead
/// host.
///
/// Its user, for each wake-up at `now`:
///
/// 1. `noteGap(at: now)`: where it returns a gap, the machine slept or stood still, and what checks found
///    over it says nothing of their targets.
/// 2. `due(at: now, atMost: budget.room)`, each into the ``CheckBudget``; where the budget lets one go,
///    `started(…)`, and when its result is there, `finish(…)`.
/// 3. To sleep until ``nextDue``, the budget's `nextRelease` or a check's end.
public struct MonitorSchedule: Sendable {
  private let seed: UInt64
  private var entries: [Entry] = []
  private var vacant: [Int] = []
  private var indices: [String: Int] = [:]
  private var spreads: [Int64: PhaseSpread] = [:]
  /// How many nanoseconds may pass without a look at the schedule before that counts as a gap.
  private var mostQuiet = Int64.max
  private var heap = DueHeap()
  private var lastSeen: MonotonicTime?
  private var gap: Duration?
  private var recent = LatenessWindow()

  /// How many checks didn't take place since the one before was still running, or since nobody asked for
  /// them in time.
  public private(set) var skipped = 0

  /// The first check of a monitor comes within this time, also where its interval is longer.
  public static let firstWithin = Duration.seconds(60)
  /// How long nobody may look at the schedule without that being taken for sleep; twice the shortest interval,
  /// where that is longer.
  public static let leastGap = Duration.seconds(30)

  /// An empty schedule; the seed decides on phases.
  public init(seed: UInt64) {
    self.seed = seed
  }

  /// How many monitors are checked.
  public var count: Int { indices.count }

  /// When the next check is due; it may have been a while ago.
  public var nextDue: MonotonicTime? { heap.first.map { MonotonicTime(nanoseconds: $0.time) } }

  /// How late checks were started over the last minute.
  public func lateness(at now: MonotonicTime) -> LatenessFigures { recent.figures(at: now) }

  /// How many checks of a monitor were skipped; `nil` where it isn't checked.
  public func skipped(of id: String) -> Int? { indices[id].map { entries[$0].skipped } }

  /// A monitor's place in the schedule.
  private struct Entry: Sendable {
    var id: String
    /// In nanoseconds, as all that follows.
    var interval: Int64
    var slot = 0
    var phase: Int64 = 0
    /// The next check of the rhythm.
    var next: Int64 = 0
    /// A check besides the rhythm, before the next one of it.
    var extra: Int64?
    var isRunning = false
    var skipped = 0
    /// The plan that counts; the heap may have older ones.
    var stamp: UInt32 = 0

    var earliest: Int64 { min(next, extra ?? next) }

    /// The first moment of the rhythm from that one on.
    func rhythm(from time: Int64) -> Int64 {
      let rest = (time - phase) % interval
      return rest == 0 ? time : time - rest + (rest < 0 ? 0 : interval)
    }

    /// A check that comes soon, where the rhythm's next one may take long.
    func soon(after time: Int64) -> Int64? {
      let within = MonitorSchedule.firstWithin.wholeNanoseconds
      guard interval > within else { return nil }
      let soon = time + Int64(Double(phase) / Double(interval) * Double(within))
      return soon < next ? soon : nil
    }
  }
}

// MARK: Which monitors

extension MonitorSchedule {
  /// Sets which monitors are checked, and how often; paused ones are not among them.
  ///
  /// Those whose interval stays keep their rhythm. New ones are first checked within their interval or
  /// ``firstWithin``, whichever is shorter, spread over that time.
  public mutating func set(_ intervals: [String: Duration], at now: MonotonicTime) {
    observe(now)
    let wanted = intervals.mapValues(Self.nanoseconds)
    for (id, index) in indices.sorted(by: { $0.value < $1.value })
    where wanted[id] != entries[index].interval {
      release(entries[index])
      if wanted[id] == nil { vacate(id, index) }
    }
    let joining = wanted.filter { id, interval in
      indices[id].map { entries[$0].interval } != interval
    }
    let ordered = joining.map {
      (hash: ScheduleHash.hash($0.key, seed: seed), id: $0.key, $0.value)
    }
    .sorted { ($0.hash, $0.id) < ($1.hash, $1.id) }
    for (_, id, interval) in ordered { join(id, interval, now.nanoseconds) }
    let shortest = spreads.keys.min() ?? 0
    mostQuiet = max(Self.leastGap.wholeNanoseconds, 2 * shortest)
    tidy()
  }

  private mutating func join(_ id: String, _ interval: Int64, _ now: Int64) {
    let index = indices[id] ?? vacant.popLast() ?? entries.count
    if index == entries.count { entries.append(Entry(id: id, interval: interval)) }
    let isKnown = indices[id] != nil
    indices[id] = index
    let slot = spreads[interval, default: PhaseSpread()].take()
    var entry = Entry(id: id, interval: interval)
    entry.slot = slot
    entry.phase = PhaseSpread.phase(of: slot, in: interval, seed: seed)
    entry.next = entry.rhythm(from: now)
    entry.extra = entry.soon(after: now)
    entry.stamp = entries[index].stamp
    if isKnown {
      entry.isRunning = entries[index].isRunning
      entry.skipped = entries[index].skipped
    }
    entries[index] = entry
    plan(index)
  }

  private mutating func release(_ entry: Entry) {
    spreads[entry.interval]?.release(entry.slot)
    if spreads[entry.interval]?.taken == 0 { spreads[entry.interval] = nil }
  }

  private mutating func vacate(_ id: String, _ index: Int) {
    indices[id] = nil
    let stamp = entries[index].stamp &+ 1
    entries[index] = Entry(id: "", interval: 0)
    entries[index].stamp = stamp
    vacant.append(index)
  }

  private static func nanoseconds(_ interval: Duration) -> Int64 {
    let allowed = Monitor.intervals
    return min(max(interval, allowed.lowerBound), allowed.upperBound).wholeNanoseconds
  }
}

// MARK: What is due

extension MonitorSchedule {
  /// The checks that are due and not running, the longest overdue first; at most so many.
  ///
  /// They count as running until ``finish(_:at:)``.
  public mutating func due(at now: MonotonicTime, atMost most: Int) -> [DueCheck] {
    observe(now)
    var checks: [DueCheck] = []
    while checks.count < most, let first = heap.first, first.time <= now.nanoseconds {
      let index = Int(first.index)
      if let check = fire(index, now.nanoseconds) { checks.append(check) }
      entries[index].stamp &+= 1
      heap.replaceFirst(with: item(index))
      dropStale()
    }
    return checks
  }

  /// Notes when a check that was due was really started: for ``lateness(at:)``.
  public mutating func started(_ check: DueCheck, at now: MonotonicTime) {
    recent.note(now - check.due, at: now)
  }

  /// Notes that a check has ended, or was given up before it began.
  public mutating func finish(_ id: String, at now: MonotonicTime) {
    observe(now)
    guard let index = indices[id] else { return }
    entries[index].isRunning = false
  }

  /// Hands out a check now, besides the rhythm; `nil` where there is no such monitor, or its check is
  /// running.
  public mutating func checkNow(_ id: String, at now: MonotonicTime) -> DueCheck? {
    guard let index = indices[id], !entries[index].isRunning else { return nil }
    entries[index].isRunning = true
    return DueCheck(id: id, due: now, isExtra: true)
  }

  /// Plans a check besides the rhythm so long after now, unless the next one comes sooner.
  ///
  /// For checks that should come faster for a time: those of a target that has just come back. It is dropped
  /// where a check is running then.
  public mutating func hasten(_ id: String, after delay: Duration, at now: MonotonicTime) {
    guard let index = indices[id] else { return }
    let time = (now + max(delay, .zero)).nanoseconds
    guard time < entries[index].earliest else { return }
    entries[index].extra = time
    plan(index)
    tidy()
  }

  private mutating func fire(_ index: Int, _ now: Int64) -> DueCheck? {
    var entry = entries[index]
    let due = entry.earliest
    let isExtra = due < entry.next
    var passed = 0
    if entry.next <= now {
      let more = (now - entry.next) / entry.interval
      entry.next += (more + 1) * entry.interval
      passed = Int(more) + 1
    }
    entry.extra = nil
    let isStarted = !entry.isRunning
    let missed = isStarted ? max(0, passed - 1) : passed
    entry.isRunning = true
    entry.skipped += missed
    skipped += missed
    entries[index] = entry
    guard isStarted else { return nil }
    return DueCheck(id: entry.id, due: MonotonicTime(nanoseconds: due), isExtra: isExtra)
  }
}

// MARK: Sleep

extension MonitorSchedule {
  /// How long nobody looked at the schedule, where that was so long that the machine must have slept or stood
  /// still; `nil` otherwise, and from the second time on.
  ///
  /// The checks that were due meanwhile are not made up for: each monitor's next one comes in its rhythm,
  /// within its interval. Those that were due and have a long interval are checked within ``firstWithin``.
  public mutating func noteGap(at now: MonotonicTime) -> Duration? {
    observe(now)
    defer { gap = nil }
    return gap
  }

  /// As after a gap, where something else than the monotonic clock says that the machine slept: Linux' own
  /// stands still meanwhile.
  public mutating func noteSleep(at now: MonotonicTime) {
    lastSeen = max(lastSeen ?? now, now)
    resume(now.nanoseconds)
  }

  private mutating func observe(_ now: MonotonicTime) {
    let last = lastSeen ?? now
    guard last < now else {
      lastSeen = last
      return
    }
    lastSeen = now
    // An early time and a late one may be further apart than 64 bits hold.
    let (quiet, overflows) = now.nanoseconds.subtractingReportingOverflow(last.nanoseconds)
    guard overflows || quiet > mostQuiet, !indices.isEmpty else { return }
    gap = (gap ?? .zero) + (now - last)
    resume(now.nanoseconds)
  }

  private mutating func resume(_ now: Int64) {
    for index in indices.values {
      let wasDue = entries[index].earliest <= now || entries[index].extra != nil
      entries[index].next = entries[index].rhythm(from: now)
      entries[index].extra = wasDue ? entries[index].soon(after: now) : nil
    }
    rebuild()
  }
}

// MARK: The heap

extension MonitorSchedule {
  private func item(_ index: Int) -> DueHeap.Item {
    DueHeap.Item(
      time: entries[index].earliest,
      index: UInt32(index),
      stamp: entries[index].stamp
    )
  }

  private mutating func plan(_ index: Int) {
    entries[index].stamp &+= 1
    heap.push(item(index))
  }

  /// Drops plans that no longer count from the heap: from its top, and all where they are many.
  private mutating func tidy() {
    if heap.count > 2 * indices.count + 64 {
      rebuild()
    } else {
      dropStale()
    }
  }

  private mutating func dropStale() {
    while let first = heap.first, entries[Int(first.index)].stamp != first.stamp {
      heap.removeFirst()
    }
  }

  private mutating func rebuild() {
    heap.removeAll()
    for index in indices.values { plan(index) }
  }
}
