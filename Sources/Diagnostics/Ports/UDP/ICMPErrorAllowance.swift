internal import Networking

/// How many ICMP errors a host is sure to send now, if it limits them as Linux does.
///
/// Linux sends six at once, and then one a second, to each address (`icmp_ratelimit`, icmp(7); for
/// IPv6 likewise). It is taken to have none left when the first are asked for, since somebody else
/// may have had them.
struct ICMPErrorAllowance: Sendable {
  /// As of `time`.
  private var count = 0.0
  private var time: MonotonicTime

  /// How many can be saved up.
  static let most = 6.0
  /// How long one takes; somewhat more than a second, as clocks differ.
  static let interval = Duration.milliseconds(1020)

  /// None are left at that time.
  init(emptyAt time: MonotonicTime) {
    self.time = time
  }

  /// How many there are.
  func available(at now: MonotonicTime) -> Int {
    Int(amount(at: now))
  }

  /// When there will be so many.
  func moment(of wanted: Int, after now: MonotonicTime) -> MonotonicTime {
    let missing = Double(wanted) - amount(at: now)
    guard missing > 0 else { return now }
    return now + Self.interval * missing + .milliseconds(1)
  }

  /// Takes note that the host has sent one.
  mutating func spend(at now: MonotonicTime) {
    count = max(0, amount(at: now) - 1)
    time = now
  }

  private func amount(at now: MonotonicTime) -> Double {
    min(Self.most, count + max(0, (now - time).milliseconds) / Self.interval.milliseconds)
  }
}
