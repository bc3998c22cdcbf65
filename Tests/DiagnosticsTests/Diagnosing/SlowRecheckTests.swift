import Discovery
import Testing

@testable import Diagnostics

@Suite struct `Asking again more slowly` {
  private static func recheck(_ received: Int, time: Duration = .seconds(5)) -> SlowRecheck? {
    SlowRecheck(sent: 25, received: received, interval: .milliseconds(100), time: time)
  }

  @Test func `is half as slow again as the target was seen to answer`() throws {
    let recheck = try #require(Self.recheck(10))
    #expect(recheck.interval == .milliseconds(375))
    #expect(recheck.count == 13)
    #expect(recheck.interval * recheck.count <= .seconds(5))
  }

  @Test func `is not tried where it can't tell`() {
    #expect(Self.recheck(0) == nil)
    #expect(Self.recheck(25) == nil)
    // One in twenty-five is lost: nobody could see whether it still is.
    #expect(Self.recheck(24) == nil)
    #expect(Self.recheck(10, time: .seconds(1)) == nil)
    #expect(Self.recheck(10, time: .zero) == nil)
    #expect(Self.recheck(10, time: .seconds(-1)) == nil)
  }

  @Test(arguments: [3, 5, 9, 15, 18])
  func `shows a limit where hardly anything is lost any longer`(received: Int) throws {
    let recheck = try #require(Self.recheck(received))
    let all = recheck.outcome(sent: recheck.count, received: recheck.count, tolerable: 0.15)
    #expect(all == .init(sent: recheck.count, received: recheck.count, isLimit: true))
    #expect(!recheck.outcome(sent: recheck.count, received: 0, tolerable: 0.15).isLimit)
    // The share that was lost at first.
    let share = recheck.count * received / 25
    #expect(!recheck.outcome(sent: recheck.count, received: share, tolerable: 0.15).isLimit)
    // Cut short, it tells nothing.
    #expect(!recheck.outcome(sent: 1, received: 1, tolerable: 0.15).isLimit)
    #expect(!recheck.outcome(sent: 0, received: 0, tolerable: 0.15).isLimit)
  }

  @Test func `shows none where as much is lost as a fault loses`() throws {
    // Five of 25 at first, then five of six: more than chance has it, yet a sixth is lost.
    let recheck = try #require(Self.recheck(5))
    #expect(recheck.count == 6)
    #expect(!recheck.outcome(sent: 6, received: 5, tolerable: 0.15).isLimit)
    #expect(recheck.outcome(sent: 6, received: 5, tolerable: 0.2).isLimit)
  }

  @Test(arguments: [0.2, 0.4, 0.64, 0.8])
  func `hardly ever takes chance for a limit`(share: Double) throws {
    var mistaken = 0
    for seed in UInt64(1)...1000 {
      var chance = SplitMix64(seed: seed)
      func answered(_ count: Int) -> Int {
        (0..<count).count { _ in Double.random(in: 0..<1, using: &chance) >= share }
      }
      guard let recheck = Self.recheck(answered(25)) else { continue }
      let received = answered(recheck.count)
      let outcome = recheck.outcome(sent: recheck.count, received: received, tolerable: 0.15)
      if outcome.isLimit { mistaken += 1 }
    }
    #expect(mistaken <= 10)
  }
}
