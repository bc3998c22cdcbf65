import Home
import Model
import Monitoring
import Wire

/// A call to the store: what the operation of that number does, whatever was done before it.
struct TrialOperation: Sendable {
  /// What is handed to the store.
  enum Effect: Sendable {
    /// Devices that are kept or forgotten, with what undoes a merge.
    case write([StoredDevice], removing: [StoredDevice.Key], edits: StoredEditChange)
    /// A batch of the history.
    case append(HistoryBatch)
    /// A device that is forgotten, with its history, which is dropped in steps from then on.
    case forget(StoredDevice.Key)
    /// A batch of monitors and alerts.
    case commit(MonitorBatch)
  }

  let effect: Effect

  /// The operation of that number.
  ///
  /// Its changes are numbered from `firstSeq`; it has none where that is `nil`. If it is about monitors, it
  /// ends the incident that is `open`.
  init(_ number: Int, seed: UInt64, firstSeq: UInt64?, open: OpenIncident?) {
    guard (number + 1) % Self.guestStay != 0 else {
      effect = .forget(StoredDevice.Key(Self.guest(number)))
      return
    }
    guard !Self.removesGuestMonitor(number) else {
      effect = .commit(Self.removal(number))
      return
    }
    let drawn = Self.drawn(number, seed: seed)
    var generator = drawn.generator
    switch drawn.kind {
    case .record:
      let batch = Self.batch(number, firstSeq: firstSeq, using: &generator)
      effect = .append(batch)
    case .monitor:
      effect = .commit(Self.monitoring(number, ending: open, using: &generator))
    case .save:
      let count = Int.random(in: 1...4, using: &generator)
      let slots = (0..<Self.slots).shuffled(using: &generator).prefix(count)
      let devices = (slots + [Self.guest(number)]).map {
        Self.device(StoredDevice.Key($0), number)
      }
      effect = .write(devices, removing: [], edits: StoredEditChange())
    case .forget:
      let slot = StoredDevice.Key(Int.random(in: 0..<Self.slots, using: &generator))
      effect = .write([], removing: [slot], edits: StoredEditChange())
    case .merge:
      let slots = (0..<Self.slots).shuffled(using: &generator).map { StoredDevice.Key($0) }
      let kept = Self.device(slots[0], number)
      let edit = StoredEdit(
        seq: UInt64(number),
        time: Self.time(number),
        kind: .merged,
        isAutomatic: number.isMultiple(of: 2),
        kept: kept,
        other: Self.device(slots[1], number)
      )
      // Those of a while ago, if there were merges then.
      let old = max(number - 300, 0)..<max(number - 200, 0)
      let dropped = old.filter { Self.drawn($0, seed: seed).kind == .merge }.map { UInt64($0) }
      effect = .write(
        [kept],
        removing: [slots[1]],
        edits: StoredEditChange(added: edit, dropped: dropped)
      )
    }
  }

  /// When the operation of that number is done: ten minutes after the one before.
  static func time(_ number: Int) -> Timestamp {
    Timestamp(milliseconds: begin + Int64(number) * 600_000)
  }

  /// How long the trial's store keeps things: so short that a trial of some thousand operations sees
  /// all of it dropped.
  static let policy = HistoryPolicy(
    sampleDays: 2,
    hourlyDays: 4,
    dailyDays: 9,
    changeDays: 6,
    presenceDays: 6,
    backups: 3
  )

  /// How many devices the home has.
  static let slots = 12
  /// The most changes of one operation.
  static let mostChanges = 3

  /// After so many operations a guest is forgotten, and another one comes.
  static let guestStay = 200

  /// The slot of the guest at that operation, which no other device ever has.
  private static func guest(_ number: Int) -> Int { 100 + number / guestStay }

  /// A day's beginning.
  private static let begin: Int64 = 20_600 * 86_400_000

  // MARK: What is drawn

  private enum Kind { case record, monitor, save, forget, merge }

  private static func drawn(
    _ number: Int,
    seed: UInt64
  ) -> (kind: Kind, generator: TrialGenerator) {
    var generator = TrialGenerator(seed: seed, number: number)
    let kind: Kind =
      switch Int.random(in: 0..<100, using: &generator) {
      case ..<40: .record
      case ..<60: .monitor
      case ..<85: .save
      case ..<92: .forget
      default: .merge
      }
    return (kind, generator)
  }

