/// How the schedule of checks is kept.
public struct ScheduleFigures: Hashable, Sendable {
  /// Of the checks of about the last minute, 99 of 100 began at most so late.
  public var latenessP99: Duration
  /// As late as the latest of them began.
  public var latenessMost: Duration
  /// How many checks didn't take place since the start, since the one before was still under way.
  public var skipped: Int

  /// Memberwise initialiser.
  public init(latenessP99: Duration, latenessMost: Duration, skipped: Int) {
    self.latenessP99 = latenessP99
    self.latenessMost = latenessMost
    self.skipped = skipped
  }
}
