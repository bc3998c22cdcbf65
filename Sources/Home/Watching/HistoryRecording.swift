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
  private var unsaved = UnsavedHistory()
  /// Since when the clock has been behind what is recorded; by that clock.
  private var behindSince: Timestamp?
  /// The slots that the user forgot since the last recording.
  var forgotten: Set<Int> = []
  /// The merges and splits since then.
  var identities: [IdentityNews] = []
  /// This machine's network, where it was read since the last recording: what was read once need not
  /// stand.
  var facts: HomeFacts?
  private var servers = HeardDHCPServers()
  /// Whether the user paused the watch, where that may have changed since the last recording.
  ///
  /// A watch starts without a pause, whatever the history says.
  var isPaused: Bool? = false
  private var sampler = RoundTripSampler()
  /// The devices that the present sweep should find.
  private var expected: Set<Int> = []
  private var samples: [Int: [RoundTripSample]] = [:]
  private var silences = SilenceRecording()

  /// What is stored: what a recorder goes on with.
  struct Stored: Sendable {
    var profiles: [Int: DeviceProfile]
    var transitions: [PresenceTransition]
    var changes: [HomeChange]
    var heartbeat: Timestamp?
    var greatestSlot: Int?
    var silences: [Int: SilenceModel]

    /// The kinds of change that a recorder has to know of.
    private static let kinds: Set<HomeChange.Kind> = [
      .left, .returned, .newStation, .routeChanged, .resolverChanged, .dhcpServerAppeared,
      .ownNetworkLost, .ownNetworkBack, .watchPaused, .watchResumed,
    ]

    /// A slot that nothing is kept of, nor of any after it.
    var firstFreeSlot: Int { greatestSlot.map { $0 + 1 } ?? 0 }

    /// Reads the end of a history.
    init(_ store: any HistoryStore, now: Timestamp) throws(StoreError) {
      let stopped = try store.lastHeartbeat()
      // A board without a battery may begin long before that.
      let end = max(now, stopped ?? now)
      profiles = try store.profiles(at: end)
      transitions = try store.presence(of: nil, from: end, to: end)
      changes = try store.changes(
        ChangeQuery(kinds: Self.kinds, limit: ChangeQuery.mostChanges)
      )
      heartbeat = stopped
      greatestSlot = try store.greatestSlot()
      silences = try store.silences().compactMapValues { SilenceModel(blob: $0) }
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
    unsaved = UnsavedHistory()
    // What was measured so far is of slots that are other devices' by now.
    sampler = RoundTripSampler()
    (expected, forgotten, samples) = ([], [], [:])
    silences = SilenceRecording(stored.silences)
  }

  /// How long a clock that is behind is not believed, in milliseconds.
  private static let longestBehind: Int64 = 30 * 60_000

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

  /// Takes what was heard of a DHCP server.
  mutating func take(_ server: DHCPServer, at address: IPAddress, time: Timestamp) {
    servers.take(server, at: address, time: time)
  }

  /// The sweep is complete, and the inventory knows whom it found.
  mutating func endSweep(of inventory: Inventory, now: Timestamp) {
    // Where the link failed, silence says nothing of the devices.
    let blind = inventory.blindSlots
    let measured = sampler.samples(
      at: now,
      slots: inventory.slots,
      seen: inventory.seenSlots,
      expected: expected.subtracting(blind)
    )
    samples = measured.filter { !blind.contains($0.key) }
    samples.merge(
      RoundTripSampler.unknown(at: now, expected: expected.intersection(blind))
    ) { $1 }
  }

  // MARK: Recording

  /// Records what changed in the inventory since the last time, and that the watch goes on.
  ///
  /// The changes take their numbers from the inventory's log. While the clock is behind, only what users
  /// did is recorded: they wait for the number of the change, by which it can be undone. `isLast` says
  /// that no other recording follows.
  mutating func record(_ inventory: inout Inventory, at now: Timestamp, isLast: Bool = false) {
    guard recorder != nil else { return }
    let last = recorder?.lastTime
    if isBehind(now, last) { return recordBehind(&inventory) }
    guard var recorder else { return }
    // While it is changed, nobody else may hold it, or all of it would be copied.
    self.recorder = nil
    var input = inventory.historyInput(after: cursor, for: recorder)
    input.forgotten = forgotten
    input.identities = identities
    if let facts { input.home = servers.added(to: facts, at: now) }
    input.isPaused = isPaused
    input.samples = samples
    var seq = inventory.log.seq
    var batch = recorder.record(input, at: now, seq: &seq)
    batch.silences = silences.changes(
      in: inventory,
      at: now,
      isLast: isLast,
      afterEditsOf: Set(identities.flatMap { [$0.slot, $0.other] })
    )
    inventory.advanceLog(to: seq)
    cursor = inventory.log.cursor
    self.recorder = recorder
    (forgotten, identities, samples, facts, isPaused) = ([], [], [:], nil, nil)
    unsaved.add(batch)
  }

  /// Records merges, splits and what was forgotten; the rest waits for the clock.
  private mutating func recordBehind(_ inventory: inout Inventory) {
    guard !identities.isEmpty || !forgotten.isEmpty, var recorder else { return }
    self.recorder = nil
    var input = inventory.historyInput(after: cursor, for: recorder)
    input.forgotten = forgotten
    input.identities = identities
    var seq = inventory.log.seq
    let batch = recorder.recordBehind(input, seq: &seq)
    inventory.advanceLog(to: seq)
    self.recorder = recorder
    (forgotten, identities) = ([], [])
    if let batch { unsaved.add(batch) }
  }

  /// Whether the clock is behind what was recorded, so that nothing can be: it would come before that.
  ///
  /// A board without a battery begins in 1970, or when it was last shut down, until its clock is set. If
  /// that does not happen, it was the earlier clock that was wrong.
  private mutating func isBehind(_ now: Timestamp, _ last: Timestamp?) -> Bool {
    guard let last, now < last else {
      behindSince = nil
      return false
    }
    if now < ClockCorrection.earliest, last >= ClockCorrection.earliest { return true }
    let since = behindSince.map { min($0, now) } ?? now
    behindSince = since
    return now.elapsed(since: since) < Self.longestBehind
  }

  /// Whether more waits to be stored than that the watch goes on.
  var hasNews: Bool { unsaved.batch.map { !$0.isEmpty } ?? false }

  /// The changes that wait to be stored, ascending by number.
  var unsavedChanges: [HomeChange] { unsaved.batch?.changes ?? [] }

  /// Takes out what is recorded and not stored, to be stored.
  mutating func takeUnsaved() -> HistoryBatch? { unsaved.take() }

  /// Drops changes that are not stored yet, by their numbers.
  mutating func withdraw(_ numbers: Set<UInt64>) { unsaved.withdraw(numbers) }

  /// Drops what is recorded and not stored of forgotten devices.
  mutating func dropUnsaved(of slots: Set<Int>) { unsaved.forget(slots) }

  /// Puts back what could not be stored.
  mutating func putBack(_ batch: HistoryBatch) { unsaved.putBack(batch) }
}