  /// A device all of whose rows say which operation wrote them.
  private static func device(_ slot: StoredDevice.Key, _ number: Int) -> StoredDevice {
    let address = IPv4Address(10, 0, 0, UInt8(truncatingIfNeeded: slot))
    return StoredDevice(
      key: slot,
      identities: ["trial:\(slot)", "written:\(number)"],
      marks: Annotations(
        name: "Name \(number)",
        category: number.isMultiple(of: 2) ? .printer : nil,
        note: "note \(number)",
        isHidden: number.isMultiple(of: 3)
      ),
      firstSeen: time(0),
      lastSeen: time(number),
      isNew: number.isMultiple(of: 5),
      probedAt: time(number),
      observations: (0..<(4 + number % 12)).map { line in
        Observation(
          time: time(number),
          source: .mdns,
          subject: .v4(address),
          fact: .name("name-\(number)-\(line)")
        )
      }
    )
  }

  private static func batch(
    _ number: Int,
    firstSeq: UInt64?,
    using generator: inout TrialGenerator
  ) -> HistoryBatch {
    let now = time(number)
    var batch = HistoryBatch(time: now)
    let changes = Int.random(in: 0...mostChanges, using: &generator)
    let guest = guest(number)
    for index in 0..<changes {
      let drawn = Int.random(in: -1...slots, using: &generator)
      let slot = drawn == slots ? guest : drawn
      let kind = HomeChange.Kind.allCases.randomElement(using: &generator) ?? .left
      guard let firstSeq else { continue }
      batch.changes.append(
        HomeChange(
          seq: firstSeq + UInt64(index),
          time: now,
          slot: slot < 0 ? nil : slot,
          name: "Name \(number)",
          kind: kind,
          was: "\(number).\(index)",
          now: index == 0 ? nil : "now",
          reason: index == 1 ? .unproven : nil,
          sources: [.arp, .mdns]
        )
      )
    }
    let shuffled = (0..<slots).shuffled(using: &generator)
    for slot in shuffled.prefix(Int.random(in: 0...2, using: &generator)) {
      let state = PresenceState.allCases.randomElement(using: &generator) ?? .unknown
      batch.transitions.append(PresenceTransition(slot: slot, state: state, since: now))
    }
    if Bool.random(using: &generator), let slot = shuffled.last {
      batch.versions = [
        ProfileVersion(slot: slot, since: now, profile: profile(of: slot, using: &generator))
      ]
    }
    if Bool.random(using: &generator) {
      batch.versions.append(
        ProfileVersion(slot: guest, since: now, profile: profile(of: guest, using: &generator))
      )
    }
    // So many that they are not dropped at once.
    for second in (0..<10).reversed() {
      let state = PresenceState.allCases.randomElement(using: &generator) ?? .unknown
      let since = Timestamp(milliseconds: now.milliseconds - Int64(second) * 1000)
      batch.transitions.append(PresenceTransition(slot: guest, state: state, since: since))
    }
    for slot in Array(0..<slots) + [guest] {
      batch.samples[slot] = samples(of: slot, number, using: &generator)
      guard Int.random(in: 0..<6, using: &generator) == 0 else { continue }
      // Nothing where it is no longer known.
      batch.silences[slot] =
        number.isMultiple(of: 7)
        ? [] : [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: slot)]
    }
    return batch
  }

  /// One of few, so that texts come back; `nil` where the device was forgotten.
  private static func profile(
    of slot: Int,
    using generator: inout TrialGenerator
  ) -> DeviceProfile? {
    let variant = Int.random(in: 0..<5, using: &generator)
    guard variant > 0 else { return nil }
    return DeviceProfile(
      id: "trial:\(slot)",
      name: "Variant \(variant)",
      category: .smartHome,
      ip: "10.0.0.\(slot)",
      ports: ["\(variant)/tcp"]
    )
  }

  static func samples(
    of slot: Int,
    _ number: Int,
    using generator: inout TrialGenerator
  ) -> [RoundTripSample] {
    var samples: [RoundTripSample] = []
    func add(_ offset: Int64) {
      let outcome: RoundTripSample.Outcome =
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: .lost
        case 1: .unknown
        default: .answered(ms: Double(Int.random(in: 100...90_000, using: &generator)) / 1000)
        }
      let asked = Timestamp(milliseconds: time(number).milliseconds + offset)
      samples.append(RoundTripSample(time: asked, outcome: outcome))
    }
    let own = Int64(slot % 100) * 100
    add(own)
    if Bool.random(using: &generator) { add(20_000 + own) }
    // Of an hour that may be sealed by now, at a time that no other operation has.
    if Int.random(in: 0..<40, using: &generator) == 0, number > 200 {
      let hours = Int64.random(in: 1...26, using: &generator)
      add(-hours * 3_600_000 + 50_000 + Int64(number % 1000))
    }
    return samples
  }
}
