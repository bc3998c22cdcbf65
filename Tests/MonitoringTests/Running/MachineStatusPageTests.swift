import Model
import Networking
import Testing

@testable import Monitoring

@Suite struct `The machine's status page` {
  private static let moment = MonitorMoment(
    wall: Timestamp(milliseconds: 1_700_000_000_000),
    monotonic: MonotonicTime(nanoseconds: 0)
  )

  private static func machine(_ store: MemoryMonitorStore) throws -> MonitorMachine {
    MonitorMachine(try store.loadMonitoring(), local: .utc, seed: 1, at: moment)
  }

  /// Stores all that is pending.
  private static func finish(
    _ machine: inout MonitorMachine,
    _ store: MemoryMonitorStore
  ) throws {
    for batch in machine.finish(at: moment) {
      machine.stored(try store.commit(batch), at: moment)
    }
  }

  @Test func `is the same after a start, and forgets a monitor that goes`() throws {
    let store = MemoryMonitorStore()
    var machine = try Self.machine(store)
    #expect(machine.statusPage == StatusPage())
    for id in ["a", "b"] {
      let monitor = Monitor(id: id, name: id, check: .icmp(host: "\(id).example"))
      machine.set(monitor, at: Self.moment)
    }
    let page = StatusPage(isOn: true, token: "x", title: "Home", monitors: ["a", "b"])
    machine.set(page)
    try Self.finish(&machine, store)
    var next = try Self.machine(store)
    #expect(next.statusPage == page)
    next.remove(monitor: "a", at: Self.moment)
    try Self.finish(&next, store)
    let last = try Self.machine(store)
    #expect(last.statusPage.monitors == ["b"] && last.statusPage.token == "x")
  }

  @Test func `is in the batch that follows one that could not be stored`() {
    var first = MonitorBatch()
    first.statusPage = [1]
    #expect(first.followed(by: MonitorBatch()).statusPage == [1])
    var second = MonitorBatch()
    second.statusPage = [2]
    #expect(first.followed(by: second).statusPage == [2])
  }

  @Test func `tells what the last check found of HTTP and the certificate`() throws {
    var machine = try Self.machine(MemoryMonitorStore())
    let monitor = Monitor(
      id: "web",
      name: "Web",
      check: .http(HTTPCheck(url: "https://www.example/"))
    )
    machine.set(monitor, at: Self.moment)
    var facts = CheckFacts()
    facts.status = 200
    facts.certificateExpiration = 86_400
    machine.checkedNow(
      monitor,
      CheckResult(.passed, roundTripMs: 1, facts: facts),
      at: Self.moment
    )
    let well = try #require(machine.snapshot(of: "web"))
    #expect(well.httpStatus == 200)
    #expect(well.certificateEnd == Timestamp(milliseconds: 1_700_086_400_000))
    facts = CheckFacts()
    machine.checkedNow(monitor, CheckResult(.failed("it hangs"), facts: facts), at: Self.moment)
    let failed = try #require(machine.snapshot(of: "web"))
    // A certificate that was shown once is still the one that ends.
    #expect(failed.httpStatus == nil && failed.certificateEnd == well.certificateEnd)
    #expect(machine.unsortedSnapshots == [failed])
  }
}
