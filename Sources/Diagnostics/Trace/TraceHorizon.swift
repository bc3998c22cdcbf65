internal import Networking

/// How far a trace looks: quickly as long as there are answers, and hardly beyond the target, which
/// answers only a few of those who ask too often.
struct TraceHorizon: Sendable {
  private let most: Int
  /// The nearest hop that the target answered at.
  private(set) var target: Int?
  /// The nearest hop behind which a router says that nothing goes on.
  private(set) var obstacle: Int?
  /// The farthest router that answered.
  private(set) var farthest = 0
  private var patience = 0
  private var slowest = Duration.milliseconds(75)
  private var movedAt: MonotonicTime?

  init(most: Int) {
    self.most = most
  }

  /// How far is looked without any answer.
  private static let first = 4
  /// How far beyond a router that answered.
  private static let ahead = 3

  /// The last hop that there is, where that is known.
  var end: Int? { [target, obstacle].compactMap(\.self).min() }

  /// The last hop to be asked now.
  var reach: Int {
    min(most, end ?? max(Self.first, farthest + Self.ahead) + patience)
  }

  /// Whether looking farther can show nothing new.
  var isFound: Bool { end != nil || reach >= most }

  /// The last hop to be asked once the end was looked for: a little beyond the last that answered,
  /// for the target may have lost the first packets.
  var settled: Int { min(most, end ?? max(Self.first, farthest + Self.ahead)) }

  /// When to probe farther hops, if no answer comes until then.
  func nextStep(now: MonotonicTime) -> MonotonicTime? {
    isFound ? nil : (movedAt ?? now) + max(.milliseconds(50), slowest * 2)
  }

  /// Probes farther hops, if no answer came for long enough.
  mutating func wait(until now: MonotonicTime) {
    guard let movedAt else {
      self.movedAt = now
      return
    }
    guard let step = nextStep(now: now), step <= now, now > movedAt else { return }
    patience += 2
    self.movedAt = now
  }

  /// Takes an answer.
  mutating func heard(_ answer: TraceEvent.Answer, at hop: Int, now: MonotonicTime) {
    slowest = farthest == 0 && end == nil ? answer.roundTrip : max(slowest, answer.roundTrip)
    movedAt = now
    if answer.isTarget {
      target = min(target ?? hop, hop)
    } else if case .unreachable = answer.kind {
      obstacle = min(obstacle ?? hop, hop)
    } else {
      farthest = max(farthest, hop)
      // A way that was blocked and is not any more.
      if let obstacle, obstacle < hop { self.obstacle = nil }
    }
  }
}
