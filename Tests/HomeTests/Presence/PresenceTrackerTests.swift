import Testing
@testable import Home
@testable import Model

private let start: Int64 = 1_772_409_600_000

private func at(_ minutes: Double) -> Timestamp {
  Timestamp(milliseconds: start + Int64(minutes * 60_000))
}

@Suite struct `Presence of a device` {
  private typealias Context = PresenceTracker.Context
  private let plug = Context()
  private let phone = Context(expectedSilence: 30 * 60_000)

  private func seen(_ minutes: Double = 0) -> PresenceTracker {
    PresenceTracker(.present, lastSeen: at(minutes))
  }

  /// Sweeps each five minutes that miss it, from the first to the last of those minutes.
  private func miss(
    _ tracker: inout PresenceTracker,
    _ minutes: ClosedRange<Int>,
    _ context: Context
  ) {
    for minute in stride(from: minutes.lowerBound, through: minutes.upperBound, by: 5) {
      tracker.miss(at: at(Double(minute)), in: context)
    }
  }

  @Test func `wants a plug checked at once that two sweeps missed, and calls it away after that`() {
    var tracker = seen()
    miss(&tracker, 5...5, plug)
    #expect(tracker.state == .present && tracker.checkAt == nil)
    miss(&tracker, 10...10, plug)
    #expect(tracker.state == .present && tracker.checkAt == at(10))
    for minute in [10.0, 11] {
      #expect(tracker.state == .present)
      tracker.beginCheck(at: at(minute))
      #expect(tracker.checkAt == at(minute + 1))
      tracker.missCheck(at: at(minute + 0.2), in: plug)
    }
    #expect(tracker.state == .away && tracker.since == at(0) && tracker.checkAt == nil)
    // It is back.
    tracker.see(at: at(60))
    #expect(tracker.state == .present && tracker.since == at(60))
  }

  @Test func `calls nobody away without a check, however many sweeps miss it`() {
    var tracker = seen()
    miss(&tracker, 5...600, plug)
    #expect(tracker.state == .present && tracker.checkAt == at(10))
    for minute in 600..<700 { tracker.spoilCheck(at: at(Double(minute))) }
    #expect(tracker.state == .present && tracker.checkAt == at(702))
  }

  @Test func `ends a silence when the check is answered`() {
    var tracker = seen()
    miss(&tracker, 5...10, plug)
    tracker.beginCheck(at: at(10))
    tracker.see(at: at(10.1))
    // What still comes of the check means nothing.
    for _ in 0..<9 { tracker.missCheck(at: at(10.2), in: plug) }
    tracker.spoilCheck(at: at(10.2))
    #expect(tracker.state == .present && tracker.since == at(0) && tracker.checkAt == nil)
  }

  @Test func `lets a phone sleep, and checks it often before it calls it away`() {
    var tracker = seen()
    miss(&tracker, 5...25, phone)
    #expect(tracker.state == .asleep && tracker.since == at(0) && tracker.checkAt == nil)
    miss(&tracker, 30...30, phone)
    #expect(tracker.state == .asleep && tracker.checkAt == at(30))
    for minute in 30..<36 {
      tracker.beginCheck(at: at(Double(minute)))
      tracker.missCheck(at: at(Double(minute) + 0.2), in: phone)
    }
    #expect(tracker.state == .asleep, "the link may have failed since the last sweep")
    miss(&tracker, 40...40, phone)
    #expect(tracker.state == .away && tracker.since == at(0))
  }

  @Test func `notices by the time alone that a silence is no longer usual`() {
    var tracker = seen(2)
    miss(&tracker, 5...30, phone)
    #expect(tracker.checkAt == nil)
    tracker.review(at: at(31.9), in: phone)
    #expect(tracker.checkAt == nil)
    tracker.review(at: at(32), in: phone)
    #expect(tracker.checkAt == at(32))
  }

  @Test func `takes two sweeps within a moment for no absence`() {
    var tracker = seen()
    for second in 1...6 { tracker.miss(at: at(Double(second) / 3), in: plug) }
    #expect(tracker.checkAt == nil && tracker.state == .present)
  }

  @Test func `wants a device checked that never answered a question, too`() {
    var tracker = seen()
    let announced = Context(isAskable: false)
    miss(&tracker, 5...10, announced)
    #expect(tracker.state == .present && tracker.checkAt == at(10))
    for minute in [10.0, 11] {
      tracker.beginCheck(at: at(minute))
      tracker.missCheck(at: at(minute + 0.2), in: announced)
    }
    #expect(tracker.state == .away && tracker.since == at(0))
  }

