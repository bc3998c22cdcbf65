import Home
import Model
import Testing
@testable import Storage

@Suite struct SealedHourTests {
  private static let hour: Int64 = 490_000
  private static let begin: Int64 = hour * 3_600_000

  /// Samples with about that many milliseconds between, some missing.
  private static func samples(
    every period: Int64,
    jitter: Int64,
    using generator: inout SeededGenerator
  ) -> [RoundTripSample] {
    var samples: [RoundTripSample] = []
    var time = Int64.random(in: 0..<period, using: &generator)
    while time < 3_600_000 {
      let outcome: RoundTripSample.Outcome =
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: .lost
        case 1: .unknown
        case 2: .answered(ms: Double(Int.random(in: 0...4_000_000, using: &generator)) / 1000)
        default: .answered(ms: Double(Int.random(in: 50...50_000, using: &generator)) / 1000)
        }
      if Int.random(in: 0..<10, using: &generator) > 0 {
        samples.append(
          RoundTripSample(time: Timestamp(milliseconds: begin + time), outcome: outcome)
        )
      }
      time += period + Int64.random(in: -jitter...jitter, using: &generator)
    }
    return samples
  }

  private static func error(_ read: RoundTripSample.Outcome, _ written: RoundTripSample.Outcome)
    -> Double
  {
    switch (read, written) {
    case (.lost, .lost), (.unknown, .unknown): 0
    case (.answered(let read), .answered(let written)):
      written == 0 ? abs(read) : abs(read - written) / written
    default: .infinity
    }
  }

  @Test(arguments: 0..<40)
  func `what is read is within two percent of what was written`(seed: Int) throws {
    var generator = SeededGenerator(seed)
    for (period, jitter) in [(300_000, 0), (300_000, 9000), (60_000, 50_000), (4000, 300)] {
      let written = Self.samples(
        every: Int64(period),
        jitter: Int64(jitter),
        using: &generator
      )
      let bytes = SealedHour.encode(written.shuffled(using: &generator), hour: Self.hour)
      let read = try #require(SealedHour.decode(bytes, hour: Self.hour))
      #expect(read.count == written.count)
      for (read, written) in zip(read, written) {
        #expect(Self.error(read.outcome, written.outcome) <= 0.02)
        let moved = abs(read.time.milliseconds - written.time.milliseconds)
        // A gap can double the period of the grid.
        #expect(moved <= Int64(period) / 4)
      }
      // Sealed again, it stays as it is.
      let again = SealedHour.encode(read, hour: Self.hour)
      #expect(
        SealedHour.decode(again, hour: Self.hour)?.map(\.outcome) == read.map(\.outcome)
      )
    }
  }

  @Test func `regular samples take about a byte each, and an hour less than a kilobyte`() {
    func size(every period: Int64) -> Int {
      let samples = stride(from: Int64(0), to: 3_600_000, by: Int(period)).map { time in
        RoundTripSample(
          time: Timestamp(milliseconds: Self.begin + time + time / 1000 % 7 * 10),
          outcome: .answered(ms: 2.5)
        )
      }
      return SealedHour.encode(samples, hour: Self.hour).count
    }
    #expect(size(every: 300_000) <= 12 + 8)
    #expect(size(every: 60_000) <= 60 + 8)
    #expect(size(every: 4000) < 1000)
  }

  @Test func `bytes that were never written are no samples, and nothing traps`() {
    let hour = Self.hour
    for bytes: [UInt8] in [
      [], [0], [3, 1], [1], [1, 0x80], [1, 0], [1, 0, 0, 4], [2, 0], [2, 0, 0], [2, 0, 3],
      [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 4], [2, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 4],
    ] {
      #expect(SealedHour.decode(bytes, hour: hour) == nil, "\(bytes)")
    }
    #expect(SealedHour.decode([2], hour: hour) == [])
    var generator = SeededGenerator(7)
    for _ in 0..<3000 {
      var bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      if !bytes.isEmpty { bytes[0] = UInt8.random(in: 0...3, using: &generator) }
      for hour in [hour, 0, -1, .min, .max] {
        let samples = SealedHour.decode(bytes, hour: hour) ?? []
        #expect(samples.count <= SealedHour.mostSamples)
      }
    }
  }

  @Test func `strange samples are kept within bounds`() throws {
    let times = [0, 0, 1, 3_599_999, 3_600_000, -1].map {
      Timestamp(milliseconds: Self.begin + $0)
    }
    let outcomes: [RoundTripSample.Outcome] = [
      .answered(ms: .nan), .answered(ms: .infinity), .answered(ms: -5), .answered(ms: 1e-9), .lost,
      .lost,
    ]
    let samples = zip(times, outcomes).map { RoundTripSample(time: $0, outcome: $1) }
    let bytes = SealedHour.encode(samples, hour: Self.hour)
    let read = try #require(SealedHour.decode(bytes, hour: Self.hour))
    #expect(
      read.map(\.outcome) == [
        .answered(ms: 0), .answered(ms: 4_000_000), .answered(ms: 0), .answered(ms: 0),
      ]
    )
    let many = (0..<5000).map {
      RoundTripSample(time: Timestamp(milliseconds: Self.begin + $0), outcome: .lost)
    }
    let kept = SealedHour.decode(SealedHour.encode(many, hour: Self.hour), hour: Self.hour)
    #expect(kept?.count == SealedHour.mostSamples)
    #expect(SealedHour.decode(SealedHour.encode([], hour: 0), hour: 0) == [])
  }
}
