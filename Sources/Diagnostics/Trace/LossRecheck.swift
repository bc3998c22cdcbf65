/// Whether what a few quick rounds lost at the end of a way was lost indeed.
///
/// Hosts and routers answer those who ask too often seldom (Linux: one error a second); a few packets
/// that follow each other quickly can't tell that from loss. A few that come slowly can.
struct LossRecheck: Sendable {
  /// The rounds that are asked slowly.
  static let rounds = 5
  /// How many streams are asked again at most, one in a round.
  private static let mostStreams = 12
  /// The time from one of them to the next: a little more than what routers are set to.
  static let slowly = Duration.milliseconds(1100)

  private var answered: Set<Int> = []
  private var lost: Set<Int> = []
  private var quick: Int?
  /// The last round that settles it; `nil` as long as there is no doubt.
  private(set) var lastRound: Int?

  /// The time from one round to the next; `nil` as long as there is no doubt.
  var pace: Duration? { lastRound == nil ? nil : Self.slowly }

  /// Takes an answer.
  mutating func answered(at hop: Int) { answered.insert(hop) }

  /// Takes a loss; one more at the end of the way, in a slow round, is no doubt any more.
  mutating func lost(at hop: Int, in round: Int, end: Int?) {
    lost.insert(hop)
    if let quick, round > quick, hop == end { lastRound = round }
  }

  /// Adds slow rounds at the end of the quick ones, where they are needed.
  ///
  /// - Parameters:
  ///   - end: The last hop.
  ///   - round: The round that was the last.
  /// - Returns: Whether there are more rounds now.
  mutating func settle(at end: Int, after round: Int) -> Bool {
    guard quick == nil, answered.contains(end), lost.contains(end) else { return false }
    quick = round
    lastRound = round + Self.rounds
    return true
  }

  /// Adds slow rounds to ask so many streams again.
  mutating func fill(_ streams: Int, after round: Int) -> Bool {
    guard lastRound == nil, streams > 0 else { return false }
    lastRound = round + min(streams, Self.mostStreams)
    return true
  }
}
