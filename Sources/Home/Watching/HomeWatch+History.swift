import Discovery
public import Model
import Networking

/// Recording what changes.
extension HomeWatch {
  /// Records what changed since the last time, and that the watch goes on.
  func recordHistory() {
    guard isLoaded, loadFailure == nil else { return }
    state.update()
    recording.record(&state.inventory, at: now())
  }

  /// Stores what was recorded before the call; what can't be stored now is kept for the next time.
  func saveHistory() async {
    while let savingHistory { await savingHistory.value }
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
    if let failure = await historyWriter.maintain(options.history, now: now()),
      storage.failure != failure
    {
      storage.failure = failure
      noteChange()
    }
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
    if let device = query.device { changes.slots = [try slot(of: device)] }
    let asked = changes
    let found = try await reading { store, _ throws(StoreError) in try store.changes(asked) }
    let named = found.map { change in
      NamedChange(change, device: change.slot.flatMap { state.inventory.entries[$0]?.id })
    }
    return ChangePage(changes: named, next: found.last?.seq ?? asked.after ?? 0)
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
    let slot = try slot(of: id)
    return try await reading { store, heartbeat throws(StoreError) in
      PresenceIntervals.intervals(
        of: try store.presence(of: slot, from: from, to: to),
        from: from,
        to: to,
        heartbeat: heartbeat
      )
    }
  }

  /// Every device's presence in that time, in order of slot.
  public func presence(
    from: Timestamp,
    to: Timestamp
  ) async throws(WatchError) -> [DevicePresence] {
    let intervals = try await reading { store, heartbeat throws(StoreError) in
      let transitions = try store.presence(of: nil, from: from, to: to)
      return Dictionary(grouping: transitions, by: \.slot).mapValues { own in
        PresenceIntervals.intervals(of: own, from: from, to: to, heartbeat: heartbeat)
      }
    }
    return state.inventory.entries.values.sorted { $0.slot < $1.slot }.compactMap { entry in
      guard let own = intervals[entry.slot] else { return nil }
      return DevicePresence(
        device: entry.id,
        name: entry.inventoryDevice.name,
        intervals: own
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
    let slot = try slot(of: id)
    return try await reading { store, _ throws(StoreError) in
      try store.samples(of: slot, from: from, to: to, step: step)
    }
  }

  private func slot(of id: String) throws(WatchError) -> Int {
    guard let slot = state.inventory.slot(of: id) else { throw .noSuchDevice(id) }
    return slot
  }

  /// Reads what is stored, once what is recorded is stored, too.
  ///
  /// That the watch goes on is not stored each time: it is handed over as the history's last heartbeat.
  private func reading<Value: Sendable>(
    _ work:
      @escaping @Sendable (any HistoryStore, _ heartbeat: Timestamp?) throws(StoreError) -> Value
  ) async throws(WatchError) -> Value {
    if let loadFailure { throw .notStored(loadFailure.description) }
    recordHistory()
    if recording.hasNews || savingHistory != nil { await saveHistory() }
    let heartbeat = recording.recorder?.lastTime
    let result = await historyWriter.run { store throws(StoreError) in try work(store, heartbeat) }
    switch result {
    case .success(let value): return value
    case .failure(let failure): throw .notStored(failure.description)
    }
  }
}
