import Networking

/// The probe timeout, from smoothed round trips (RFC 6298).
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
    // However steady round trips are, a queue may make the next ones longer.
    let longest = smoothed + max(4 * variation, smoothed / 2)
    return min(max(longest, floor), Self.most.wholeNanoseconds)
  }
}

/// Tells from round trips whether probes wait in a queue on the path.
///
/// The first round trips are measured while next to nothing is under way; they show how long the path
/// takes by itself and how much that varies. Later ones that are all longer were queued. The
/// least of several is looked at, since one alone may have waited for something else: a busy processor
/// or a radio that slept.
struct QueueingDelay: Hashable, Sendable {
  /// So many round trips are measured before the window grows.
  static let quietCount = 12
  /// The delay by a queue that is allowed: so much keeps a slow link busy while this machine is not.
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
    /// The least of a whole round, where this answer ends one: a window's worth of probes.
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
