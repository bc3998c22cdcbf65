import Model
import Wire

/// The days of a year that ends now, by local time.
struct YearCalendar: Sendable {
  /// The present.
  let now: Timestamp
  /// When the home was looked at first: a year ago.
  let start: Timestamp
  /// The local days from the first one to today, counted from 1970.
  let days: ClosedRange<Int64>
  /// How many seconds local time is ahead of universal time, for each of the days.
  private let offsets: [Int64]
  /// The last day of each date.
  private let dates: [CivilDate: Int64]

  /// In milliseconds.
  static let minute: Int64 = 60_000
  static let hour: Int64 = 60 * minute
  static let day: Int64 = 24 * hour
  /// In days.
  private static let length: Int64 = 365
  /// What happens within so many days of an end of the year is left out: what follows from it, or comes
  /// before it, might lie beyond that end.
  private static let margin: Int64 = 3

  /// The year until that moment; `offset` says how many seconds local time is ahead at a moment.
  init(until now: Timestamp, offset: (Timestamp) -> Int64) {
    self.now = now
    let start = Timestamp(milliseconds: now.milliseconds - Self.length * Self.day)
    self.start = start
    let first = Self.day(of: start.milliseconds + offset(start) * 1000)
    let last = Self.day(of: now.milliseconds + offset(now) * 1000)
    let days = first...max(first, last)
    self.days = days
    offsets = days.map { day in
      offset(Timestamp(milliseconds: day * Self.day + 12 * Self.hour))
    }
    dates = Dictionary(days.map { (Self.date(of: $0), $0) }) { $1 }
  }

  /// The date of a day, without its year.
  private static func date(of day: Int64) -> CivilDate {
    var date = CivilDate(daysSince1970: day)
    date.year = 0
    return date
  }

  private static func day(of milliseconds: Int64) -> Int64 {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: day)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The moment at that minute of a local day; on a day when clocks are set, within an hour of it.
  func time(_ day: Int64, _ minute: Int) -> Timestamp {
    let index = Int(min(max(day, days.lowerBound), days.upperBound) - days.lowerBound)
    let local = day * Self.day + Int64(minute) * Self.minute
    return Timestamp(milliseconds: local - offsets[index] * 1000)
  }

  /// The moment in the year that has that date; `nil` where it is too close to an end of the year.
  func time(_ date: YearDate) -> Timestamp? {
    let day = dates[CivilDate(year: 0, month: date.month, day: date.day)]
    guard let day, day - days.lowerBound >= Self.margin, days.upperBound - day >= Self.margin
    else { return nil }
    return time(day, date.minute)
  }

  /// The day of the week, 0 for Monday: 1970 began with a Thursday.
  func weekday(_ day: Int64) -> Int { Int(((day + 3) % 7 + 7) % 7) }

  /// Whether it is a Saturday or a Sunday.
  func isWeekend(_ day: Int64) -> Bool { weekday(day) >= 5 }
}

/// A date and a time of day, of whatever year.
struct YearDate: Hashable, Sendable {
  /// 1–12.
  var month: Int64
  /// 1–31; never the 29th of February, which most years lack.
  var day: Int64
  /// Minutes since midnight, local time.
  var minute: Int

  /// At noon, unless another hour and minute are given.
  init(_ month: Int64, _ day: Int64, _ hour: Int = 12, _ minute: Int = 0) {
    self.month = month
    self.day = day
    self.minute = hour * 60 + minute
  }
}

extension Timestamp {
  /// The moment that many milliseconds later.
  func later(by milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: self.milliseconds + milliseconds)
  }
}
