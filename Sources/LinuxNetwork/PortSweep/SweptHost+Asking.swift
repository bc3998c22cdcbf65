extension SweptHost {
  /// Probes a second to a host that has not answered, at most: slowly until a first answer is due,
  /// then 1,000 a second, doubled each 100 ms up to this.
  private static let mostSilentRate = 12_500.0
  /// Probes before a host's first answer: while its MAC is unknown the kernel queues few packets, and
  /// only queued ones end in EHOSTUNREACH.
  private static let mostUnknown = 64
  /// How long they wait before the others follow.
  private static let unknownTime: Int64 = 1_100_000_000
  /// Probes a second before the first answer.
  private static let unknownRate = 250.0
  /// One wake-up may send what the pace permits in this time, in seconds, but at least two probes.
  private static let burstTime = 0.0005
  /// A fragile device's probes a second.
  private static let fragileRate = 50.0
  /// If few ports answer, one probe in this many goes to a port that is known to answer.
  private static let controlEach = 48
  /// How many first probes wait for EHOSTUNREACH.
  private static let mostPatient = 4

  /// Appends the probes due now to `batch`; returns how many.
  mutating func next(
    _ now: Int64,
    lane: Int,
    number: Int,
    limit: Int,
    into batch: inout [PortSweep.Probe]
  ) -> Int {
    wakeAt = nil
    guard !isOver else { return 0 }
    guard now >= pausedUntil else {
      wakeAt = pausedUntil
      return 0
    }
    var room = min(limit, hasAnswered ? Int(window.size) - inFlight + suspected : .max)
    room = min(room, max(0, paced(now)))
    var taken = 0
    while taken < room, let (index, attempt) = nextPort() {
      let entry = SweepLane.Entry(index: UInt32(index), attempt: attempt, sentAt: now)
      if attempt == 0 {
        marks[index] |= Self.isControlled
      } else {
        marks[index] |= Self.isInFlight
        tries[index] = attempt
      }
      sentAt[index] = now
      if !hasAnswered, attempt == 1, index < Self.mostPatient {
        lanes[lane].patient.append(entry)
      } else {
        lanes[lane].append(entry)
      }
      batch.append(probe(entry, number))
      taken += 1
    }
    inFlight += taken
    tokens -= Double(taken)
    return taken
  }

  /// How many more the pace allows.
  private mutating func paced(_ now: Int64) -> Int {
    var rate = Self.fragileRate
    if hasAnswered, !isFragile {
      // If few ports answer, probes stay in flight until they time out.
      return pacedByWindow(window.pace(roundTrip: isQuiet ? timer.limit : timer.smoothed), now)
    }
    if !isFragile {
      if now - beganAt < Self.unknownTime, fresh >= Self.mostUnknown {
        wakeAt = beganAt + Self.unknownTime
        tokensAt = wakeAt ?? now
        return 0
      }
      let doublings = min(4, max(0, now - beganAt - Self.unknownTime) / 100_000_000)
      rate = min(Self.mostSilentRate, 1000 * Double(1 << doublings))
      if now - beganAt < Self.unknownTime { rate = Self.unknownRate }
    }
    // What one wake-up may send at once.
    let most = isFragile ? 1 : max(SweepWindow.first, rate / 40)
    tokens = min(most, tokens + Double(max(0, now - tokensAt)) / 1e9 * rate)
    tokensAt = now
    if tokens < 1 {
      // A batch is cheaper than one at a time.
      let wanted = isFragile ? 1 : max(1, rate / 1000)
      wakeAt = now + Int64((wanted - tokens) / rate * 1e9) + 1
    }
    return Int(max(0, tokens))
  }

  private mutating func pacedByWindow(_ rate: Double, _ now: Int64) -> Int {
    let most = max(2, rate * Self.burstTime)
    tokens = min(most, tokens + Double(max(0, now - tokensAt)) / 1e9 * rate)
    tokensAt = now
    if tokens < 1, Int(window.size) > inFlight - suspected {
      wakeAt = now + Int64((max(1, most / 2) - tokens) / rate * 1e9) + 1
    }
    return Int(tokens)
  }

  /// The port that is to be asked next.
  private mutating func nextPort() -> (index: Int, attempt: UInt8)? {
    while let index = samples.popFirst() {
      if isSilent(index) { return (index, tries[index] + 1) }
    }
    sinceControl += 1
    if sinceControl >= Self.controlEach, let index = control() { return (index, 0) }
    if let usualPorts {
      while fresh < ports.count, !usualPorts.contains(ports[fresh]) { fresh += 1 }
    }
    if fresh < ports.count {
      fresh += 1
      return (fresh - 1, 1)
    }
    for made in 1..<16 where !silent[made].isEmpty {
      guard needs(tries: made) else { continue }
      while let index = silent[made].popFirst() {
        if isSilent(index), Int(tries[index]) == made { return (index, UInt8(made + 1)) }
      }
    }
    return nil
  }

  private func isSilent(_ index: Int) -> Bool {
    reasons[index] == nil && marks[index] & Self.isInFlight == 0
  }

  /// A port that answered, for another probe that measures loss; `nil` if other probes show it.
  private mutating func control() -> Int? {
    guard !isFragile, silentCount > 0 || options.mostTries == 1, !responsive.isEmpty,
      options.mostTries == 1 || 8 * loss.answered < silentCount
    else { return nil }
    sinceControl = 0
    // Any of them, in turn.
    let index = Int(responsive[loss.controls % responsive.count])
    return marks[index] & (Self.isInFlight | Self.isControlled) == 0 ? index : nil
  }

  /// Whether a port needs another try after `made` silent ones.
  mutating func needs(tries made: Int) -> Bool {
    guard made < options.mostTries else { return false }
    neededAge -= 1
    if neededAge <= 0 {
      neededAge = 64
      neededTries = triesNeeded()
    }
    return made < neededTries
  }

  /// The least number of tries that makes the miss rate small enough.
  private func triesNeeded() -> Int {
    let made = (1..<17).first { !silent[$0].isEmpty } ?? 1
    for tries in 2..<16
    where loss.expectedMissRate(tries: tries, made: made, silent: silentCount)
      <= options.mostMissRate
    {
      return tries
    }
    return 16
  }

  /// Whether nothing is in flight and no further probe is needed.
  var isFinished: Bool {
    mutating get {
      if isOver { return true }
      guard inFlight == 0, fresh == ports.count, samples.isEmpty else { return false }
      neededAge = 0
      return !(1..<16).contains { !silent[$0].isEmpty && needs(tries: $0) }
    }
  }
}

