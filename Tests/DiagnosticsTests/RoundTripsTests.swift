import Testing

@testable import Diagnostics

struct `Round trips` {
  @Test func `have no figures where there are none`() {
    #expect(RoundTrips().summary == nil)
  }

  @Test func `have a single one's figures`() throws {
    let summary = try #require(RoundTrips([.milliseconds(7)]).summary)
    #expect(summary.minimum == .milliseconds(7) && summary.maximum == .milliseconds(7))
    #expect(summary.median == .milliseconds(7) && summary.p95 == .milliseconds(7))
    #expect(summary.jitter == .zero)
  }

  @Test func `have percentiles by nearest rank, and jitter in the order of sending`() throws {
    let trips = [10, 30, 20, 60].map { Duration.milliseconds($0) }
    let summary = try #require(RoundTrips(trips).summary)
    #expect(summary.average == .milliseconds(30))
    #expect(summary.median == .milliseconds(20))
    #expect(summary.p95 == .milliseconds(60))
    #expect(summary.jitter == .milliseconds(70) / 3)
    let hundred = try #require(RoundTrips((1...100).map { .milliseconds($0) }).summary)
    #expect(hundred.median == .milliseconds(50) && hundred.p95 == .milliseconds(95))
  }

  @Test func `have the same figures in whatever order the answers came`() throws {
    let trips = [10, 30, 20, 60].map { Duration.milliseconds($0) }
    let sent = RoundTrips(trips)
    var heard = RoundTrips()
    for sequence in [2, 0, 3, 1] { heard.add(trips[sequence], sequence: sequence) }
    #expect(heard == sent)
    // Of consecutive ones: that one in between was never answered changes nothing.
    var gap = RoundTrips()
    for sequence in [7, 2, 4] { gap.add(.milliseconds(sequence), sequence: sequence) }
    #expect(gap.summary?.jitter == .microseconds(2500))
  }
}
