import Model
import Networking
import Testing

@testable import Monitoring

/// Checks of the home's hosts while a sweep of the home runs.
@Suite struct MachineSweepTests {
  private static let count = 60

  private static func moment(_ seconds: Int64) -> MonitorMoment {
    MonitorMoment(
      wall: Timestamp(milliseconds: 1_795_780_800_000 + seconds * 1000),
      monotonic: MonotonicTime(nanoseconds: seconds * 1_000_000_000)
    )
  }

  /// Monitors of as many hosts.
  private static func machine(
    domain: String,
    every interval: Duration = .seconds(60),
    wait: Duration = .seconds(30)
  ) -> MonitorMachine {
    var settings = MonitorMachine.Settings()
    settings.mostSweepWait = wait
    var stored = StoredMonitoring()
    stored.monitors = (0..<count).map {
      Monitor(
        id: "\($0)",
        name: "\($0)",
        check: .tcp(host: "h\($0).\(domain)", port: 80),
        interval: interval
      )
    }
    return MonitorMachine(stored, local: .utc, settings: settings, seed: 1, at: moment(0))
  }

  /// The second in which the first check of each began, where none of them ends.
  private static func starts(
    of machine: inout MonitorMachine,
    over seconds: Range<Int64>
  ) -> [String: Int64] {
    var starts: [String: Int64] = [:]
    for second in seconds {
      for action in machine.advance(to: moment(second)) {
        guard case .check(let monitor) = action else { continue }
        starts[monitor.id] = starts[monitor.id] ?? second
      }
    }
    return starts
  }

  @Test func `few of the home begin beside a busy sweep, and each within half of its interval`() {
    var free = Self.machine(domain: "lan")
    let due = Self.starts(of: &free, over: 0..<61)
    #expect(due.count == Self.count)
    var machine = Self.machine(domain: "lan")
    let mayBegin = machine.noteSweep(inFlight: 30)
    #expect(!mayBegin)
    let starts = Self.starts(of: &machine, over: 0..<91)
    #expect(starts.values.filter { $0 < 29 }.count == CheckBudget.leastInHome)
    #expect(starts.count == Self.count)
    for (id, start) in starts {
      let late = start - (due[id] ?? 0)
      #expect((0...31).contains(late), "\(id) began \(late) s late")
    }
  }

  @Test func `as it is set, none begins more than a second late`() {
    var free = Self.machine(domain: "lan")
    let due = Self.starts(of: &free, over: 0..<61)
    var machine = Self.machine(domain: "lan", wait: MonitorMachine.Settings().mostSweepWait)
    _ = machine.noteSweep(inFlight: 30)
    let starts = Self.starts(of: &machine, over: 0..<62)
    #expect(starts.count == Self.count)
    for (id, start) in starts { #expect((0...1).contains(start - (due[id] ?? 0))) }
  }

  @Test func `what waited begins once the sweep has ended, or leaves more`() {
    var machine = Self.machine(domain: "lan")
    _ = machine.noteSweep(inFlight: 30)
    let during = Self.starts(of: &machine, over: 0..<25)
    #expect(during.count == CheckBudget.leastInHome)
    let isSame = machine.noteSweep(inFlight: 30)
    #expect(!isSame)
    let leavesMore = machine.noteSweep(inFlight: 20)
    #expect(leavesMore)
    let more = Self.starts(of: &machine, over: 24..<25)
    #expect(more.count == 2)
    let hasEnded = machine.noteSweep(inFlight: nil)
    #expect(hasEnded)
    let after = Self.starts(of: &machine, over: 24..<25)
    var free = Self.machine(domain: "lan")
    let due = Self.starts(of: &free, over: 0..<25)
    #expect(after.count == due.count - 10)
  }

  @Test func `wakes in time for what a sweep holds up`() {
    // Their first checks are within a minute, the next ones over a day.
    var machine = Self.machine(domain: "lan", every: .seconds(86_400))
    _ = machine.noteSweep(inFlight: 30)
    _ = Self.starts(of: &machine, over: 0..<62)
    // About one is released each second by now.
    let next = machine.nextAdvance(after: Self.moment(61))
    #expect(next <= Self.moment(65).monotonic)
    _ = machine.noteSweep(inFlight: nil)
    _ = Self.starts(of: &machine, over: 61..<62)
    #expect(machine.nextAdvance(after: Self.moment(61)) > Self.moment(65).monotonic)
  }

  @Test func `hosts elsewhere don't wait for a sweep`() {
    var machine = Self.machine(domain: "example.org")
    _ = machine.noteSweep(inFlight: 30)
    let starts = Self.starts(of: &machine, over: 0..<61)
    #expect(starts.count == Self.count)
  }

  @Test(arguments: [
    ("192.168.1.2", true), ("fd00::1", true), ("fe80::1%eth0", true), ("nas", true),
    ("NAS.lan", true), ("printer.local", true), ("1.1.1.1", false), ("2001:db8::1", false),
    ("example.org", false), ("localhost", false), ("127.0.0.1", false), ("island", true),
    ("nas.speedport.ip", true), ("fritz.box", true), ("nas.lan.", true),
  ])
  func `a host is of the home by its address or its name`(host: String, isInHome: Bool) {
    let monitor = Monitor(id: "a", name: "a", check: .icmp(host: host))
    #expect(MonitorEntry(monitor).isInHome == isInHome)
  }

  @Test func `the address that was asked says more than the name`() {
    let monitor = Monitor(id: "a", name: "a", check: .icmp(host: "nas.example.org"))
    var machine = MonitorMachine(StoredMonitoring(), local: .utc, seed: 1, at: Self.moment(0))
    machine.set(monitor, at: Self.moment(0))
    #expect(machine.entries["a"]?.isInHome == false)
    var result = CheckResult(.passed, roundTripMs: 1)
    result.facts.address = "192.168.1.7"
    machine.checkedNow(monitor, result, at: Self.moment(1))
    #expect(machine.entries["a"]?.isInHome == true)
    let device = Monitor(id: "b", name: "b", check: .presence(device: "x"))
    #expect(!MonitorEntry(device).isInHome)
  }
}
