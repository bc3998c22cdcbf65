import Testing
@testable import Home
@testable import Model

@Suite struct `The time by which the history's age is judged` {
  private static let day: Int64 = 24 * 3_600_000
  private static let minute: Int64 = 60_000
  private let start = Timestamp(milliseconds: 1_790_000_000_000)

  @Test func `is the clock's, as long as that goes on as it should`() {
    var clock = RetentionClock(trusted: nil)
    for minutes in Int64(0)..<3000 {
      let now = start.advanced(by: minutes * Self.minute)
      let time = clock.look(at: now)
      #expect(time == now)
    }
    // A month later, after a holiday.
    let later = start.advanced(by: 31 * Self.day)
    let time = clock.look(at: later)
    #expect(time == later)
  }

  @Test func `goes on by the time that the watch runs where the clock leaps by years`() {
    var clock = RetentionClock(trusted: start)
    let ahead = start.advanced(by: 3650 * Self.day)
    let first = clock.look(at: ahead)
    #expect(first == start)
    for minutes in Int64(1)...1440 {
      let time = clock.look(at: ahead.advanced(by: minutes * Self.minute))
      #expect(time == start.advanced(by: 2 * minutes * Self.minute))
    }
    // However often it leaps, and whatever it says: a look counts five minutes at most.
    for years in Int64(11)...20 {
      _ = clock.look(at: start.advanced(by: years * 365 * Self.day))
    }
    #expect(clock.trusted == start.advanced(by: 2 * Self.day + 10 * 10 * Self.minute))
    // Once it is right, it is right at once.
    let right = start.advanced(by: Self.day + 60 * Self.minute)
    let time = clock.look(at: right)
    #expect(time == right)
  }

  @Test func `catches up after a season`() {
    var clock = RetentionClock(trusted: start)
    var now = start.advanced(by: 90 * Self.day)
    var looks = 0
    while clock.look(at: now) != now, looks < 100_000 {
      now = now.advanced(by: 5 * Self.minute)
      looks += 1
    }
    // It is 60 days too many behind, of which it makes up one a day.
    #expect(abs(looks - 60 * 24 * 12) <= 2)
  }

  @Test(arguments: [Int64.min, -1, 30_000, .max])
  func `is no time that a damaged file has`(milliseconds: Int64) {
    var clock = RetentionClock(trusted: Timestamp(milliseconds: milliseconds))
    #expect(clock.trusted == nil)
    let time = clock.look(at: start)
    #expect(time == start)
  }

  @Test func `is never later than the clock`() {
    var clock = RetentionClock(trusted: start)
    for (number, days) in ([-10, -3000, 29, 400, -1, 3000, 0, 30] as [Int64]).enumerated() {
      let now = start.advanced(by: days * Self.day + Int64(number))
      if let time = clock.look(at: now) { #expect(time <= now) }
    }
    let beforeHomenet = clock.look(at: Timestamp(milliseconds: 30_000))
    #expect(beforeHomenet == nil)
  }

  @Test func `is the clock's again after a day, where the earlier one was ahead`() {
    let ahead = start.advanced(by: 3650 * Self.day)
    var clock = RetentionClock(trusted: ahead)
    for minutes in Int64(0)...1440 { _ = clock.look(at: start.advanced(by: minutes * Self.minute)) }
    #expect(clock.trusted == start.advanced(by: Self.day))
    let again = clock.look(at: ahead)
    #expect(again != ahead)
  }
}
