/// The window of probes in flight to one host, and their rate, adapted to the path.
///
/// Like TCP's congestion window it doubles each round trip at first and grows by one later. A queue
/// on the path, which longer round trips show (`QueueingDelay`), stops it before anything is lost,
/// as in TCP Vegas. Loss is used for paths whose queue can't be measured. Unlike TCP, not every
/// loss is taken for congestion: radio links lose two frames in a hundred at any rate. Only a loss
/// that is greater than at smaller windows (`LossByWindow`) reduces the window.
struct SweepWindow: Hashable, Sendable {
  /// How many at first.
  static let first = 4.0
  /// From here on it grows more slowly.
  static let careful = 16.0
  /// The least window that delay alone leads to: less would leave a slow path idle.
  static let leastByDelay = 8.0
  /// Loss alone makes it no smaller.
  static let leastByLoss = 4.0
  /// Loss beyond that of smaller windows that is allowed.
  static let tolerance = 0.02
  /// Late rounds at the least window after which the path counts as slow, not queued.
  private static let mostLateRounds = 4

  /// How many may be under way.
  private(set) var size: Double
  private let most: Double
  /// Below it the window doubles each round, above it grows by one.
  private var threshold = Double.infinity
  private var delay = QueueingDelay()
  private var losses = LossByWindow()
  /// What the path loses at the least window, as far as known.
  private(set) var usualLoss = 0.0
  private var lateRounds = 0
  /// Whether the queue is long enough as it is.
  private var isQueueFull = false
  /// Before this moment it does not double: something may have been lost.
  private var heldUntil = Int64.min
  /// The window and the loss at the first reduction, while reductions have not reduced the loss.
  private var descent: Descent?

  /// The window before it was halved on a suspicion.
  private var before: Double?

  private struct Descent: Hashable, Sendable {
    var size: Double
    var share: Double
  }

  init(most: Int) {
    self.most = Double(max(1, most))
    size = min(Self.first, self.most)
  }

  /// Whether it doubles each round.
  var isDoubling: Bool { size < threshold }

  /// The rate at which the window is used up in one round trip, plus a margin, so that the rate
  /// never limits the window.
  func pace(roundTrip: Int64) -> Double {
    (isDoubling ? 2 : 1.25) * size / Double(max(1, roundTrip)) * 1e9
  }

  /// The host answered; `roundTrip` where it is known how long that took, of a probe sent at `sentAt`
  /// while `inFlight` were under way.
  mutating func answered(roundTrip: Int64?, sentAt: Int64, inFlight: Int, now: Int64) {
    if let roundTrip, let reading = delay.measured(roundTrip, sentAt: sentAt, now: now) {
      take(reading, now)
    }
    // A window that is not used up proves nothing (RFC 7661).
    guard delay.ceiling != nil, 2 * Double(inFlight) >= size else { return }
    if isDoubling {
      // Grows half as fast where a whole round could be too much.
      if now >= heldUntil { size = min(most, size + (size < Self.careful ? 1 : 0.5)) }
    } else if !isQueueFull {
      size = min(most, size + 1 / size)
    }
  }

  private mutating func take(_ reading: QueueingDelay.Reading, _ now: Int64) {
    if isDoubling {
      // Each answer is looked at: a round later the queue would be twice as long.
      guard let least = reading.recentLeast, least > reading.limit else { return }
      shrink(to: size * Double(reading.limit) / Double(least), now)
      return
    }
    guard let least = reading.roundLeast else { return }
    isQueueFull = least > reading.limit - QueueingDelay.allowed / 2
    guard least > reading.limit else {
      lateRounds = 0
      return
    }
    if size <= Self.leastByDelay {
      lateRounds += 1
      if lateRounds >= Self.mostLateRounds {
        delay.raise(to: least)
        lateRounds = 0
      }
    }
    shrink(to: size * Double(reading.limit) / Double(least), now)
  }

  private mutating func shrink(to wanted: Double, _ now: Int64) {
    size = min(size, max(Self.leastByDelay, wanted))
    before = nil
    threshold = size
    delay.beginRound(now)
  }

  /// For hosts on which few ports answer: takes the present round trips as those without a queue.
  mutating func makeDoWithRoundTrips(_ now: Int64) {
    delay.learn(now)
  }

