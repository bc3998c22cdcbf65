internal import Glibc
internal import Networking

/// Whether answers fail in the way of a router that hands out so many a time, and no more: a bucket
/// of tokens, filled at an even pace.
///
/// Linux gives everybody one error a second, six at once. With enough sizes and paces to choose from
/// some bucket fits nearly any pattern, so that one must say it shorter than a list of what was lost:
/// of the patterns with as many losses, those that any bucket says in fewer bits by `margin` are at
/// most one in 2^`margin` (Kraft's inequality); of those by chance it is a few in a thousand.
enum AnswerLimit {
  /// One packet: when it went out, and whether it was answered.
  typealias Packet = (at: MonotonicTime, isAnswered: Bool)

  /// How many lost packets it takes to see a pattern.
  private static let fewestLosses = 4
  /// By how many bits a bucket must be shorter.
  private static let margin = 4.0
  /// A packet is under way for a while, not always the same: by so much a token may come early or
  /// late.
  private static let haste = Duration.milliseconds(5)

  /// Whether a bucket explains which packets were answered.
  ///
  /// - Parameter packets: In the order in which they went out.
  /// - Returns: Whether some size and pace of the bucket fit; losses by chance fit none.
  static func explains(_ packets: [Packet]) -> Bool {
    let packets = Array(packets.suffix(200))
    let lost = packets.count { !$0.isAnswered }
    guard lost >= fewestLosses, lost < packets.count else { return false }
    let most = bitsOfChoice(lost, of: packets.count) - margin
    // Packets may get lost beside, but not as many as the bucket is to explain.
    let mistakes = min(packets.count / 10, lost / 3)
    let answered = packets.filter(\.isAnswered)
    for size in 1...10 {
      for tokens in 0...size {
        // Linux has six, others one or ten; and a bucket that was left alone is full.
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

  /// Whether a usual bucket may be at work, where packets are too few to show that one is: one that
  /// fits every packet, be it fuller or emptier at the start.
  ///
  /// - Parameter packets: In the order in which they went out; of many a pattern tells.
  /// - Returns: Whether one fits.
  static func mayExplain(_ packets: [Packet]) -> Bool {
    guard packets.count <= fewPackets, packets.contains(where: { !$0.isAnswered }) else {
      return false
    }
    for size in [1, 6, 10] {
      for pace in possiblePaces {
        for tenths in 0...(size * 10) {
          let bucket = Bucket(size: Double(size), tokens: Double(tenths) / 10, pace: pace)
          // A pace near that of the packets leaves everything open: it explains nothing. Where they
          // come five times as often each token may be a little early or late.
          guard let bits = bucket.bits(of: packets, mistakes: 0) else { continue }
          if bits <= 1 + Double(packets.count / 4) { return true }
        }
      }
    }
    return false
  }

  /// How many packets are too few to show a pattern.
  private static let fewPackets = 30

  /// What routers are set to; Linux answers IPv6 the faster the wider the asker's prefix is.
  private static let possiblePaces: [Duration] = [
    .microseconds(62_500), .milliseconds(100), .milliseconds(250), .milliseconds(500),
    .seconds(1), .seconds(2), .seconds(5),
  ]

  /// What routers are set to, and what the answers themselves suggest, with the bits to name it.
  private static func paces(_ answered: [Packet], tokens: Int) -> [(Duration, Double)] {
    let usual: [Duration] = [
      .milliseconds(10), .milliseconds(50), .milliseconds(100), .milliseconds(200),
      .milliseconds(500), .seconds(1), .seconds(2), .seconds(5),
    ]
    var all = usual.map { ($0, 4.0) }
    // What came after the tokens that were there came at the pace of new ones.
    let first = max(tokens, 1)
    guard answered.count > first, let last = answered.last else { return all }
    let each = (last.at - answered[first - 1].at) / (answered.count - first)
    guard each > .zero else { return all }
    all += [(each, 2), (each * 97 / 100, 3), (each * 103 / 100, 3)]
    return all
  }

  /// The bits to say which of so many were chosen.
  private static func bitsOfChoice(_ chosen: Int, of count: Int) -> Double {
    (0..<min(chosen, count - chosen)).reduce(0) { bits, index in
      bits + log2(Double(count - index) / Double(index + 1))
    }
  }

  private struct Bucket {
    var size: Double
    var tokens: Double
    var pace: Duration

    /// The bits to say what the bucket leaves open; `nil` where it is wrong too often.
    func bits(of packets: [Packet], mistakes most: Int) -> Double? {
      let haste = AnswerLimit.haste / pace
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
          // An answer that was lost was given all the same.
          if isFull || packet.isAnswered { tokens = max(0, tokens - 1) }
        }
        if wrong > most { return nil }
      }
      let count = wrong == 0 ? 1 : 2 + 2 * log2(Double(wrong))
      return open + count + AnswerLimit.bitsOfChoice(wrong, of: packets.count)
    }
  }
}
