import Model

/// Judges by its results whether a sweep can tell that a device is missing, and how often answers are
/// lost.
///
/// A link, a switch or an access point that fails shows as devices that fall silent together: each of
/// this machine's interfaces has a judge of its own; see ``SweepJudges``.
struct SweepJudge: Hashable, Sendable {
  /// What a sweep is good for.
  enum Verdict: Hashable, Sendable {
    /// Whoever did not answer was missed.
    case good
    /// Too many fell silent at once: who did not answer may be there.
    case doubtful
    /// Nothing can be said of those that did not answer: this machine failed, or its link.
    case blind
  }

  /// A device that a sweep covers, before and after the sweep was judged.
  struct Device: Hashable, Sendable {
    var tracker: PresenceTracker
    var context: PresenceTracker.Context
    /// Whether it was seen in the sweep's round.
    var isSeen: Bool
    /// When it was first seen ever.
    var firstSeen: Timestamp
    var isGateway = false
    /// Whether the sweep asks for it; IPv6 is not swept.
    var isSwept = true
    /// Whether this machine could not look for it as it should.
    var isHidden = false
    /// Its slot, and the interface that leads to it.
    var slot = 0
    var link = ""

    /// Whether it is of a kind that does not sleep, and answered the last sweep or this one.
    fileprivate var answersSweeps: Bool {
      isSwept && tracker.state == .present && context.expectedSilence == 0
        && (isSeen || tracker.missed == 0)
    }
  }

  /// The share of sweeps that miss a device that is there, as a moving average.
  private(set) var loss = leastLoss
  /// When the round of the first sweep began that found none of the known devices.
  private var blindSince: Timestamp?
  private var wasDoubtful = false

  /// The loss of a good network: what has been lost so seldom was not measured yet.
  static let leastLoss = 0.003
  /// With more, nothing can be told in any time.
  private static let mostLoss = 0.5
  /// The chance of a mistake that is accepted.
  private static let acceptedMistake = 1e-8
  /// The weight of a sweep in the moving average.
  private static let share = 0.2
  /// Fewer devices fall silent together by chance.
  private static let leastCrowd = 3

  /// In how many independent tries in a row an answer is never lost, at that loss.
  static func failuresNeeded(at loss: Double) -> Int {
    let usable = min(max(loss, leastLoss), mostLoss)
    var (chance, count) = (1.0, 0)
    while chance > acceptedMistake {
      chance *= usable
      count += 1
    }
    return count
  }

  /// Judges a complete sweep, and tells each device what it means.
  ///
  /// `began` is the beginning of the sweep's round. Nothing is said of devices that are hidden.
  mutating func complete(
    _ devices: inout [Device],
    began: Timestamp,
    now: Timestamp
  ) -> Verdict {
    let verdict = judge(devices, began: began)
    tell(&devices, verdict, began: began, now: now)
    return verdict
  }

  /// Tells each device what a sweep means that was judged.
  func tell(
    _ devices: inout [Device],
    _ verdict: Verdict,
    began: Timestamp,
    now: Timestamp
  ) {
    for index in devices.indices {
      if devices[index].isSeen {
        devices[index].tracker.noteSweep(at: now)
        continue
      }
      var context = devices[index].context
      context.loss = loss
      switch devices[index].isHidden ? .blind : verdict {
      case .good: devices[index].tracker.miss(at: now, in: context)
      case .doubtful: devices[index].tracker.ignoreMiss()
      case .blind: devices[index].tracker.loseSight(since: began, now: now)
      }
    }
  }

  /// The clock was set: what was measured by it is no longer known.
  mutating func forgetTimes() { blindSince = nil }

  /// Judges a complete sweep of devices that are told nothing yet.
  mutating func judge(_ devices: [Device], began: Timestamp) -> Verdict {
    if !devices.isEmpty, devices.allSatisfy(\.isHidden) {
      wasDoubtful = false
      return .blind
    }
    // At another network others answer.
    let limit = blindSince ?? began
    var (known, seen, answering, returned, steady, dropped) = (0, 0, 0, 0, 0, 0)
    var (knowsGateway, isAnybodySeen) = (false, false)
    for device in devices where device.context.isAskable && !device.isHidden {
      if device.isSeen { isAnybodySeen = true }
      guard device.tracker.state != .away else { continue }
      if device.answersSweeps {
        answering += 1
        if device.tracker.hasReturned { returned += 1 }
        if device.tracker.isSteady(in: device.context) {
          steady += 1
          if !device.isSeen { dropped += 1 }
        }
      }
      guard device.firstSeen < limit else { continue }
      known += 1
      if device.isSeen { seen += 1 }
      if device.isGateway { knowsGateway = true }
    }
    if seen == 0, known >= Self.leastCrowd || knowsGateway && !isAnybodySeen {
      blindSince = limit
      wasDoubtful = false
      return .blind
    }
    if seen > 0 { blindSince = nil }
    let lost = answering > 0 ? Double(returned) / Double(answering) : loss
    loss = max(Self.leastLoss, loss + Self.share * (lost - loss))
    guard dropped >= Self.leastCrowd, dropped * 3 >= steady else {
      wasDoubtful = false
      return .good
    }
    loss = max(loss, min(Self.mostLoss, Double(dropped) / Double(steady)))
    // Twice in a row: the losses last, and more checks make up for them.
    wasDoubtful.toggle()
    return wasDoubtful ? .doubtful : .good
  }
}
