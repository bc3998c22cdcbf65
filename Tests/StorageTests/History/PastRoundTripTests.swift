import Home
import Model
import Testing
@testable import Storage

@Suite struct PastRoundTripTests {
  private let folder: Folder
  private let store: SQLiteInventoryStore

  init() throws {
    folder = try Folder()
    store = try SQLiteInventoryStore(directory: folder.path)
  }

  private static let day: Int64 = 86_400_000

  private static func sample(_ minute: Int64, _ ms: Double) -> RoundTripSample {
    RoundTripSample(
      time: Timestamp(milliseconds: minute * 60_000),
      outcome: .answered(ms: ms)
    )
  }

  @Test func `round trips of times that are over are read as if they had been measured`() throws {
    var past = PastRoundTrips()
    // Day 3 has single checks, day 2 hours, day 1 is a sum alone.
    past.samples = (0..<288).map { Self.sample(3 * 1440 + $0 * 5, 2) }
    for hour in Int64(48)..<72 {
      past.hourly[hour] = RoundTripSummary(
        n: 12,
        lost: 1,
        unknown: 0,
        roundTrips: RoundTripSummary.RoundTrips(min: 1, p50: 3, p95: 5, max: 9)
      )
    }
    past.daily[1] = RoundTripSummary(n: 200, lost: 4, unknown: 8, roundTrips: nil)
    try store.append(past: [5: past])
    #expect(try !store.seal(now: Timestamp(milliseconds: 5 * Self.day)))
    let points = try store.samples(
      of: 5,
      from: Timestamp(milliseconds: 0),
      to: Timestamp(milliseconds: 4 * Self.day),
      step: Self.day
    )
    #expect(points.map(\.time.milliseconds) == [Self.day, 2 * Self.day, 3 * Self.day])
    #expect(points.map(\.n) == [200, 288, 288])
    #expect(points.map(\.lost) == [4, 24, 0])
    #expect(points.map(\.unknown) == [8, 0, 0])
    #expect(points.map(\.max).first == .some(nil))
    let hours = try store.samples(
      of: 5,
      from: Timestamp(milliseconds: 2 * Self.day),
      to: Timestamp(milliseconds: 4 * Self.day),
      step: 3_600_000
    )
    #expect(hours.count == 48)
    #expect(hours.allSatisfy { $0.n == 12 })
    #expect(try store.greatestSlot() == 5)
  }
}
