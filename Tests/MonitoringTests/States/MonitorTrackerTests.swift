import Model
import Testing

@testable import Monitoring

@Suite struct MonitorTrackerTests {
  @Test func `a monitor is unknown before its first check, and up after one answer`() {
    var trial = TrackerTrial()
    #expect(trial.tracker.state == .unknown)
    #expect(trial.tracker.since == nil)
    trial.check("U")
    #expect(trial.states == [.up])
    #expect(trial.opened == 0 && trial.ended == 0)
    #expect(trial.tracker.checked == TrackerTrial.minute(1))
    #expect(trial.tracker.roundTripMs == 5)
  }

  @Test func `Uptime Kuma 2400: one lost check is no outage`() {
    var trial = TrackerTrial()
    trial.check("U" + String(repeating: "UUUUUDUUUUDDUUUU", count: 20))
    #expect(trial.states == [.up])
    #expect(trial.confirmed == 0)
  }

  @Test func `Uptime Kuma 4792 and Beszel 1519: nothing comes up that wasn't down`() {
    var trial = TrackerTrial()
    trial.check("U??????UUDDUUU")
    trial.interrupt()
    trial.check("UUU")
    #expect(trial.states == [.up, .unknown, .up, .unknown, .up])
    #expect(trial.ended == 0)
  }

  @Test func `Uptime Kuma 3031: one answer doesn't end an outage`() {
    var trial = TrackerTrial(upAfter: Quorum(3, of: 3))
    trial.check("UDDD")
    trial.check("UDUUD")
    #expect(trial.states == [.up, .down])
    trial.check("UUU")
    #expect(trial.states == [.up, .down, .up])
    #expect(trial.changes[2].endsIncident)
  }

  @Test func `an outage begins with its first failed check and is said after the last`() {
    var trial = TrackerTrial()
    trial.confirmation = .down("no answer to ARP")
    trial.check("UUDDD")
    let change = trial.changes[1]
    #expect(change.was == .up && change.now == .down)
    #expect(change.from == TrackerTrial.minute(3))
    #expect(change.time == TrackerTrial.minute(5))
    #expect(change.reason == "no answer")
    #expect(change.confirmedBy == "no answer to ARP")
    #expect(change.opensIncident && !change.endsIncident)
    #expect(trial.tracker.downFrom == TrackerTrial.minute(3))
  }

  @Test func `three of five are reached with answers between`() {
    var trial = TrackerTrial(downAfter: Quorum(3, of: 5))
    trial.check("UDUDUD")
    #expect(trial.states == [.up, .down])
    #expect(trial.changes[1].from == TrackerTrial.minute(2))
    var other = TrackerTrial(downAfter: Quorum(3, of: 5))
    other.check("UDUDUUDUUD")
    #expect(other.states == [.up])
  }

  @Test func `failures that made an outage don't make the next`() {
    var trial = TrackerTrial(downAfter: Quorum(3, of: 5))
    trial.check("UDDDUUDUD")
    #expect(trial.states == [.up, .down, .up])
    trial.check("D")
    #expect(trial.states.last == .down)
  }

  @Test(arguments: [Quorum(0, of: 0), Quorum(-3, of: 2), Quorum(1, of: 1)])
  func `a quorum out of bounds still decides`(quorum: Quorum) {
    var trial = TrackerTrial(downAfter: quorum, upAfter: quorum)
    trial.check("UDU")
    #expect(trial.states == [.up, .down, .up])
  }

  @Test func `more failures than are looked at are as many as can be`() {
    var trial = TrackerTrial(downAfter: Quorum(500, of: 900))
    trial.check("U" + String(repeating: "D", count: Quorum.most - 1))
    #expect(trial.states == [.up])
    trial.check("D")
    #expect(trial.states == [.up, .down])
  }

  // MARK: Another method

  @Test func `while another method is asked, nobody asks again`() {
    var trial = TrackerTrial()
    trial.confirmation = nil
    trial.check("UDDDDDD")
    #expect(trial.confirmed == 1)
    #expect(trial.tracker.isSuspect)
    trial.confirm(.noOther)
    #expect(trial.states == [.up, .down])
    #expect(trial.changes[1].from == TrackerTrial.minute(2))
    #expect(trial.changes[1].confirmedBy == nil)
    #expect(!trial.tracker.isSuspect)
  }

  @Test func `an answer while another method is asked takes the suspicion back`() {
    var trial = TrackerTrial()
    trial.confirmation = nil
    trial.check("UDDDU")
    trial.confirm(.down("no answer to ARP"))
    #expect(trial.states == [.up])
    trial.check("DDD")
    #expect(trial.confirmed == 2)
    trial.confirm(.down("no answer to ARP"))
    #expect(trial.states == [.up, .down])
    #expect(trial.changes[1].from == TrackerTrial.minute(6))
  }

