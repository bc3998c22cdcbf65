import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model
@testable import Networking

@Suite struct `Asking everybody in the watch` {
  private static func time(_ hours: Double) -> Timestamp {
    Timestamp(milliseconds: 1_700_000_000_000 + Int64(hours * 3_600_000))
  }

  @Test func `is the first round's, and then once a day's`() {
    var state = WatchState()
    #expect(state.beginRound(.test, now: Self.time(0)).asksEverybody)
    for hours in [0.1, 1, 12, 23.9] {
      #expect(!state.beginRound(.test, now: Self.time(hours)).asksEverybody)
    }
    #expect(state.beginRound(.test, now: Self.time(24)).asksEverybody)
    #expect(!state.beginRound(.test, now: Self.time(25)).asksEverybody)
  }

  @Test func `is not a listening round's, which takes no turn either`() {
    var state = WatchState()
    var listening = ScanPlan.test
    listening.listensOnly = true
    #expect(!state.beginRound(listening, now: Self.time(0)).asksEverybody)
    #expect(state.beginRound(.test, now: Self.time(0.1)).asksEverybody)
  }

  @Test func `counts for each network, and anew after a clock that was set back`() {
    var schedule = BroadcastSchedule()
    var other = ScanPlan.test
    other.interfaces[0].ipv4[0].prefix = IPv4Prefix(IPv4Address(10, 0, 7, 0), length: 24)
    let turn1 = schedule.takeTurn(on: .test, now: Self.time(10))
    #expect(turn1)
    let turn2 = schedule.takeTurn(on: other, now: Self.time(11))
    #expect(turn2)
    let turn3 = schedule.takeTurn(on: .test, now: Self.time(12))
    #expect(!turn3)
    let turn4 = schedule.takeTurn(on: .test, now: Self.time(2))
    #expect(turn4)
  }
}
