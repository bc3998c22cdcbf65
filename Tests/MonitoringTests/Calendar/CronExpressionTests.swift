import Model
import Testing

@testable import Monitoring

@Suite struct `Cron lines` {
  struct Occurrence: Sendable {
    var line: String
    var after: String
    var next: String?

    init(_ line: String, _ after: String, _ next: String?) {
      self.line = line
      self.after = after
      self.next = next
    }
  }

  static let inUTC = [
    Occurrence("* * * * *", "2025-07-01T00:00:00Z", "2025-07-01T00:01:00Z"),
    Occurrence("* * * * *", "2025-07-01T00:00:59.999Z", "2025-07-01T00:01:00Z"),
    Occurrence("*/15 8-18/5 * * *", "2025-07-01T08:45:00Z", "2025-07-01T13:00:00Z"),
    Occurrence("5,10 4 * * *", "2025-07-01T04:05:00Z", "2025-07-01T04:10:00Z"),
    Occurrence("0 0 1 jan *", "2025-07-01T00:00:00Z", "2026-01-01T00:00:00Z"),
    Occurrence("0 0 * * MON-fri", "2025-07-04T00:00:00Z", "2025-07-07T00:00:00Z"),
    // 0 and 7 are Sunday, and a range may end with it.
    Occurrence("0 12 * * 0", "2025-07-01T00:00:00Z", "2025-07-06T12:00:00Z"),
    Occurrence("0 12 * * 7", "2025-07-01T00:00:00Z", "2025-07-06T12:00:00Z"),
    Occurrence("0 12 * * sat-sun", "2025-07-05T12:00:00Z", "2025-07-06T12:00:00Z"),
    Occurrence("0 12 * * 5-7", "2025-07-05T12:00:00Z", "2025-07-06T12:00:00Z"),
    // The day of the month or that of the week, where both are restricted.
    Occurrence("0 0 13 * fri", "2025-07-11T00:00:00Z", "2025-07-13T00:00:00Z"),
    Occurrence("0 0 13 * fri", "2025-07-13T00:00:00Z", "2025-07-18T00:00:00Z"),
    // A field that begins with an asterisk isn't restricted: both have to match.
    Occurrence("0 0 */2 * fri", "2025-07-04T00:00:00Z", "2025-07-11T00:00:00Z"),
    Occurrence("0 0 31 * *", "2025-05-31T00:00:00Z", "2025-07-31T00:00:00Z"),
    Occurrence("0 0 29 2 *", "2025-01-01T00:00:00Z", "2028-02-29T00:00:00Z"),
    // 2100 is no leap year: the next one is too far away.
    Occurrence("0 0 29 2 *", "2097-01-01T00:00:00Z", nil),
    Occurrence("59 23 31 12 *", "2025-12-31T23:59:00Z", "2026-12-31T23:59:00Z"),
  ]

  @Test(arguments: inUTC)
  func `the next occurrence`(_ occurrence: Occurrence) throws {
    let cron = try CronExpression(occurrence.line)
    let next = cron.next(after: moment(occurrence.after), in: .utc)
    #expect(next == occurrence.next.map { moment($0) })
  }

  static let inBerlin = [
    // Lines that name hours: once, at the end of the gap, and at the first of two.
    Occurrence("30 2 * * *", "2025-03-29T12:00:00Z", "2025-03-30T01:00:00Z"),
    Occurrence("30 2 * * *", "2025-03-30T01:00:00Z", "2025-03-31T00:30:00Z"),
    Occurrence("*/10 2 * * *", "2025-03-30T01:00:00Z", "2025-03-31T00:00:00Z"),
    Occurrence("30 2 * * *", "2025-10-25T12:00:00Z", "2025-10-26T00:30:00Z"),
    Occurrence("30 2 * * *", "2025-10-26T00:30:00Z", "2025-10-27T01:30:00Z"),
    Occurrence("0 3 * * *", "2025-10-26T00:30:00Z", "2025-10-26T02:00:00Z"),
    // Lines for every hour follow the clock.
    Occurrence("30 * * * *", "2025-03-30T00:30:00Z", "2025-03-30T01:30:00Z"),
    Occurrence("30 * * * *", "2025-10-26T00:30:00Z", "2025-10-26T01:30:00Z"),
    Occurrence("30 * * * *", "2025-10-26T01:30:00Z", "2025-10-26T02:30:00Z"),
    Occurrence("0 * * * *", "2025-03-30T00:00:00Z", "2025-03-30T01:00:00Z"),
    Occurrence("30 * 1 1 *", "2025-07-01T00:00:00Z", "2025-12-31T23:30:00Z"),
  ]

