import Model
import Testing

@testable import Monitoring

@Suite struct MonitorUptimeTests {
  private let from = TrackerTrial.minute(0)
  private let to = TrackerTrial.minute(100)

  private func states(_ states: [(minute: Int64, state: MonitorState)]) -> [MonitorStateChange] {
    states.map {
      MonitorStateChange(monitor: "m", time: TrackerTrial.minute($0.minute), state: $0.state)
    }
  }

  private func uptime(_ states: [MonitorStateChange]) -> Uptime {
    MonitorTracker.uptime(of: states, from: from, to: to)
  }

  @Test func `where nothing is known there is no share`() {
    #expect(uptime([]) == Uptime(share: nil, coverage: 0))
    #expect(uptime(states([(-5, .unknown)])) == Uptime(share: nil, coverage: 0))
    #expect(uptime(states([(-5, .paused)])) == Uptime(share: nil, coverage: 0))
    let never = MonitorTracker.uptime(of: states([(-5, .up)]), from: to, to: from)
    #expect(never == Uptime(share: nil, coverage: 0))
  }

  @Test func `time counts, not checks`() {
    #expect(uptime(states([(-5, .up)])) == Uptime(share: 1, coverage: 1))
    #expect(uptime(states([(-5, .up), (90, .down)])) == Uptime(share: 0.9, coverage: 1))
    #expect(uptime(states([(-5, .down), (25, .degraded)])) == Uptime(share: 0.75, coverage: 1))
  }

  @Test func `unknown, paused and what lies before the first change are left out`() {
    let mixed = states([(20, .up), (40, .unknown), (60, .down), (80, .paused), (90, .up)])
    #expect(uptime(mixed) == Uptime(share: 0.6, coverage: 0.5))
  }

  @Test func `maintenance is left out, whatever happens in it`() {
    var mixed = states([(-5, .up), (50, .down), (75, .up)])
    mixed[1].isInMaintenance = true
    #expect(uptime(mixed) == Uptime(share: 1, coverage: 0.75))
  }

  @Test func `changes out of order take no time`() {
    // Down at 50, and after it a change that says 30: the outage took nothing.
    let mixed = states([(-50, .down), (-5, .up), (50, .down), (30, .up), (200, .down)])
    #expect(uptime(mixed) == Uptime(share: 1, coverage: 1))
  }

  @Test func `bars show the worst state of their time`() {
    let mixed = states([(20, .up), (45, .down), (46, .up), (60, .degraded), (70, .paused)])
    let bars = UptimeBars(of: mixed, from: from, to: to, count: 10).bars
    #expect(
      bars.map(\.worst) == [
        .unknown, .unknown, .up, .up, .down, .up, .degraded, .paused, .paused, .paused,
      ]
    )
    #expect(bars[0].uptime == Uptime(share: nil, coverage: 0))
    #expect(bars[4].uptime == Uptime(share: 0.9, coverage: 1))
    #expect(bars.first?.from == from && bars.last?.to == to)
    #expect(zip(bars, bars.dropFirst()).allSatisfy { $0.to == $1.from })
  }

  @Test func `a bar within maintenance has no state`() {
    var mixed = states([(-5, .up), (10, .down), (20, .up)])
    mixed[1].isInMaintenance = true
    let bars = UptimeBars(of: mixed, from: from, to: to, count: 10).bars
    #expect(bars[1].worst == nil)
    #expect(bars[1].uptime.share == nil)
    #expect(bars[0].worst == .up && bars[2].worst == .up)
  }

  @Test(arguments: [1, 2, 7, 90, 999, 5000])
  func `bars share out the whole time`(count: Int) {
    let mixed = states([(-3, .up), (13, .down), (17, .unknown), (31, .degraded), (77, .up)])
    let bars = UptimeBars(of: mixed, from: from, to: to, count: count).bars
    #expect(bars.count == min(count, UptimeBars.most))
    var covered = 0.0
    var up = 0.0
    for bar in bars {
      let length = Double(bar.to.milliseconds - bar.from.milliseconds)
      covered += bar.uptime.coverage * length
      up += (bar.uptime.share ?? 0) * bar.uptime.coverage * length
    }
    #expect(abs(covered - 86 * 60_000) < 1)
    #expect(abs(up - 82 * 60_000) < 1)
  }

  @Test func `no bars of no time, and none too many`() {
    #expect(UptimeBars(of: [], from: to, to: from, count: 10).bars.isEmpty)
    #expect(UptimeBars(of: [], from: from, to: from, count: 10).bars.isEmpty)
    #expect(UptimeBars(of: [], from: from, to: to, count: -4).bars.count == 1)
    let ages = UptimeBars(
      of: [],
      from: .never,
      to: Timestamp(milliseconds: .max),
      count: 1000
    )
    #expect(ages.bars.count == 1000)
  }
}
