import Monitoring
import Networking
import Testing

@Suite struct `Monitor schedule` {
  private let start = MonotonicTime(nanoseconds: 5_000_000_000_000)

  /// Hands out what is due until a moment, each check at its time, and ends it at once.
  private func drain(
    _ schedule: inout MonitorSchedule,
    until end: MonotonicTime
  ) -> [DueCheck] {
    var checks: [DueCheck] = []
    while let next = schedule.nextDue, next < end, checks.count < 100_000 {
      for check in schedule.due(at: next, atMost: 10) {
        schedule.finish(check.id, at: next)
        checks.append(check)
      }
    }
    return checks
  }

  private func monitors(_ count: Int, every interval: Duration = .seconds(60)) -> MonitorSchedule {
    var schedule = MonitorSchedule(seed: 3)
    schedule.set(Dictionary((0..<count).map { ("m\($0)", interval) }) { $1 }, at: start)
    return schedule
  }

  @Test func `nothing is due in an empty schedule`() {
    var schedule = MonitorSchedule(seed: 1)
    let due = schedule.due(at: start, atMost: 10)
    let gap = schedule.noteGap(at: start + .seconds(86_400))
    #expect(due.isEmpty)
    #expect(gap == nil)
    #expect(schedule.nextDue == nil)
  }

  @Test func `the nth check is due n intervals after the first, however long checks take`() throws {
    var schedule = monitors(1)
    let first = try #require(schedule.nextDue)
    #expect(first >= start)
    #expect(first < start + .seconds(60))
    for index in 0..<1000 {
      let expected = first + .seconds(60 * index)
      // It is looked at late, and the check takes most of the interval.
      let due = schedule.due(at: expected + .seconds(2), atMost: 10)
      #expect(due == [DueCheck(id: "m0", due: expected)])
      schedule.finish("m0", at: expected + .seconds(55))
    }
    #expect(schedule.skipped == 0)
  }

  @Test func `a check that is still running takes the place of the next ones`() throws {
    var schedule = monitors(1, every: .seconds(10))
    let first = try #require(schedule.nextDue)
    let started = schedule.due(at: first, atMost: 10)
    #expect(started.count == 1)
    for index in 1...5 {
      let due = schedule.due(at: first + .seconds(10 * index), atMost: 10)
      #expect(due.isEmpty)
    }
    #expect(schedule.skipped == 5)
    #expect(schedule.skipped(of: "m0") == 5)
    schedule.finish("m0", at: first + .seconds(55))
    let after = schedule.due(at: first + .seconds(60), atMost: 10)
    #expect(after == [DueCheck(id: "m0", due: first + .seconds(60))])
    #expect(schedule.skipped == 5)
  }

  @Test func `no more are handed out than are asked for, the longest overdue first`() {
    var schedule = monitors(100)
    let late = start + .seconds(29)
    let first = schedule.due(at: late, atMost: 7)
    #expect(first.count == 7)
    let second = schedule.due(at: late, atMost: 1000)
    #expect(second.count > 30)
    let dues = (first + second).map(\.due)
    #expect(dues == dues.sorted())
    #expect(Set((first + second).map(\.id)).count == first.count + second.count)
    let none = schedule.due(at: late, atMost: 0)
    #expect(none.isEmpty)
  }

  @Test func `monitors that come and go move no others`() {
    let minute = Duration.seconds(60)
    var intervals = Dictionary((0..<200).map { ("m\($0)", minute) }) { $1 }
    var schedule = MonitorSchedule(seed: 3)
    schedule.set(intervals, at: start)
    let before = drain(&schedule, until: start + minute)
    #expect(before.count == 200)
    for index in 0..<50 {
      intervals["m\(index)"] = nil
      intervals["n\(index)"] = minute
    }
    intervals["m199"] = .seconds(30)
    schedule.set(intervals, at: start + minute)
    let after = drain(&schedule, until: start + minute + minute)
    let dues = Dictionary(after.map { ($0.id, $0.due) }) { first, _ in first }
    for check in before where intervals[check.id] == minute {
      #expect(dues[check.id] == check.due + minute)
    }
    #expect(after.count == 201)
    #expect(schedule.count == 200)
  }

