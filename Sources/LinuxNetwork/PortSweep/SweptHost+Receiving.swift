import Networking

extension SweptHost {
  /// The timeout of the first probes in nanoseconds: the kernel gives up on ARP after three
  /// seconds.
  private static let patience: Int64 = 3_700_000_000
  /// Unreachable reports, without any answer, after which the host is given up.
  private static let enoughUnreachables = 3
  /// Transient local failures in a row before the host is given up.
  private static let mostShortages = 200

  /// Takes an answer; returns how many probes in flight it ends.
  mutating func answered(_ probe: PortSweep.Probe, _ reason: PortReason, _ now: Int64) -> Int {
    let index = probe.index
    guard isActive, !isOver, reasons.indices.contains(index) else { return 0 }
    shortages = 0
    if probe.attempt == 0 {
      guard marks[index] & Self.isControlled != 0 else { return 0 }
      marks[index] &= ~Self.isControlled
      inFlight -= 1
      epoch.controls += 1
      loss.control(isLost: !reason.isAnswer)
      heard(now, sentAt: sentAt[index], roundTrip: now - sentAt[index])
      return 1
    }
    guard reasons[index] == nil else { return 0 }
    let wasInFlight = marks[index] & Self.isInFlight != 0
    let isTimely = probe.attempt == tries[index]
    var roundTrip: Int64?
    if wasInFlight {
      marks[index] &= ~Self.isInFlight
      inFlight -= 1
      if marks[index] & Self.isSuspected != 0 { suspected -= 1 }
      if isTimely, reason.isAnswer { roundTrip = now - sentAt[index] }
    } else {
      silentCount -= 1
    }
    // A sample is repeated before its timeout, so a late answer doesn't show that the timeout is
    // too short.
    if !isTimely || !wasInFlight, marks[index] & Self.isSampled == 0 { timer.wasTooShort() }
    if tries[index] > 1 { silentCount -= wasInFlight ? 1 : 0 }
    reasons[index] = reason
    if reason.isAnswer {
      if reason == .accepted { found.append(ports[index]) }
      hasAnswered = true
      loss.answered(attempt: Int(tries[index]))
      remember(index, reason)
    } else if reason == .hostUnreachable || reason == .networkUnreachable, !hasAnswered {
      unreachables += 1
      if unreachables >= min(Self.enoughUnreachables, ports.count), silentCount == 0 || isAlone {
        giveUp(reason)
        return (wasInFlight ? 1 : 0) + dropInFlight()
      }
    }
    judge(index, reason, isTimely: isTimely && wasInFlight, now)
    heard(now, sentAt: sentAt[index], roundTrip: roundTrip)
    return wasInFlight ? 1 : 0
  }

  /// Whether every answer so far was *unreachable*.
  private var isAlone: Bool { loss.answered == 0 }

  /// Marks all unsettled ports with the reason why the host is unreachable.
  private mutating func giveUp(_ reason: PortReason) {
    absence = reason
    isOver = true
    for index in reasons.indices where reasons[index] == nil { reasons[index] = reason }
  }

  /// Drops the probes in flight; returns how many.
  private mutating func dropInFlight() -> Int {
    defer { inFlight = 0 }
    return inFlight
  }

  private mutating func remember(_ index: Int, _ reason: PortReason) {
    // Closed ports are preferred, since a probe of an open one can be logged by its service.
    if reason == .accepted, !responsive.isEmpty { return }
    if responsive.count == 1, let first = responsive.first, reasons[Int(first)] == .accepted {
      responsive = []
    }
    if responsive.count < 64 { responsive.append(UInt32(index)) }
  }

  private mutating func heard(_ now: Int64, sentAt: Int64, roundTrip: Int64?) {
    if let roundTrip {
      timer.measured(roundTrip)
      latestAnswered = max(latestAnswered, sentAt)
    }
    let onPath = inFlight + 1 - suspected
    window.answered(roundTrip: roundTrip, sentAt: sentAt, inFlight: onPath, now: now)
    epoch.answers += 1
    count(now)
  }

