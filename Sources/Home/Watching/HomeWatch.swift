public import Discovery
public import Identification
public import Model
public import Networking

/// Watches a home: scans it in rounds, each of which listens until the next begins, keeps the
/// inventory, and wakes its subscribers when it changes.
///
/// ``run()`` works until its task is cancelled; everything else can be called at any time.
public actor HomeWatch: HomeWatching {
  let network: any Network
  let sources: ScanSources
  let identifier: Identifier
  let options: WatchOptions
  let writer: StoreWriter
  let historyWriter: HistoryWriter
  /// What the tools that run beside the watch sent.
  let toolTraffic: SharedTrafficLedger
  let now: @Sendable () -> Timestamp

  /// Until the store has been read, the log's numbers are of an epoch that ends with the process.
  var state: WatchState
  var scan = WatchStatus.ScanState()
  var gauge: ScanGauge?
  var roundBegan = ContinuousClock.now
  /// The duration of the last sweep's active part.
  var lastWork = ScanGauge.usualWork
  var networks: [NetworkReport] = []
  var planProblem: WatchStatus.Problem?
  var storage: WatchStatus.StorageState

  var current: Task<Void, Never>?
  var sleeper: Task<Void, Never>?
  /// Reprobes: scans of one device, by slot.
  var rescans: [Int: Task<Void, Never>] = [:]
  /// Scans of one silent device each, by slot, before it is called away.
  var checks: [Int: Task<Void, Never>] = [:]
  var waiting = RescanQueue()
  var lastPlan: ScanPlan?
  var schedule: SweepSchedule
  /// The time on the schedule that `scan.next` tells.
  var publishedNext: Duration?
  /// Whether the current round was ended: later output of its sweep doesn't count.
  var isRoundEnded = false
  var isLoaded = false
  /// Why the store could not be read; until it can, nothing is written.
  var loadFailure: StoreError?
  /// Slots that were probed since the last publication.
  var asking: Set<Int> = []
  /// The history until now, as far as it is not stored yet.
  var recording = HistoryRecording()
  /// Stores a part of it, or a merge or a split of which it tells already.
  var savingHistory: Task<Void, Never>?
  /// Why the history could not be stored the last time.
  var historyFailure: StoreError?
  /// Why what is stored could not be looked after the last time.
  var upkeepFailure: StoreError?
  /// Makes the day's backup.
  var backup: Task<Void, Never>?
  /// Why that could not be made the last time.
  var backupFailure: StoreError?
  /// The last merges and splits, which can be undone.
  var edits = IdentityEditLog()
  /// The sweeps that contradict recognised rotations.
  var doubts = RotationDoubts()
  /// The slots of forgotten devices whose history could not be dropped yet.
  var undropped: Set<Int> = []
  /// Why it could not the last time.
  var dropFailure: StoreError?

  /// Outputs of scans that were dropped because their reader was too slow: in the last round, and in
  /// all rounds so far.
  var lostFindings = 0
  var lostBefore = 0

  var publisher = ChangePublisher()
  var publication: Task<Void, Never>?
  let started = ContinuousClock.now
  let slept: @Sendable () -> Duration
  /// How long the machine had slept when that was last looked at.
  var sleptSoFar: Duration
  var clock = ClockStepDetector()
  private let startedAwake = SuspendingClock.now
  private let sleptBefore: Duration

  /// A watch of the network's home, once ``run()`` is called.
  ///
  /// `sources` makes the sources of a plan, `identifier` says what the devices are, `store` and
  /// `history` keep what is known now and what was, `toolTraffic` counts what tools send beside the
  /// watch, and `now` is the present in universal time.
  public init(
    on network: any Network,
    sources: @escaping ScanSources,
    identifier: Identifier = Identifier(),
    options: WatchOptions = WatchOptions(),
    store: any InventoryStore = MemoryInventoryStore(),
    history: any HistoryStore = MemoryHistoryStore(),
    toolTraffic: SharedTrafficLedger = SharedTrafficLedger(),
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.init(
      on: network,
      sources: sources,
      identifier: identifier,
      options: options,
      store: store,
      history: history,
      toolTraffic: toolTraffic,
      now: now
    ) {
      SuspensionMeter.shared.suspended(at: .now, awake: .now)
    }
  }

  init(
    on network: any Network,
    sources: @escaping ScanSources,
    identifier: Identifier = Identifier(),
    options: WatchOptions,
    store: any InventoryStore,
    history: any HistoryStore = MemoryHistoryStore(),
    toolTraffic: SharedTrafficLedger = SharedTrafficLedger(),
    now: @escaping @Sendable () -> Timestamp,
    slept: @escaping @Sendable () -> Duration
  ) {
    self.slept = slept
    let sleptUntilNow = slept()
    sleptBefore = sleptUntilNow
    sleptSoFar = sleptUntilNow
    self.network = network
    self.sources = sources
    self.identifier = identifier
    self.toolTraffic = toolTraffic
    self.options = options
    self.now = now
    schedule = SweepSchedule(every: options.every)
    writer = StoreWriter(store)
    historyWriter = HistoryWriter(history)
    storage = writer.state
    state = WatchState(
      identifier: identifier,
      log: ChangeLog(SequenceReservation(epoch: .random(in: 1...UInt64.max)))
    )
  }

  /// Watches until the task is cancelled, then saves the inventory.
  public func run() async {
    await load()
    await withDiscardingTaskGroup { group in
      group.addTask { await self.tick() }
      group.addTask { await self.followConfiguration() }
      await self.rounds()
      group.cancelAll()
    }
    for scan in Array(rescans.values) + Array(checks.values) { scan.cancel() }
    historyWriter.endBackups()
    publication?.cancel()
    publication = nil
    publish()
    publisher.finish()
    await save()
    recordHistory(isLast: true)
    await saveHistory()
  }

  /// The time since the watch was made, sleep included.
  var elapsed: Duration { SuspendingClock.now - startedAwake + slept() - sleptBefore }

  // MARK: What faces see

  /// The inventory as it is now.
  public func snapshot() -> InventorySnapshot {
    InventorySnapshot(
      cursor: state.inventory.log.cursor,
      devices: state.inventory.ordered.map(\.inventoryDevice),
      status: status
    )
  }

  /// What changed after the cursor.
  public func changes(after cursor: ChangeCursor) -> InventoryUpdate {
    guard let changes = state.inventory.shownChanges(after: cursor) else {
      return InventoryUpdate(snapshot())
    }
    let entries = changes.slots.compactMap { state.inventory.entries[$0] }
    return InventoryUpdate(
      cursor: changes.cursor,
      changed: entries.sorted { ($0.device.ip, $0.slot) < ($1.device.ip, $1.slot) }
        .map(\.inventoryDevice),
      removed: changes.removed,
      hasStatus: changes.hasStatus,
      status: status
    )
  }

  /// Whether a sweep runs; a round that only listens is none.
  public var isSweeping: Bool { scan.activity == .running }

  /// An element whenever there may be changes to read, at the pace of `UpdatePacer`.
  public func wakeups() -> AsyncStream<Void> {
    publisher.subscribe { [weak self] number in
      Task { await self?.unsubscribe(number) }
    }
  }

  private func unsubscribe(_ number: Int) { publisher.unsubscribe(number) }

  /// One device; also by an id that it had before a stronger identity was known.
  public func device(_ id: String) -> InventoryDevice? {
    state.inventory.slot(of: id).flatMap { state.inventory.entries[$0] }.map(\.inventoryDevice)
  }

  /// The explanation of one device's verdict, with what the watch and the tools sent to it.
  public func explanation(of id: String) async -> Explanation? {
    let ledgers = [await network.traffic(), toolTraffic.current]
    return device(id).map { Explanation($0.device, in: ledgers, identifier: identifier) }
  }

  var status: WatchStatus {
    var problems = [planProblem].compactMap(\.self)
    for failure in state.round?.failures ?? [] {
      guard let problem = WatchStatus.Problem(failure), !problems.contains(problem) else {
        continue
      }
      problems.append(problem)
    }
    if state.round?.isSwept == true, state.inventory.rejectedCount > 0 {
      problems.append(.tooManyNewDevices)
    }
    if let problem = WatchStatus.Problem(lostFindings: lostFindings) { problems.append(problem) }
    if let backupFailure { problems.append(WatchStatus.Problem(backup: backupFailure)) }
    return WatchStatus(networks: networks, scan: scan, problems: problems, storage: storage)
  }
}

