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

  /// The moment a duration later.
  public static func + (time: Self, duration: Duration) -> Self {
    MonotonicTime(nanoseconds: time.nanoseconds + duration.wholeNanoseconds)
  }

  /// How much later the left moment is.
  public static func - (left: Self, right: Self) -> Duration {
    .nanoseconds(left.nanoseconds - right.nanoseconds)
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded towards zero; exact below 292 years.
  public var wholeNanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }

  /// The duration in milliseconds.
  public var milliseconds: Double {
    Double(wholeNanoseconds) / 1_000_000
  }
}
