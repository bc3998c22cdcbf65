import Model
import Monitoring
import Testing

@Suite struct `Local hours` {
  private let night = LocalHours(startMinute: 22 * 60, endMinute: 7 * 60)

  @Test func `hours that cross midnight belong to the day on which they begin`() {
    let friday = LocalHours(days: [5], startMinute: 22 * 60, endMinute: 7 * 60)
    let zone = TestZones.berlin
    // 2025-07-04 is a Friday; local time is two hours ahead.
    #expect(!friday.contains(moment("2025-07-04T19:59:59.999Z"), in: zone))
    #expect(friday.contains(moment("2025-07-04T20:00:00Z"), in: zone))
    #expect(friday.contains(moment("2025-07-05T04:59:59.999Z"), in: zone))
    #expect(!friday.contains(moment("2025-07-05T05:00:00Z"), in: zone))
    #expect(!friday.contains(moment("2025-07-05T21:00:00Z"), in: zone))
    #expect(!friday.contains(moment("2025-07-03T23:00:00Z"), in: zone))
  }

  @Test func `Beszel: quiet hours are compared in local time, not in UTC`() {
    let zone = TestZones.berlin
    // 22:30 in Berlin, summer and winter; in UTC that is before 22:00.
    #expect(night.contains(moment("2025-07-01T20:30:00Z"), in: zone))
    #expect(night.contains(moment("2025-01-01T21:30:00Z"), in: zone))
    // 08:30 in Berlin; in UTC that is before 07:00 in summer.
    #expect(!night.contains(moment("2025-07-01T06:30:00Z"), in: zone))
    #expect(!night.contains(moment("2025-01-01T06:30:00Z"), in: zone))
  }

  @Test func `they end when the clock says so, also on the days when clocks are set`() {
    let zone = TestZones.berlin
    #expect(
      night.end(after: moment("2025-07-01T22:00:00Z"), in: zone) == moment("2025-07-02T05:00:00Z")
    )
    #expect(
      night.end(after: moment("2025-03-29T23:00:00Z"), in: zone) == moment("2025-03-30T05:00:00Z")
    )
    #expect(
      night.end(after: moment("2025-10-25T23:00:00Z"), in: zone) == moment("2025-10-26T06:00:00Z")
    )
    let noon = moment("2025-07-01T10:00:00Z")
    #expect(night.end(after: noon, in: zone) == noon)
  }

  @Test func `hours within the hour that is left out are none on that day`() {
    let hours = LocalHours(startMinute: 125, endMinute: 155)
    let zone = TestZones.berlin
    for minute in 0..<300 {
      let time = moment("2025-03-30T00:00:00Z").adding(minutes: minute)
      #expect(!hours.contains(time, in: zone))
    }
    #expect(hours.contains(moment("2025-03-31T00:05:00Z"), in: zone))
  }

  @Test func `hours within the hour that comes twice are the first time`() {
    let hours = LocalHours(startMinute: 125, endMinute: 155)
    let start = moment("2025-10-25T22:00:00Z")
    let open = (0..<300).filter {
      hours.contains(start.adding(minutes: $0), in: TestZones.berlin)
    }
    #expect(open == Array(125..<155))
  }

  @Test func `hours that follow one another are one`() {
    let zone = TestZones.berlin
    let weekend = LocalHours(days: [6, 7], startMinute: 0, endMinute: 0)
    // Saturday, 2025-07-05, noon.
    let saturday = moment("2025-07-05T10:00:00Z")
    #expect(weekend.end(after: saturday, in: zone) == moment("2025-07-06T22:00:00Z"))
    let always = LocalHours(startMinute: 0, endMinute: 0)
    let end = always.end(after: saturday, in: zone)
    #expect(always.contains(end, in: zone))
    #expect(end == moment("2025-07-12T22:00:00Z"))
  }

  @Test func `a minute or a day that isn't one traps nothing`() {
    let odd = LocalHours(days: [0, 8, .max], startMinute: .min, endMinute: .max)
    #expect(!odd.contains(moment("2025-07-05T10:00:00Z"), in: .utc))
    let wide = LocalHours(startMinute: .min, endMinute: .max)
    #expect(wide.contains(moment("2025-07-05T10:00:00Z"), in: .utc))
  }
}