  @Test func `two schedules with one seed are the same, those with others differ`() {
    let intervals = Dictionary((0..<50).map { ("m\($0)", Duration.seconds(60)) }) { $1 }
    let seeds: [UInt64] = [4, 4, 5]
    let runs = seeds.map { seed in
      var schedule = MonitorSchedule(seed: seed)
      schedule.set(intervals, at: start)
      return drain(&schedule, until: start + .seconds(60))
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0] != runs[2])
  }

  @Test func `a monitor with a long interval is checked within the first minute, too`() {
    var schedule = monitors(600, every: .seconds(86_400))
    let first = drain(&schedule, until: start + .seconds(60))
    #expect(first.count >= 600)
    #expect(Set(first.map(\.id)).count == 600)
    let seconds = Dictionary(grouping: first) { ($0.due - start).components.seconds }
    #expect((seconds.values.map(\.count).max() ?? 0) <= 25)
    // From then on once a day.
    let day = drain(&schedule, until: start + .seconds(60 + 86_400))
    #expect(day.count == 600)
    #expect(day.allSatisfy { !$0.isExtra })
  }

  @Test func `a check that is wanted now leaves the rhythm as it is`() throws {
    var schedule = monitors(1)
    let first = try #require(schedule.nextDue)
    let now = start
    let wanted = schedule.checkNow("m0", at: now)
    let again = schedule.checkNow("m0", at: now)
    let unknown = schedule.checkNow("m1", at: now)
    #expect(wanted == DueCheck(id: "m0", due: now, isExtra: true))
    #expect(again == nil)
    #expect(unknown == nil)
    #expect(schedule.nextDue == first)
    schedule.finish("m0", at: now)
    let due = schedule.due(at: first, atMost: 1)
    #expect(due == [DueCheck(id: "m0", due: first)])
  }

  @Test func `a hastened check comes besides the rhythm`() throws {
    var schedule = monitors(1)
    let first = try #require(schedule.nextDue)
    let due = schedule.due(at: first, atMost: 1)
    #expect(due.count == 1)
    schedule.hasten("m0", after: .seconds(70), at: first)
    #expect(schedule.nextDue == first + .seconds(60))
    for delay in [20, 30, 10] { schedule.hasten("m0", after: .seconds(delay), at: first) }
    #expect(schedule.nextDue == first + .seconds(10))
    // It is still running then: the hastened one is dropped, and not counted.
    let dropped = schedule.due(at: first + .seconds(10), atMost: 1)
    #expect(dropped.isEmpty)
    #expect(schedule.skipped == 0)
    schedule.finish("m0", at: first + .seconds(11))
    schedule.hasten("m0", after: .seconds(-5), at: first + .seconds(12))
    let extra = schedule.due(at: first + .seconds(12), atMost: 1)
    #expect(extra == [DueCheck(id: "m0", due: first + .seconds(12), isExtra: true)])
    schedule.finish("m0", at: first + .seconds(13))
    let next = schedule.due(at: first + .seconds(60), atMost: 1)
    #expect(next == [DueCheck(id: "m0", due: first + .seconds(60))])
  }

  @Test func `hastening for ever doesn't grow the schedule`() throws {
    var schedule = monitors(3)
    let first = try #require(schedule.nextDue)
    for index in 0..<5000 {
      schedule.hasten("m0", after: .milliseconds(5000 - index), at: first + .seconds(-10))
    }
    let checks = drain(&schedule, until: start + .seconds(120))
    #expect((6...8).contains(checks.count))
  }

  @Test func `a short stall is made up for, a long one is a gap`() {
    var schedule = monitors(100, every: .seconds(10))
    _ = drain(&schedule, until: start + .seconds(20))
    // 2 × 10 s is less than 30 s, which counts.
    let stalled = start + .seconds(45)
    let none = schedule.noteGap(at: stalled)
    #expect(none == nil)
    let late = schedule.due(at: stalled, atMost: 1000)
    #expect(late.count == 100)
    for check in late { schedule.finish(check.id, at: stalled) }
    #expect(schedule.skipped > 0)
    let slept = stalled + .seconds(31)
    // Whoever doesn't ask for the gap is protected as well.
    let due = schedule.due(at: slept, atMost: 1000)
    #expect(due.count <= 1)
    let gap = schedule.noteGap(at: slept)
    #expect(gap == .seconds(31))
  }

  @Test func `after a sleep, what was due and has a long interval is checked soon`() {
    var schedule = monitors(100, every: .seconds(36_000))
    _ = drain(&schedule, until: start + .seconds(60))
    let woken = start + .seconds(90_000)
    schedule.noteSleep(at: woken)
    let checks = drain(&schedule, until: woken + .seconds(60))
    #expect(Set(checks.map(\.id)).count == 100)
    let gap = schedule.noteGap(at: woken + .seconds(60))
    #expect(gap == nil)
  }

  @Test func `a clock that goes back changes nothing`() throws {
    var schedule = monitors(10)
    let first = try #require(schedule.nextDue)
    let early = schedule.due(at: MonotonicTime(nanoseconds: 0), atMost: 10)
    #expect(early.isEmpty)
    #expect(schedule.nextDue == first)
  }

  @Test func `an interval that isn't allowed is the nearest that is`() throws {
    var schedule = MonitorSchedule(seed: 1)
    schedule.set(["a": .zero], at: start)
    let first = try #require(schedule.nextDue)
    let checks = drain(&schedule, until: first + .seconds(10))
    #expect(checks.count == 10)
  }
}