  @Test(arguments: inBerlin)
  func `days on which clocks are set`(_ occurrence: Occurrence) throws {
    let cron = try CronExpression(occurrence.line)
    let next = cron.next(after: moment(occurrence.after), in: TestZones.berlin)
    #expect(next == occurrence.next.map { moment($0) })
  }

  @Test(arguments: ["*/20 * * * *", "7 1-4 * * *", "0 0 * 11 *", "30 * 6 11 *"])
  func `occurrences go forward where a date comes twice`(_ line: String) throws {
    let cron = try CronExpression(line)
    var time = moment("2010-11-05T00:00:00Z")
    let end = moment("2010-11-09T00:00:00Z")
    while time < end {
      let next = try #require(cron.next(after: time, in: TestZones.saintJohns))
      #expect(next > time)
      time = next
    }
  }

  @Test func `a line for every hour runs in the second of two hours on a date that comes twice`()
    throws
  {
    // 23:30 on the 6th of November, in summer time and after clocks were set back at 00:01.
    let cron = try CronExpression("30 23 6 11 *")
    let hourly = try CronExpression("30 * 6 11 *")
    let first = moment("2010-11-07T02:00:00Z")
    let before = moment("2010-11-07T01:50:00Z")
    #expect(cron.next(after: before, in: TestZones.saintJohns) == first)
    #expect(hourly.next(after: before, in: TestZones.saintJohns) == first)
    let second = moment("2010-11-07T03:00:00Z")
    #expect(hourly.next(after: first, in: TestZones.saintJohns) == second)
  }

  @Test func `a minute at a time finds the same`() throws {
    for line in ["*/40 2-3 * * *", "10 * * * *", "0 0 * * *", "59 1-23/2 30 3 sun"] {
      let cron = try CronExpression(line)
      for start in ["2025-03-29T20:00:00Z", "2025-10-25T20:00:00Z"] {
        var found: [Timestamp] = []
        var time = moment(start)
        let end = time.adding(minutes: 720)
        while let next = cron.next(after: time, until: end, in: TestZones.berlin) {
          found.append(next)
          time = next
        }
        #expect(found == minutes(of: line, from: moment(start)))
      }
    }
  }

  /// What matches within half a day, looked up minute by minute.
  private func minutes(of line: String, from start: Timestamp) -> [Timestamp] {
    guard let cron = try? CronExpression(line) else { return [] }
    let namesHours = line.split(separator: " ")[1] != "*"
    var found: [Timestamp] = []
    for minute in 1...720 {
      let time = start.adding(minutes: minute)
      let parts = TestZones.berlin.parts(of: time)
      let before = TestZones.berlin.parts(of: time.adding(minutes: -1))
      // All that the clock shows new at this minute: more than one where it is set forward.
      let shown =
        namesHours && parts.minuteOfDay > before.minuteOfDay
        ? Array((before.minuteOfDay + 1)...parts.minuteOfDay) : [parts.minuteOfDay]
      let isMatch = shown.contains { shown in
        var shownParts = LocalParts(
          year: parts.year,
          month: parts.month,
          day: parts.day,
          minuteOfDay: shown
        )
        shownParts.second = 0
        return matches(cron, shownParts)
      }
      // Of minutes that come twice, a line that names hours takes the first.
      guard isMatch, !namesHours || TestZones.berlin.moment(of: parts) == time else { continue }
      found.append(time)
    }
    return found
  }

