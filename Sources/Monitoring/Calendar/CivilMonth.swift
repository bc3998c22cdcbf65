import Wire

/// A day's place in the calendar, as small numbers.
struct CivilMonth: Hashable, Sendable {
  /// 1–12.
  let month: Int
  /// 1–31.
  let day: Int
  /// The day, counted from 1970, with which the next month begins.
  let nextMonth: Int64

  /// The place of the day that many days after 1970-01-01.
  init(ofDay days: Int64) {
    let date = CivilDate(daysSince1970: days)
    month = Int(date.month)
    day = Int(date.day)
    nextMonth = days - date.day + CivilDate.days(inMonth: date.month, of: date.year) + 1
  }

  /// How many days a month, 1–12, has at most: in a leap year.
  static func greatestLength(of month: Int) -> Int {
    Int(CivilDate.days(inMonth: Int64(month), of: 2000))
  }
}
