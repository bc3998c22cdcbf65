/// Asks a target that lost packets again, more slowly: who limits how often it answers then answers
/// all, while a way that loses packets loses its share of them as before.
struct SlowRecheck: Hashable {
  /// How many packets, and the time from one to the next.
  let count: Int
  let interval: Duration
  /// What share was answered at the first look.
  private let first: AnswerShare

  private static let most = 30

  /// The recheck for a target that answered some of so many packets; `nil` where it answered all or
  /// none, or where the time doesn't suffice to tell.
  ///
  /// - Parameters:
  ///   - sent: Packets that it was sent.
  ///   - received: Those that it answered.
  ///   - interval: The time from one of them to the next.
  ///   - time: How long the recheck may take.
  init?(sent: Int, received: Int, interval: Duration, time: Duration) {
    guard received > 0, received < sent else { return nil }
    // Half as slow again as it was seen to answer: some of its answers it had saved up.
    self.interval = interval * sent / received * 3 / 2
    count = Int(max(0, min(time / self.interval, Double(Self.most))))
    first = AnswerShare(received: received, of: sent)
    guard first.isRuledOut(byLosing: 0, of: count) else { return nil }
  }

  /// What came of a recheck.
  struct Outcome: Hashable {
    var sent: Int
    var received: Int
    /// Whether it shows that the first look's losses were a limit.
    var isLimit: Bool
  }

  /// What the recheck's packets show; of them a share less than the tolerable may be lost where a limit
  /// alone is at work.
  func outcome(sent: Int, received: Int, tolerable: Double) -> Outcome {
    let lost = sent - received
    let isLimit =
      first.isRuledOut(byLosing: lost, of: sent) && Double(lost) < tolerable * Double(sent)
    return Outcome(sent: sent, received: received, isLimit: isLimit)
  }
}
