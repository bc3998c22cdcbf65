/// A date of the proleptic Gregorian calendar.
///
/// Years begin in March in the arithmetic, so that the leap day is a year's last; 400 years have
/// 146,097 days. Nothing here traps: days and years beyond 10¹⁶ wrap around.
public struct CivilDate: Hashable, Sendable {
  /// Year 0 comes before year 1.
  public var year: Int64
  /// 1–12.
  public var month: Int64
  /// 1–31.
  public var day: Int64

  /// The parts as they are: a date that isn't in the calendar is kept.
  public init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date that many days after 1970-01-01.
  public init(daysSince1970 days: Int64) {
    let (era, dayOfEra) = (days &+ 719_468).floorDivided(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = era &* 400 &+ yearOfEra &+ (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
  }

  /// Days from 1970-01-01 to the date; negative before.
  public var daysSince1970: Int64 {
    let shifted = month <= 2 ? year &- 1 : year
    let (era, yearOfEra) = shifted.floorDivided(by: 400)
    let monthOfYear = (month &+ 9).floorDivided(by: 12).remainder
    let dayOfYear = (153 * monthOfYear + 2) / 5 &+ day &- 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 &+ dayOfYear
    return era &* 146_097 &+ dayOfEra &- 719_468
  }

  /// How many days a month has in that year; a month that isn't one counts as having none.
  public static func days(inMonth month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: 0
    }
  }
}

extension Int64 {
  /// Quotient and remainder by a positive divisor, with the quotient rounded down, so that the
  /// remainder is not negative.
  fileprivate func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
