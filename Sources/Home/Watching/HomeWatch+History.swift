import Discovery
public import Model
import Networking

/// Recording what changes.
extension HomeWatch {
  /// Records what changed since the last time, and that the watch goes on.
  func recordHistory(isLast: Bool = false) {
    guard isLoaded, loadFailure == nil else { return }
    state.update()
    recording.record(&state.inventory, at: now(), isLast: isLast)
  }

  /// Waits until no part of the history is being stored.
  func historySaved() async {
    while let savingHistory { await savingHistory.value }
  }

  /// Stores what was recorded before the call; what can't be stored now is kept for the next time.
  func saveHistory() async {
    await historySaved()
    guard loadFailure == nil, let batch = recording.takeUnsaved() else { return }
    let saving = Task { await self.store(batch) }
    savingHistory = saving
    await saving.value
  }

  private func store(_ batch: HistoryBatch) async {
    let failure = await historyWriter.append(batch)
    savingHistory = nil
    if failure != nil { recording.putBack(batch) }
    let before = storage
    if let failure {
      storage.failure = failure
    } else if let historyFailure, storage.failure == historyFailure {
      storage = writer.state
    }
    historyFailure = failure
    if storage != before { noteChange() }
  }

  /// Records, stores, and looks after what is stored.
  func keepHistory() async {
    recordHistory()
    await saveHistory()
    guard loadFailure == nil else { return }
    await dropHistory(of: [])
    let failure = await historyWriter.maintain(options.history, now: now())
    let before = storage
    if let failure {
      storage.failure = failure
    } else if let upkeepFailure, storage.failure == upkeepFailure {
      storage = writer.state
    }
    upkeepFailure = failure
    if storage != before { noteChange() }
    beginBackup()
  }

  /// Makes the day's backup where it is due, beside everything else.
  private func beginBackup() {
    guard backup == nil else { return }
    backup = Task {
      let failure = await self.historyWriter.backUp(self.options.history, now: self.now())
      self.noteBackup(failure)
    }
  }

  private func noteBackup(_ failure: StoreError?) {
    backup = nil
    let before = (storage, backupFailure)
    switch failure {
    case .some(.unreadable), .some(.damaged):
      // Of the store, which is in a worse state than that it lacks a backup.
      storage.failure = failure
      backupFailure = nil
    default: backupFailure = failure
    }
    if (storage, backupFailure) != before { noteChange() }
  }

  /// Drops the history of those slots, and of those of which it could not be dropped before.
  ///
  /// Called once what was recorded of them is stored, so that nothing comes after it.
  func dropHistory(of slots: Set<Int>) async {
    undropped.formUnion(slots)
    guard !undropped.isEmpty else { return }
    let dropped = undropped
    recording.dropUnsaved(of: dropped)
    let result: Result<Void, StoreError> = await historyWriter.run { store throws(StoreError) in
      try store.forget(dropped)
    }
    let before = storage
    switch result {
    case .success:
      undropped.subtract(dropped)
      if let dropFailure, storage.failure == dropFailure { storage = writer.state }
      dropFailure = nil
    case .failure(let failure):
      storage.failure = failure
      dropFailure = failure
    }
    if storage != before { noteChange() }
  }

  /// What is stored of the history; of a store that fails, why.
  func storedHistory() async -> Result<HistoryRecording.Stored, StoreError> {
    let now = now()
    return await historyWriter.run { store throws(StoreError) in
      try HistoryRecording.Stored(store, now: now)
    }
  }
}

/// Reading it.
extension HomeWatch: HomeHistory {
  /// The changes that match, and where to go on.
  public func changes(_ query: HistoryQuery) async throws(WatchError) -> ChangePage {
    var changes = query.changes
    if let device = query.device {
      changes.slots = Set(try parts(of: device).map(\.slot))
    }
    let asked = changes
    let (found, last) = try await reading { store, _ throws(StoreError) in
      let found = try store.changes(asked)
      if let last = found.last { return (found, last.seq) }
      return (found, try asked.lastNumber(in: store))
    }
    // Of a store that could not be read, nothing at all says nothing.
    if last == 0, asked.before == nil, asked.until == nil, let failure = writer.state.failure {
      throw .notStored(failure.message)
    }
    let keepers = state.inventory.keepers
    let named = found.map { change in
      let slot = change.slot.map { state.inventory.entries[$0] == nil ? keepers[$0] ?? $0 : $0 }
      return NamedChange(change, device: slot.flatMap { state.inventory.entries[$0]?.id })
    }
    return ChangePage(
      changes: named,
      next: last,
      undoable: edits.undoable
    )
  }