  /// Counts an answer for the loss estimate of this epoch.
  private mutating func judge(_ index: Int, _ reason: PortReason, isTimely: Bool, _ now: Int64) {
    if marks[index] & Self.isSampled != 0 {
      // An answer to the first try was late, not lost.
      sampled(isLost: reason.isAnswer && isTimely, now)
      if !isTimely { epoch.suspects = max(0, epoch.suspects - 1) }
    } else if marks[index] & Self.isSuspected != 0 {
      epoch.suspects = max(0, epoch.suspects - 1)
    } else if tries[index] == 1, sentAt[index] >= epoch.since {
      epoch.judged += 1
    }
  }

  private mutating func sampled(isLost: Bool, _ now: Int64) {
    epoch.samples += 1
    guard isLost else { return }
    epoch.lostSamples += 1
    // A loss that is already too high ends the epoch early.
    if let loss = epoch.loss, window.isTooMuch(lost: loss.lost, of: loss.probes) {
      end(epoch: loss, now)
    }
  }

  private mutating func count(_ now: Int64) {
    epoch.settled += 1
    if epoch.beganAt == 0 { epoch.beganAt = now }
    guard epoch.settled >= 64 else { return }
    isQuiet = 4 * epoch.answers < epoch.settled
    let age = now - epoch.beganAt
    // Long enough for all losses in it to be noticed.
    let isOver = age >= timer.limit + timer.limit / 4
    if isQuiet || !hasAnswered {
      guard isOver else { return }
      window.makeDoWithRoundTrips(now)
      guard let loss = epoch.loss else {
        if epoch.settled > 64 * 64 { begin(epoch: epoch.since) }
        return
      }
      let share = loss.lost / max(1, loss.probes)
      if !end(epoch: loss, now), share < 0.5 { window.quiet() }
    } else if epoch.judged >= 64, epoch.isKnown, let loss = epoch.loss {
      end(epoch: loss, now)
    } else if isOver {
      if let loss = epoch.loss { end(epoch: loss, now) } else { begin(epoch: epoch.since) }
    }
  }

  @discardableResult
  private mutating func end(epoch loss: (lost: Double, probes: Double), _ now: Int64) -> Bool {
    let isSmaller = window.ended(lost: loss.lost, of: loss.probes, now: now)
    begin(epoch: isSmaller ? now : epoch.since)
    return isSmaller
  }

  private mutating func begin(epoch since: Int64) {
    epoch = SweepEpoch()
    epoch.since = since
  }

  /// A probe wasn't sent for a transient local failure; returns how many probes in flight that ends.
  mutating func putBack(
    _ probe: PortSweep.Probe,
    _ failure: LocalFailure,
    _ now: Int64
  ) -> Int {
    guard isActive, !isOver else { return 0 }
    shortages += 1
    if shortages > Self.mostShortages { return fail(failure) }
    if now >= pausedUntil {
      window.shortage()
      pausedUntil = now + 5_000_000
    }
    let index = probe.index
    let isControl = probe.attempt == 0
    let mark = isControl ? Self.isControlled : Self.isInFlight
    guard marks[index] & mark != 0 else { return 0 }
    marks[index] &= ~mark
    inFlight -= 1
    if !isControl {
      if marks[index] & Self.isSuspected != 0 {
        suspected -= 1
        marks[index] &= ~Self.isSuspected
      }
      // Not asked: it is the next to be.
      tries[index] -= 1
      samples.append(index)
    }
    return 1
  }

  /// This machine can't send to the host at all.
  mutating func fail(_ failure: LocalFailure) -> Int {
    guard isActive, !isOver else { return 0 }
    self.failure = failure
    isOver = true
    return dropInFlight()
  }

  /// Moves probes past their deadline into `expired`.
  mutating func expire(
    _ now: Int64,
    lane: Int,
    number: Int,
    into expired: inout [PortSweep.Probe]
  ) {
    guard !isOver else { return }
    examine(now, lane: lane, number: number, &expired)
    while let entry = lanes[lane].first {
      if isUnderWay(entry) {
        guard entry.sentAt + timer.limit <= now else { break }
        lanes[lane].dropFirst()
        end(entry, number, now, &expired)
      } else {
        lanes[lane].dropFirst()
      }
    }
    guard !lanes[lane].patient.isEmpty else { return }
    var rest: [SweepLane.Entry] = []
    for entry in lanes[lane].patient where isUnderWay(entry) {
      if entry.sentAt + (hasAnswered ? timer.limit : Self.patience) <= now {
        end(entry, number, now, &expired)
      } else {
        rest.append(entry)
      }
    }
    lanes[lane].patient = rest
  }

