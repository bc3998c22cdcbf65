import Discovery
public import Model

extension HomeWatch {
  /// Stores the user's annotations of a device.
  public func mark(_ id: String, _ change: MarkChange) async throws(WatchError) -> InventoryDevice {
    try checkStore()
    // The write includes all observations up to now.
    state.remember(now: now())
    guard let slot = state.inventory.slot(of: id), let entry = state.inventory.entries[slot]
    else { throw .noSuchDevice(id) }
    let marks = try entry.marks.changed(by: change)
    let isNew = entry.isNew && !change.isSeen
    state.inventory.update(slot) {
      $0.marks = marks
      $0.isNew = isNew
    }
    guard let changed = state.inventory.entries[slot] else { throw .noSuchDevice(id) }
    let result = await writer.write([changed.stored], removing: []).value
    if case .failure(let error) = result {
      storage.failure = error
      // A change that was not stored isn't shown.
      if let slot = state.inventory.slot(of: id) {
        state.inventory.update(slot) {
          if $0.marks == marks { $0.marks = entry.marks }
          if $0.isNew == isNew { $0.isNew = entry.isNew }
        }
      }
      noteChange(isUrgent: true)
      throw .notStored(error.message)
    }
    storage = writer.state
    noteChange(isUrgent: true)
    recordHistory()
    await saveHistory()
    // Meanwhile it may have been merged into another entry, with its annotations.
    guard let kept = state.inventory.slot(of: id).flatMap({ state.inventory.entries[$0] })
    else { throw .noSuchDevice(id) }
    return kept.inventoryDevice
  }

  /// Forgets a device, its annotations and its history.
  public func forget(_ id: String) async throws(WatchError) {
    try checkStore()
    guard let slot = state.inventory.slot(of: id) else { throw .noSuchDevice(id) }
    let key = StoredDevice.Key(slot)
    var histories = histories(of: [slot])
    // What undoes its merges holds a copy of it, and stays in memory until this is done.
    var kept = edits
    let dropped = StoredEditChange(dropped: kept.forget(histories))
    let result = await writer.forget([key], histories: histories, edits: dropped).value
    if case .failure(let error) = result {
      storage.failure = error
      throw .notStored(error.message)
    }
    // Meanwhile it may have been merged into another entry.
    let slots = Set([slot, state.inventory.slot(of: id) ?? slot])
    histories.formUnion(self.histories(of: slots))
    state.forget(slots)
    recording.forgotten.formUnion(slots)
    asking.subtract(slots)
    for slot in slots { waiting.remove(slot) }
    noteChange(isUrgent: true)
    recordHistory()
    // A save that began meanwhile may have brought it back; should this fail, the next save removes it.
    let keys = slots.map { StoredDevice.Key($0) }
    _ = await writer.forget(keys, histories: histories, edits: forgetEdits(of: histories)).value
    await saveHistory()
    await dropHistory(of: histories)
  }

  /// The slots whose history is that of the devices in those slots.
  private func histories(of slots: Set<Int>) -> Set<Int> {
    let parts = slots.compactMap { state.inventory.entries[$0] }.flatMap(\.ties.parts)
    return slots.union(parts.compactMap { Int(exactly: $0) })
  }

  /// Forgets all devices that are away and not annotated; returns their number.
  public func forgetAway() async throws(WatchError) -> Int {
    try checkStore()
    let slots = Set(state.inventory.entries.values.filter(\.isForgettable).map(\.slot))
    guard !slots.isEmpty else { return 0 }
    var histories = histories(of: slots)
    var kept = edits
    let dropped = StoredEditChange(dropped: kept.forget(histories))
    let keys = slots.sorted().map { StoredDevice.Key($0) }
    let result = await writer.forget(keys, histories: histories, edits: dropped).value
    if case .failure(let error) = result {
      storage.failure = error
      throw .notStored(error.message)
    }
    // One that came back meanwhile is a new device, for its history is gone.
    let gone = slots.filter { state.inventory.entries[$0] != nil }
    histories.formUnion(self.histories(of: gone))
    state.forget(gone)
    recording.forgotten.formUnion(gone)
    asking.subtract(gone)
    for slot in gone { waiting.remove(slot) }
    noteChange(isUrgent: true)
    recordHistory()
    // A save that began meanwhile may have brought some back.
    _ = await writer.forget(keys, histories: histories, edits: forgetEdits(of: histories)).value
    await save()
    await saveHistory()
    await dropHistory(of: histories)
    return gone.count
  }

  /// Queues a reprobe of a device, beside the round.
  public func rescan(_ id: String) async throws(WatchError) {
    guard let slot = state.inventory.slot(of: id), let entry = state.inventory.entries[slot]
    else { throw .noSuchDevice(id) }
    // If it doesn't answer or is away, the next round probes it.
    state.inventory.update(slot) { $0.probedAt = nil }
    guard lastPlan?.narrowed(to: entry.device) != nil else {
      throw .notAskable("it is on no network that is watched now, and is asked when it is back")
    }
    guard rescans[slot] == nil else { return }
    guard waiting.add(slot) else {
      throw .notAskable("\(RescanQueue.limit) others wait to be asked; scan the whole home")
    }
    showProbing()
    noteChange()
    askWaiting()
  }

