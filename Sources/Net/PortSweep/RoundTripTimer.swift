/// How long an answer is waited for, from how long the ones before took (RFC 6298).
struct RoundTripTimer: Hashable, Sendable {
  /// What is waited where nothing is known: just less than a second, when the kernel would repeat its
  /// own SYN, and an answer could not be told from one to the repetition.
  static let initial = Duration.milliseconds(950)
  /// Never less: a device on Wi-Fi that saves power, and a scheduler that is busy, need their time.
  static let least = Duration.milliseconds(100)
  /// Never more: further answers are as good as lost.
  static let most = Duration.seconds(3)

  private var smoothed: Int64 = 0
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

  /// How long an answer is waited for, in nanoseconds.
  var limit: Int64 {
    guard isKnown else { return Self.initial.wholeNanoseconds }
    return min(max(smoothed + 4 * variation, floor), Self.most.wholeNanoseconds)
  }
}
