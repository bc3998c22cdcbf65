import Model
import Monitoring
import Wire

/// Time zones by their rules, so that tests need no tables of the system's.
enum TestZones {
  /// Summer time from the last Sunday of March until the last Sunday of October, both at 01:00 UTC.
  static let berlin = LocalTime { time in
    let year = TestZones.utcYear(of: time)
    let from = TestZones.sunday(onOrBefore: 31, month: 3, of: year) * 86_400 + 3600
    let to = TestZones.sunday(onOrBefore: 31, month: 10, of: year) * 86_400 + 3600
    let now = TestZones.seconds(of: time)
    return from <= now && now < to ? 7200 : 3600
  }

  /// Half an hour of summer time from the first Sunday of October until the first one of April, at two.
  static let lordHowe = LocalTime { time in
    let year = TestZones.utcYear(of: time)
    let from = TestZones.sunday(onOrBefore: 7, month: 10, of: year) * 86_400 + 2 * 3600 - 37_800
    let to = TestZones.sunday(onOrBefore: 7, month: 4, of: year) * 86_400 + 2 * 3600 - 39_600
    let now = TestZones.seconds(of: time)
    return to <= now && now < from ? 37_800 : 39_600
  }

  /// Where clocks were set back at one minute past midnight, so that a date came twice; 2010 alone.
  static let saintJohns = LocalTime { time in
    let from = TestZones.sunday(onOrBefore: 14, month: 3, of: 2010) * 86_400 + 60 + 12_600
    let to = TestZones.sunday(onOrBefore: 7, month: 11, of: 2010) * 86_400 + 60 + 9000
    let now = TestZones.seconds(of: time)
    return from <= now && now < to ? -9000 : -12_600
  }

  private static func seconds(of time: Timestamp) -> Int64 {
    let (seconds, rest) = time.milliseconds.quotientAndRemainder(dividingBy: 1000)
    return rest < 0 ? seconds - 1 : seconds
  }

  private static func utcYear(of time: Timestamp) -> Int64 {
    let (days, rest) = TestZones.seconds(of: time).quotientAndRemainder(dividingBy: 86_400)
    return CivilDate(daysSince1970: rest < 0 ? days - 1 : days).year
  }

  /// The day, counted from 1970, of the last Sunday until that date.
  private static func sunday(onOrBefore day: Int64, month: Int64, of year: Int64) -> Int64 {
    let date = CivilDate(year: year, month: month, day: day).daysSince1970
    // 1970 began with a Thursday.
    return date - ((date + 4) % 7 + 7) % 7
  }
}

/// The moment that a text in RFC 3339 says.
func moment(_ text: String) -> Timestamp {
  Timestamp(text) ?? .never
}

extension Timestamp {
  /// The moment so many minutes later.
  func adding(minutes: Int) -> Timestamp {
    Timestamp(milliseconds: milliseconds + Int64(minutes) * 60_000)
  }
}
