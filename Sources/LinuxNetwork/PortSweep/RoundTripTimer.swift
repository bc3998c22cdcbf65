import Networking

/// How long an answer is waited for, from how long the ones before took (RFC 6298).
struct RoundTripTimer: Hashable, Sendable {
  /// What is waited where nothing is known: just less than a second, when the kernel would repeat its
  /// own SYN, and an answer could not be told from one to the repetition.
  static let initial = Duration.milliseconds(950)
  /// Never less: a device on Wi-Fi that saves power, and a scheduler that is busy, need their time.
  static let least = Duration.milliseconds(100)
  /// Never more: further answers are as good as lost.
  static let most = Duration.seconds(3)

  /// So much later than usual an answer may be before its probe is suspected to be lost.
  private static let slack: Int64 = 300_000

  /// The smoothed round trip.
  private(set) var smoothed: Int64 = 0
  private var variation: Int64 = 0
  /// Grows where answers came after they had been given up.
  private var floor = Self.least.wholeNanoseconds
  /// Whether anything was measured.
  var isKnown: Bool { smoothed > 0 }

  /// Takes a round trip.
  mutating func measured(_ roundTrip: Int64) {
    let roundTrip = max(1, roundTrip)
    if smoothed == 0 {
      smoothed = roundTrip
      variation = roundTrip / 2
    } else {
      variation += (abs(smoothed - roundTrip) - variation) / 4
      smoothed += (roundTrip - smoothed) / 8
    }
  }

  /// An answer came that had been given up: more patience.
  mutating func wasTooShort() {
    floor = min(Self.initial.wholeNanoseconds, floor + floor / 8)
  }

  /// When a probe is suspected to be lost if answers to later ones have come, in nanoseconds.
  var suspicion: Int64 {
    min(smoothed + max(4 * variation, smoothed / 8) + Self.slack, limit)
  }

  /// How long an answer is waited for, in nanoseconds.
  var limit: Int64 {
    guard isKnown else { return Self.initial.wholeNanoseconds }
    // However steady round trips are, a queue may make the next ones longer.
    let longest = smoothed + max(4 * variation, smoothed / 2)
    return min(max(longest, floor), Self.most.wholeNanoseconds)
  }
}
