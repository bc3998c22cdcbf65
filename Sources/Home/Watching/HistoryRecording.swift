import Discovery
import Model
import Networking
import Wire

/// What a watch records of its home's history, and what of it is not stored yet.
struct HistoryRecording: Sendable {
  /// `nil` until the stored history was read: what is recorded goes on with it.
  private(set) var recorder: HistoryRecorder?
  /// Up to where the inventory's log was read.
  private var cursor: ChangeCursor?
  /// What is recorded and not stored, oldest first.
  private(set) var unsaved: [HistoryBatch] = []
  /// The slots that the user forgot since the last recording.
  var forgotten: Set<Int> = []
  /// The merges and splits since then.
  var identities: [IdentityNews] = []
  /// This machine's network, once it was read.
  var facts: HomeFacts?
  private var sampler = RoundTripSampler()
  /// The devices that the present sweep should find.
  private var expected: Set<Int> = []
  private var samples: [Int: [RoundTripSample]] = [:]

  /// Batches that are kept while the store fails: a day and a half of one a minute, half a year of calm.
  private static let mostUnsaved = 2048

  /// What is stored: what a recorder goes on with.
  struct Stored: Sendable {
    var profiles: [Int: DeviceProfile]
    var transitions: [PresenceTransition]
    var changes: [HomeChange]
    var heartbeat: Timestamp?
    var greatestSlot: Int?

    /// The kinds of change that a recorder has to know of.
    private static let kinds: Set<HomeChange.Kind> = [
      .left, .returned, .newStation, .routeChanged, .resolverChanged, .dhcpServerAppeared,
      .ownNetworkLost, .ownNetworkBack,
    ]

    /// A slot that nothing is kept of, nor of any after it.
    var firstFreeSlot: Int { greatestSlot.map { $0 + 1 } ?? 0 }

    /// Reads the end of a history.
    init(_ store: any HistoryStore, now: Timestamp) throws(StoreError) {
      profiles = try store.profiles(at: now)
      transitions = try store.presence(of: nil, from: now, to: now)
      changes = try store.changes(
        ChangeQuery(kinds: Self.kinds, limit: ChangeQuery.mostChanges)
      )
      heartbeat = try store.lastHeartbeat()
      greatestSlot = try store.greatestSlot()
    }
  }

  /// Goes on with what is stored.
  mutating func resume(_ stored: Stored) {
    recorder = HistoryRecorder(
      profiles: stored.profiles,
      transitions: stored.transitions,
      changes: stored.changes,
      lastTime: stored.heartbeat
    )
    cursor = nil
    unsaved = []
  }

  // MARK: Sweeps

  /// A sweep begins that covers those devices.
  mutating func beginSweep(of inventory: Inventory, covering covers: (Device) -> Bool) {
    sampler = RoundTripSampler()
    expected = Set(
      inventory.entries.values.filter { entry in
        (entry.presence == .present || entry.presence == .asleep) && !entry.device.isSelf
          && covers(entry.device)
      }.map(\.slot)
    )
  }

  /// Takes an observation of the sweep.
  mutating func take(_ observation: Observation) { sampler.take(observation) }

  /// The sweep is complete, and the inventory knows whom it found.
  mutating func endSweep(of inventory: Inventory, hasFailed: Bool, now: Timestamp) {
    samples =
      hasFailed
      ? RoundTripSampler.unknown(at: now, expected: expected)
      : sampler.samples(
        at: now,
        slots: inventory.slots,
        seen: inventory.seenSlots,
        expected: expected
      )
  }

  // MARK: Recording

  /// Records what changed in the inventory since the last time, and that the watch goes on.
  ///
  /// The changes take their numbers from the inventory's log.
  mutating func record(_ inventory: inout Inventory, at now: Timestamp) {
    guard var recorder else { return }
    var input = inventory.historyInput(after: cursor, for: recorder)
    input.forgotten = forgotten
    input.identities = identities
    input.home = facts
    input.samples = samples
    var seq = inventory.log.seq
    let batch = recorder.record(input, at: now, seq: &seq)
    inventory.advanceLog(to: seq)
    cursor = inventory.log.cursor
    self.recorder = recorder
    (forgotten, identities, samples) = ([], [], [:])
    if batch.isEmpty, let last = unsaved.indices.last, unsaved[last].isEmpty {
      unsaved[last] = batch
    } else {
      unsaved.append(batch)
    }
    if unsaved.count > Self.mostUnsaved {
      unsaved.removeFirst(unsaved.count - Self.mostUnsaved)
    }
  }

  /// Those batches are stored.
  mutating func noteSaved(_ count: Int) { unsaved.removeFirst(min(count, unsaved.count)) }
}
