public import Model
import Wire

/// The local time of the home: how many seconds its clocks are ahead of universal time at each moment.
///
/// The rules of time zones belong to the system; this is arithmetic on what they say, so that it is the
/// same in a test. Two oddities are decided here, for everything that is planned in local time:
///
/// - A local time that doesn't exist, because clocks are set forward over it, means the first moment after
///   the gap: what is planned for 02:30 takes place at 03:00 on that day, and not a day later.
/// - A local time that exists twice, because clocks are set back, means the first of the two: what is
///   planned for 02:30 takes place once on that day.
public struct LocalTime: Sendable {
  private let seconds: @Sendable (Timestamp) -> Int

  /// Local time by its offset: seconds ahead of universal time, negative west of it, at a moment.
  ///
  /// The offset may change at most once within two days, as it does everywhere on Earth.
  public init(offset: @escaping @Sendable (Timestamp) -> Int) {
    seconds = offset
  }

  /// Universal time.
  public static let utc = LocalTime { _ in 0 }

  /// How many seconds local time is ahead of universal time at a moment; less than a day either way.
  public func offset(at time: Timestamp) -> Int {
    min(max(seconds(time), -Self.mostSeconds), Self.mostSeconds)
  }

  /// What a clock and a calendar show at a moment.
  public func parts(of time: Timestamp) -> LocalParts {
    LocalParts(LocalClock(reading(at: time)))
  }

  /// The first moment at which the clock and the calendar show that, or the first one after the gap.
  ///
  /// The weekday isn't looked at, and what lies outside the calendar is carried over.
  public func moment(of parts: LocalParts) -> Timestamp {
    let date = CivilDate(
      year: Int64(clamping: parts.year),
      month: Int64(clamping: parts.month),
      day: Int64(clamping: parts.day)
    )
    let minute = min(max(parts.minuteOfDay, -LocalClock.carried), LocalClock.carried)
    let second = min(max(parts.second, -LocalClock.carried), LocalClock.carried)
    let clock = LocalClock(day: date.daysSince1970, minute: minute)
    return first(reading: clock.milliseconds + Int64(second) * 1000)
  }

  /// The most that local time may be ahead or behind, a second less than a day.
  private static let mostSeconds = 86_399
}

extension LocalTime {
  /// What the clock shows, in milliseconds since its own 1970-01-01T00:00.
  func reading(at time: Timestamp) -> Int64 {
    time.milliseconds + Int64(offset(at: time)) * 1000
  }

  /// The first moment at which the clock shows that minute of a day or a later one.
  func moment(_ clock: LocalClock) -> Timestamp {
    first(reading: clock.milliseconds)
  }

  /// The first moment at which the clock shows that time or a later one, so never an earlier one for a later
  /// time.
  func first(reading local: Int64) -> Timestamp {
    let day = LocalClock.dayLength
    let before = Timestamp(milliseconds: local - day)
    let after = Timestamp(milliseconds: local + day)
    let early = Timestamp(milliseconds: local - Int64(offset(at: before)) * 1000)
    guard let change = firstChange(after: before, until: after), early >= change else {
      return early
    }
    let late = Timestamp(milliseconds: local - Int64(offset(at: change)) * 1000)
    return max(late, change)
  }

  /// The moment in a time at which clocks are set, if they are; the time is at most two days.
  func firstChange(after from: Timestamp, until to: Timestamp) -> Timestamp? {
    let offset = self.offset(at: from)
    guard from < to, self.offset(at: to) != offset else { return nil }
    var (low, high) = (from.milliseconds, to.milliseconds)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if self.offset(at: Timestamp(milliseconds: middle)) == offset {
        low = middle
      } else {
        high = middle
      }
    }
    return Timestamp(milliseconds: high)
  }
}
