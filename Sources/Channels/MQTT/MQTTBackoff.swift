/// How long to wait before the next connection: twice as long each time, and never all clients at once.
struct MQTTBackoff: Hashable, Sendable {
  private var failures = 0

  private static let first = Duration.seconds(1)
  /// A broker that comes back is found within this time and a half.
  private static let longest = Duration.seconds(60)

  /// The broker took the client.
  mutating func succeed() { failures = 0 }

  /// The wait after a connection that ended; `random` is from 0 to 1.
  mutating func next(random: Double) -> Duration {
    let wait = min(Self.first * (1 << min(failures, 10)), Self.longest)
    failures += 1
    return wait * (0.5 + min(max(random, 0), 1))
  }
}
