import Networking

/// The round trips of one target, in the order of what was sent.
public struct RoundTrips: Hashable, Sendable {
  /// A round trip, and which packet's it was; sixteen bytes, as many as a `Duration` has.
  private struct Entry: Hashable, Sendable {
    var sequence: Int
    var nanoseconds: Int64
  }

  /// In the order of their sequence numbers.
  private var all: [Entry] = []

  /// None yet.
  public init() {}

  /// Adds each, in the order in which the packets were sent.
  public init(_ all: some Sequence<Duration>) {
    for roundTrip in all { add(roundTrip) }
  }

  /// How many there are.
  public var count: Int { all.count }

  /// That of the packet that was sent last of those that were answered.
  public var last: Duration? { all.last.map { .nanoseconds($0.nanoseconds) } }

  /// Adds one.
  ///
  /// - Parameters:
  ///   - roundTrip: How long it took, counted in nanoseconds.
  ///   - sequence: Which packet's it is: answers may come in another order; `nil` for the one sent
  ///     after all the others.
  public mutating func add(_ roundTrip: Duration, sequence: Int? = nil) {
    let entry = Entry(
      sequence: sequence ?? (all.last?.sequence ?? -1) + 1,
      nanoseconds: roundTrip.wholeNanoseconds
    )
    // Only what was sent within one time limit can change places: a few steps.
    var place = all.count
    while place > 0, all[place - 1].sequence > entry.sequence { place -= 1 }
    all.insert(entry, at: place)
  }

  /// Their figures; `nil` where there are none.
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
