import Model
import Wire
@testable import Home

/// The presence trackers, the judge of sweeps and the recorder alone, which is fast enough for a year.
///
/// Devices are told apart by their link addresses, so each rotation makes another one, as if the
/// inventory recognised none.
struct TrackerWatch: YearWatch {
  private struct Entry: Sendable {
    let appearance: Appearance
    var tracker: PresenceTracker
    var context: PresenceTracker.Context
    var firstSeen: Timestamp
    var isNew: Bool
    var isRemoved = false
    /// Whether this machine could not look since it was seen.
    var isBlinded = false

    var canBeMissed: Bool {
      !isRemoved && tracker.state != .away && tracker.missed >= PresenceTracker.sweepsToMiss
    }
  }

  /// By slot.
  private var entries: [Entry] = []
  private var slots: [MACAddress: Int] = [:]
  private var judge = SweepJudge()
  private var recorder = HistoryRecorder()
  private var seq: UInt64 = 0
  private var hasBaseline = false
  /// The slots that the last sweep missed.
  private var silent: [Int] = []
  private var changed: Set<Int> = []
  private var removed: Set<Int> = []
  private var samples: [Int: [RoundTripSample]] = [:]
  private var transitions: [(slot: Int, state: PresenceState)] = []
  private(set) var wronglyLearned = 0

  init() {}

