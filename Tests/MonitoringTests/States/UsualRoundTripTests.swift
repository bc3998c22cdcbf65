import Model
import Testing

@testable import Monitoring

@Suite struct UsualRoundTripTests {
  /// Two weeks of hours, slow from 2 to 3 o'clock.
  private func hours(_ checks: Int = 60) -> [SamplePoint] {
    (0..<(14 * 24)).map { hour in
      SamplePoint(
        time: TrackerTrial.minute(Int64(hour) * 60),
        n: checks,
        p95: hour % 24 == 2 ? 80 : 5
      )
    }
  }

  private func hour(_ hour: Int64) -> Timestamp { TrackerTrial.minute((15 * 24 + hour) * 60 + 30) }

  @Test func `too little is nothing`() {
    #expect(UsualRoundTrip.p95(of: [], at: hour(0)) == nil)
    let few = SamplePoint(time: hour(0), n: 25, lost: 6, p95: 5)
    #expect(UsualRoundTrip.p95(of: [few], at: hour(0)) == nil)
    let enough = SamplePoint(time: hour(0), n: 25, lost: 5, p95: 5)
    #expect(UsualRoundTrip.p95(of: [enough], at: hour(0)) == 5)
  }

  @Test func `the same hours of the day are looked at`() {
    var points = hours()
    for index in points.indices where (21...23).contains(index % 24) || index % 24 == 0 {
      points[index].p95 = 30
    }
    #expect(UsualRoundTrip.p95(of: points, at: hour(22)) == 30)
    #expect(UsualRoundTrip.p95(of: points, at: hour(23)) == 30)
    #expect(UsualRoundTrip.p95(of: points, at: hour(12)) == 5)
  }

  @Test func `with few answers in those hours all are`() {
    let night = (0..<24).map {
      SamplePoint(time: TrackerTrial.minute(Int64($0) * 60), n: 2, p95: $0 < 3 ? 90 : 7)
    }
    #expect(UsualRoundTrip.p95(of: night, at: hour(1)) == 7)
  }

  @Test func `one bad day doesn't make slow times usual`() {
    var points = hours()
    for index in 48..<72 { points[index].p95 = 900 }
    #expect(UsualRoundTrip.p95(of: points, at: hour(12)) == 5)
  }

  @Test func `less than a millisecond isn't taken for usual`() {
    let fast = hours().map { point in
      var point = point
      point.p95 = 0.2
      return point
    }
    #expect(UsualRoundTrip.p95(of: fast, at: hour(12)) == 1)
  }

  @Test func `numbers that can't be are left out`() {
    let strange = [
      SamplePoint(time: .never, n: .max, lost: .max, p95: 5),
      SamplePoint(time: .never, n: .max, lost: -1, p95: 5),
      SamplePoint(time: .never, n: 100, p95: .nan),
      SamplePoint(time: .never, n: 100, p95: -5),
      SamplePoint(time: .never, n: .max, p95: 8),
      SamplePoint(time: .never, n: .max, p95: 8),
    ]
    #expect(UsualRoundTrip.p95(of: strange, at: .never) == 8)
  }
}
