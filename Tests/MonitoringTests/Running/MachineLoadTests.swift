import Model
import Networking
import Testing

@testable import Monitoring

@Suite struct `The machine under load` {
  private static func moment(_ milliseconds: Int64) -> MonitorMoment {
    MonitorMoment(
      wall: Timestamp(milliseconds: 1_795_780_800_000 + milliseconds),
      monotonic: MonotonicTime(nanoseconds: milliseconds * 1_000_000)
    )
  }

  private static func commits(_ actions: [MonitorAction]) -> [MonitorBatch] {
    actions.compactMap { if case .commit(let batch) = $0 { batch } else { nil } }
  }

  private static func monitors(_ count: Int) -> [Monitor] {
    (0..<count).map { MachineDriver.monitor("m\($0)") }
  }

  @Test func `stores what changes at once in few batches`() throws {
    // Thirty a second come up at the start.
    var driver = try MachineDriver(Self.monitors(2000))
    driver.run(seconds: 61)
    #expect(driver.machine.snapshots.allSatisfy { $0.state == .up })
    #expect(driver.commits < 700)
    let before = driver.commits
    driver.run(seconds: 120)
    // Nothing changes any more.
    #expect(driver.commits - before < 10)
  }

  @Test
  func `stores the dispatcher's memory now and then where much lasts, and loses nothing by that`()
    throws
  {
    let monitors = Self.monitors(800)
    var driver = try MachineDriver(monitors)
    driver.run(seconds: 121)
    driver.dead = Set(monitors.map(\.id))
    let (commits, memories) = (driver.commits, driver.memories)
    // The last of them fails for the third time.
    driver.run(seconds: 182)
    #expect(driver.machine.incidents.count == 800)
    #expect(2 * (driver.memories - memories) < driver.commits - commits)
    try driver.restart()
    driver.run(seconds: 30)
    let events = try driver.store.monitorEvents(after: 0, limit: 10_000)
    #expect(driver.machine.memory.lastEvent == events.last?.seq)
    #expect(monitors.allSatisfy { driver.machine.memory.dispatcher.lasts("monitor:\($0.id)") })
  }

  @Test func `gathers what can't wait for a tenth of a second, unless somebody waits`() throws {
    var machine = MonitorMachine(
      StoredMonitoring(),
      local: .utc,
      seed: 1,
      at: Self.moment(0)
    )
    machine.set(MachineDriver.monitor("a"), at: Self.moment(1000))
    let first = Self.commits(machine.advance(to: Self.moment(1000)))
    #expect(first.map { $0.monitors.map(\.id) } == [["a"]])
    machine.stored(MonitorNumbers(), at: Self.moment(1001))
    machine.set(MachineDriver.monitor("b"), at: Self.moment(1010))
    machine.set(MachineDriver.monitor("c"), at: Self.moment(1020))
    let early = Self.commits(machine.advance(to: Self.moment(1020)))
    #expect(early.isEmpty)
    let next = machine.nextAdvance(after: Self.moment(1020))
    #expect(next <= Self.moment(1100).monotonic)
    let second = Self.commits(machine.advance(to: Self.moment(1100)))
    #expect(second.map { $0.monitors.map(\.id).sorted() } == [["b", "c"]])
    machine.stored(MonitorNumbers(), at: Self.moment(1101))
    machine.set(MachineDriver.monitor("d"), at: Self.moment(1110))
    machine.hurry()
    let third = Self.commits(machine.advance(to: Self.moment(1110)))
    #expect(third.map { $0.monitors.map(\.id) } == [["d"]])
  }

  @Test func `has work after a result that changes something, and none after one that doesn't`()
    throws
  {
    var driver = try MachineDriver(Self.monitors(3))
    driver.run(seconds: 200)
    let moment = driver.moment
    let monitor = MachineDriver.monitor("m0")
    _ = driver.machine.advance(to: moment)
    for id in ["m0", "m1"] {
      let same = MachineDriver.monitor(id)
      driver.machine.checked(same, CheckResult(.passed, roundTripMs: 1), at: moment)
    }
    #expect(!driver.machine.hasWork)
    for _ in 0..<3 {
      driver.machine.checked(monitor, CheckResult(.failed("no answer")), at: moment)
    }
    #expect(driver.machine.hasWork)
  }

  @Test func `says how the schedule is kept`() throws {
    var driver = try MachineDriver(Self.monitors(10))
    driver.run(seconds: 120)
    let figures = driver.machine.scheduleFigures(at: driver.moment)
    #expect(figures.skipped == 0)
    #expect(figures.latenessP99 <= .milliseconds(2))
    #expect(figures.latenessMost >= figures.latenessP99)
  }
}
