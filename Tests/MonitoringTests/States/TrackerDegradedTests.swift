import Model
import Testing

@testable import Monitoring

@Suite struct TrackerDegradedTests {
  @Test func `a certificate that soon ends is a fact, and said at once`() {
    var trial = TrackerTrial(.tls(TLSCheck(host: "192.0.2.1")))
    trial.check("Uc")
    #expect(trial.states == [.up, .degraded])
    #expect(trial.changes[1].reason == "10 days left")
    #expect(trial.changes[1].opensIncident)
    trial.check("cccU")
    #expect(trial.states == [.up, .degraded])
    trial.check("U")
    #expect(trial.states == [.up, .degraded, .up])
    #expect(trial.changes[2].endsIncident)
  }

  @Test func `an outage that ends degraded is one incident`() {
    var trial = TrackerTrial(.tls(TLSCheck(host: "192.0.2.1")))
    trial.check("UDDDcc")
    #expect(trial.states == [.up, .down, .degraded])
    #expect(trial.tracker.downFrom == nil)
    trial.check("UU")
    #expect(trial.states == [.up, .down, .degraded, .up])
    #expect(trial.opened == 1 && trial.ended == 1)
  }

  @Test func `the middle of five round trips decides, and it ends well below the limit`() {
    var trial = TrackerTrial(degraded: DegradedLimits(roundTripMs: 100))
    trial.check("UUUUU", ms: 20)
    trial.check("UU", ms: 500)
    #expect(trial.states == [.up])
    trial.check("U", ms: 500)
    #expect(trial.states == [.up, .degraded])
    #expect(
      trial.tracker.reason?.text
        == "the middle of the last five round trips is 500.0 ms, and the limit is 100.0 ms"
    )
    trial.check("UUUUUUUUUU", ms: 95)
    #expect(trial.states == [.up, .degraded])
    trial.check("UUU", ms: 80)
    #expect(trial.states == [.up, .degraded])
    trial.check("U", ms: 80)
    #expect(trial.states == [.up, .degraded, .up])
  }

  @Test func `fewer than five round trips are no middle`() {
    var trial = TrackerTrial(degraded: DegradedLimits(roundTripMs: 100))
    trial.check("UUUU", ms: 500)
    #expect(trial.states == [.up])
    trial.check("U", ms: 500)
    #expect(trial.states == [.up, .degraded])
  }

  @Test func `losses of the last twenty checks`() {
    var trial = TrackerTrial(degraded: DegradedLimits(loss: 0.1))
    trial.check("UUDUUDUU")
    #expect(trial.states == [.up])
    trial.check("D")
    #expect(trial.states == [.up])
    trial.check("U")
    #expect(trial.states == [.up, .degraded])
    #expect(
      trial.tracker.reason?.text
        == "15 % of the last 20 checks were not answered, and the limit is 10 %"
    )
    // At minute 23 the loss of minute 3 is past, at 26 that of minute 6, which leaves 5 %.
    trial.check(String(repeating: "U", count: 16))
    #expect(trial.now == TrackerTrial.minute(26))
    #expect(trial.states == [.up, .degraded])
    trial.check("U")
    #expect(trial.states == [.up, .degraded, .up])
  }

  @Test func `a check of several echoes counts what it lost`() {
    var trial = TrackerTrial(degraded: DegradedLimits(loss: 0.05))
    var facts = CheckFacts()
    facts.loss = 0.4
    trial.check("U")
    for _ in 0..<2 { trial.note(CheckResult(.passed, roundTripMs: 5, facts: facts)) }
    #expect(trial.states == [.up])
    trial.note(CheckResult(.passed, roundTripMs: 5, facts: facts))
    #expect(trial.states == [.up, .degraded])
  }

  @Test func `the losses of an outage don't make it degraded afterwards`() {
    var trial = TrackerTrial(degraded: DegradedLimits(loss: 0.05))
    trial.check("UDDD" + String(repeating: "D", count: 30) + "UUUUU")
    #expect(trial.states == [.up, .down, .up])
    trial.check("DDD")
    trial.interrupt()
    trial.check("DUU")
    #expect(trial.tracker.state == .up)
  }

  @Test func `slower than usual`() {
    var trial = TrackerTrial(degraded: DegradedLimits(timesUsual: 3))
    trial.check("UUUUU", ms: 500)
    #expect(trial.states == [.up])
    trial.usualP95Ms = 20
    trial.check("U", ms: 500)
    #expect(trial.states == [.up, .degraded])
    #expect(trial.tracker.reason?.code == "monitor.slower_than_usual")
    trial.check("UUU", ms: 50)
    #expect(trial.states == [.up, .degraded])
    trial.check("U", ms: 50)
    #expect(trial.states == [.up, .degraded, .up])
  }

  @Test func `a slow monitor stays one incident over an interruption`() {
    var trial = TrackerTrial(degraded: DegradedLimits(roundTripMs: 100))
    trial.check("UUUUU", ms: 500)
    trial.interrupt()
    trial.check("UUUU", ms: 500)
    #expect(trial.tracker.state == .unknown)
    trial.check("U", ms: 500)
    #expect(trial.states == [.up, .degraded, .unknown, .degraded])
    trial.interrupt()
    trial.check("UU", ms: 20)
    #expect(trial.tracker.state == .up)
    #expect(trial.opened == 1 && trial.ended == 1)
  }

  @Test(arguments: [0.0, -1.0, Double.nan, Double.infinity])
  func `limits and times that are no numbers are none`(strange: Double) {
    var trial = TrackerTrial(
      degraded: DegradedLimits(roundTripMs: strange, loss: 1, timesUsual: strange)
    )
    trial.usualP95Ms = 20
    var facts = CheckFacts()
    facts.loss = .nan
    for ms in [strange, 5, strange, 5, 5, 5, 5, strange] {
      trial.note(CheckResult(.passed, roundTripMs: ms, facts: facts))
    }
    #expect(trial.states == [.up])
    #expect(trial.tracker.roundTripMs?.isFinite ?? true)
  }

  @Test func `failures go on to count while it becomes degraded`() {
    var trial = TrackerTrial(downAfter: Quorum(3, of: 5))
    trial.check("UDDcD")
    #expect(trial.states == [.up, .degraded, .down])
    #expect(trial.changes[2].from == TrackerTrial.minute(2))
    #expect(trial.opened == 1)
  }
}
