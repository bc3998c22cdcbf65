internal import Glibc
import Networking

/// The round-trip times of one target, in sending order.
public struct RoundTrips: Hashable, Sendable {
  /// A round trip and its packet; 16 bytes, like a `Duration`.
  private struct Entry: Hashable, Sendable {
    var sequence: Int
    var nanoseconds: Int64
  }

  /// In the order of their sequence numbers.
  private var all: [Entry] = []

  /// An empty series.
  public init() {}

  /// A series in sending order.
  public init(_ all: some Sequence<Duration>) {
    for roundTrip in all { add(roundTrip) }
  }

  /// The number of round trips.
  public var count: Int { all.count }

  /// The round trip of the last packet sent that was answered.
  public var last: Duration? { all.last.map { .nanoseconds($0.nanoseconds) } }

  /// Adds the round trip of a packet, in sequence order; `nil` for the last packet sent.
  public mutating func add(_ roundTrip: Duration, sequence: Int? = nil) {
    let entry = Entry(
      sequence: sequence ?? (all.last?.sequence ?? -1) + 1,
      nanoseconds: roundTrip.wholeNanoseconds
    )
    // Answers are reordered within one timeout only: a few steps.
    var place = all.count
    while place > 0, all[place - 1].sequence > entry.sequence { place -= 1 }
    all.insert(entry, at: place)
  }

  /// The statistics; `nil` if the series is empty.
  public var summary: Summary? {
    let all = all.map { Duration.nanoseconds($0.nanoseconds) }
    guard let first = all.first else { return nil }
    let sorted = all.sorted()
    var sum = Duration.zero
    var changes = Duration.zero
    var last = first
    for roundTrip in all {
      sum += roundTrip
      changes += roundTrip > last ? roundTrip - last : last - roundTrip
      last = roundTrip
    }
    return Summary(
      minimum: sorted[0],
      average: sum / all.count,
      maximum: sorted[all.count - 1],
      median: Self.percentile(50, of: sorted),
      p95: Self.percentile(95, of: sorted),
      jitter: all.count > 1 ? changes / (all.count - 1) : .zero
    )
  }

  /// The percentile by nearest rank.
  private static func percentile(_ percent: Int, of sorted: [Duration]) -> Duration {
    sorted[max(1, (percent * sorted.count + 99) / 100) - 1]
  }

  /// The statistics of a series.
  public struct Summary: Hashable, Sendable {
    /// Minimum, mean and maximum.
    public var minimum, average, maximum: Duration
    /// The percentiles 50 and 95, by nearest rank.
    public var median, p95: Duration
    /// The mean absolute difference of consecutive round trips; zero for a single one.
    public var jitter: Duration
  }
}

extension RoundTrips.Summary: Encodable {
  private enum CodingKeys: String, CodingKey {
    case minimum = "min"
    case average = "avg"
    case maximum = "max"
    case median = "p50"
    case p95, jitter
  }

  /// Writes an `rtt_ms` object.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(minimum.roundedMilliseconds, forKey: .minimum)
    try json.encode(average.roundedMilliseconds, forKey: .average)
    try json.encode(maximum.roundedMilliseconds, forKey: .maximum)
    try json.encode(median.roundedMilliseconds, forKey: .median)
    try json.encode(p95.roundedMilliseconds, forKey: .p95)
    try json.encode(jitter.roundedMilliseconds, forKey: .jitter)
  }
}

/// An upper estimate of the share of packets that a host answers.
struct ResponseRate: Hashable {
  /// The estimated probability of an answer plus one standard error.
  let atBest: Double

  /// The significance level.
  private static let doubt = 0.01

  init(received: Int, of sent: Int) {
    let answered = sent > 0 ? Double(received) / Double(sent) : 1
    // The standard error of a binomial proportion.
    atBest = min(1, answered + sqrt(answered * (1 - answered) / Double(max(1, sent))))
  }

  /// Whether a second series with so few losses is incompatible with this response rate.
  func isRuledOut(byLosing lost: Int, of count: Int) -> Bool {
    lost <= count && chance(ofLosing: lost, of: count) <= Self.doubt
  }

  /// The binomial probability of at most `lost` losses among `count` packets.
  private func chance(ofLosing lost: Int, of count: Int) -> Double {
    var ways = 1.0
    var sum = 0.0
    for number in 0...min(max(0, lost), max(0, count)) {
      sum += ways * pow(atBest, Double(count - number)) * pow(1 - atBest, Double(number))
      ways *= Double(count - number) / Double(number + 1)
    }
    return min(1, sum)
  }
}
