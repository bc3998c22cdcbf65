import Model
import Networking

/// The system's clock was set.
struct ClockStep: Hashable, Sendable {
  /// The times that it gave since the watch began, as it went before it was set.
  var given: ClosedRange<Timestamp>
  /// By how much it was set forward, in milliseconds; negative where it was set back.
  var milliseconds: Int64
}

/// Notices that the system's clock is set, beside a clock that only goes forward.
///
/// A clock that is adjusted by less than a minute at a time is left to itself.
struct ClockWatch: Sendable {
  private var last: (wall: Timestamp, elapsed: Duration)?

  /// The smallest step that counts, in milliseconds.
  private static let least: Int64 = 60_000

  /// How the clock was set since it was looked at last; `nil` where it wasn't.
  ///
  /// `elapsed` is the time since the watch began, on the clock that only goes forward.
  mutating func step(wall: Timestamp, elapsed: Duration) -> ClockStep? {
    defer { last = (wall, elapsed) }
    guard let last else { return nil }
    let expected = last.wall.milliseconds + Int64((elapsed - last.elapsed).milliseconds)
    let milliseconds = wall.milliseconds - expected
    guard abs(milliseconds) >= Self.least else { return nil }
    let began = Timestamp(milliseconds: expected - Int64(elapsed.milliseconds))
    return ClockStep(
      given: began...max(began, Timestamp(milliseconds: expected)),
      milliseconds: milliseconds
    )
  }
}
