import Discovery
import Testing
@testable import Diagnostics

@Suite struct `Asking again more slowly` {
  private static func trial(_ received: Int, time: Duration = .seconds(5)) -> PaceTrial? {
    PaceTrial(sent: 25, received: received, interval: .milliseconds(100), time: time)
  }

  @Test func `is half as slow again as the target was seen to answer`() throws {
    let trial = try #require(Self.trial(10))
    #expect(trial.interval == .milliseconds(375))
    #expect(trial.count == 13)
    #expect(trial.interval * trial.count <= .seconds(5))
  }

  @Test func `is not tried where it can't tell`() {
    #expect(Self.trial(0) == nil)
    #expect(Self.trial(25) == nil)
    // One in twenty-five is lost: nobody could see whether it still is.
    #expect(Self.trial(24) == nil)
    #expect(Self.trial(10, time: .seconds(1)) == nil)
    #expect(Self.trial(10, time: .zero) == nil)
    #expect(Self.trial(10, time: .seconds(-1)) == nil)
  }

  @Test(arguments: [3, 5, 9, 15, 18])
  func `shows a limit where hardly anything is lost any longer`(received: Int) throws {
    let trial = try #require(Self.trial(received))
    let all = trial.outcome(sent: trial.count, received: trial.count, tolerable: 0.15)
    #expect(all == .init(sent: trial.count, received: trial.count, isLimit: true))
    #expect(!trial.outcome(sent: trial.count, received: 0, tolerable: 0.15).isLimit)
    // The share that was lost at first.
    let share = trial.count * received / 25
    #expect(!trial.outcome(sent: trial.count, received: share, tolerable: 0.15).isLimit)
    // Cut short, it tells nothing.
    #expect(!trial.outcome(sent: 1, received: 1, tolerable: 0.15).isLimit)
    #expect(!trial.outcome(sent: 0, received: 0, tolerable: 0.15).isLimit)
  }

  @Test func `shows none where as much is lost as a fault loses`() throws {
    // Five of 25 at first, then five of six: more than chance has it, yet a sixth is lost.
    let trial = try #require(Self.trial(5))
    #expect(trial.count == 6)
    #expect(!trial.outcome(sent: 6, received: 5, tolerable: 0.15).isLimit)
    #expect(trial.outcome(sent: 6, received: 5, tolerable: 0.2).isLimit)
  }

  @Test(arguments: [0.2, 0.4, 0.64, 0.8])
  func `hardly ever takes chance for a limit`(share: Double) throws {
    var mistaken = 0
    for seed in UInt64(1)...1000 {
      var chance = SplitMix64(seed: seed)
      func answered(_ count: Int) -> Int {
        (0..<count).count { _ in Double.random(in: 0..<1, using: &chance) >= share }
      }
      guard let trial = Self.trial(answered(25)) else { continue }
      let received = answered(trial.count)
      let outcome = trial.outcome(sent: trial.count, received: received, tolerable: 0.15)
      if outcome.isLimit { mistaken += 1 }
    }
    #expect(mistaken <= 10)
  }
}
