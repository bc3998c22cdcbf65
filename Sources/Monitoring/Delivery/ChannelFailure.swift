import Networking

/// How long a channel has taken nothing in this run of the program.
///
/// By the monotonic clock and by attempts: neither a clock that is set nor a night's sleep makes it long.
struct ChannelFailure: Hashable, Sendable {
  /// When the first attempt failed.
  var since: MonotonicTime
  /// How many failed since.
  var tries = 0

  /// As long as a channel is tried before what is too old for it is given up.
  static let leastTime = Duration.seconds(2 * 3600)

  /// Whether what is too old is given up.
  func isLong(at now: MonotonicTime) -> Bool {
    tries >= Outbox.leastTries && now - since >= Self.leastTime
  }
}
