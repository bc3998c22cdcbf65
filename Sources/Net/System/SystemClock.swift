internal import CShims
internal import Glibc

/// The kernel's clocks.
public enum SystemClock {
  /// The present in universal time, in milliseconds since 1970, by `CLOCK_REALTIME`.
  public static var universalMilliseconds: Int64 { read(CLOCK_REALTIME) / 1_000_000 }

  /// The present by `CLOCK_MONOTONIC`, whose origin is the boot.
  static var now: MonotonicTime { MonotonicTime(nanoseconds: read(CLOCK_MONOTONIC)) }

  /// The moment of a kernel timestamp, which is by `CLOCK_REALTIME`; never in the future.
  ///
  /// Read side by side, so a clock that was set in between shifts only what was under way.
  static func moment(ofWallClock stamp: timespec) -> MonotonicTime {
    var now = read(CLOCK_MONOTONIC)
    var wall = read(CLOCK_REALTIME)
    // A thread that loses the processor between the two would find the stamp older than it is.
    for _ in 0..<3 {
      let after = read(CLOCK_MONOTONIC)
      if after - now < 1000 { break }
      now = after
      wall = read(CLOCK_REALTIME)
    }
    let age = wall - nanoseconds(stamp)
    // An age of more than a minute is a clock that was set, not a datagram that waited.
    return MonotonicTime(nanoseconds: (0...60_000_000_000).contains(age) ? now - age : now)
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return nanoseconds(time)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
