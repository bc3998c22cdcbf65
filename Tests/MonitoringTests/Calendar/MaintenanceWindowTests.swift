import Model
import Monitoring
import Testing

@Suite struct `Maintenance windows` {
  private static let berlin = TestZones.berlin

  @Test func `once is from a moment until before another`() {
    let window = MaintenanceWindow(
      .once(from: moment("2025-07-01T10:00:00Z"), to: moment("2025-07-01T12:00:00Z"))
    )
    #expect(!window.contains(moment("2025-07-01T09:59:59.999Z"), in: .utc))
    #expect(window.contains(moment("2025-07-01T10:00:00Z"), in: .utc))
    #expect(!window.contains(moment("2025-07-01T12:00:00Z"), in: .utc))
    let before = moment("2025-07-01T00:00:00Z")
    #expect(window.nextChange(after: before, in: .utc) == moment("2025-07-01T10:00:00Z"))
    let within = moment("2025-07-01T10:00:00Z")
    #expect(window.nextChange(after: within, in: .utc) == moment("2025-07-01T12:00:00Z"))
    #expect(window.nextChange(after: moment("2025-07-01T12:00:00Z"), in: .utc) == nil)
  }

  @Test(arguments: [
    ("2025-03-30", "2025-03-30T01:00:00Z"),
    ("2025-10-26", "2025-10-26T00:30:00Z"),
    ("2025-07-06", "2025-07-06T00:30:00Z"),
  ])
  func `a weekly window at 02:30 takes place once, for an hour, on the day of the change`(
    _ date: String,
    _ start: String
  ) {
    let weekly = MaintenanceWindow(.weekly(days: [7], startMinute: 150, minutes: 60))
    let cron = MaintenanceWindow(.cron("30 2 * * sun", minutes: 60))
    let first = moment(date + "T00:00:00Z").adding(minutes: -300)
    for window in [weekly, cron] {
      let open = (0..<1440).filter {
        window.contains(first.adding(minutes: $0), in: Self.berlin)
      }
      let began = Int((moment(start).milliseconds - first.milliseconds) / 60_000)
      #expect(open == Array(began..<(began + 60)))
    }
  }

  @Test func `Beszel: a window is in local time, not in UTC`() {
    let window = MaintenanceWindow(.weekly(days: [1], startMinute: 30, minutes: 60))
    // Monday, 00:45 in Berlin, is still Sunday in UTC.
    #expect(window.contains(moment("2025-07-06T22:45:00Z"), in: Self.berlin))
    #expect(!window.contains(moment("2025-07-07T00:45:00Z"), in: Self.berlin))
    #expect(window.contains(moment("2025-01-05T23:45:00Z"), in: Self.berlin))
  }

  @Test func `a weekly window may cross midnight, and days`() {
    let window = MaintenanceWindow(
      .weekly(days: [5], startMinute: 23 * 60, minutes: 3 * 1440)
    )
    // Friday, 2025-07-04, 23:00 in Berlin.
    #expect(!window.contains(moment("2025-07-04T20:59:00Z"), in: Self.berlin))
    #expect(window.contains(moment("2025-07-04T21:00:00Z"), in: Self.berlin))
    #expect(window.contains(moment("2025-07-07T20:59:00Z"), in: Self.berlin))
    #expect(!window.contains(moment("2025-07-07T21:00:00Z"), in: Self.berlin))
  }

  static let windows: [MaintenanceWindow] = [
    MaintenanceWindow(.weekly(days: [7], startMinute: 150, minutes: 60)),
    MaintenanceWindow(.weekly(days: [1, 3, 6], startMinute: 23 * 60, minutes: 26 * 60)),
    MaintenanceWindow(.cron("30 2 * * *", minutes: 45)),
    MaintenanceWindow(.cron("0 */6 1-7 * mon", minutes: 90)),
    MaintenanceWindow(.cron("15 4 31 * *", minutes: 2 * 1440)),
    MaintenanceWindow(.cron("40 * 5,6,26,30 3,4,10 *", minutes: 10)),
  ]

  @Test(arguments: windows.indices, [true, false])
  func `over a year it is open exactly between its changes`(_ index: Int, _ isBerlin: Bool) {
    let window = Self.windows[index]
    let zone = isBerlin ? Self.berlin : TestZones.lordHowe
    let end = moment("2026-01-01T00:00:00Z")
    var time = moment("2025-01-01T00:00:00Z")
    var changes = 0
    while time < end, changes < 3000 {
      let isOpen = window.contains(time, in: zone)
      let next = window.nextChange(after: time, in: zone) ?? end
      #expect(time < next)
      let length = next.milliseconds - time.milliseconds
      let between = [
        time.milliseconds + 1, time.milliseconds + length / 3, time.milliseconds + length / 2,
        next.milliseconds - 1,
      ]
      for milliseconds in between where milliseconds < next.milliseconds {
        #expect(window.contains(Timestamp(milliseconds: milliseconds), in: zone) == isOpen)
      }
      guard next < end else { break }
      #expect(window.contains(next, in: zone) != isOpen)
      time = next
      changes += 1
    }
    #expect(changes > 10)
    #expect(changes < 3000)
  }

  @Test func `windows that overlap are one`() {
    let windows = [
      MaintenanceWindow(.weekly(days: [2], startMinute: 600, minutes: 60)),
      MaintenanceWindow(.weekly(days: [2], startMinute: 630, minutes: 60)),
      MaintenanceWindow(.cron("30 11 * * tue", minutes: 15)),
    ]
    // Tuesday, 2025-07-01.
    let before = moment("2025-07-01T00:00:00Z")
    let opens = moment("2025-07-01T10:00:00Z")
    #expect(windows.nextChange(after: before, in: .utc) == opens)
    #expect(windows.isOpen(at: opens, in: .utc))
    #expect(windows.nextChange(after: opens, in: .utc) == moment("2025-07-01T11:45:00Z"))
    #expect(!windows.isOpen(at: moment("2025-07-01T11:45:00Z"), in: .utc))
    #expect([MaintenanceWindow]().nextChange(after: before, in: .utc) == nil)
  }

  @Test func `a window without an end has no next change`() {
    let always = MaintenanceWindow(
      .weekly(days: Set(1...7), startMinute: 0, minutes: MaintenanceWindow.mostMinutes)
    )
    let now = moment("2025-07-01T00:00:00Z")
    #expect(always.contains(now, in: Self.berlin))
    #expect(always.nextChange(after: now, in: Self.berlin) == nil)
  }

  @Test(arguments: [Int.min, 0, -1])
  func `a window of no length is never open`(_ minutes: Int) {
    let now = moment("2025-07-01T00:00:00Z")
    for window in [
      MaintenanceWindow(.weekly(days: Set(1...7), startMinute: 0, minutes: minutes)),
      MaintenanceWindow(.cron("* * * * *", minutes: minutes)),
      MaintenanceWindow(.once(from: now, to: now)),
    ] {
      #expect(!window.contains(now, in: .utc))
      #expect(window.nextChange(after: now, in: .utc) == nil)
    }
  }

  @Test func `a length beyond a week is a week`() {
    let window = MaintenanceWindow(.cron("0 0 1 1 *", minutes: .max))
    let start = moment("2025-01-01T00:00:00Z")
    #expect(window.nextChange(after: start, in: .utc) == moment("2025-01-08T00:00:00Z"))
  }
}
