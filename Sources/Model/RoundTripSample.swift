/// What one check of a device, or later of a monitor's target, gave.
public struct RoundTripSample: Hashable, Sendable {
  /// When it was asked.
  public var time: Timestamp
  /// What came of it.
  public var outcome: Outcome

  /// What came of a check.
  public enum Outcome: Hashable, Sendable {
    /// It answered after that many milliseconds.
    case answered(ms: Double)
    /// It didn't answer.
    case lost
    /// It couldn't be asked, for a reason of our own.
    case unknown
  }

  /// Memberwise initialiser.
  public init(time: Timestamp, outcome: Outcome) {
    self.time = time
    self.outcome = outcome
  }
}

/// The samples of a span of time in short.
public struct SamplePoint: Hashable, Sendable, Encodable {
  /// When the span begins.
  public var time: Timestamp
  /// The number of checks in it, unknown ones not counted.
  public var n: Int
  /// How many of them were not answered.
  public var lost: Int
  /// How many checks could not be made.
  public var unknown: Int
  /// The least round trip, in milliseconds; `nil` where none was answered.
  public var min: Double?
  /// The middle one.
  public var p50: Double?
  /// The one that 95 % don't exceed.
  public var p95: Double?
  /// The greatest.
  public var max: Double?

  /// Memberwise initialiser.
  public init(
    time: Timestamp,
    n: Int = 0,
    lost: Int = 0,
    unknown: Int = 0,
    min: Double? = nil,
    p50: Double? = nil,
    p95: Double? = nil,
    max: Double? = nil
  ) {
    self.time = time
    self.n = n
    self.lost = lost
    self.unknown = unknown
    self.min = min
    self.p50 = p50
    self.p95 = p95
    self.max = max
  }

  private enum CodingKeys: String, CodingKey { case time, n, lost, unknown, min, p50, p95, max }

  /// Writes every key, `null` where nothing was answered.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(time, forKey: .time)
    try json.encode(n, forKey: .n)
    try json.encode(lost, forKey: .lost)
    try json.encode(unknown, forKey: .unknown)
    try json.encode(min?.rounded(places: 3), forKey: .min)
    try json.encode(p50?.rounded(places: 3), forKey: .p50)
    try json.encode(p95?.rounded(places: 3), forKey: .p95)
    try json.encode(max?.rounded(places: 3), forKey: .max)
  }
}
