public import Model

/// For how many days each tier of the history is kept.
public struct HistoryPolicy: Hashable, Sendable {
  /// Single round trips: the open hour's, and the sealed ones.
  public var sampleDays: Int
  /// Summaries of an hour each.
  public var hourlyDays: Int
  /// Summaries of a day each.
  public var dailyDays: Int
  /// What changed, and what the devices were.
  ///
  /// Of what a device was, the last version before that time is kept too, for it holds on.
  public var changeDays: Int
  /// Presence; the last state before that time is kept too.
  public var presenceDays: Int
  /// How many daily backups are kept; none are made where it is 0.
  public var backups: Int

  /// The longest time for which anything is kept: a hundred years.
  public static let mostDays = 36_525
  /// The most backups.
  public static let mostBackups = 100

  /// Memberwise initialiser; a day is the least of each tier.
  public init(
    sampleDays: Int = 14,
    hourlyDays: Int = 90,
    dailyDays: Int = 1826,
    changeDays: Int = 730,
    presenceDays: Int = 730,
    backups: Int = 7
  ) {
    func bounded(_ days: Int) -> Int { min(max(days, 1), Self.mostDays) }
    self.sampleDays = bounded(sampleDays)
    self.hourlyDays = bounded(hourlyDays)
    self.dailyDays = bounded(dailyDays)
    self.changeDays = bounded(changeDays)
    self.presenceDays = bounded(presenceDays)
    self.backups = min(max(backups, 0), Self.mostBackups)
  }

  /// The shortest step, in milliseconds, in which samples since that moment are told without holes:
  /// beyond the single round trips an hour, beyond the hours a day.
  public func leastStep(from: Timestamp, now: Timestamp) -> Int64 {
    let age = now.milliseconds - from.milliseconds
    if age > Int64(hourlyDays) * HistoryTime.day { return HistoryTime.day }
    return age > Int64(sampleDays) * HistoryTime.day ? HistoryTime.hour : HistoryTime.second
  }
}

/// Hours and days of universal time, counted from 1970.
package enum HistoryTime {
  package static let second: Int64 = 1000
  package static let hour: Int64 = 3_600_000
  package static let day: Int64 = 86_400_000

  /// The number of the span of `length` milliseconds that the moment lies in; rounded down, also
  /// before 1970.
  package static func span(_ length: Int64, of milliseconds: Int64) -> Int64 {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: max(length, 1))
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The numbers of the hours of those days.
  package static func hours(of days: ClosedRange<Int64>) -> ClosedRange<Int64> {
    // No moment is beyond that, but a damaged file may say so.
    let (first, last) = (bounded(days.lowerBound), bounded(days.upperBound))
    return (first * 24)...(last * 24 + 23)
  }

  private static func bounded(_ day: Int64) -> Int64 { min(max(day, -(1 << 32)), 1 << 32) }

  /// The number of the hour.
  package static func hourNumber(of time: Timestamp) -> Int64 { span(hour, of: time.milliseconds) }
  /// The number of the day.
  package static func dayNumber(of time: Timestamp) -> Int64 { span(day, of: time.milliseconds) }
}
