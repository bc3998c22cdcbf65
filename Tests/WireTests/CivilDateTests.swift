import Testing
import Wire

@Suite struct CivilDateTests {
  @Test(arguments: [
    (0, 1970, 1, 1), (-1, 1969, 12, 31), (11_016, 2000, 2, 29), (11_017, 2000, 3, 1),
    (-25_508, 1900, 3, 1), (-719_468, 0, 3, 1), (-719_528, 0, 1, 1), (2_932_896, 9999, 12, 31),
    (24_837, 2038, 1, 1), (-719_529, -1, 12, 31),
  ])
  func `a day and its date are one another's`(days: Int64, year: Int64, month: Int64, day: Int64) {
    let date = CivilDate(year: year, month: month, day: day)
    #expect(date.daysSince1970 == days)
    #expect(CivilDate(daysSince1970: days) == date)
  }

  @Test func `a day follows the one before for eight hundred years`() {
    var before = CivilDate(daysSince1970: -146_098)
    for days in Int64(-146_097)...146_097 {
      let date = CivilDate(daysSince1970: days)
      let isNextDay =
        date.year == before.year && date.month == before.month
        && date.day == before.day + 1
      let isNewMonth =
        date.day == 1
        && before.day == CivilDate.days(inMonth: before.month, of: before.year)
        && (date.month == before.month + 1 && date.year == before.year
          || date.month == 1 && before.month == 12 && date.year == before.year + 1)
      guard isNextDay || isNewMonth, date.daysSince1970 == days else {
        Issue.record("\(before) is followed by \(date), day \(days)")
        return
      }
      before = date
    }
  }

  @Test(arguments: [
    (2, 2000, 29), (2, 1900, 28), (2, 2024, 29), (4, 2023, 30), (12, 2023, 31), (13, 2023, 0),
    (0, 2023, 0),
  ])
  func `months have their days`(month: Int64, year: Int64, days: Int64) {
    #expect(CivilDate.days(inMonth: month, of: year) == days)
  }

  @Test(arguments: [Int64.min, Int64.max])
  func `no number traps`(extreme: Int64) {
    _ = CivilDate(daysSince1970: extreme)
    _ = CivilDate(year: extreme, month: extreme, day: extreme).daysSince1970
    _ = CivilDate.days(inMonth: 2, of: extreme)
  }
}
