import Home
import Model
import Testing

@Suite struct RoundTripSummaryTests {
  private static func answered(_ times: some Sequence<Int>) -> [RoundTripSample.Outcome] {
    times.map { .answered(ms: Double($0)) }
  }

  private static func times(
    min: Double,
    p50: Double,
    p95: Double,
    max: Double
  ) -> RoundTripSummary.RoundTrips? {
    RoundTripSummary.RoundTrips(min: min, p50: p50, p95: p95, max: max)
  }

  @Test func `percentiles are the nearest ranks`() {
    let summary = RoundTripSummary(Self.answered(1...100) + [.lost, .unknown, .lost])
    #expect(summary.n == 102 && summary.lost == 2 && summary.unknown == 1)
    #expect(summary.answered == 100 && summary.total == 103)
    #expect(summary.roundTrips == Self.times(min: 1, p50: 50, p95: 95, max: 100))
    let one = RoundTripSummary(Self.answered([7]))
    #expect(one.roundTrips == Self.times(min: 7, p50: 7, p95: 7, max: 7))
    #expect(RoundTripSummary([RoundTripSample.Outcome.lost]).roundTrips == nil)
  }

  @Test func `parts are weighted by how many checks were answered`() {
    let parts = [
      RoundTripSummary(Self.answered(Array(repeating: 10, count: 30))),
      RoundTripSummary(Self.answered(Array(repeating: 50, count: 10)) + [.lost]),
      RoundTripSummary([RoundTripSample.Outcome.lost, .unknown]),
    ]
    let whole = RoundTripSummary(merging: parts)
    #expect(whole.n == 42 && whole.lost == 2 && whole.unknown == 1)
    #expect(whole.roundTrips == Self.times(min: 10, p50: 20, p95: 20, max: 50))
    #expect(RoundTripSummary(merging: []) == RoundTripSummary())
    #expect(RoundTripSummary(merging: [parts[1]]) == parts[1])
  }

  @Test func `percentiles of less precise times stay between the least and the greatest`() {
    var summary = RoundTripSummary(Self.answered([10, 20]))
    summary.takePercentiles(of: Self.answered([9, 22]))
    #expect(summary.roundTrips == Self.times(min: 10, p50: 10, p95: 20, max: 20))
  }

  @Test func `spans are counted from 1970, and hold nothing from outside`() {
    let begin: Int64 = 1_790_000_000_000
    var spans = SampleSpans(
      from: Timestamp(milliseconds: begin + 500),
      to: Timestamp(milliseconds: begin + 3000),
      step: 0
    )
    for offset in [0, 499, 500, 999, 1000, 2999, 3000] as [Int64] {
      spans.add(RoundTripSample(time: Timestamp(milliseconds: begin + offset), outcome: .lost))
    }
    spans.add(RoundTripSummary([RoundTripSample.Outcome.unknown]), at: begin + 1500)
    spans.add(RoundTripSummary([RoundTripSample.Outcome.unknown]), at: begin + 4500)
    #expect(
      spans.points == [
        SamplePoint(time: Timestamp(milliseconds: begin), n: 2, lost: 2),
        SamplePoint(time: Timestamp(milliseconds: begin + 1000), n: 1, lost: 1, unknown: 1),
        SamplePoint(time: Timestamp(milliseconds: begin + 2000), n: 1, lost: 1),
      ]
    )
    #expect(spans.holdWhole((begin + 1000)..<(begin + 2000)))
    #expect(!spans.holdWhole((begin + 1000)..<(begin + 2001)))
    #expect(!spans.holdWhole(begin..<(begin + 1000)))
  }

  @Test func `spans of any length and time are total`() {
    for step in [Int64.min, -1, 1, .max] {
      var spans = SampleSpans(
        from: Timestamp(milliseconds: .min),
        to: Timestamp(milliseconds: .max),
        step: step
      )
      for time in [Int64.min, -1, 0, 1] {
        spans.add(RoundTripSample(time: Timestamp(milliseconds: time), outcome: .unknown))
      }
      #expect(spans.points.reduce(0) { $0 + $1.unknown } == 4)
    }
  }
}
