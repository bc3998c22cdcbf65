internal import Net

/// Whether answers fail in the way of a router that hands out so many a time, and no more: a bucket
/// of tokens, filled at an even pace.
///
/// Linux gives everybody one error a second, six at once.
enum AnswerLimit {
  /// One packet: when it went out, and whether it was answered.
  typealias Packet = (at: MonotonicTime, isAnswered: Bool)

  /// How many lost packets it takes to see a pattern.
  private static let fewestLosses = 4
  /// The share of packets that may be otherwise than the bucket says.
  private static let tolerance = 0.1

  /// Whether a bucket explains which packets were answered.
  ///
  /// - Parameter packets: In the order in which they went out.
  /// - Returns: Whether some size and pace of the bucket fit; losses by chance fit none.
  static func explains(_ packets: [Packet]) -> Bool {
    let packets = packets.suffix(200)
    let lost = packets.count { !$0.isAnswered }
    guard lost >= fewestLosses, lost < packets.count else { return false }
    let most = Int(Double(packets.count) * tolerance)
    for pace in paces(Array(packets)) {
      for size in 1...10 {
        for tokens in 0...size {
          let wrong = mismatches(packets, size: size, tokens: tokens, pace: pace, limit: most)
          // A bucket that is nearly always full, or empty, would explain any loss or none.
          if wrong <= most, wrong * 3 <= lost { return true }
        }
      }
    }
    return false
  }

  /// What routers are set to, and what the answers themselves suggest.
  private static func paces(_ packets: [Packet]) -> [Duration] {
    var gaps: [Duration] = []
    var last: MonotonicTime?
    var hasLost = false
    for packet in packets {
      if packet.isAnswered {
        if let last, hasLost { gaps.append(packet.at - last) }
        last = packet.at
        hasLost = false
      } else {
        hasLost = true
      }
    }
    let usual: [Duration] = [
      .milliseconds(10), .milliseconds(50), .milliseconds(100), .milliseconds(200),
      .milliseconds(500), .seconds(1), .seconds(2), .seconds(5),
    ]
    let sorted = gaps.sorted()
    let seen = sorted.isEmpty ? [] : [sorted[0], sorted[sorted.count / 2]]
    return usual + seen.filter { $0 > .zero }
  }

  private static func mismatches(
    _ packets: ArraySlice<Packet>,
    size: Int,
    tokens: Int,
    pace: Duration,
    limit: Int
  ) -> Int {
    var tokens = Double(tokens)
    var last: MonotonicTime?
    var wrong = 0
    for packet in packets {
      if let last { tokens = min(Double(size), tokens + (packet.at - last) / pace) }
      last = packet.at
      // A packet is under way for a while, not always the same: a token may come a little early. But
      // where there is one, nothing is lost.
      let isExplained = packet.isAnswered ? tokens >= 0.8 : tokens < 1
      if !isExplained { wrong += 1 }
      if packet.isAnswered { tokens = max(0, tokens - 1) }
      if wrong > limit { break }
    }
    return wrong
  }
}
