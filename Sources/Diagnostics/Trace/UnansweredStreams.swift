/// The streams that weren't answered at a hop where others were: routers limit how often they
/// answer, so that the ways of many streams can't be seen at once.
struct UnansweredStreams: Sendable {
  private var sent: [Int: Set<Int>] = [:]
  private var answered: [Int: Set<Int>] = [:]

  /// Takes a packet of a stream.
  mutating func sent(_ stream: Int, at hop: Int) { sent[hop, default: []].insert(stream) }

  /// Takes its answer.
  mutating func answered(_ stream: Int, at hop: Int) { answered[hop, default: []].insert(stream) }

  /// The streams that a hop owes an answer; none at one that never answers.
  func left(at hop: Int) -> Set<Int> {
    guard let answered = answered[hop] else { return [] }
    return sent[hop, default: []].subtracting(answered)
  }

  /// How many streams the hop owes that owes most, of those up to one.
  func most(upTo hop: Int) -> Int {
    sent.keys.filter { $0 <= hop }.map { left(at: $0).count }.max() ?? 0
  }
}