  /// Every device that the home knew at that moment, in order of slot.
  public func devices(at time: Timestamp) async throws(WatchError) -> [PastDevice] {
    try await reading { store, heartbeat throws(StoreError) in
      HomeAtMoment.devices(
        profiles: try store.profiles(at: time),
        transitions: try store.presence(of: nil, from: time, to: time),
        at: time,
        heartbeat: heartbeat
      )
    }
  }

  /// A device's presence in that time, without gaps.
  public func presence(
    of id: String,
    from: Timestamp,
    to: Timestamp
  ) async throws(WatchError) -> [PresenceInterval] {
    let parts = try parts(of: id)
    return try await reading { store, heartbeat throws(StoreError) in
      var each: [[PresenceInterval]] = []
      for part in parts {
        let transitions = try store.presence(of: part.slot, from: from, to: to)
        each.append(part.intervals(of: transitions, from: from, to: to, heartbeat: heartbeat))
      }
      return PresenceIntervals.combined(each)
    }
  }

  /// Every device's presence in that time, in order of slot.
  public func presence(
    from: Timestamp,
    to: Timestamp
  ) async throws(WatchError) -> [DevicePresence] {
    let (transitions, heartbeat) = try await reading { store, heartbeat throws(StoreError) in
      let transitions = try store.presence(of: nil, from: from, to: to)
      return (Dictionary(grouping: transitions, by: \.slot), heartbeat)
    }
    return state.inventory.entries.values.sorted { $0.slot < $1.slot }.compactMap { entry in
      let own = entry.historyParts.filter { transitions[$0.slot] != nil }
      guard !own.isEmpty else { return nil }
      let each = own.map { part in
        part.intervals(
          of: transitions[part.slot] ?? [],
          from: from,
          to: to,
          heartbeat: heartbeat
        )
      }
      return DevicePresence(
        device: entry.id,
        name: entry.inventoryDevice.name,
        intervals: PresenceIntervals.combined(each)
      )
    }
  }

  /// A device's round trips and losses, in spans of `step` milliseconds.
  public func samples(
    of id: String,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) async throws(WatchError) -> [SamplePoint] {
    let parts = try parts(of: id)
    return try await reading { store, _ throws(StoreError) in
      var each: [[SamplePoint]] = []
      for part in parts {
        let end = part.end(before: to)
        guard from < end else { continue }
        each.append(try store.samples(of: part.slot, from: from, to: end, step: step))
      }
      return SamplePoint.combined(each)
    }
  }

  /// The slots whose history is a device's.
  private func parts(of id: String) throws(WatchError) -> [HistoryPart] {
    guard let slot = state.inventory.slot(of: id), let entry = state.inventory.entries[slot]
    else { throw .noSuchDevice(id) }
    return entry.historyParts
  }

  /// Reads what is stored, once what is recorded is stored, too.
  ///
  /// That the watch goes on is not stored each time: it is handed over as the history's last heartbeat.
  private func reading<Value: Sendable>(
    _ work:
      @escaping @Sendable (any HistoryStore, _ heartbeat: Timestamp?) throws(StoreError) -> Value
  ) async throws(WatchError) -> Value {
    if let loadFailure { throw .notStored(loadFailure.message) }
    recordHistory()
    if recording.hasNews || savingHistory != nil { await saveHistory() }
    let heartbeat = recording.recorder?.lastTime
    let result = await historyWriter.run { store throws(StoreError) in try work(store, heartbeat) }
    switch result {
    case .success(let value): return value
    case .failure(let failure): throw .notStored(failure.message)
    }
  }
}
