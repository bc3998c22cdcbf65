extension SweptHost {
  /// How long the first probes wait: the kernel gives ARP up after three seconds.
  private static let patience: Int64 = 3_700_000_000
  /// So many words that nobody is there, and none that somebody is, are believed.
  private static let enoughUnreachables = 3
  /// So many times this machine may be short of something in a row.
  private static let mostShortages = 200

  /// Takes an answer; says how many probes are over with it.
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
      heard(now)
      return 1
    }
    guard reasons[index] == nil else { return 0 }
    let wasInFlight = marks[index] & Self.isInFlight != 0
    if wasInFlight {
      marks[index] &= ~Self.isInFlight
      inFlight -= 1
      if probe.attempt == tries[index], reason.isAnswer { timer.measured(now - sentAt[index]) }
    } else {
      silentCount -= 1
    }
    if probe.attempt != tries[index] || !wasInFlight { timer.wasTooShort() }
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
        return (wasInFlight ? 1 : 0) + dropFlights()
      }
    }
    if marks[index] & Self.isSampled != 0 { sampled(isLost: reason.isAnswer) }
    heard(now)
    return wasInFlight ? 1 : 0
  }

  /// Whether nothing at all but *unreachable* was heard.
  private var isAlone: Bool { loss.answered == 0 }

  /// It can't be reached: what was not asked needs no asking.
  private mutating func giveUp(_ reason: PortReason) {
    absence = reason
    isOver = true
    for index in reasons.indices where reasons[index] == nil { reasons[index] = reason }
  }

  /// Forgets what is under way; says how much that was.
  private mutating func dropFlights() -> Int {
    defer { inFlight = 0 }
    return inFlight
  }

  private mutating func remember(_ index: Int, _ reason: PortReason) {
    // A reset port has nothing to log; an open one is asked again only while no closed one is known.
    if reason == .accepted, !responsive.isEmpty { return }
    if responsive.count == 1, let first = responsive.first, reasons[Int(first)] == .accepted {
      responsive = []
    }
    if responsive.count < 64 { responsive.append(UInt32(index)) }
  }

  private mutating func heard(_ now: Int64) {
    window.answered()
    epoch.answers += 1
    count(now)
  }

  private mutating func sampled(isLost: Bool) {
    epoch.samples += 1
    if isLost { epoch.lostSamples += 1 }
  }

  private mutating func count(_ now: Int64) {
    epoch.settled += 1
    if epoch.beganAt == 0 { epoch.beganAt = now }
    // So long that whatever was lost in it has been noticed.
    guard epoch.settled >= 64, now - epoch.beganAt >= timer.limit + timer.limit / 4 else { return }
    if let loss = epoch.loss {
      window.epoch(loss: loss, isQuiet: 4 * epoch.answers < epoch.settled)
      epoch = SweepEpoch()
    } else if epoch.settled > 64 * 64 {
      epoch = SweepEpoch()
    }
  }

  /// This machine was short of something.
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
      // Not asked: it is the next to be.
      tries[index] -= 1
      samples.append(index)
    }
    return 1
  }

  /// This machine can't ask that host.
  mutating func fail(_ failure: LocalFailure) -> Int {
    guard isActive, !isOver else { return 0 }
    self.failure = failure
    isOver = true
    return dropFlights()
  }

  /// Ends the waiting of those whose time is over.
  mutating func expire(
    _ now: Int64,
    lane: Int,
    number: Int,
    into expired: inout [PortSweep.Probe]
  ) {
    guard !isOver else { return }
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

  /// When the oldest probe's time is over.
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
    expired.append(
      PortSweep.Probe(host: number, index: index, port: ports[index], attempt: entry.attempt)
    )
    if entry.attempt == 0 {
      marks[index] &= ~Self.isControlled
      epoch.controls += 1
      epoch.lostControls += 1
      loss.control(isLost: true)
      return count(now)
    }
    marks[index] &= ~Self.isInFlight
    if entry.attempt == 1 { silentCount += 1 }
    if marks[index] & Self.isSampled != 0 {
      marks[index] &= ~Self.isSampled
      sampled(isLost: false)
    } else {
      epoch.suspects += 1
    }
    // The first few silent ports of each while, and one in sixteen of the others.
    if hasAnswered, options.mostTries > 1, entry.attempt == 1,
      epoch.suspects <= 4 || epoch.suspects.isMultiple(of: 16)
    {
      marks[index] |= Self.isSampled
      samples.append(index)
    } else {
      silent[min(16, Int(entry.attempt))].append(index)
    }
    count(now)
  }
}
