/// When a store that fails is asked again, and when that is told.
enum StoreRetry {
  private static let first = Duration.seconds(5)
  private static let longest = Duration.seconds(60)
  /// After as many failures in a row, which is about half a minute, the user is told.
  static let failuresToTell = 4
  /// As long as a batch may take to be stored: a disk that hangs must keep nobody from being told.
  static let longestCommit = Duration.seconds(30)

  /// The time until the next attempt, where as many failed before the one that failed now: twice as long as the
  /// one before, up to the longest.
  static func pause(after failures: Int) -> Duration {
    min(first * (1 << min(max(0, failures), 10)), longest)
  }
}
