import Networking

/// The probe timeout, from smoothed round trips (RFC 6298).
struct RoundTripTimer: Hashable, Sendable {
  /// The timeout before any measurement: just below the second after which the kernel repeats its
  /// SYN, so that answers can't be to the repetition.
  static let initial = Duration.milliseconds(950)
  /// The minimum, for power-saving Wi-Fi devices and a busy scheduler.
  static let least = Duration.milliseconds(100)
  /// The maximum; later answers count as lost.
  static let most = Duration.seconds(3)

  /// How much later than usual an answer may be, in nanoseconds, before its probe is suspected to
  /// be lost.
  private static let slack: Int64 = 300_000

  /// The smoothed round trip.
  private(set) var smoothed: Int64 = 0
  private var variation: Int64 = 0
  /// The minimum, raised when answers come after their timeout.
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

  /// An answer came after its probe had expired: raises the least timeout.
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
    // Even if round trips are steady, a queue can make the next ones longer.
    let longest = smoothed + max(4 * variation, smoothed / 2)
    return min(max(longest, floor), Self.most.wholeNanoseconds)
  }
}

/// Tells from round trips whether probes wait in a queue on the path.
///
/// The first round trips are measured with few probes in flight; they show the path's delay without
/// a queue, and its variation. If later ones are all longer, they were queued. The minimum of
/// several is used, since a single one may be delayed by a busy processor or a sleeping radio.
struct QueueingDelay: Hashable, Sendable {
  /// The number of round trips measured before the window grows.
  static let quietCount = 12
  /// The permitted queueing delay in nanoseconds, which keeps a slow link busy between this
  /// thread's turns.
  static let allowed: Int64 = 3_000_000
  private static let recentCount = 8

  /// The longest usual round trip without a queue; `nil` until it is known.
  private(set) var ceiling: Int64?
  private var quiet: [Int64] = []
  private var recent: [Int64] = []
  private var next = 0
  private var roundBegan: Int64 = 0
  private var roundLeast = Int64.max
  private var roundCount = 0

  /// What a round trip says.
  struct Reading: Hashable, Sendable {
    /// The round trip without a queue, with the queueing delay that is allowed.
    var limit: Int64
    /// The least of the last few round trips; `nil` where there were too few.
    var recentLeast: Int64?
    /// The minimum of a round, a window's worth of probes, if this answer ends one.
    var roundLeast: Int64?
  }

  /// Takes a round trip; `nil` while the path without a queue is not known yet.
  mutating func measured(_ roundTrip: Int64, sentAt: Int64, now: Int64) -> Reading? {
    guard let ceiling else {
      quiet.append(roundTrip)
      if quiet.count >= Self.quietCount { learn(now) }
      return nil
    }
    if recent.count < Self.recentCount {
      recent.append(roundTrip)
    } else {
      recent[next] = roundTrip
      next = (next + 1) % Self.recentCount
    }
    roundLeast = min(roundLeast, roundTrip)
    roundCount += 1
    var reading = Reading(limit: ceiling + Self.allowed, recentLeast: recentLeast)
    if sentAt >= roundBegan, roundCount >= 4 {
      reading.roundLeast = roundLeast
      beginRound(now)
    }
    return reading
  }

  /// Sets the ceiling from the round trips so far, where few answer.
  mutating func learn(_ now: Int64) {
    guard ceiling == nil, !quiet.isEmpty else { return }
    let sorted = quiet.sorted()
    let median = sorted[sorted.count / 2]
    // The spread above the median is taken to be that below it: the first may have waited for ARP.
    ceiling = 2 * median - sorted[0]
    quiet = []
    beginRound(now)
  }

  /// Raises the ceiling: the path is slower than measured, without a queue.
  mutating func raise(to roundTrip: Int64) {
    ceiling = ceiling.map { max($0, roundTrip) }
  }

  /// Starts a round after the window changed, without the round trips measured before.
  mutating func beginRound(_ now: Int64) {
    roundBegan = now
    roundLeast = .max
    roundCount = 0
    recent = []
    next = 0
  }

  /// The least of the last few round trips; `nil` where there were too few.
  var recentLeast: Int64? { recent.count < Self.recentCount ? nil : recent.min() }
}
