/// A moment on a clock that only goes forward, with nanosecond resolution.
///
/// The origin is the network's own (boot for the real one, the start of a simulation); machines are
/// handed the present and never read a clock.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since the origin.
  public let nanoseconds: Int64

  /// The moment that many nanoseconds after the origin.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Earlier before later.
  public static func < (left: Self, right: Self) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The moment a duration later; the last one that there is where that lies beyond it.
  public static func + (time: Self, duration: Duration) -> Self {
    let nanoseconds = duration.wholeNanoseconds
    let (sum, overflows) = time.nanoseconds.addingReportingOverflow(nanoseconds)
    return MonotonicTime(nanoseconds: overflows ? (nanoseconds < 0 ? .min : .max) : sum)
  }

  /// How much later the left moment is.
  public static func - (left: Self, right: Self) -> Duration {
    let (difference, overflows) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
    return .nanoseconds(overflows ? (left < right ? .min : .max) : difference)
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded towards zero; at most 292 years either way.
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, exceeds) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || exceeds ? (seconds < 0 ? .min : .max) : sum
  }

  /// The duration in milliseconds.
  public var milliseconds: Double {
    Double(wholeNanoseconds) / 1_000_000
  }
}
