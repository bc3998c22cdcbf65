import Model
import Networking
import Testing

@testable import Monitoring

/// How many checks a machine lets be under way.
@Suite struct MachineBudgetTests {
  private var machine: MonitorMachine

  private static func moment(_ seconds: Int64) -> MonitorMoment {
    MonitorMoment(
      wall: Timestamp(milliseconds: 1_795_780_800_000 + seconds * 1000),
      monotonic: MonotonicTime(nanoseconds: seconds * 1_000_000_000)
    )
  }

  private static func monitor(_ port: UInt16, on host: String) -> Monitor {
    Monitor(id: "\(host):\(port)", name: "\(port)", check: .tcp(host: host, port: port))
  }

  init() {
    var stored = StoredMonitoring()
    stored.monitors = (1...5).map { Self.monitor($0, on: "nas.lan") }
    stored.monitors.append(Self.monitor(80, on: "pi.lan"))
    machine = MonitorMachine(stored, local: .utc, seed: 1, at: Self.moment(0))
  }

  /// The monitors whose checks begin until then, a second at a time.
  private mutating func started(_ seconds: ClosedRange<Int64>) -> [Monitor] {
    seconds.flatMap { second in
      machine.advance(to: Self.moment(second)).compactMap { action in
        if case .check(let monitor) = action { monitor } else { nil }
      }
    }
  }

  @Test mutating func `two of one host at a time, and others meanwhile`() throws {
    let first = started(0...59)
    #expect(first.filter { $0.check.host == "nas.lan" }.count == 2)
    #expect(first.filter { $0.check.host == "pi.lan" }.count == 1)
    #expect(!started(59...59).contains { $0.check.host == "nas.lan" })
    let ended = try #require(first.first { $0.check.host == "nas.lan" })
    machine.checked(ended, CheckResult(.passed, roundTripMs: 1), at: Self.moment(59))
    #expect(machine.hasWork)
    let next = started(59...59)
    #expect(next.count == 1 && next.first?.check.host == "nas.lan")
    #expect(next.first?.id != ended.id)
  }

  @Test mutating func `one that waits and is removed or paused never begins`() throws {
    let first = Set(started(0...59).map(\.id))
    let waiting = (1...5).map { Self.monitor($0, on: "nas.lan") }.filter { !first.contains($0.id) }
    #expect(waiting.count == 3)
    machine.remove(monitor: waiting[0].id, at: Self.moment(59))
    machine.setPaused(true, of: waiting[1].id, at: Self.moment(59))
    let ended = (1...5).map { Self.monitor($0, on: "nas.lan") }.filter { first.contains($0.id) }
    for monitor in ended {
      machine.checked(monitor, CheckResult(.passed, roundTripMs: 1), at: Self.moment(59))
    }
    #expect(started(59...59).map(\.id) == [waiting[2].id])
  }

  @Test(arguments: [
    ("http://nas.lan/x", "nas.lan"), ("https://nas.lan:5001?a=b", "nas.lan"),
    ("http://[fd00::1]:80/", "fd00::1"), ("https://192.168.1.2", "192.168.1.2"),
  ])
  func `a page is of its host`(url: String, host: String) {
    #expect(MonitorCheck.http(HTTPCheck(url: url)).host == host)
  }
}