  /// Sweeps now; a paused watch stays paused.
  public func startScan() -> WatchStatus.ScanState {
    if scan.activity != .running {
      schedule.requestSweep()
      scan.activity = .running
      scan.progress = ScanProgress(asked: 0, total: 0, active: [])
      scan.share = 0
      restart()
      noteChange(isUrgent: true)
    }
    return scan
  }

  /// Ends the present sweep; the next one comes at its time, and listening goes on.
  public func stopScan() -> WatchStatus.ScanState {
    guard scan.activity == .running else { return scan }
    schedule.stopSweep(at: ContinuousClock.now - started)
    scan.activity = .idle
    scan.progress = nil
    scan.share = nil
    updateNext()
    restart()
    noteChange(isUrgent: true)
    return scan
  }

  /// Pauses the watch, so that no sweep comes by itself, or resumes it; listening goes on.
  ///
  /// A sweep that runs is finished. Until the watch goes on, everybody is unknown, but for what a sweep
  /// on request finds.
  public func setPaused(_ isPaused: Bool) -> WatchStatus.ScanState {
    guard schedule.isPaused != isPaused else { return scan }
    let isSweeping = scan.activity == .running
    if isPaused { schedule.pause() } else { schedule.resume(isSweeping: isSweeping) }
    recording.isPaused = isPaused
    recordHistory()
    updateNext()
    if !isSweeping { restart() }
    noteChange(isUrgent: true)
    return scan
  }

  // MARK: The store

  /// Reads the store, once; ``run()`` calls it first.
  public func load() async {
    guard !isLoaded else { return }
    switch await readStores() {
    case .success(let (devices, history)):
      edits = await storedEdits()
      let correction = ClockCorrection(now: now())
      state = WatchState(
        stored: devices.map(correction.corrected),
        identifier: identifier,
        log: await newLog(),
        firstFreeSlot: history.firstFreeSlot
      )
      state.inventory.recall(history.silences)
      recording.resume(history)
      recording.isPaused = schedule.isPaused
      storage = writer.state
    case .failure(let error): noteLoadFailure(error)
    }
    lookAtClock()
    isLoaded = true
    // Whatever users change from now on, the recorder knows what was before.
    recordHistory()
    noteChange()
  }

  /// Retries reading the store after a failure; once it succeeds, the stored inventory replaces the
  /// present one, and a new round begins.
  func loadAgain() async {
    guard loadFailure != nil else { return }
    switch await readStores() {
    case .success(let (devices, history)):
      let log = await newLog()
      edits = await storedEdits()
      loadFailure = nil
      for scan in Array(rescans.values) + Array(checks.values) { scan.cancel() }
      waiting = RescanQueue()
      asking = []
      let correction = ClockCorrection(now: now())
      state.replaceInventory(
        by: devices.map(correction.corrected),
        log: log,
        firstFreeSlot: history.firstFreeSlot
      )
      state.inventory.recall(history.silences)
      recording.resume(history)
      recording.isPaused = schedule.isPaused
      storage = writer.state
      noteChange(isUrgent: true)
      restart()
    case .failure(let error): noteLoadFailure(error)
    }
  }

  /// What is kept of the devices, and the end of their history.
  private func readStores() async -> Result<([StoredDevice], HistoryRecording.Stored), StoreError> {
    switch (await writer.load(), await storedHistory()) {
    case (.success(let devices), .success(let history)): .success((devices, history))
    case (.failure(let failure), _), (_, .failure(let failure)): .failure(failure)
    }
  }

  private func noteLoadFailure(_ error: StoreError) {
    loadFailure = error
    storage = writer.state
    storage.failure = error
    noteChange()
  }

  func checkStore() throws(WatchError) {
    if let loadFailure { throw .notStored(loadFailure.message) }
  }

  /// A log that goes on after every number that was given before; where the store can't tell, one of
  /// another epoch.
  ///
  /// Its numbers are also those of the history, which may be stored later, beside what is there: they
  /// begin beyond all that a store ever reserved.
  private func newLog() async -> ChangeLog<InventorySubject> {
    let epoch = UInt64.random(in: 1...UInt64.max)
    if let reservation = try? await writer.reserve(epoch: epoch).get() {
      return ChangeLog(reservation)
    }
    let after = UInt64(clamping: max(now(), ClockCorrection.earliest).milliseconds)
    return ChangeLog(SequenceReservation(epoch: epoch, after: after))
  }

  func save() async {
    state.remember(now: now())
    // The slots may be those of other devices in the store.
    guard loadFailure == nil else { return }
    var unsaved = state.unsaved
    guard !unsaved.devices.isEmpty || !unsaved.removed.isEmpty || unsaved.isWhole else { return }
    let before = storage
    if unsaved.isWhole {
      guard case .success(let stored) = await writer.load() else { return }
      // Must not overwrite what users changed or forgot meanwhile.
      unsaved = state.unsaved
      if unsaved.isWhole {
        unsaved.removed = stored.map(\.key).filter { state.inventory.entries[Int($0)] == nil }
      }
    }
    switch await writer.write(unsaved.devices, removing: unsaved.removed).value {
    case .success:
      storage = writer.state
      state.noteSaved(unsaved.cursor)
    case .failure(let error): storage.failure = error
    }
    if state.inventory.log.needsReservation {
      let epoch = UInt64.random(in: 1...UInt64.max)
      let reservation = try? await writer.reserve(epoch: epoch).get()
      state.inventory.extendLog(reservation, orBegin: epoch)
    }
    if storage != before { noteChange() }
  }
}
