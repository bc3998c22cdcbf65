internal import Glibc

/// The share of packets that a host answers, estimated from those that were sent.
struct AnswerShare: Hashable {
  /// The chance that a packet is answered, at best.
  let atBest: Double

  /// How unlikely it must be that chance alone loses so little.
  private static let doubt = 0.01

  /// The share of a host that answered some of so many packets.
  init(received: Int, of sent: Int) {
    let answered = sent > 0 ? Double(received) / Double(sent) : 1
    // One standard deviation more than was answered: few packets are no certainty.
    atBest = min(1, answered + sqrt(answered * (1 - answered) / Double(max(1, sent))))
  }

  /// Whether more packets, of which so few are lost, rule out that chance lost the first ones.
  func isRuledOut(byLosing lost: Int, of count: Int) -> Bool {
    lost <= count && chance(ofLosing: lost, of: count) <= Self.doubt
  }

  /// The chance that of so many packets at most so many are lost.
  private func chance(ofLosing lost: Int, of count: Int) -> Double {
    var ways = 1.0
    var sum = 0.0
    for number in 0...min(max(0, lost), max(0, count)) {
      sum += ways * pow(atBest, Double(count - number)) * pow(1 - atBest, Double(number))
      ways *= Double(count - number) / Double(number + 1)
    }
    return min(1, sum)
  }
}
