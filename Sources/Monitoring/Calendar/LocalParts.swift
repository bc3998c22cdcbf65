import Wire

/// What a clock and a calendar show.
public struct LocalParts: Hashable, Sendable {
  /// The year.
  public var year: Int
  /// 1–12.
  public var month: Int
  /// 1–31.
  public var day: Int
  /// The day of the week; Monday is 1, Sunday 7.
  public var weekday: Int
  /// Minutes since midnight, 0–1439.
  public var minuteOfDay: Int
  /// 0–59.
  public var second: Int

  /// The parts of a date and a time of the day; the weekday follows from the date.
  public init(year: Int, month: Int, day: Int, minuteOfDay: Int = 0, second: Int = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.minuteOfDay = minuteOfDay
    self.second = second
    let date = CivilDate(
      year: Int64(clamping: year),
      month: Int64(clamping: month),
      day: Int64(clamping: day)
    )
    weekday = LocalClock(day: date.daysSince1970, minute: 0).weekday
  }
}

extension LocalParts {
  /// What a clock shows, with the date that belongs to it.
  init(_ clock: LocalClock) {
    let date = CivilDate(daysSince1970: clock.day)
    self.init(
      year: Int(date.year),
      month: Int(date.month),
      day: Int(date.day),
      minuteOfDay: clock.minute,
      second: Int(clock.millisecond / 1000)
    )
  }
}

/// What a clock shows, as numbers to count with: a day and a minute of it.
struct LocalClock: Hashable, Sendable, Comparable {
  /// Days since 1970-01-01.
  var day: Int64
  /// Minutes since midnight; it may lie beyond the day.
  var minute: Int
  /// Milliseconds since the minute began, 0–59,999.
  var millisecond: Int64 = 0

  static let dayLength: Int64 = 86_400_000
  static let minuteLength: Int64 = 60_000
  /// As many minutes or seconds as are carried over to other days: far more than anybody means.
  static let carried = 100_000_000

  init(day: Int64, minute: Int) {
    self.day = day
    self.minute = minute
  }

  /// What a clock shows that many milliseconds after its 1970-01-01T00:00.
  init(_ milliseconds: Int64) {
    var (day, rest) = milliseconds.quotientAndRemainder(dividingBy: Self.dayLength)
    if rest < 0 {
      day -= 1
      rest += Self.dayLength
    }
    self.day = day
    minute = Int(rest / Self.minuteLength)
    millisecond = rest % Self.minuteLength
  }

  /// Milliseconds since 1970-01-01T00:00 on that clock; the first or last that can be counted where they lie
  /// beyond ten thousand years.
  var milliseconds: Int64 {
    let day = min(max(day, -Self.mostDays), Self.mostDays)
    return day * Self.dayLength + Int64(minute) * Self.minuteLength + millisecond
  }

  /// The day of the week, from 1 for Monday; 1970 began with a Thursday.
  var weekday: Int { Int(((day % 7) + 7 + 3) % 7) + 1 }

  /// The next minute that begins.
  var nextMinute: LocalClock { LocalClock((milliseconds - millisecond) + Self.minuteLength) }

  /// This minute if it begins now, else the next one.
  var roundedUp: LocalClock { millisecond == 0 ? self : nextMinute }

  /// More than there are in ``Timestamp``'s years.
  private static let mostDays: Int64 = 4_000_000

  static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
}
