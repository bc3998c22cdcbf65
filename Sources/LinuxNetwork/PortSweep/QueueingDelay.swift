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

  /// Makes do with the round trips so far: few answer.
  mutating func learn(_ now: Int64) {
    guard ceiling == nil, !quiet.isEmpty else { return }
    let sorted = quiet.sorted()
    let median = sorted[sorted.count / 2]
    // The spread above the median is taken to be that below it: the first may have waited for ARP.
    ceiling = 2 * median - sorted[0]
    quiet = []
    beginRound(now)
  }

  /// The path takes longer by itself than was thought.
  mutating func raise(to roundTrip: Int64) {
    ceiling = ceiling.map { max($0, roundTrip) }
  }

  /// The window has changed: what was measured before says nothing of it.
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
