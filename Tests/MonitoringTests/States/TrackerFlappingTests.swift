import Model
import Testing

@testable import Monitoring

@Suite struct TrackerFlappingTests {
  @Test func `changes weigh from 0.75 to 1.25`() throws {
    let newest = try #require(FlapHistory("UUUUUUUUUUUUUUUUUUUUD"))
    #expect(abs(newest.percent - 6.25) < 1e-9)
    let oldest = try #require(FlapHistory("DUUUUUUUUUUUUUUUUUUUU"))
    #expect(abs(oldest.percent - 3.75) < 1e-9)
    let all = try #require(FlapHistory("UDUDUDUDUDUDUDUDUDUDU"))
    #expect(abs(all.percent - 100) < 1e-9)
    let few = try #require(FlapHistory("UD"))
    #expect(abs(few.percent - 6.25) < 1e-9)
    #expect(FlapHistory().percent == 0)
  }

  @Test(arguments: ["UDX", "UUUUUUUUUUUUUUUUUUUUUU"])
  func `no other text is a history`(text: String) { #expect(FlapHistory(text) == nil) }

  @Test func `a history is written as it is read, and keeps 21 states`() throws {
    var history = try #require(FlapHistory("DUUUUUUUUUUUUUUUUUUUU"))
    #expect(history.description == "DUUUUUUUUUUUUUUUUUUUU")
    history.note(isDown: true)
    #expect(history.description == "UUUUUUUUUUUUUUUUUUUUD")
  }

  @Test func `flapping is said once when it begins and once when it ends`() {
    var trial = TrackerTrial()
    trial.check("UUUU")
    trial.check(String(repeating: "DDDUU", count: 6))
    #expect(trial.changes.compactMap(\.flapping) == [.began])
    #expect(trial.tracker.isFlapping)
    trial.check(String(repeating: "U", count: 40))
    #expect(trial.changes.compactMap(\.flapping) == [.began, .ended])
    #expect(!trial.tracker.isFlapping)
    let began = trial.changes.firstIndex { $0.flapping == .began } ?? 0
    // Up, then down and up twice: the fourth change is the one at which it begins.
    #expect(began == 4)
    #expect(trial.changes[..<began].allSatisfy { !$0.isFlapping })
    #expect(trial.changes[began...].allSatisfy { $0.isFlapping })
    let end = trial.changes.last
    #expect(end?.was == .up && end?.now == .up)
    #expect(end?.opensIncident == false && end?.endsIncident == false)
    #expect(trial.opened == 6 && trial.ended == 6)
  }

  @Test func `single losses are no flapping`() {
    var trial = TrackerTrial()
    trial.check(String(repeating: "UDUUDDU", count: 50))
    #expect(trial.states == [.up])
  }

  @Test func `a monitor that stays down is said to be down when flapping ends`() {
    var trial = TrackerTrial()
    trial.check("U" + String(repeating: "DDDUU", count: 4) + "DDD")
    #expect(trial.tracker.state == .down && trial.tracker.isFlapping)
    trial.check(String(repeating: "D", count: 30))
    let end = trial.changes.last
    #expect(end?.flapping == .ended)
    #expect(end?.was == .down && end?.now == .down)
    #expect(end?.reason == "no answer")
    trial.check("UU")
    #expect(trial.changes.last?.isFlapping == false)
    #expect(trial.changes.last?.endsIncident == true)
  }

  @Test func `with long intervals flapping ends after an hour in one state`() {
    var trial = TrackerTrial(downAfter: Quorum(1, of: 1), upAfter: Quorum(1, of: 1))
    trial.check("UDUDU")
    #expect(trial.tracker.isFlapping)
    trial.check("D")
    trial.pass(minutes: 60)
    trial.check("D")
    #expect(trial.changes.last?.flapping == .ended)
    #expect(trial.changes.last?.now == .down)
    trial.check("DDU")
    #expect(!trial.tracker.isFlapping)
  }

  @Test func `flapping goes on over an interruption and ends with a pause`() {
    var trial = TrackerTrial()
    trial.check("U" + String(repeating: "DDDUU", count: 3))
    trial.interrupt()
    #expect(trial.changes.last?.isFlapping == true)
    trial.check("U")
    #expect(trial.tracker.isFlapping)
    let step = trial.tracker.pause(at: trial.now)
    trial.take(step)
    #expect(trial.changes.last?.flapping == .ended)
    #expect(trial.changes.compactMap(\.flapping) == [.began, .ended])
    #expect(!trial.tracker.isFlapping)
  }
}
