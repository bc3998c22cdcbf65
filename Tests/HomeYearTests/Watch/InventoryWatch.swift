import Model
import Networking
import Wire
@testable import Discovery
@testable import Home

/// The inventory as the watch drives it, with its recording: what recognises devices, too.
struct InventoryWatch: YearWatch {
  private var state = WatchState()
  private var recording = HistoryRecording()
  /// The slots at which link addresses were seen last.
  private var slots: [MACAddress: Int] = [:]
  /// The link addresses of which the slots' memories know.
  private var remembered: [Int: MACAddress] = [:]

  /// The states that were told last.
  private var told: [Int: PresenceState] = [:]

  /// Not counted: the inventory doesn't tell from where a tracker learned.
  var wronglyLearned: Int? { nil }

  init() {}

  func slot(of appearance: Appearance) -> Int? {
    slots[appearance.mac].flatMap { state.inventory.entries[$0] == nil ? nil : $0 }
  }

  mutating func start(_ stored: HistoryRecording.Stored, at now: Timestamp) {
    let before = state.inventory
    let kept = before.entries.values.filter(\.isStored)
    let numbers = SequenceReservation(epoch: 1, after: before.log.seq)
    state = WatchState(
      stored: kept.map(\.stored),
      log: ChangeLog(numbers),
      firstFreeSlot: stored.firstFreeSlot
    )
    // As a fold would make them of all that a real watch remembers.
    for entry in kept {
      state.inventory.update(entry.slot) {
        $0.device = entry.device
        $0.isConfirmed = entry.isConfirmed
      }
    }
    state.inventory.recall(stored.silences)
    recording = HistoryRecording()
    recording.resume(stored)
  }

  // MARK: Sweeps

  mutating func sweep(
    _ sightings: [Sighting],
    hasFailed: Bool,
    isOwnFault: Bool,
    at now: Timestamp
  ) {
    recording.beginSweep(of: state.inventory) { _ in true }
    state.inventory.beginRound(at: now) { _ in true }
    let picture = sightings.map { sighting in
      var device = sighting.appearance.device
      device.firstSeen = now
      device.lastSeen = now
      return RecognisableDevice(
        device: device,
        identities: sighting.appearance.identities,
        proven: [sighting.appearance.address]
      )
    }
    let seen = Set(sightings.map(\.appearance.address))
    let view = RoundView(
      firstSeen: { seen.contains($0) ? now : nil },
      shown: { seen.contains($0) ? now : nil },
      hasLinkAddresses: { _ in true },
      sweptAt: now,
      isSweeping: false
    )
    state.inventory.take(picture, in: view)
    for sighting in sightings { remember(sighting, at: now) }
    let failure = SourceFailure(source: .neighbours, interface: "", failure: .noDescriptors)
    let links = SweptLinks(failures: hasFailed ? [failure] : [])
    state.inventory.completeSweep(at: now, over: links) { _ in true }
    let oldest = Timestamp(milliseconds: now.milliseconds - longestAbsence)
    state.inventory.dropExpired(seenBefore: oldest) { _ in true }
    recording.endSweep(of: state.inventory, now: now)
  }

  private mutating func remember(_ sighting: Sighting, at now: Timestamp) {
    let appearance = sighting.appearance
    recording.take(
      Observation(
        time: now,
        source: .icmp,
        subject: appearance.address,
        fact: .answered(rttMs: sighting.milliseconds)
      )
    )
    guard let slot = state.inventory.slots[appearance.address] else { return }
    slots[appearance.mac] = slot
    guard remembered[slot] != appearance.mac else { return }
    remembered[slot] = appearance.mac
    let facts = appearance.facts.map { fact in
      Observation(time: now, source: .neighbours, subject: appearance.address, fact: fact)
    }
    state.inventory.remember(facts, of: slot, askedSince: now, now: now)
  }

  // MARK: Between sweeps

  mutating func hear(_ appearance: Appearance, at now: Timestamp) {
    guard let slot = slot(of: appearance) else { return }
    see(slot, at: now)
  }

  private mutating func see(_ slot: Int, at now: Timestamp) {
    state.inventory.update(slot) { entry in
      entry.tracker.see(at: now)
      entry.lastSeen = max(entry.lastSeen, now)
    }
  }

  mutating func checksDue(at now: Timestamp) -> [Int] {
    state.reviewPresence(now: now)
    return state.checksDue(now: now)
  }

  mutating func endCheck(of slot: Int, _ outcome: CheckOutcome, at now: Timestamp) {
    state.beginCheck(of: slot, now: now)
    switch outcome {
    case .answered: see(slot, at: now)
    case .silent: state.take(.swept, ofCheck: slot, now: now)
    case .spoiled: break
    }
    state.endCheck(of: slot, now: now)
  }

  mutating func loseNetwork(at now: Timestamp) { state.loseNetwork(now: now) }

  mutating func suspend(since time: Timestamp, now: Timestamp) {
    state.suspend(since: time, now: now)
  }

  mutating func correct(_ correction: ClockCorrection) { state.correct(correction) }

  // MARK: What is recorded

  mutating func takeTransitions() -> [(slot: Int, state: PresenceState)] {
    let states = state.inventory.entries.mapValues(\.tracker.state)
    defer { told = states }
    return states.filter { told[$0.key] != $0.value }.sorted { $0.key < $1.key }
      .map { (slot: $0.key, state: $0.value) }
  }

  mutating func record(_ facts: HomeFacts, at now: Timestamp) -> [HistoryBatch] {
    recording.facts = facts
    recording.record(&state.inventory, at: now)
    return recording.takeUnsaved().map { [$0] } ?? []
  }
}
