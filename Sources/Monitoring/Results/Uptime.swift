/// How much of a time a monitor was up: weighed by time; unknown times and maintenance are left out.
public struct Uptime: Hashable, Sendable {
  /// The time up, or degraded, of the time up, degraded or down, 0–1; `nil` where that is nothing.
  public var share: Double?
  /// How much of the whole time that is, 0–1.
  public var coverage: Double

  /// Memberwise initialiser.
  public init(share: Double?, coverage: Double) {
    self.share = share
    self.coverage = coverage
  }
}