extension HomeWatch {
  func noteChange(isUrgent: Bool = false) {
    guard isLoaded, publication == nil || isUrgent else { return }
    publication?.cancel()
    let delay = publisher.delay(
      at: ContinuousClock.now - started,
      isUrgent: isUrgent,
      isCalm: scan.activity != .running
    )
    publication = Task {
      try? await Task.sleep(for: delay)
      if !Task.isCancelled { self.publishDue() }
    }
  }

  private func publishDue() {
    publication = nil
    publish()
  }

  /// Brings the change log up to date, and wakes the subscribers if there is something new to show.
  func publish() {
    state.update()
    asking.formUnion(state.asking)
    showProbing()
    if publisher.replaceStatus(by: status) { state.inventory.noteStatus() }
    publisher.publish(state.inventory, at: ContinuousClock.now - started)
    asking = state.asking
    // A device that was asked for a moment only is shown so until the next publication.
    if state.inventory.probing.contains(where: { !asking.contains($0) && !waiting.contains($0) }) {
      noteChange()
    }
  }

  func showProbing() { state.inventory.setProbing(asking.union(waiting.slots)) }

  func publishLastSeen() {
    state.inventory.publishLastSeen()
    noteChange()
  }
}

/// What a watch covers, and how often it sweeps.
public struct WatchOptions: Sendable {
  /// What a scan covers.
  public var scan: ScanOptions
  /// From the beginning of one sweep to that of the next.
  public var every: Duration
  /// Whether raw sockets are permitted.
  public var canUseRawSockets: Bool
  /// How long the history is kept.
  public var history: HistoryPolicy
  /// Receives each step of the scans, for a log, without blocking; `nil` for none.
  public var onStep: (@Sendable (ScanStep) -> Void)?

  /// The shortest time between two sweeps: one takes up to 15 s.
  public static let shortest = Duration.seconds(20)

  /// The design's defaults.
  public init(
    scan: ScanOptions = ScanOptions(),
    every: Duration = .seconds(300),
    canUseRawSockets: Bool = false,
    history: HistoryPolicy = HistoryPolicy(),
    onStep: (@Sendable (ScanStep) -> Void)? = nil
  ) {
    self.scan = scan
    self.every = max(every, Self.shortest)
    self.canUseRawSockets = canUseRawSockets
    self.history = history
    self.onStep = onStep
  }
}