  @Test func `lets go without a check whoever needs none`() {
    var tracker = seen()
    let forged = Context(isAskable: false, needsCheck: false)
    miss(&tracker, 5...5, forged)
    #expect(tracker.state == .present)
    miss(&tracker, 10...10, forged)
    #expect(tracker.state == .away)
  }

  @Test func `needs more checks where answers get lost`() {
    var tracker = seen()
    let lossy = Context(loss: 0.1)
    miss(&tracker, 5...10, lossy)
    for minute in 10..<14 {
      tracker.beginCheck(at: at(Double(minute)))
      tracker.missCheck(at: at(Double(minute) + 0.2), in: lossy)
    }
    miss(&tracker, 15...15, lossy)
    #expect(tracker.state == .present)
    for minute in 15..<17 {
      tracker.beginCheck(at: at(Double(minute)))
      tracker.missCheck(at: at(Double(minute) + 0.2), in: lossy)
    }
    miss(&tracker, 20...20, lossy)
    #expect(tracker.state == .away && tracker.since == at(0))
  }

  // MARK: Our own failures

  @Test func `is unknown while nobody could look, and begins anew`() {
    var tracker = seen()
    miss(&tracker, 5...10, plug)
    tracker.loseSight(since: at(11), now: at(200))
    #expect(tracker.state == .unknown && tracker.since == at(11) && tracker.checkAt == nil)
    tracker.missCheck(at: at(200), in: plug)
    miss(&tracker, 201...201, plug)
    #expect(tracker.state == .unknown && tracker.checkAt == nil)
    tracker.see(at: at(206))
    #expect(tracker.state == .present && tracker.since == at(206))
    #expect(tracker.silences == SilenceModel(), "nothing is learned of it")
  }

  @Test func `is away since this machine could look again, where it left meanwhile`() {
    var tracker = seen()
    tracker.loseSight(since: at(3), now: at(120))
    miss(&tracker, 125...130, plug)
    for minute in [130.0, 131] {
      tracker.beginCheck(at: at(minute))
      tracker.missCheck(at: at(minute + 0.2), in: plug)
    }
    #expect(tracker.state == .away && tracker.since == at(120))
  }

  @Test func `nothing is held against it when the clock is set`() {
    for step: Double in [-3 * 3600.0, 5 * 3600.0, 365 * 86_400.0] {
      var tracker = seen()
      miss(&tracker, 5...10, plug)
      tracker.beginCheck(at: at(10))
      let moved = step / 60
      tracker.correct(lastSeen: at(min(0, 11 + moved)), now: at(11 + moved)) { $0 }
      tracker.missCheck(at: at(11 + moved), in: plug)
      tracker.miss(at: at(14 + moved), in: plug)
      tracker.review(at: at(15 + moved), in: plug)
      #expect(tracker.state == .present && tracker.checkAt == nil, "\(step)")
      #expect(tracker.since <= at(11 + moved))
      tracker.miss(at: at(19 + moved), in: plug)
      #expect(tracker.checkAt == at(19 + moved), "and it is noticed when it leaves")
    }
  }

  // MARK: Learning

  @Test func `learns how long a device sleeps that is silent for a quarter of an hour`() {
    var tracker = seen()
    var checks = 0
    for cycle in 0..<100 {
      let begin = cycle * 20
      miss(&tracker, (begin + 5)...(begin + 15), plug)
      if tracker.checkAt != nil { checks += 1 }
      tracker.see(at: at(Double(begin) + 19))
      tracker.see(at: at(Double(begin) + 20))
      tracker.noteSweep(at: at(Double(begin) + 20))
    }
    #expect(checks < 10)
    miss(&tracker, 2005...2015, plug)
    #expect(tracker.state == .asleep)
  }

  @Test func `learns nothing of a doubtful silence, nor of an absence`() {
    var tracker = seen()
    tracker.miss(at: at(5), in: plug)
    tracker.ignoreMiss()
    tracker.see(at: at(12))
    #expect(tracker.silences == SilenceModel())
    miss(&tracker, 15...20, plug)
    tracker.goWithoutCheck()
    #expect(tracker.state == .away && tracker.since == at(12))
    tracker.see(at: at(90))
    #expect(tracker.silences == SilenceModel())
  }
}