  @Test(arguments: [
    MonitorCheck.tcp(host: "192.0.2.1", port: 22),
    .http(HTTPCheck(url: "http://192.0.2.1/")),
    .dns(DNSCheck(name: "a.example")),
    .tls(TLSCheck(host: "192.0.2.1")),
  ])
  func `a service is down though its host answers, and the reason says so`(check: MonitorCheck) {
    var trial = TrackerTrial(check)
    trial.confirmation = .answers("it answers ARP")
    trial.check("UDDD")
    #expect(trial.states == [.up, .down])
    #expect(
      trial.changes[1].reason?.text
        == "the service fails while the host answers (it answers ARP): no answer"
    )
    #expect(trial.changes[1].confirmedBy == "it answers ARP")
  }

  @Test func `a host that answers in another way is degraded, and asked again later`() {
    var trial = TrackerTrial()
    trial.confirmation = .answers("it answers on port 80")
    trial.check("UDDD")
    #expect(trial.states == [.up, .degraded])
    #expect(
      trial.changes[1].reason?.text
        == "it answers in another way (it answers on port 80), but not to this check: no answer"
    )
    #expect(trial.changes[1].from == TrackerTrial.minute(2))
    trial.check("DD")
    #expect(trial.confirmed == 1)
    trial.confirmation = .down("no answer to ARP")
    trial.check("D")
    #expect(trial.confirmed == 2)
    #expect(trial.states == [.up, .degraded, .down])
    #expect(trial.opened == 1)
    trial.check("UU")
    #expect(trial.states.last == .up)
    #expect(trial.ended == 1)
  }

  @Test func `a host that answers ARP alone is down, and the reason says that it is there`() {
    var trial = TrackerTrial()
    trial.confirmation = .isThere("it answers by ARP, but not by TCP port 80")
    trial.check("UDDD")
    #expect(trial.states == [.up, .down])
    #expect(
      trial.changes[1].reason?.text
        == "no answer, though it is on the network (it answers by ARP, but not by TCP port 80)"
    )
    #expect(trial.changes[1].confirmedBy == "it answers by ARP, but not by TCP port 80")
    #expect(trial.tracker.downFrom == TrackerTrial.minute(2))
    trial.check("UU")
    #expect(trial.states == [.up, .down, .up])
    #expect(trial.opened == 1 && trial.ended == 1)
  }

  @Test(arguments: [
    MonitorCheck.presence(device: "d"), .internet(targets: ["192.0.2.9"]),
  ])
  func `presence and the Internet are well where another method says so`(check: MonitorCheck) {
    var trial = TrackerTrial(check)
    trial.confirmation = .answers("it answers again")
    trial.check("UDDDDD")
    #expect(trial.states == [.up])
    #expect(trial.confirmed == 1)
    trial.confirmation = .noOther
    trial.check("D")
    #expect(trial.states == [.up, .down])
    #expect(trial.changes[1].from == TrackerTrial.minute(5))
  }

  @Test func `our own failure is nobody's outage`() {
    var trial = TrackerTrial()
    trial.confirmation = .ownFailure("no link")
    trial.check("UDDD")
    #expect(trial.states == [.up, .unknown])
    #expect(trial.changes[1].reason == "no link")
    #expect(trial.opened == 0)
    trial.check("DD")
    #expect(trial.confirmed == 1)
  }

  // MARK: Unknown

  @Test
  func `checks that can't be made count for nothing, until there are as many as for an outage`() {
    var trial = TrackerTrial()
    trial.check("UD??D??D")
    #expect(trial.states == [.up, .down])
    trial.check("??")
    #expect(trial.tracker.state == .down)
    trial.check("?")
    #expect(trial.states == [.up, .down, .unknown])
    #expect(trial.tracker.reason == "no descriptors")
  }

  @Test func `an incident goes on over an interruption`() {
    var trial = TrackerTrial()
    trial.check("UDDD")
    trial.interrupt()
    trial.interrupt()
    #expect(trial.states == [.up, .down, .unknown])
    trial.check("DDD")
    #expect(trial.states == [.up, .down, .unknown, .down])
    #expect(trial.opened == 1 && trial.ended == 0)
    #expect(trial.tracker.downFrom == TrackerTrial.minute(2))
    trial.interrupt()
    trial.check("U")
    #expect(trial.tracker.state == .unknown)
    trial.check("U")
    #expect(trial.tracker.state == .up)
    #expect(trial.opened == 1 && trial.ended == 1)
  }

  @Test func `after an interruption the checks before it don't count`() {
    var trial = TrackerTrial()
    trial.check("UDD")
    trial.interrupt()
    trial.check("DD")
    #expect(trial.states == [.up, .unknown])
    trial.check("D")
    #expect(trial.states == [.up, .unknown, .down])
    #expect(trial.changes[2].from == TrackerTrial.minute(5))
  }

  @Test func `an interruption ends the question to another method`() {
    var trial = TrackerTrial()
    trial.confirmation = nil
    trial.check("UDDD")
    trial.interrupt()
    trial.confirm(.down("no answer to ARP"))
    #expect(trial.states == [.up, .unknown])
  }

  // MARK: Paused

  @Test func `pausing ends an incident, and says so`() {
    var trial = TrackerTrial()
    trial.check("UDDD")
    trial.pass()
    let paused = trial.tracker.pause(at: trial.now)
    trial.take(paused)
    #expect(trial.changes.last?.endsIncident == true)
    #expect(trial.changes.last?.reason?.code == "monitor.paused")
    let again = trial.tracker.pause(at: trial.now)
    #expect(again == .nothing)
    trial.check("UDDDD?")
    trial.interrupt()
    #expect(trial.tracker.state == .paused)
    let resumed = trial.tracker.resume(at: trial.now)
    trial.take(resumed)
    #expect(trial.tracker.state == .unknown)
    trial.check("DDD")
    #expect(trial.states == [.up, .down, .paused, .unknown, .down])
    #expect(trial.opened == 2 && trial.ended == 1)
  }

  @Test func `a clock that was set back gives no incident that begins after it was noticed`() {
    var trial = TrackerTrial()
    trial.check("UDD")
    trial.now = Timestamp(milliseconds: TrackerTrial.start.milliseconds - 3_600_000)
    trial.check("D")
    #expect(trial.changes[1].from == trial.now)
  }
}