  /// `late` of the last probes may be lost; that is decided at `time`.
  mutating func suspect(_ late: Int, of probes: Int, until time: Int64) {
    guard isDoubling else { return }
    if late == 1 { heldUntil = max(heldUntil, time) }
    guard before == nil, late >= 3, isTooMuch(lost: Double(late), of: Double(probes)) else {
      return
    }
    before = size
    heldUntil = max(heldUntil, time)
    size = max(min(size, Self.leastByDelay), size / 2)
  }

  /// Halves the window for a local shortage of buffers or descriptors.
  mutating func shortage() {
    before = nil
    size = max(1, size / 2)
    threshold = size
  }

  /// Whether the loss exceeds that of smaller windows.
  func isTooMuch(lost: Double, of probes: Double) -> Bool {
    guard !isLeast, lost >= 3 else { return false }
    if isFarBelow, probes < LossByWindow.enough { return false }
    let expected = probes * ((losses.share(below: size) ?? usualLoss) + Self.tolerance)
    return lost > expected + (expected + 1).squareRoot()
  }

  /// Whether it is close to the least window, where loss is the path's own.
  private var isLeast: Bool { size < 1.5 * Self.leastByLoss }

  /// Whether the window is so much smaller than before its first reduction that loss by congestion
  /// would have ended.
  private var isFarBelow: Bool { descent.map { size <= $0.size / 4 } ?? false }

  /// So many of the probes that ended in a while were lost.
  ///
  /// - Returns: Whether the window is smaller now, so that what was sent before says nothing more.
  mutating func ended(lost: Double, of probes: Double, now: Int64) -> Bool {
    guard probes > 0 else { return false }
    let halved = size
    size = before ?? size
    before = nil
    var isTooMuch = isTooMuch(lost: lost, of: probes)
    losses.add(lost: lost, of: probes, at: size)
    let share = lost / probes
    if isFarBelow, let descent, share > 0.6 * descent.share { isTooMuch = false }
    if isLeast, probes >= LossByWindow.enough { usualLoss = share }
    guard isTooMuch else {
      if let descent {
        // The loss is as high at a far smaller window: restores the window.
        if share > descent.share / 2 { threshold = max(threshold, descent.size) }
        self.descent = nil
      }
      return false
    }
    if descent == nil { descent = Descent(size: size, share: share) }
    size = max(Self.leastByLoss, min(halved, size * min(0.75, 0.85 * (1 - share))))
    threshold = size
    delay.beginRound(now)
    return true
  }

  /// Doubles the window of a host on which few ports answer, while nothing indicates congestion.
  mutating func quiet() {
    if let least = delay.recentLeast, let ceiling = delay.ceiling,
      least > ceiling + QueueingDelay.allowed
    {
      size = max(Self.leastByDelay, size * 0.7)
      threshold = size
    } else if isDoubling {
      size = min(most, size * 2)
    } else {
      size = min(most, size * 1.25)
    }
  }
}

/// Counts of the probes that ended since the window last changed.
struct SweepEpoch: Sendable {
  /// When the window last changed; probes sent before don't count for it.
  var since: Int64 = 0
  /// When the first of them ended.
  var beganAt: Int64 = 0
  /// All that ended, answered or not.
  var settled = 0
  /// Those that were answered.
  var answers = 0
  /// First tries that were answered, or are late.
  var judged = 0
  /// First tries that are late: lost, or to silent ports.
  var suspects = 0
  /// Suspects that were repeated and are settled, and how many of them had been lost.
  var samples = 0
  var lostSamples = 0
  /// Ports known to answer that were asked once more, and how many of them did not answer.
  var controls = 0
  var lostControls = 0

  /// Probes lost, of how many, estimated from samples and controls; `nil` without any.
  var loss: (lost: Double, probes: Double)? {
    var loss: (lost: Double, probes: Double)?
    if suspects == 0, judged > 0 {
      loss = (0, Double(judged))
    } else if samples > 0 {
      let share = Double(lostSamples) / Double(samples)
      loss = (Double(suspects) * share, Double(max(judged, suspects)))
    }
    if controls >= 8 {
      let share = Double(lostControls) / Double(controls)
      guard let known = loss, known.lost / max(1, known.probes) >= share else {
        return (Double(lostControls), Double(controls))
      }
    }
    return loss
  }

  /// Whether enough suspects were sampled.
  var isKnown: Bool { samples >= min(4, suspects) }
}
