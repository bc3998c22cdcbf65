import Model
import Monitoring
import Testing

@Suite struct `Local time` {
  @Test func `a clock and a calendar show the parts of a moment`() {
    let parts = TestZones.berlin.parts(of: moment("2025-07-01T22:30:15.750Z"))
    #expect(
      parts == LocalParts(year: 2025, month: 7, day: 2, minuteOfDay: 30, second: 15)
    )
    #expect(parts.weekday == 3)
    #expect(LocalTime.utc.parts(of: moment("1969-12-31T23:59:59.999Z")).second == 59)
    #expect(LocalTime.utc.parts(of: moment("1969-12-31T23:59:59.999Z")).weekday == 3)
    #expect(LocalParts(year: 2025, month: 6, day: 29).weekday == 7)
  }

  @Test(arguments: [
    // It exists once.
    ("2025-07-01", 12 * 60, "2025-07-01T10:00:00Z"),
    // Clocks are set forward from 02:00 to 03:00.
    ("2025-03-30", 119, "2025-03-30T00:59:00Z"),
    ("2025-03-30", 120, "2025-03-30T01:00:00Z"),
    ("2025-03-30", 150, "2025-03-30T01:00:00Z"),
    ("2025-03-30", 180, "2025-03-30T01:00:00Z"),
    ("2025-03-30", 181, "2025-03-30T01:01:00Z"),
    // Clocks are set back from 03:00 to 02:00.
    ("2025-10-26", 119, "2025-10-25T23:59:00Z"),
    ("2025-10-26", 120, "2025-10-26T00:00:00Z"),
    ("2025-10-26", 150, "2025-10-26T00:30:00Z"),
    ("2025-10-26", 179, "2025-10-26T00:59:00Z"),
    ("2025-10-26", 180, "2025-10-26T02:00:00Z"),
  ])
  func `a time that doesn't exist is the first after the gap, one that exists twice the first`(
    _ date: String,
    _ minute: Int,
    _ expected: String
  ) {
    let day = TestZones.berlin.parts(of: moment(date + "T12:00:00Z"))
    let parts = LocalParts(
      year: day.year,
      month: day.month,
      day: day.day,
      minuteOfDay: minute
    )
    #expect(TestZones.berlin.moment(of: parts) == moment(expected))
  }

  @Test func `half an hour of daylight saving is the same`() {
    let gap = LocalParts(year: 2025, month: 10, day: 5, minuteOfDay: 135)
    #expect(TestZones.lordHowe.moment(of: gap) == moment("2025-10-04T15:30:00Z"))
    let twice = LocalParts(year: 2025, month: 4, day: 6, minuteOfDay: 105)
    #expect(TestZones.lordHowe.moment(of: twice) == moment("2025-04-05T14:45:00Z"))
    let after = LocalParts(year: 2025, month: 4, day: 6, minuteOfDay: 120)
    #expect(TestZones.lordHowe.moment(of: after) == moment("2025-04-05T15:30:00Z"))
  }

  @Test func `a moment's local time leads to it, or to the first moment that shows the same`() {
    for zone in [TestZones.berlin, TestZones.lordHowe, TestZones.saintJohns, .utc] {
      var time = moment("2010-01-01T00:00:00Z")
      var repeated = 0
      for _ in 0..<2000 {
        time = time.adding(minutes: 263)
        let parts = zone.parts(of: time)
        let first = zone.moment(of: parts)
        #expect(first <= time)
        #expect(zone.parts(of: first) == parts)
        if first != time { repeated += 1 }
      }
      #expect(repeated < 3)
    }
  }

  @Test func `later local times are never earlier moments`() {
    for (zone, days) in [
      (TestZones.berlin, ["2025-03-30", "2025-10-26"]),
      (TestZones.lordHowe, ["2025-04-06", "2025-10-05"]),
      (TestZones.saintJohns, ["2010-03-14", "2010-11-07"]),
    ] {
      for day in days {
        let noon = LocalTime.utc.parts(of: moment(day + "T12:00:00Z"))
        var last = Timestamp.never
        for minute in stride(from: -100, to: 300, by: 1) {
          let parts = LocalParts(
            year: noon.year,
            month: noon.month,
            day: noon.day,
            minuteOfDay: minute
          )
          let moment = zone.moment(of: parts)
          #expect(last <= moment)
          last = moment
        }
      }
    }
  }

  @Test func `no offset and no date makes it trap`() {
    for offset in [Int.min, -86_400, 0, 86_400, Int.max] {
      let zone = LocalTime { _ in offset }
      for time in [Timestamp.never, moment("9999-12-31T23:59:59Z"), moment("2025-01-01T00:00:00Z")]
      {
        _ = zone.parts(of: time)
        _ = zone.moment(of: zone.parts(of: time))
      }
      for value in [Int.min, -1, 0, Int.max] {
        var parts = LocalParts(year: value, month: value, day: value)
        parts.minuteOfDay = value
        parts.second = value
        _ = zone.moment(of: parts)
      }
    }
  }
}
