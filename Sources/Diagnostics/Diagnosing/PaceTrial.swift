internal import Glibc

/// Asks a target that lost packets again, more slowly: who limits how often it answers then answers
/// all, while a way that loses packets loses its share of them as before.
struct PaceTrial: Hashable {
  /// How many packets, and the time from one to the next.
  let count: Int
  let interval: Duration
  /// The chance that a packet is answered, as the first look had it at best.
  private let share: Double

  /// How unlikely it must be that chance alone loses so little.
  private static let doubt = 0.01
  private static let most = 30

  /// The trial for a target that answered some of so many packets; `nil` where it answered all or
  /// none, or where the time doesn't suffice to tell.
  ///
  /// - Parameters:
  ///   - sent: Packets that it was sent.
  ///   - received: Those that it answered.
  ///   - interval: The time from one of them to the next.
  ///   - time: How long the trial may take.
  init?(sent: Int, received: Int, interval: Duration, time: Duration) {
    guard received > 0, received < sent else { return nil }
    // Half as slow again as it was seen to answer: some of its answers it had saved up.
    self.interval = interval * sent / received * 3 / 2
    count = Int(max(0, min(time / self.interval, Double(Self.most))))
    // One standard deviation more than was answered: few packets are no certainty.
    let answered = Double(received) / Double(sent)
    share = min(1, answered + sqrt(answered * (1 - answered) / Double(sent)))
    guard chance(ofLosing: 0, of: count) <= Self.doubt else { return nil }
  }

  /// What came of a trial.
  struct Outcome: Hashable {
    var sent: Int
    var received: Int
    /// Whether it shows that the first look's losses were a limit.
    var isLimit: Bool
  }

  /// What the trial's packets show.
  func outcome(sent: Int, received: Int) -> Outcome {
    let luck = received <= sent ? chance(ofLosing: sent - received, of: sent) : 1
    return Outcome(sent: sent, received: received, isLimit: luck <= Self.doubt)
  }

  /// The chance that of so many packets at most so many are lost, at the first look's share.
  private func chance(ofLosing lost: Int, of count: Int) -> Double {
    var ways = 1.0
    var sum = 0.0
    for number in 0...min(lost, count) {
      sum += ways * pow(share, Double(count - number)) * pow(1 - share, Double(number))
      ways *= Double(count - number) / Double(number + 1)
    }
    return min(1, sum)
  }
}
