import Model
import Networking

/// Turns the network's monotonic time into universal time.
///
/// The offset is taken once, at the scan's start, so that a clock that is set meanwhile reorders
/// nothing.
struct ScanClock: Sendable {
  /// The universal time of the scan's start.
  let startedAt: Timestamp

  /// The universal time of a moment, given the scan's start on the monotonic clock.
  func timestamp(of moment: MonotonicTime, startedAt start: MonotonicTime) -> Timestamp {
    let elapsed = moment.nanoseconds - start.nanoseconds
    return Timestamp(milliseconds: startedAt.milliseconds + elapsed / 1_000_000)
  }
}
