import Model

extension HistoryRecorder {
  /// Records that nobody watched since the last recording, if that is so; whether it is.
  ///
  /// The machine slept, the program did not run, or the clock was set forward: until now, nobody knows
  /// who was there.
  mutating func recordPause(_ output: inout HistoryOutput) -> Bool {
    guard let lastTime, output.now.elapsed(since: lastTime) > Self.longestPause else {
      return false
    }
    for slot in slots { change(slot, to: .unknown, since: lastTime, &output) }
    return true
  }

  /// Records that the user paused the watch, or that it goes on.
  mutating func recordWatching(isPaused: Bool?, _ output: inout HistoryOutput) {
    guard let isPaused, isPaused != (pausedSince != nil) else { return }
    if let since = pausedSince {
      let pause = max(0, output.now.elapsed(since: since)) / 1000
      output.add(.watchResumed, was: String(pause), sources: [.user])
      pausedSince = nil
    } else {
      output.add(.watchPaused, sources: [.user])
      pausedSince = output.now
    }
  }

  /// Records the present state of a slot where it is another.
  mutating func updatePresence(
    _ slot: Int,
    seen: Timestamp? = nil,
    since stated: Timestamp? = nil,
    _ output: inout HistoryOutput
  ) {
    guard let record = records[slot] else { return }
    let now = output.now
    let seen = seen.map { min($0, now) } ?? record.lastSeen
    // A clock that was ahead may have given later times.
    let lastSeen = record.lastSeen > now ? seen : max(record.lastSeen, seen)
    let state = network.isLost && !record.profile.isSelf ? .unknown : record.reported
    defer { update(slot) { $0.lastSeen = lastSeen } }
    guard state != record.presence else { return }
    var since = now
    switch state {
    case .present, .unknown: break
    case .away, .asleep:
      // It began with its silence, unless nobody could have heard it then.
      if record.presence != .unknown || lastSeen > record.since { since = lastSeen }
    }
    // One that began before what is recorded says nothing of the time in between.
    if let stated, stated > record.since, stated <= now { since = stated }
    change(slot, to: state, since: since, &output)
    switch state {
    case .present, .asleep:
      if state == .present, record.hasLeft { tellReturn(of: record, slot, &output) }
      update(slot) {
        $0.lastKnown = state
        $0.isLeaving = false
        if state == .present { $0.hasLeft = false }
      }
    case .away:
      update(slot) {
        // One that was away when nobody could tell has not left just now.
        if $0.lastKnown == .away { $0.hasLeft = true } else if !$0.hasLeft { $0.isLeaving = true }
        $0.lastKnown = .away
      }
    case .unknown: break
    }
  }

  /// Tells that a device left, once it was silent for long enough to have left.
  mutating func tellLeaving(_ slot: Int, _ output: inout HistoryOutput) {
    guard let record = records[slot], record.isLeaving, record.presence == .away,
      output.now.elapsed(since: record.lastSeen) >= Self.shortestAbsence,
      mayRecord(record, at: output.now)
    else { return }
    noteRecorded(1, of: slot, at: output.now)
    update(slot) {
      $0.isLeaving = false
      $0.hasLeft = true
    }
    output.add(
      .left,
      of: slot,
      called: record.profile.spokenName,
      was: record.lastSeen.description
    )
  }

  private func tellReturn(of record: SlotRecord, _ slot: Int, _ output: inout HistoryOutput) {
    let isKnown = record.lastSeen.milliseconds > 0
    let absence = output.now.elapsed(since: record.lastSeen)
    guard absence >= Self.shortestAbsence else { return }
    output.add(
      .returned,
      of: slot,
      called: record.profile.spokenName,
      was: isKnown ? String(absence / 1000) : nil,
      sources: record.observed?.addressSources ?? []
    )
  }

  /// Ends what was recorded of devices that were never seen.
  mutating func endUnseen(_ slots: Set<Int>, _ output: inout HistoryOutput) {
    claims.remove(slots)
    for slot in slots.sorted() where records[slot] != nil {
      endPresence(of: slot, &output)
      records[slot] = nil
      output.add(version: nil, of: slot)
    }
  }

  /// Records that nothing more is known of a slot's device: else its last state would go on.
  mutating func endPresence(of slot: Int, _ output: inout HistoryOutput) {
    change(slot, to: .unknown, since: output.now, &output)
  }

  /// Records a transition, later than the one before it; but who was taken to be asleep and turns out to
  /// be away was so from the beginning, and the one replaces the other.
  private mutating func change(
    _ slot: Int,
    to state: PresenceState,
    since: Timestamp,
    _ output: inout HistoryOutput
  ) {
    guard let record = records[slot], record.presence != state else { return }
    var since = min(since, output.now)
    // What a clock that was ahead recorded is left behind.
    if record.since < output.now, since <= record.since {
      let replaces = record.presence == .asleep && state == .away
      since = replaces ? record.since : record.since.advanced(by: 1)
    }
    update(slot) {
      $0.presence = state
      $0.since = since
    }
    output.add(state, of: slot, since: since)
  }
}
