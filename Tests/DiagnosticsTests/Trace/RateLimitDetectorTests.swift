import Discovery
import Networking
import Testing
@testable import Diagnostics

@Suite struct `A limit of answers` {
  /// What `diagnose` sends: 25 packets, ten a second, each up to 3 ms late.
  private static func times(_ chance: inout SplitMix64) -> [MonotonicTime] {
    (0..<25).map { index in
      MonotonicTime(
        nanoseconds: Int64(index) * 100_000_000 + .random(in: 0...3_000_000, using: &chance)
      )
    }
  }

  @Test(arguments: [0.2, 0.4, 0.64, 0.85])
  func `is not seen in what chance loses`(share: Double) {
    var mistaken = 0
    for seed in UInt64(1)...1000 {
      var chance = SplitMix64(seed: seed)
      let packets = Self.times(&chance).map { at in
        (at: at, isAnswered: Double.random(in: 0..<1, using: &chance) >= share)
      }
      if RateLimitDetector.explains(packets) { mistaken += 1 }
    }
    #expect(mistaken <= 3)
  }

  @Test(arguments: [(6, 1000), (10, 1000), (1, 250), (6, 2000)])
  func `is seen in what a bucket answers`(size: Int, pace: Int) {
    for seed in UInt64(1)...100 {
      var chance = SplitMix64(seed: seed)
      var tokens = Double(size)
      var last: MonotonicTime?
      let packets = Self.times(&chance).map { at in
        if let last { tokens = min(Double(size), tokens + (at - last) / .milliseconds(pace)) }
        last = at
        let isAnswered = tokens >= 1
        if isAnswered { tokens -= 1 }
        return (at: at, isAnswered: isAnswered)
      }
      #expect(RateLimitDetector.explains(packets), "seed \(seed)")
    }
  }
}
