import Foundation
import Model
import Testing

@testable import Monitoring

@Suite struct TrackerCodingTests {
  @Test(arguments: ["", "U", "UDD", "UDDDU", "UDUDUDU", "UDDDUUDDDUUDDDUU", "UDDDDDDDDDDD"])
  func `a tracker goes on after a restart as if there had been none`(results: String) throws {
    var trial = TrackerTrial(downAfter: Quorum(3, of: 5), degraded: DegradedLimits(roundTripMs: 4))
    trial.check(results)
    var other = trial
    other.tracker = try reread(trial.tracker)
    #expect(other.tracker.isFlapping == trial.tracker.isFlapping)
    #expect(other.tracker.downFrom == trial.tracker.downFrom)
    #expect(other.tracker.checked == trial.tracker.checked)
    for rest in ["D", "DD", "UUU", "DDD", "UUUUUU"] {
      trial.check(rest)
      other.check(rest)
      #expect(other.tracker.state == trial.tracker.state)
      #expect(other.states == trial.states)
      #expect(other.opened == trial.opened && other.ended == trial.ended)
      #expect(other.changes.map(\.from) == trial.changes.map(\.from))
    }
  }

  @Test func `what is asked of another method isn't awaited after a restart`() throws {
    var trial = TrackerTrial()
    trial.confirmation = nil
    trial.check("UDDD")
    trial.tracker = try reread(trial.tracker)
    trial.confirm(.noOther)
    #expect(trial.states == [.up])
    trial.confirmation = .noOther
    trial.check("D")
    #expect(trial.states == [.up, .down])
    #expect(trial.changes[1].from == TrackerTrial.minute(3))
  }

  @Test func `a tracker is small`() throws {
    var trial = TrackerTrial(degraded: DegradedLimits(roundTripMs: 100, loss: 0.5))
    var sizes: [Int] = []
    for round in 0..<100 {
      trial.check("UUUUUDUUUDDUUUU", ms: 20.123_456 + Double(round) / 7)
      sizes.append(try JSONEncoder().encode(trial.tracker).count)
      if round % 10 == 0 {
        trial.check("DDDDDDDD")
        sizes.append(try JSONEncoder().encode(trial.tracker).count)
      }
    }
    #expect(sizes.reduce(0, +) / sizes.count <= 600)
  }

  @Test func `nothing grows with the quorum, the losses or the time`() throws {
    var trial = TrackerTrial(
      downAfter: Quorum(20, of: 20),
      upAfter: Quorum(20, of: 20),
      degraded: DegradedLimits(roundTripMs: 1000, loss: 1)
    )
    trial.check(String(repeating: "UDDDDDDDDDDDDDDDDDDD", count: 100), ms: 123.456_789)
    #expect(try JSONEncoder().encode(trial.tracker).count <= 900)
  }

  @Test func `a reason that can't be read costs the reason alone`() throws {
    let json = #"{"state":"down","since":1772323200000,"reason":{"code":5},"history":"UD"}"#
    let tracker = try JSONDecoder().decode(MonitorTracker.self, from: Data(json.utf8))
    #expect(tracker.state == .down)
    #expect(tracker.since == TrackerTrial.start)
    #expect(tracker.reason == nil)
  }

  @Test func `what was stored can't make a tracker contradict itself`() throws {
    let long = (0..<500).map { _ in "1772323200000" }.joined(separator: ",")
    let json = """
      {"state":"up","incident":"down","down_from":1772323200000,"failures":[\(long)],
      "unknowns":99999,"history":"UDUDUDUDUDUDUDUDUDUDUDUDUDUD","rtts_ms":[1,2,3,4,5,6,7,8,9,-1]}
      """
    var trial = TrackerTrial()
    trial.tracker = try JSONDecoder().decode(MonitorTracker.self, from: Data(json.utf8))
    #expect(trial.tracker.downFrom == nil)
    trial.check("U")
    #expect(trial.changes.isEmpty)
    #expect(try JSONEncoder().encode(trial.tracker).count <= 600)
  }

  private func reread(_ tracker: MonitorTracker) throws -> MonitorTracker {
    try JSONDecoder().decode(MonitorTracker.self, from: try JSONEncoder().encode(tracker))
  }
}
