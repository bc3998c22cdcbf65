import Net
import Wire

extension HomeWatch {
  /// Keeps what the user says of a device, durably.
  public func mark(_ id: String, _ change: MarkChange) async throws(WatchError) -> InventoryDevice {
    guard let slot = state.inventory.slot(of: id), let entry = state.inventory.entries[slot]
    else { throw .noSuchDevice(id) }
    let marks = try entry.marks.changed(by: change)
    let isNew = entry.isNew && !change.isSeen
    state.change(slot) {
      $0.marks = marks
      $0.isNew = isNew
    }
    guard let changed = state.inventory.entries[slot] else { throw .noSuchDevice(id) }
    let result = await keeper.write([changed.stored], removing: [])
    if case .failure(let error) = result {
      storage.problem = error.description
      // What was not kept is not shown as if it were.
      state.change(slot) {
        if $0.marks == marks { $0.marks = entry.marks }
        if $0.isNew == isNew { $0.isNew = entry.isNew }
      }
      noteChange(isUrgent: true)
      throw .notStored(error.description)
    }
    storage = keeper.state
    noteChange(isUrgent: true)
    guard let kept = state.inventory.entries[slot] else { throw .noSuchDevice(id) }
    return face(kept)
  }

  /// Forgets a device, and what the user said of it.
  public func forget(_ id: String) async throws(WatchError) {
    guard let slot = state.inventory.slot(of: id) else { throw .noSuchDevice(id) }
    let result = await keeper.write([], removing: [StoredDevice.Key(slot)])
    if case .failure(let error) = result {
      storage.problem = error.description
      throw .notStored(error.description)
    }
    state.forget(slot)
    asking.remove(slot)
    noteChange(isUrgent: true)
  }

  /// Asks a device anew what it is, beside the round.
  public func rescan(_ id: String) async throws(WatchError) {
    guard let slot = state.inventory.slot(of: id), let entry = state.inventory.entries[slot]
    else { throw .noSuchDevice(id) }
    state.change(slot) { $0.probedAt = nil }
    guard let address = entry.device.addresses.lazy.compactMap(\.v4).first,
      rescans[entry.id] == nil, current != nil, let plan = lastPlan?.narrowed(to: address)
    else { return }
    let engine = ScanEngine(plan: plan, startedAt: now(), sources: standardSources(for: plan))
    let outputs = network.run(engine)
    let key = entry.id
    rescans[key] = Task {
      for await output in outputs { self.takeRescan(output) }
      self.rescans[key] = nil
    }
  }

  private func takeRescan(_ output: ScanOutput) {
    switch output {
    case .observation, .excluded, .asking:
      state.take(output, now: now())
      if case .asking(let host, true) = output, let slot = state.inventory.slots[host] {
        asking.insert(slot)
      }
      noteChange()
    case .progress, .trouble, .swept:
      break
    }
  }

  /// Sweeps now, and from now on at its times.
  public func startScan() -> WatchStatus.ScanState {
    if isStopped || scan.activity != .running {
      isStopped = false
      scan.activity = .running
      scan.progress = ScanProgress(asked: 0, total: 0, active: [])
      scan.share = 0
      restart()
      noteChange(isUrgent: true)
    }
    return scan
  }

  /// Ends the present scan and makes no more until told to; it goes on listening.
  public func stopScan() -> WatchStatus.ScanState {
    guard !isStopped else { return scan }
    isStopped = true
    scan.activity = .stopped
    scan.next = nil
    scan.progress = nil
    scan.share = nil
    restart()
    noteChange(isUrgent: true)
    return scan
  }

  // MARK: The store

  /// Takes what was kept; ``run()`` does so first, and needn't where it was done before.
  public func load() async {
    guard !isLoaded else { return }
    switch await keeper.load() {
    case .success(let devices):
      state = WatchState(stored: devices)
      storage = keeper.state
    case .failure(let error):
      storage = keeper.state
      storage.problem = error.description
    }
    isLoaded = true
    noteChange()
  }

  /// Keeps what changed.
  func save() async {
    state.update()
    let (saved, removed) = state.takeUnsaved()
    guard !saved.isEmpty || !removed.isEmpty else { return }
    let before = storage
    switch await keeper.write(saved, removing: removed) {
    case .success: storage = keeper.state
    case .failure(let error): storage.problem = error.description
    }
    if storage != before { noteChange() }
  }
}

extension ScanPlan {
  /// A scan of one address; `nil` where no target holds it.
  func narrowed(to address: IPv4Address) -> ScanPlan? {
    guard let target = targets.first(where: { $0.prefix.contains(address) }) else { return nil }
    var one = target
    one.prefix = IPv4Prefix(address, length: 32)
    // Its IPv6 neighbours are nobody that was asked about.
    one.interface.ipv6 = []
    var plan = self
    plan.targets = [one]
    plan.interfaces = [one.interface]
    plan.lasting = .zero
    plan.timeout = .seconds(15)
    return plan
  }
}
