internal import CShims
internal import Glibc
public import Model
import Networking

/// The kernel's clocks.
public enum SystemClock {
  /// The present in universal time, in milliseconds since 1970, by `CLOCK_REALTIME`.
  public static var universalMilliseconds: Int64 { milliseconds(read(CLOCK_REALTIME)) }

  /// The present by `CLOCK_MONOTONIC`, whose origin is the boot.
  static var now: MonotonicTime { MonotonicTime(nanoseconds: monotonicNanoseconds) }

  /// The moment of a kernel timestamp, which is by `CLOCK_REALTIME`; never in the future.
  ///
  /// Read side by side, so a clock that was set in between shifts only what was under way.
  static func moment(ofWallClock stamp: timespec) -> MonotonicTime {
    var now = monotonicNanoseconds
    var wall = read(CLOCK_REALTIME)
    // A thread that is preempted between the two readings would overestimate the age.
    for _ in 0..<3 {
      let after = monotonicNanoseconds
      if after - now < 1000 { break }
      now = after
      wall = read(CLOCK_REALTIME)
    }
    return MonotonicTime(nanoseconds: now - age(of: stamp, at: wall))
  }

  /// A wall clock time in milliseconds since 1970, without overflow.
  ///
  /// In nanoseconds, 64 bits end in the year 2262.
  static func milliseconds(_ time: timespec) -> Int64 {
    let seconds = Int64(time.tv_sec)
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, exceeds) = whole.addingReportingOverflow(Int64(time.tv_nsec) / 1_000_000)
    return overflows || exceeds ? (seconds < 0 ? .min : .max) : sum
  }

  /// How many nanoseconds old a time of the wall clock is; 0 where that can't be.
  static func age(of stamp: timespec, at wall: timespec) -> Int64 {
    let (seconds, overflows) = Int64(wall.tv_sec).subtractingReportingOverflow(Int64(stamp.tv_sec))
    // An age of more than a minute is a clock that was set, not a datagram that waited.
    guard !overflows, (0...60).contains(seconds) else { return 0 }
    return max(0, seconds * 1_000_000_000 + Int64(wall.tv_nsec) - Int64(stamp.tv_nsec))
  }

  /// Since the boot: far from the end of 64 bits.
  private static var monotonicNanoseconds: Int64 {
    let time = read(CLOCK_MONOTONIC)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}

extension Timestamp {
  /// The present by the system's clock; for programs, which pass it to the libraries.
  public static var now: Timestamp {
    Timestamp(milliseconds: SystemClock.universalMilliseconds)
  }
}
