/// How many addresses are swept at once, and which are swept again: decisions on values alone.
enum SweepPolicy {
  /// The neighbour table's size (`gc_thresh3`), for all network namespaces together.
  ///
  /// When it is full, `sendto` succeeds and nothing is asked.
  static let tableLimit = 1024
  /// Smaller chunks wait until more can go at once; each is followed by a dump of the table.
  static let worthwhileChunk = 128
  /// What is tried of a table that seems full.
  static let leastChunk = 16
  /// How long a full table is left alone.
  static let fullTablePause: Duration = .milliseconds(500)
  /// How often an address is given to the kernel when its entry isn't there afterwards.
  static let placements = 24
  /// The chance of having missed a host that the number of rounds aims at.
  static let acceptedMiss = 0.0001
  /// The kernel repeats a lost request after one second; an answer this late means a lost frame or
  /// a sleeping radio.
  static let lateAnswer: Duration = .milliseconds(900)
  /// The kernel repeats its request that long after the first.
  static let repetition: Duration = .seconds(1)
  /// An answer that takes longer than this share of the settling time shows a slow path, or a machine
  /// that has just begun: a frame is easily lost there.
  private static let slowShare = 4
  /// The longest that an answer to the repeated request is awaited.
  private static let longestAnswer: Duration = .milliseconds(500)

  /// How long after the first request a scan that only discovers goes on, having met an answer that
  /// took so long: `nil` where answers come so quickly that nobody is late.
  ///
  /// Its settling time may be shorter than the kernel needs to notice a lost frame.
  static func secondAnswer(after answer: Duration, settle: Duration) -> Duration? {
    guard answer * slowShare >= settle, answer < repetition else { return nil }
    return repetition + min(answer * 2, longestAnswer)
  }

  /// After this an entry that can't be found again counts as FAILED (three requests, one second
  /// apart, and some).
  static let failureTime: Duration = .milliseconds(3500)
  /// A stale entry is settled by then: 5 s of DELAY and three probes, one second apart.
  static let settlingTime: Duration = .milliseconds(9500)

  /// The size of the next chunk: all that wait, but at most half of what is free in the table,
  /// because other namespaces' entries count and can't be seen; 0 to wait for more room.
  ///
  /// `capacity` is how many entries the table seems to have for us. Nothing is gained by waiting
  /// where no entry of ours is pending: a few are tried, for which the kernel drops old ones.
  static func chunk(capacity: Int, used: Int, waiting: Int, isPending: Bool) -> Int {
    let room = max(0, capacity - used) / 2
    let worthwhile = isPending ? min(waiting, worthwhileChunk, capacity / 4) : 1
    if room >= worthwhile { return min(room, waiting) }
    return isPending ? 0 : min(leastChunk, waiting)
  }

  /// How many entries the table seems to have for us after a chunk: no more than it holds now where
  /// it swallowed some; where it took all, room for twice as many next time.
  static func capacity(_ capacity: Int, used: Int, chunk: Int, swallowed: Int) -> Int {
    swallowed > 0
      ? min(max(used, leastChunk), tableLimit)
      : min(max(capacity, used + 4 * chunk), tableLimit)
  }

  /// How many rounds of three requests an address gets.
  ///
  /// The share of known hosts that answered late is the chance that one request fails, p; r rounds
  /// miss one of h hosts with h·p³ʳ. Another round is free where the network fits in one chunk: the
  /// scan listens on meanwhile. Three requests lost in a row are one device in 16,000 at 2 % of
  /// frames lost each way, too many for thousands of scans; six are none.
  static func rounds(hosts: Int, late: Int, isSmall: Bool, discoverOnly: Bool) -> Int {
    let least = isSmall && !discoverOnly ? 2 : 1
    guard late > 0, hosts > 0 else { return least }
    let miss = min(0.9, Double(late) / Double(hosts))
    var rounds = 1
    var chance = Double(hosts) * miss * miss * miss
    while chance > acceptedMiss, rounds < (isSmall ? 4 : 2) {
      rounds += 1
      chance *= miss * miss * miss
    }
    return max(least, rounds)
  }
}
