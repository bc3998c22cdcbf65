import Model
import Networking
import Wire
@testable import Discovery
@testable import Home

/// The inventory as the watch drives it, with its recording: what recognises devices, too.
struct InventoryWatch: YearWatch {
  var state = WatchState()
  var recording = HistoryRecording()
  /// The slots at which link addresses were seen last.
  var slots: [MACAddress: Int] = [:]
  /// What the user is asked, by the slots of new and known devices, as it was last noted.
  var asked: [Int: Int] = [:]
  var recognitions: [Recognition] = []
  /// What the present round found.
  private var picture: (devices: [RecognisableDevice], time: Timestamp)?
  /// The link addresses of which the slots' memories know.
  private var remembered: [Int: MACAddress] = [:]
  /// The slots of devices that this machine could not look for since they were seen.
  var blinded: Set<Int> = []
  private(set) var wronglyLearned = 0

  /// The states that were told last.
  private var told: [Int: PresenceState] = [:]

  init() {}

  var silences: [Int: SilenceModel] { state.inventory.entries.mapValues(\.tracker.silences) }

  var devices: [StoredDevice] {
    state.inventory.entries.values.filter(\.isStored).map(\.stored)
  }

  func slot(of appearance: Appearance) -> Int? {
    slots[appearance.mac].flatMap { state.inventory.entries[$0] == nil ? nil : $0 }
  }

  func state(of slot: Int) -> PresenceState? { state.inventory.entries[slot]?.tracker.state }

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
    picture = nil
    blindAll()
  }

  // MARK: Sweeps

  /// In the order of `HomeWatch`: round, sweep, what is recorded of it, who is recognised.
  mutating func sweep(
    _ sightings: [Sighting],
    hasFailed: Bool,
    isOwnFault: Bool,
    at now: Timestamp
  ) {
    recording.beginSweep(of: state.inventory) { _ in true }
    state.inventory.beginRound(at: now) { _ in true }
    let before = blinded.sorted().compactMap { state.inventory.entries[$0] }
    // A device with another link address is seen before it is asked what it is.
    let strangers = Set(sightings.map(\.appearance.mac).filter { slots[$0] == nil })
    if !strangers.isEmpty {
      let first = sightings.map { sighting in
        let isKnown = !strangers.contains(sighting.appearance.mac)
        return sighting.appearance.picture(at: now, isAsked: isKnown)
      }
      look(at: first, now)
    }
    look(at: sightings.map { $0.appearance.picture(at: now, isAsked: true) }, now)
    for entry in before where state.inventory.seenSlots.contains(entry.slot) {
      let silences = state.inventory.entries[entry.slot]?.tracker.silences
      if silences != entry.tracker.silences { wronglyLearned += 1 }
      blinded.remove(entry.slot)
    }
    let failure = SourceFailure(source: .neighbours, interface: "", failure: .noDescriptors)
    let links = SweptLinks(failures: hasFailed ? [failure] : [])
    state.inventory.completeSweep(at: now, over: links) { _ in true }
    let oldest = Timestamp(milliseconds: now.milliseconds - longestAbsence)
    state.inventory.dropExpired(seenBefore: oldest) { _ in true }
    for sighting in sightings { remember(sighting, at: now) }
    recording.endSweep(of: state.inventory, now: now)
    reviewRotations(at: now)
    if isOwnFault { blindAll(but: state.inventory.seenSlots) }
  }

  /// Shows the inventory what the round has found until now.
  private mutating func look(at devices: [RecognisableDevice], _ time: Timestamp) {
    picture = (devices, time)
    let seen = Set(devices.flatMap(\.device.addresses))
    let view = RoundView(
      firstSeen: { seen.contains($0) ? time : nil },
      shown: { seen.contains($0) ? time : nil },
      hasLinkAddresses: { _ in true },
      sweptAt: time,
      isSweeping: false
    )
    state.inventory.take(devices, in: view)
  }

  /// The same as `WatchState.matchAgain()`, which knows of no round here.
  mutating func matchAgain() {
    if let picture { look(at: picture.devices, picture.time) }
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
    let before = state.inventory.entries[slot]?.tracker.silences
    state.inventory.update(slot) { entry in
      entry.tracker.see(at: now)
      entry.lastSeen = max(entry.lastSeen, now)
    }
    guard blinded.remove(slot) != nil else { return }
    if state.inventory.entries[slot]?.tracker.silences != before { wronglyLearned += 1 }
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

  mutating func loseNetwork(at now: Timestamp) {
    state.loseNetwork(now: now)
    picture = nil
    blindAll()
  }

  mutating func suspend(since time: Timestamp, now: Timestamp) {
    state.suspend(since: time, now: now)
    picture = nil
    blindAll()
  }

  mutating func correct(_ correction: ClockCorrection) {
    state.correct(correction)
    picture = nil
  }

  private mutating func blindAll(but seen: Set<Int> = []) {
    blinded.formUnion(state.inventory.entries.keys.filter { !seen.contains($0) })
  }

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
