internal import Networking

/// How many ICMP errors a host with Linux's rate limit will send now.
///
/// Linux sends one a second to each address, with a burst of six (`icmp_ratelimit`, icmp(7); IPv6
/// likewise). The bucket starts empty, since earlier traffic may have used it.
struct ICMPErrorAllowance: Sendable {
  /// As of `time`.
  private var count = 0.0
  private var time: MonotonicTime

  /// The burst.
  static let most = 6.0
  /// Slightly more than a second, as clocks differ.
  static let interval = Duration.milliseconds(1020)

  init(emptyAt time: MonotonicTime) {
    self.time = time
  }

  func available(at now: MonotonicTime) -> Int {
    Int(amount(at: now))
  }

  /// When `wanted` errors will be available.
  func moment(of wanted: Int, after now: MonotonicTime) -> MonotonicTime {
    let missing = Double(wanted) - amount(at: now)
    guard missing > 0 else { return now }
    return now + Self.interval * missing + .milliseconds(1)
  }

  /// Records an error from the host.
  mutating func spend(at now: MonotonicTime) {
    count = max(0, amount(at: now) - 1)
    time = now
  }

  private func amount(at now: MonotonicTime) -> Double {
    min(Self.most, count + max(0, (now - time).milliseconds) / Self.interval.milliseconds)
  }
}
