internal import Glibc
internal import Networking

/// Detects ICMP rate limiting: fits a token bucket to which probes were answered.
///
/// Linux sends one error a second to each address, with a burst of six. Some bucket fits nearly any
/// pattern, so its description must be shorter by `margin` bits than a list of the lost packets: at
/// most one in 2^`margin` patterns with as many losses passes (Kraft's inequality).
enum RateLimitDetector {
  typealias Packet = (at: MonotonicTime, isAnswered: Bool)

  private static let fewestLosses = 4
  /// In bits.
  private static let margin = 4.0
  /// Tolerance for jitter on the path to the router.
  private static let haste = Duration.milliseconds(5)

  /// Whether some bucket explains which packets, in sending order, were answered.
  static func explains(_ packets: [Packet]) -> Bool {
    let packets = Array(packets.suffix(200))
    let lost = packets.count { !$0.isAnswered }
    guard lost >= fewestLosses, lost < packets.count else { return false }
    let most = bitsOfChoice(lost, of: packets.count) - margin
    // Some packets may be lost besides, but fewer than the bucket explains.
    let mistakes = min(packets.count / 10, lost / 3)
    let answered = packets.filter(\.isAnswered)
    for size in 1...10 {
      for tokens in 0...size {
        // Linux has six, others one or ten; an idle bucket is full.
        let bits =
          ([1, 6, 10].contains(size) ? 2 : 5) + (tokens == size ? 1 : 1 + log2(Double(size)))
        for (pace, paceBits) in paces(answered, tokens: tokens) {
          let bucket = Bucket(size: Double(size), tokens: Double(tokens), pace: pace)
          guard let rest = bucket.bits(of: packets, mistakes: mistakes) else { continue }
          if bits + paceBits + rest <= most { return true }
        }
      }
    }
    return false
  }

  /// Whether a common bucket fits every packet, at any initial fill, where `explains` has too few.
  static func mayExplain(_ packets: [Packet]) -> Bool {
    guard packets.count <= fewPackets, packets.contains(where: { !$0.isAnswered }) else {
      return false
    }
    for size in [1, 6, 10] {
      for pace in possiblePaces {
        for tenths in 0...(size * 10) {
          let bucket = Bucket(size: Double(size), tokens: Double(tenths) / 10, pace: pace)
          // A pace near the probes' own leaves every packet open and explains nothing; at a fifth of
          // it, each token may be a little early or late.
          guard let bits = bucket.bits(of: packets, mistakes: 0) else { continue }
          if bits <= 1 + Double(packets.count / 4) { return true }
        }
      }
    }
    return false
  }

  /// With more, `explains` decides alone.
  private static let fewPackets = 30

  /// Common router settings; Linux's IPv6 limit depends on the length of the route's prefix.
  private static let possiblePaces: [Duration] = [
    .microseconds(62_500), .milliseconds(100), .milliseconds(250), .milliseconds(500),
    .seconds(1), .seconds(2), .seconds(5),
  ]

  /// Common settings, and the pace the answers suggest, each with the bits to name it.
  private static func paces(_ answered: [Packet], tokens: Int) -> [(Duration, Double)] {
    let usual: [Duration] = [
      .milliseconds(10), .milliseconds(50), .milliseconds(100), .milliseconds(200),
      .milliseconds(500), .seconds(1), .seconds(2), .seconds(5),
    ]
    var all = usual.map { ($0, 4.0) }
    // After the initial tokens, answers come at the refill pace.
    let first = max(tokens, 1)
    guard answered.count > first, let last = answered.last else { return all }
    let each = (last.at - answered[first - 1].at) / (answered.count - first)
    guard each > .zero else { return all }
    all += [(each, 2), (each * 97 / 100, 3), (each * 103 / 100, 3)]
    return all
  }

  /// log2 of the binomial coefficient.
  private static func bitsOfChoice(_ chosen: Int, of count: Int) -> Double {
    (0..<min(chosen, count - chosen)).reduce(0) { bits, index in
      bits + log2(Double(count - index) / Double(index + 1))
    }
  }

  private struct Bucket {
    var size: Double
    var tokens: Double
    var pace: Duration

    /// The bits for packets the bucket does not predict; `nil` after more than `most` mistakes.
    func bits(of packets: [Packet], mistakes most: Int) -> Double? {
      let haste = RateLimitDetector.haste / pace
      var tokens = tokens
      var last: MonotonicTime?
      var wrong = 0
      var open = 0.0
      for packet in packets {
        if let last { tokens = min(size, tokens + (packet.at - last) / pace) }
        last = packet.at
        let isFull = tokens >= 1
        if abs(tokens - 1) <= haste {
          open += 1
          if packet.isAnswered { tokens = 0 }
        } else {
          if isFull != packet.isAnswered { wrong += 1 }
          // A lost answer used up its token too.
          if isFull || packet.isAnswered { tokens = max(0, tokens - 1) }
        }
        if wrong > most { return nil }
      }
      let count = wrong == 0 ? 1 : 2 + 2 * log2(Double(wrong))
      return open + count + RateLimitDetector.bitsOfChoice(wrong, of: packets.count)
    }
  }
}

/// Adds slow rounds to a quick trace that lost packets at its last hop.
///
/// Quick rounds can't tell loss from ICMP rate limiting (Linux: one error a second); slow ones can.
struct LossRecheck: Sendable {
  static let rounds = 5
  /// One flow is probed again in each round.
  private static let mostStreams = 12
  /// The interval of slow rounds: just above the one second of common limits.
  static let slowly = Duration.milliseconds(1100)

  private var answered: Set<Int> = []
  private var lost: Set<Int> = []
  private var quick: Int?
  /// The last slow round; `nil` while none are needed.
  private(set) var lastRound: Int?

  /// The interval of rounds; `nil` while none are needed.
  var pace: Duration? { lastRound == nil ? nil : Self.slowly }

  mutating func answered(at hop: Int) { answered.insert(hop) }

  /// Records a loss; one at the last hop in a slow round proves loss, and ends the recheck.
  mutating func lost(at hop: Int, in round: Int, end: Int?) {
    lost.insert(hop)
    if let quick, round > quick, hop == end { lastRound = round }
  }

  /// Adds slow rounds after the last quick `round` if hop `end` lost packets; returns whether it did.
  mutating func settle(at end: Int, after round: Int) -> Bool {
    guard quick == nil, answered.contains(end), lost.contains(end) else { return false }
    quick = round
    lastRound = round + Self.rounds
    return true
  }

  /// Adds slow rounds to probe that many flows again.
  mutating func fill(_ streams: Int, after round: Int) -> Bool {
    guard lastRound == nil, streams > 0 else { return false }
    lastRound = round + min(streams, Self.mostStreams)
    return true
  }
}

/// Flows without an answer at hops that answered others: with rate limiting, quick rounds can't show
/// the paths of many flows.
struct UnansweredFlows: Sendable {
  private var sent: [Int: Set<Int>] = [:]
  private var answered: [Int: Set<Int>] = [:]

  mutating func sent(_ stream: Int, at hop: Int) { sent[hop, default: []].insert(stream) }

  mutating func answered(_ stream: Int, at hop: Int) { answered[hop, default: []].insert(stream) }

  /// The flows unanswered at a hop; none at a hop that never answers.
  func left(at hop: Int) -> Set<Int> {
    guard let answered = answered[hop] else { return [] }
    return sent[hop, default: []].subtracting(answered)
  }

  /// The most unanswered flows at any hop up to `hop`.
  func most(upTo hop: Int) -> Int {
    sent.keys.filter { $0 <= hop }.map { left(at: $0).count }.max() ?? 0
  }
}
