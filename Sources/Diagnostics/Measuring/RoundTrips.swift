/// The round trips of one target, in the order of what was sent.
public struct RoundTrips: Hashable, Sendable {
  private var all: [Duration] = []

  /// None yet.
  public init() {}

  /// The given ones.
  public init(_ all: some Sequence<Duration>) {
    self.all = Array(all)
  }

  /// How many there are.
  public var count: Int { all.count }

  /// Adds one.
  public mutating func add(_ roundTrip: Duration) {
    all.append(roundTrip)
  }

  /// Their figures; `nil` where there are none.
  public var summary: Summary? {
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

  /// The percentile by nearest rank: the least value that so many percent don't exceed.
  private static func percentile(_ percent: Int, of sorted: [Duration]) -> Duration {
    sorted[max(1, (percent * sorted.count + 99) / 100) - 1]
  }

  /// What the round trips come to.
  public struct Summary: Hashable, Sendable {
    /// The least, the mean and the greatest.
    public var minimum, average, maximum: Duration
    /// The percentiles 50 and 95, by nearest rank.
    public var median, p95: Duration
    /// The mean absolute difference of consecutive ones; zero for a single one.
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