  /// When the oldest probe expires.
  func nextDeadline(lane: Int) -> Int64? {
    guard !isOver, lanes.indices.contains(lane) else { return nil }
    var deadline = lanes[lane].first.map { $0.sentAt + timer.limit }
    for entry in lanes[lane].patient {
      let end = entry.sentAt + (hasAnswered ? timer.limit : Self.patience)
      deadline = min(deadline ?? end, end)
    }
    return deadline
  }

  func isUnderWay(_ entry: SweepLane.Entry) -> Bool {
    let index = Int(entry.index)
    // The same port may be asked as often once more, after that one was answered or not sent.
    guard sentAt[index] == entry.sentAt else { return false }
    if entry.attempt == 0 { return marks[index] & Self.isControlled != 0 }
    return marks[index] & Self.isInFlight != 0 && tries[index] == entry.attempt
  }

  private mutating func end(
    _ entry: SweepLane.Entry,
    _ number: Int,
    _ now: Int64,
    _ expired: inout [PortSweep.Probe]
  ) {
    let index = Int(entry.index)
    inFlight -= 1
    expired.append(probe(entry, number))
    if entry.attempt == 0 {
      marks[index] &= ~Self.isControlled
      epoch.controls += 1
      epoch.lostControls += 1
      loss.control(isLost: true)
      return count(now)
    }
    marks[index] &= ~Self.isInFlight
    if marks[index] & Self.isSuspected != 0 {
      suspected -= 1
      marks[index] &= ~Self.isSuspected
    }
    if entry.attempt == 1 { silentCount += 1 }
    var isSample = false
    if marks[index] & Self.isSampled != 0 {
      marks[index] &= ~Self.isSampled
      sampled(isLost: false, now)
    } else if entry.attempt == 1 {
      isSample = suspect(index, now)
    }
    if isSample { ask(again: index) } else { silent[min(16, Int(entry.attempt))].append(index) }
    count(now)
  }

  /// Finds first tries that are late while later ones are answered, and repeats some of them at once
  /// to measure loss at the present window.
  private mutating func examine(
    _ now: Int64,
    lane: Int,
    number: Int,
    _ expired: inout [PortSweep.Probe]
  ) {
    guard hasAnswered, timer.isKnown, !isFragile else { return }
    let late = timer.suspicion
    var place = max(lanes[lane].head, lanes[lane].examined)
    while place < lanes[lane].entries.count {
      let entry = lanes[lane].entries[place]
      guard entry.sentAt < latestAnswered, entry.sentAt + late <= now else { break }
      place += 1
      let index = Int(entry.index)
      guard entry.attempt > 0, isUnderWay(entry), marks[index] & Self.isSuspected == 0 else {
        continue
      }
      guard entry.attempt == 1, suspect(index, now) else {
        marks[index] |= Self.isSuspected
        suspected += 1
        continue
      }
      inFlight -= 1
      expired.append(probe(entry, number))
      marks[index] &= ~Self.isInFlight
      silentCount += 1
      ask(again: index)
    }
    lanes[lane].examined = place
  }

  /// Counts a late first try; returns whether to repeat it at once: the first four of each epoch, then
  /// one in sixteen.
  private mutating func suspect(_ index: Int, _ now: Int64) -> Bool {
    guard marks[index] & Self.isSuspected == 0, sentAt[index] >= epoch.since else { return false }
    epoch.suspects += 1
    epoch.judged += 1
    window.suspect(epoch.suspects, of: epoch.judged, until: now + 2 * timer.suspicion)
    return hasAnswered && options.mostTries > 1
      && (epoch.suspects <= 4 || epoch.suspects.isMultiple(of: 16))
  }

  private mutating func ask(again index: Int) {
    marks[index] |= Self.isSampled
    samples.append(index)
  }
}
