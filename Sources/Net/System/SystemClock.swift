internal import CShims
internal import Glibc

/// The kernel's clocks.
enum SystemClock {
  /// The present by `CLOCK_MONOTONIC`, whose origin is the boot.
  static var now: MonotonicTime { MonotonicTime(nanoseconds: read(CLOCK_MONOTONIC)) }

  /// The moment of a kernel timestamp, which is by `CLOCK_REALTIME`; never in the future.
  ///
  /// Read side by side, so a clock that was set in between shifts only what was under way.
  static func moment(ofWallClock stamp: timespec) -> MonotonicTime {
    let now = read(CLOCK_MONOTONIC)
    let age = read(CLOCK_REALTIME) - nanoseconds(stamp)
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