  /// Whether a line matches what a clock shows, where clocks are never set.
  private func matches(_ cron: CronExpression, _ parts: LocalParts) -> Bool {
    let shown = LocalTime.utc.moment(of: parts)
    return cron.next(after: shown.adding(minutes: -1), until: shown, in: .utc) == shown
  }

  struct Fault: Sendable {
    var line: String
    var code: String
    var words: String

    init(_ line: String, _ code: String, _ words: String) {
      self.line = line
      self.code = code
      self.words = words
    }
  }

  static let faults = [
    Fault("", "monitor.cron_wrong_count", "this has 0"),
    Fault("* * * *", "monitor.cron_wrong_count", "this has 4"),
    Fault("0 * * * * *", "monitor.cron_wrong_count", "this has 6"),
    Fault("@daily", "monitor.cron_wrong_count", "this has 1"),
    Fault("60 * * * *", "monitor.cron_no_value", "Minute: ‘60’ is not a number from 0 to 59."),
    Fault("* 24 * * *", "monitor.cron_no_value", "Hour: ‘24’"),
    Fault("* * 0 * *", "monitor.cron_no_value", "Day of the month: ‘0’"),
    Fault("* * 1,,2 * *", "monitor.cron_no_value", "Day of the month: ‘’"),
    Fault("-1 * * * *", "monitor.cron_no_value", "Minute: ‘’"),
    Fault("+1 * * * *", "monitor.cron_no_value", "Minute: ‘+1’"),
    Fault("1- * * * *", "monitor.cron_no_value", "Minute: ‘’"),
    Fault("٣ * * * *", "monitor.cron_no_value", "Minute: ‘٣’"),
    Fault("9999999999999999999999 * * * *", "monitor.cron_no_value", "Minute: ‘9999"),
    Fault("* * * januar *", "monitor.cron_no_name", "Month: ‘januar’"),
    Fault("* * * 13 *", "monitor.cron_no_name", "or a name from jan to dec"),
    Fault("* * * * 8", "monitor.cron_no_name", "Day of the week: ‘8’ is not a number from 0 to 7"),
    Fault("30-10 * * * *", "monitor.cron_backwards", "the range ‘30-10’ ends before it begins"),
    Fault("* * * * fri-tue", "monitor.cron_backwards", "‘fri-tue’"),
    Fault("*/0 * * * *", "monitor.cron_no_step", "in ‘*/0’"),
    Fault("5/15 * * * *", "monitor.cron_no_step", "in ‘5/15’"),
    Fault("*/ * * * *", "monitor.cron_no_step", "in ‘*/’"),
    Fault("*/5/5 * * * *", "monitor.cron_no_step", "in ‘*/5/5’"),
    Fault("0 0 31 2,4 *", "monitor.cron_never", "none of the months named has such a day"),
    Fault(String(repeating: "1,", count: 200), "monitor.cron_too_long", "at most 200 characters"),
  ]

  @Test(arguments: faults)
  func `what is wrong is said, with the field`(_ fault: Fault) {
    let problem = MaintenanceWindow.problem(of: fault.line)
    #expect(problem?.code == fault.code)
    #expect(problem?.text.contains(fault.words) == true)
  }

  @Test(arguments: [
    "* * * * *", "0\t4  1,15 * 5", "*/999 0 29 feb *", "0 0 30 2 mon", "0-59/7 23 * JAN-Mar sun",
  ])
  func `what is right is no problem`(_ line: String) {
    #expect(MaintenanceWindow.problem(of: line) == nil)
  }

  @Test func `a window with a wrong line is never open`() {
    let window = MaintenanceWindow(.cron("every day", minutes: 60))
    let now = moment("2025-07-01T00:00:00Z")
    #expect(!window.contains(now, in: .utc))
    #expect(window.nextChange(after: now, in: .utc) == nil)
  }
}
