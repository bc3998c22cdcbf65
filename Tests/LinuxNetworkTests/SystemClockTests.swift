import Glibc
import Testing
@testable import LinuxNetwork
@testable import Networking

@Suite struct `The system's clocks` {
  @Test(
    arguments: [
      (0, 0, 0),
      (1_800_000_000, 123_999_999, 1_800_000_000_123),
      // The nanoseconds since 1970 exceed 64 bits from 2262-04-11 on.
      (9_223_372_036, 854_775_808, 9_223_372_036_854),
      (9_300_000_000, 0, 9_300_000_000_000),
      (Int.max, 999_999_999, Int64.max),
      (Int.min, 0, Int64.min),
    ] as [(Int, Int, Int64)]
  )
  func `tell milliseconds in every year`(seconds: Int, nanoseconds: Int, milliseconds: Int64) {
    let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    #expect(SystemClock.milliseconds(time) == milliseconds)
  }

  @Test func `tell how old a datagram is, unless the clock was set meanwhile`() {
    let stamp = timespec(tv_sec: 9_300_000_000, tv_nsec: 999_999_000)
    func age(_ seconds: Int, _ nanoseconds: Int) -> Int64 {
      SystemClock.age(of: stamp, at: timespec(tv_sec: seconds, tv_nsec: nanoseconds))
    }
    #expect(age(9_300_000_001, 1000) == 2000)
    #expect(age(9_300_000_000, 0) == 0)
    #expect(age(1_800_000_000, 0) == 0 && age(.max, 0) == 0 && age(.min, 0) == 0)
  }

  @Test func `moments and durations end with 64 bits`() {
    let (first, last) = (MonotonicTime(nanoseconds: .min), MonotonicTime(nanoseconds: .max))
    #expect(last + .seconds(1) == last && first + .seconds(-1) == first)
    #expect(last - first == Duration.nanoseconds(Int64.max))
    #expect(first - last == Duration.nanoseconds(Int64.min))
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    #expect(Duration.seconds(Int64.min).wholeNanoseconds == .min)
    #expect(Duration.nanoseconds(-1_500_000_001).wholeNanoseconds == -1_500_000_001)
  }
}
