import Testing
@testable import Home

@Suite struct `When the home is swept` {
  private typealias Round = SweepSchedule.Round

  @Test func `sweeps at its times, and after whatever ended a round early`() {
    var schedule = SweepSchedule(every: .seconds(300))
    #expect(schedule.next == nil)
    #expect(schedule.beginRound(at: .seconds(1)) == Round.sweep)
    #expect(schedule.next == .seconds(301))
    #expect(schedule.beginRound(at: .seconds(100)) == Round.sweep)
    #expect(schedule.next == .seconds(400))
  }

  @Test func `a stopped sweep is followed by listening, and by the next sweep at its time`() {
    var schedule = SweepSchedule(every: .seconds(300))
    _ = schedule.beginRound(at: .zero)
    schedule.stopSweep(at: .seconds(4))
    #expect(schedule.next == .seconds(300))
    #expect(schedule.beginRound(at: .seconds(4)) == Round.listen(.seconds(296)))
    #expect(schedule.next == .seconds(300))
    #expect(schedule.beginRound(at: .seconds(300)) == Round.sweep)
    #expect(schedule.next == .seconds(600))
  }

  @Test func `a stop takes back a sweep that was asked for, and needn't wait for a first one`() {
    var schedule = SweepSchedule(every: .seconds(300))
    schedule.requestSweep()
    schedule.stopSweep(at: .seconds(2))
    #expect(schedule.next == .seconds(302))
    #expect(schedule.beginRound(at: .seconds(2)) == Round.listen(.seconds(300)))
  }

  @Test func `while it is paused, only what is asked for is swept`() {
    var schedule = SweepSchedule(every: .seconds(300))
    _ = schedule.beginRound(at: .zero)
    schedule.pause()
    #expect(schedule.next == nil && schedule.isPaused)
    #expect(schedule.beginRound(at: .seconds(300)) == Round.listen(.seconds(300)))
    schedule.requestSweep()
    #expect(schedule.beginRound(at: .seconds(310)) == Round.sweep)
    #expect(schedule.next == nil && schedule.isPaused)
    schedule.stopSweep(at: .seconds(312))
    #expect(schedule.beginRound(at: .seconds(312)) == Round.listen(.seconds(300)))
  }

  @Test func `paused, it knows only what a sweep on request found, for one round more`() {
    var schedule = SweepSchedule(every: .seconds(300))
    _ = schedule.beginRound(at: .zero)
    #expect(!schedule.isBlind)
    schedule.pause()
    #expect(!schedule.isBlind, "the sweep that runs is finished")
    _ = schedule.beginRound(at: .seconds(10))
    #expect(schedule.isBlind)
    schedule.requestSweep()
    _ = schedule.beginRound(at: .seconds(20))
    #expect(!schedule.isBlind)
    schedule.completeSweep()
    _ = schedule.beginRound(at: .seconds(30))
    #expect(!schedule.isBlind)
    _ = schedule.beginRound(at: .seconds(330))
    #expect(schedule.isBlind)
    // One that was stopped found nobody for certain.
    schedule.requestSweep()
    _ = schedule.beginRound(at: .seconds(340))
    schedule.stopSweep(at: .seconds(341))
    _ = schedule.beginRound(at: .seconds(341))
    #expect(schedule.isBlind)
    schedule.resume(isSweeping: false)
    _ = schedule.beginRound(at: .seconds(350))
    #expect(!schedule.isBlind)
  }

  @Test func `paused, it sweeps on request until that sweep is complete`() {
    var schedule = SweepSchedule(every: .seconds(300))
    schedule.pause()
    schedule.requestSweep()
    // The network changes meanwhile.
    for second in 1...2 {
      #expect(schedule.beginRound(at: .seconds(second)) == Round.sweep)
    }
    schedule.completeSweep()
    #expect(schedule.beginRound(at: .seconds(10)) == Round.listen(.seconds(300)))
    #expect(!schedule.isBlind)
    #expect(schedule.beginRound(at: .seconds(310)) == Round.listen(.seconds(300)))
    #expect(schedule.isBlind)
  }

  @Test func `resumed, it sweeps when the next sweep is due, or at once if one is overdue`() {
    var schedule = SweepSchedule(every: .seconds(300))
    _ = schedule.beginRound(at: .zero)
    schedule.pause()
    _ = schedule.beginRound(at: .seconds(20))
    var early = schedule
    early.resume(isSweeping: false)
    #expect(early.next == .seconds(300))
    #expect(early.beginRound(at: .seconds(60)) == Round.listen(.seconds(240)))
    #expect(early.beginRound(at: .seconds(300)) == Round.sweep)
    schedule.resume(isSweeping: false)
    #expect(schedule.beginRound(at: .seconds(900)) == Round.sweep)
    #expect(schedule.next == .seconds(1200))
  }

  @Test func `resumed during a sweep, it sweeps again when that round is over`() {
    var schedule = SweepSchedule(every: .seconds(300))
    _ = schedule.beginRound(at: .zero)
    schedule.pause()
    schedule.resume(isSweeping: true)
    // The round's own clock may be a little fast.
    #expect(schedule.beginRound(at: .milliseconds(299_990)) == Round.sweep)
  }
}
