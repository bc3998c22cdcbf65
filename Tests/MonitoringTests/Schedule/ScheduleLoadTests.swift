import Monitoring
import Networking
import Testing

@Suite struct `Schedule under load` {
  private func ids(_ count: Int) -> [String] { (0..<count).map { "m\($0)" } }

  private func third(of ids: [String]) -> Set<String> {
    Set(ids.enumerated().filter { $0.offset % 3 == 0 }.map(\.element))
  }

  @Test(arguments: [(10_000, 5, 34, 650), (1000, 60, 4, 90)])
  func `a third to dead hosts: no check is late, skipped or part of a burst`(
    _ count: Int,
    _ minutes: Int,
    _ mostStarts: Int,
    _ mostInFlight: Int
  ) {
    let monitors = ids(count)
    var run = VirtualChecks(
      monitors,
      every: .seconds(60),
      dead: third(of: monitors),
      keepsTimes: false
    )
    for _ in 0..<minutes {
      run.run(.seconds(60))
      let figures = run.schedule.lateness(at: run.now)
      #expect(figures.count >= count * 9 / 10)
      #expect(figures.p99 <= .milliseconds(50))
    }
    #expect(run.schedule.skipped == 0)
    #expect(run.greatestLateness <= .milliseconds(50))
    // What is due within the last 50 ms is started after them.
    let started = run.starts.values.reduce(0, +)
    #expect((count * minutes - 20...count * minutes).contains(started))
    #expect(run.starts.count >= min(count, 600) * minutes * 9 / 10)
    #expect((run.starts.values.max() ?? 0) <= mostStarts)
    #expect(run.mostInFlight <= mostInFlight)
  }

  @Test func `beside a sweep without end, checks of the home keep to what it leaves`() {
    let monitors = ids(90)
    // They take five of the eight places.
    var run = VirtualChecks(
      monitors,
      every: .seconds(60),
      dead: third(of: monitors),
      sweepWait: .seconds(30)
    )
    run.run(.seconds(600))
    #expect(run.mostInFlight <= CheckBudget.leastInHome)
    #expect(run.greatestLatenessOfAll <= .seconds(30))
    #expect(run.schedule.skipped == 0)
  }

  @Test func `beside a sweep without end, each check begins within half of its interval`() {
    let monitors = ids(600)
    // They want 100 places.
    var run = VirtualChecks(
      monitors,
      every: .seconds(60),
      dead: Set(monitors),
      sweepWait: .seconds(30)
    )
    run.run(.seconds(600) + VirtualChecks.tick)
    #expect(run.greatestLatenessOfAll <= .milliseconds(30_050))
    #expect(run.greatestLatenessOfAll > .seconds(20))
    #expect(run.schedule.skipped == 0)
    #expect(run.times.values.allSatisfy { $0.count >= 9 })
    #expect(run.mostInFlight <= 120)
  }

  @Test func `Gatus: three dead hosts hold up nobody`() {
    let monitors = ids(100)
    var run = VirtualChecks(monitors, every: .seconds(30), dead: Set(monitors.prefix(3)))
    run.run(.seconds(300) + VirtualChecks.tick)
    #expect(run.times.values.allSatisfy { $0.count == 10 })
    #expect(run.greatestLateness <= .milliseconds(50))
    #expect(run.schedule.skipped == 0)
  }

  @Test func `Gatus: nor do more dead hosts than there are slots`() {
    let monitors = ids(100)
    let dead = Set(monitors.prefix(60))
    // 60 dead hosts want 20 places at any time: 15 are for the slow, 5 are left to the others.
    var run = VirtualChecks(monitors, every: .seconds(30), dead: dead, limit: 20)
    run.run(.seconds(120))
    let before = run.times
    run.run(.seconds(300))
    for id in monitors where !dead.contains(id) {
      #expect((run.times[id]?.count ?? 0) - (before[id]?.count ?? 0) == 10)
    }
    #expect(run.schedule.skipped > 0)
  }

  @Test func `Uptime Kuma: after a start all are checked within the first minute`() {
    let monitors = ids(10_000)
    var run = VirtualChecks(monitors, every: .seconds(60))
    run.run(.seconds(60) + VirtualChecks.tick)
    #expect(run.times.count == 10_000)
    #expect(run.times.values.allSatisfy { $0.count == 1 })
    // 166.7 a second on average.
    for second in 0..<60 {
      let starts = (0..<10).reduce(0) { $0 + (run.starts[second * 10 + $1] ?? 0) }
      #expect((140...200).contains(starts))
    }
  }

  @Test func `a machine that slept eight hours fires no burst and skips nothing`() {
    let monitors = ids(2000)
    var run = VirtualChecks(monitors, every: .seconds(60))
    run.run(.seconds(90))
    let before = run.times
    let skipped = run.schedule.skipped
    run.sleep(.seconds(8 * 3600))
    let gap = run.schedule.noteGap(at: run.now) ?? .zero
    #expect(gap >= .seconds(28_800))
    #expect(gap <= .seconds(28_801))
    let again = run.schedule.noteGap(at: run.now)
    #expect(again == nil)
    let woken = run.now
    run.run(.seconds(60) + VirtualChecks.tick)
    for id in monitors {
      #expect((run.times[id]?.count ?? 0) - (before[id]?.count ?? 0) == 1)
    }
    let tenth = Int((woken - VirtualChecks.start).milliseconds / 100)
    let starts = (tenth..<(tenth + 600)).map { run.starts[$0] ?? 0 }
    #expect((starts.max() ?? 0) <= 10)
    #expect(run.schedule.skipped == skipped)
  }
}