  var silences: [Int: SilenceModel] {
    Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0, $1.tracker.silences) })
  }

  func slot(of appearance: Appearance) -> Int? { slots[appearance.mac] }

  func state(of slot: Int) -> PresenceState? {
    entries.indices.contains(slot) ? entries[slot].tracker.state : nil
  }

  mutating func start(_ stored: HistoryRecording.Stored, at now: Timestamp) {
    recorder = HistoryRecorder(
      profiles: stored.profiles,
      transitions: stored.transitions,
      changes: stored.changes,
      lastTime: stored.heartbeat
    )
    judge = SweepJudge()
    silent = []
    transitions = []
    // As if all that was learned of silences had been stored; the inventory's watch stores it.
    for slot in entries.indices {
      let before = entries[slot].tracker
      entries[slot].tracker = PresenceTracker(
        .unknown,
        lastSeen: before.lastSeen,
        silences: before.silences
      )
      entries[slot].tracker.resume(at: now)
      entries[slot].isBlinded = true
    }
    changeAll()
  }

  private mutating func changeAll() {
    changed = Set(entries.indices.filter { !entries[$0].isRemoved })
  }

  private mutating func track(_ slot: Int, _ change: (inout PresenceTracker) -> Void) {
    let before = entries[slot].tracker.state
    change(&entries[slot].tracker)
    let state = entries[slot].tracker.state
    guard state != before else { return }
    changed.insert(slot)
    transitions.append((slot, state))
  }

  private mutating func see(_ slot: Int, at now: Timestamp) {
    guard entries[slot].isBlinded else { return track(slot) { $0.see(at: now) } }
    let before = entries[slot].tracker.silences
    track(slot) { $0.see(at: now) }
    if entries[slot].tracker.silences != before { wronglyLearned += 1 }
    entries[slot].isBlinded = false
  }

  // MARK: Sweeps

  mutating func sweep(
    _ sightings: [Sighting],
    hasFailed: Bool,
    isOwnFault: Bool,
    at now: Timestamp
  ) {
    let expected = entries.indices.filter { slot in
      let state = entries[slot].tracker.state
      return !entries[slot].isRemoved && (state == .present || state == .asleep)
    }
    samples = [:]
    var isSeen = [Bool](repeating: false, count: entries.count + sightings.count)
    for sighting in sightings {
      let slot = place(sighting.appearance, at: now)
      isSeen[slot] = true
      see(slot, at: now)
      if let ms = sighting.milliseconds {
        samples[slot] = [RoundTripSample(time: now, outcome: .answered(ms: ms))]
      }
    }
    complete(isSeen, hasFailed: hasFailed, at: now)
    if hasFailed {
      samples = RoundTripSampler.unknown(at: now, expected: Set(expected))
    } else {
      for slot in expected where !isSeen[slot] {
        samples[slot] = [RoundTripSample(time: now, outcome: .lost)]
      }
    }
    if isOwnFault {
      for slot in entries.indices where !isSeen[slot] { entries[slot].isBlinded = true }
    }
    hasBaseline = true
  }

  /// The slot of a device, which gets one where it is new.
  private mutating func place(_ appearance: Appearance, at now: Timestamp) -> Int {
    if let slot = slots[appearance.mac] { return slot }
    let slot = entries.count
    let category = appearance.device.verdict.category
    var context = PresenceTracker.Context()
    context.expectedSilence = category.expectedSilence(hasPrivateMAC: appearance.hasPrivateMAC)
    entries.append(
      Entry(
        appearance: appearance,
        tracker: PresenceTracker(.present, lastSeen: now),
        context: context,
        firstSeen: now,
        isNew: hasBaseline
      )
    )
    slots[appearance.mac] = slot
    changed.insert(slot)
    transitions.append((slot, .present))
    return slot
  }

  /// Decides what a sweep means; the same as `Inventory.completeSweep`.
  private mutating func complete(_ isSeen: [Bool], hasFailed: Bool, at now: Timestamp) {
    var covered: [Int] = []
    var away: [Int] = []
    var devices: [SweepJudge.Device] = []
    for slot in entries.indices where !entries[slot].isRemoved {
      let entry = entries[slot]
      // Whoever is away and silent says nothing, and nothing becomes of it but in a blind sweep.
      guard isSeen[slot] || entry.tracker.state != .away else {
        away.append(slot)
        continue
      }
      var context = entry.context
      context.loss = judge.loss
      covered.append(slot)
      devices.append(
        SweepJudge.Device(
          tracker: entry.tracker,
          context: context,
          isSeen: isSeen[slot],
          firstSeen: entry.firstSeen,
          isGateway: entry.appearance.device.isGateway,
          isHidden: hasFailed
        )
      )
    }
    let verdict = judge.complete(&devices, began: now, now: now)
    for (slot, device) in zip(covered, devices) { track(slot) { $0 = device.tracker } }
    if verdict == .blind || hasFailed {
      for slot in away { track(slot) { $0.loseSight(since: now, now: now) } }
    }
    silent = covered.filter { entries[$0].canBeMissed }
    for slot in away {
      let entry = entries[slot]
      guard entry.appearance.hasPrivateMAC,
        now.milliseconds - entry.tracker.lastSeen.milliseconds > longestAbsence,
        entries[slot].tracker.state == .away
      else { continue }
      entries[slot].isRemoved = true
      slots[entry.appearance.mac] = nil
      changed.remove(slot)
      removed.insert(slot)
    }
  }

  // MARK: Between sweeps

  mutating func hear(_ appearance: Appearance, at now: Timestamp) {
    guard let slot = slots[appearance.mac] else { return }
    see(slot, at: now)
  }

  mutating func checksDue(at now: Timestamp) -> [Int] {
    var due: [(at: Timestamp, slot: Int)] = []
    for slot in silent where entries[slot].canBeMissed {
      let context = context(of: slot)
      track(slot) { $0.review(at: now, in: context) }
      if let at = entries[slot].tracker.checkAt, at <= now { due.append((at, slot)) }
    }
    return due.sorted { ($0.at, $0.slot) < ($1.at, $1.slot) }.map(\.slot)
  }

  private func context(of slot: Int) -> PresenceTracker.Context {
    var context = entries[slot].context
    context.loss = judge.loss
    return context
  }

  mutating func endCheck(of slot: Int, _ outcome: CheckOutcome, at now: Timestamp) {
    let context = context(of: slot)
    entries[slot].tracker.beginCheck(at: now)
    switch outcome {
    case .answered: see(slot, at: now)
    case .silent: track(slot) { $0.missCheck(at: now, in: context) }
    case .spoiled: track(slot) { $0.spoilCheck(at: now) }
    }
  }

  mutating func loseNetwork(at now: Timestamp) { loseSight(since: now, now: now) }

  mutating func suspend(since time: Timestamp, now: Timestamp) { loseSight(since: time, now: now) }

  private mutating func loseSight(since time: Timestamp, now: Timestamp) {
    silent = []
    for slot in entries.indices where !entries[slot].isRemoved {
      track(slot) { $0.loseSight(since: time, now: now) }
      entries[slot].isBlinded = true
    }
  }

  mutating func correct(_ correction: ClockCorrection) {
    judge.forgetTimes()
    for slot in entries.indices where !entries[slot].isRemoved {
      let moved = correction.moved(entries[slot].tracker.lastSeen)
      let seen = min(moved, correction.now)
      track(slot) { $0.correct(lastSeen: seen, now: correction.now, moved: correction.moved) }
      entries[slot].firstSeen = min(entries[slot].firstSeen, correction.now)
    }
    changeAll()
  }

  // MARK: What is recorded

  mutating func takeTransitions() -> [(slot: Int, state: PresenceState)] {
    defer { transitions = [] }
    return transitions
  }

  mutating func record(_ facts: HomeFacts, at now: Timestamp) -> [HistoryBatch] {
    var input = HistoryInput()
    input.devices = changed.sorted().map { recorded($0) }
    input.removed = removed
    input.home = facts
    input.samples = samples
    let batch = recorder.record(input, at: now, seq: &seq)
    (changed, removed, samples) = ([], [], [:])
    return [batch]
  }

  private func recorded(_ slot: Int) -> RecordedDevice {
    let entry = entries[slot]
    let appearance = entry.appearance
    let lastSeen = entry.tracker.lastSeen
    var device = appearance.device
    device.firstSeen = entry.firstSeen
    device.lastSeen = lastSeen
    return RecordedDevice(
      InventoryDevice(
        device,
        presence: InventoryDevice.Presence(entry.tracker.state),
        slot: slot,
        isNew: entry.isNew
      ),
      remembering: appearance.facts.map { fact in
        Observation(time: lastSeen, source: .neighbours, subject: appearance.address, fact: fact)
      },
      probedAt: entry.firstSeen,
      presenceSince: entry.tracker.since
    )
  }
}
