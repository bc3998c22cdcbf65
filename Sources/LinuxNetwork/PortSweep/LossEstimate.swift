/// The estimated share of lost round trips, from ports that answered after retries.
///
/// A port that answered the third try shows two losses; one that never answered shows none, since
/// it may be filtered. The losses of open ports that have not answered *yet* are inferred: the
/// tries of those that answered are a truncated geometric distribution. The miss rate is the mean
/// over a beta distribution of the loss.
package struct LossEstimate: Hashable, Sendable {
  /// The loss assumed of a host that has not answered at all.
  static let assumed = 0.0099
  /// The beta distribution's prior, in tries: half a lost one in eight and a half.
  private static let priorLost = 0.5
  private static let priorKept = 8.0

  /// How many ports answered their first, second, … try.
  private(set) var answeredAtTry = [Int](repeating: 0, count: 17)
  /// How many ports known to answer were probed once more, and how many of these probes were lost.
  private(set) var controls = 0
  private(set) var lostControls = 0

  /// Ports that answered.
  private(set) var answered = 0
  private var lostBefore = 0

  /// A port answered after so many tries.
  mutating func answered(attempt: Int) {
    answeredAtTry[min(attempt, 16)] += 1
    answered += 1
    lostBefore += attempt - 1
  }

  /// A port that is known to answer was asked once more.
  mutating func control(isLost: Bool) {
    controls += 1
    if isLost { lostControls += 1 }
  }

  /// Whether any port answered or was asked again.
  var isMeasured: Bool { answered + controls > 0 }

  /// The share of lost tries, without the prior, if every silent port was probed `tries` times;
  /// with `nil`, for no silent ports, nothing is inferred.
  func loss(tries: Int?) -> Double {
    guard lostBefore + lostControls > 0 else { return 0 }
    guard let tries else {
      return Double(lostBefore + lostControls) / Double(lostBefore + answered + controls)
    }
    let (lost, kept) = evidence(tries: tries)
    let seen = max(0, lost - Self.priorLost)
    guard seen > 0, kept > Self.priorKept else { return seen > 0 ? 1 : 0 }
    return seen / (seen + kept - Self.priorKept)
  }

  /// The probability that an open or closed port has not answered after `tries` tries; `made` is
  /// the number of tries of every silent port so far.
  func missRate(tries: Int, made: Int) -> Double {
    guard isMeasured else {
      return (0..<tries).reduce(1.0) { chance, _ in chance * Self.assumed }
    }
    let (lost, kept) = evidence(tries: made)
    // The moments of the beta distribution.
    var chance = 1.0
    for number in 0..<tries {
      chance *= (lost + Double(number)) / (lost + kept + Double(number))
    }
    return chance
  }

  /// The expected share of responsive ports that are missed.
  ///
  /// It depends on the number of silent ports: without any, none is missed. The prior probability
  /// that a host filters any port is one half.
  func expectedMissRate(tries: Int, made: Int, silent: Int) -> Double {
    guard silent > 0 else { return 0 }
    let chance = missRate(tries: tries, made: made)
    guard isMeasured else { return chance }
    let missed = Double(answered) * chance / max(1 - chance, 1e-9)
    let given = missed / (1 - 0.5 * Self.exponential(-missed))
    return min(1, max(given / (Double(answered) + given), chance))
  }

  /// Lost and arrived tries, those of ports that would answer and have not yet among them.
  private func evidence(tries: Int) -> (lost: Double, kept: Double) {
    let controlsKept = Double(controls - lostControls) + Self.priorKept
    let controlsLost = Double(lostControls) + Self.priorLost
    // Ports that answered the first of one try show nothing about the silent ones.
    guard tries > 1 else { return (controlsLost, controlsKept) }
    let kept = Double(answered) + controlsKept
    let known = Double(lostBefore) + controlsLost
    var lost = known
    // A contraction: after a few rounds nothing changes.
    for _ in 0..<32 {
      let chance = lost / (lost + kept)
      var all = 1.0
      for _ in 0..<tries { all *= chance }
      let unseen = Double(answered) * all / max(1 - all, 1e-6)
      let next = known + Double(tries) * unseen
      if abs(next - lost) < 1e-9 * next { break }
      lost = next
    }
    return (lost, kept)
  }

  /// *e* to a power that is not positive, without a C library: squaring a short series.
  private static func exponential(_ power: Double) -> Double {
    guard power > -40 else { return 0 }
    let part = power / 1024
    var result = 1 + part + part * part / 2
    for _ in 0..<10 { result *= result }
    return result
  }
}

/// Loss by window size: loss that occurs at small windows too is not caused by this sweep.
struct LossByWindow: Hashable, Sendable {
  /// Probes that must have ended at a size before its share counts.
  static let enough = 32.0
  /// Old counts lose weight beyond this.
  private static let most = 1024.0

  private struct Count: Hashable, Sendable {
    var probes = 0.0
    var lost = 0.0
  }

  /// By the logarithm of the size.
  private var counts = [Count](repeating: Count(), count: 16)

  /// Takes what became of probes at a size.
  mutating func add(lost: Double, of probes: Double, at size: Double) {
    let place = Self.place(size)
    counts[place].probes += probes
    counts[place].lost += min(lost, probes)
    if counts[place].probes > Self.most {
      counts[place].probes /= 2
      counts[place].lost /= 2
    }
  }

  /// The least share lost at smaller sizes; `nil` without data for them.
  func share(below size: Double) -> Double? {
    counts[..<Self.place(size)].filter { $0.probes >= Self.enough }
      .map { $0.lost / $0.probes }.min()
  }

  private static func place(_ size: Double) -> Int {
    var place = 0
    var bound = 2.0
    while bound <= size, place < 15 {
      bound *= 2
      place += 1
    }
    return place
  }
}