extension SweptHost {
  /// The expected share of open ports that are missed: 0 without ports to probe; `nil` if the host
  /// is unreachable or could not be probed.
  public var expectedMissRate: Double? {
    guard absence == nil, failure == nil else { return nil }
    guard !ports.isEmpty else { return 0 }
    let silentPorts = tries.indices.lazy.filter { reasons[$0] == nil && isWanted($0) }
    let count = silentPorts.reduce(0) { count, _ in count + 1 }
    guard count > 0 else { return tries.isEmpty ? 1 : 0 }
    let made = Int(silentPorts.map { tries[$0] }.min() ?? 0)
    guard made > 0 else { return partialMissRate }
    return loss.expectedMissRate(tries: made, made: made, silent: count)
  }

  /// The same if some ports were not probed at all, which count as missed.
  private var partialMissRate: Double {
    var sum = 0.0
    var count = 0
    let chances = (0...16).map { loss.missRate(tries: $0, made: 2) }
    for index in tries.indices where isWanted(index) {
      count += 1
      if reasons[index] == nil { sum += chances[min(16, Int(tries[index]))] }
    }
    return count == 0 ? 0 : sum / Double(count)
  }

  /// The number of tries after which a silent port counts as filtered, given the permitted miss
  /// rate; `nil` if the loss is too high for any number.
  public var triesForFiltered: Int? {
    let silent = tries.indices.lazy.filter { reasons[$0] == nil && tries[$0] > 0 }
    let count = silent.reduce(0) { count, _ in count + 1 }
    let made = Int(silent.map { tries[$0] }.min() ?? 0)
    guard made > 0 else { return nil }
    return (1...16).first {
      loss.expectedMissRate(tries: $0, made: made, silent: count) <= options.mostMissRate
    }
  }

  /// Whether a port is one that is asked, or was before the host turned out to be a fragile device.
  private func isWanted(_ index: Int) -> Bool {
    tries[index] > 0 || usualPorts?.contains(ports[index]) ?? true
  }

  /// The share of tries that the path loses, there and back; `nil` where nothing shows it.
  public var measuredLoss: Double? {
    guard loss.isMeasured else { return nil }
    let made = tries.indices.lazy.filter { reasons[$0] == nil }.map { tries[$0] }.min()
    return loss.loss(tries: made.map { max(2, Int($0)) })
  }

  /// Ports that are settled, or silent at least once.
  var progressCount: Int {
    if isOver { return portCount }
    return max(0, min(portCount, loss.answered + silentCount))
  }
}
