/// A moment in universal time, to the millisecond, in the years 0 to 9999.
///
/// RFC 3339 can say no others. So whatever a clock says, the time between two moments is a number of
/// milliseconds that 64 bits hold.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public let milliseconds: Int64

  /// The moment that many milliseconds after the epoch; the first or last one of those years where
  /// that lies beyond them.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
  }

  private static let range = Int64(-62_167_219_200_000)...253_402_300_799_999

  /// Earlier before later.
  public static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
