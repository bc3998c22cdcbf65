public import Discovery
public import Model
public import Networking

/// Watches a home: scans it in rounds, each of which listens until the next begins, keeps the
/// inventory, and wakes its subscribers when it changes.
///
/// ``run()`` works until its task is cancelled; everything else can be called at any time.
public actor HomeWatch: HomeWatching {
  let network: any Network
  let sources: ScanSources
  let options: WatchOptions
  let writer: StoreWriter
  /// The present in universal time.
  let now: @Sendable () -> Timestamp

  /// Until the store has been read, the log's numbers are of an epoch that ends with the process.
  var state = WatchState(
    log: ChangeLog(SequenceReservation(epoch: .random(in: 1...UInt64.max)))
  )
  var scan = WatchStatus.ScanState()
  /// How much of the present sweep is done; `nil` where none runs.
  var gauge: ScanGauge?
  /// When the present round began.
  var roundBegan = ContinuousClock.now
  /// For how long the last sweep asked.
  var lastWork = ScanGauge.usualWork
  var networks: [NetworkReport] = []
  /// Why there is nothing to scan.
  var planProblem: WatchStatus.Problem?
  var storage: WatchStatus.StorageState

  /// The round that runs.
  var current: Task<Void, Never>?
  /// What waits until something changes.
  var sleeper: Task<Void, Never>?
  /// Small scans of one device, by slot.
  var rescans: [Int: Task<Void, Never>] = [:]
  /// Who waits to be scanned so.
  var waiting = RescanQueue()
  var lastPlan: ScanPlan?
  /// When it is swept.
  var schedule: SweepSchedule
  /// The time on the schedule that `scan.next` tells.
  var publishedNext: Duration?
  /// Whether the round that runs was ended: what it still tells of its sweep doesn't count.
  var isRoundEnded = false
  var isLoaded = false
  /// Why what is stored could not be read; while it can't be, nothing is written over it.
  var loadFailure: StoreError?
  /// Who has been seen being asked since the last update.
  var asking: Set<Int> = []

  /// How many findings of the last round nobody got, and of all rounds so far.
  var lostFindings = 0
  var lostBefore = 0

  var publisher = ChangePublisher()
  var publication: Task<Void, Never>?
  let started = ContinuousClock.now
  /// For how long the machine has slept since the program began.
  let slept: @Sendable () -> Duration
  /// Notices that the system's clock is set.
  var clock = ClockWatch()
  private let startedAwake = SuspendingClock.now
  private let sleptBefore: Duration

  /// A watch of the network's home, once ``run()`` is called.
  ///
  /// - Parameters:
  ///   - network: The way to it.
  ///   - sources: The sources that a plan calls for.
  ///   - options: What is watched.
  ///   - store: Where the inventory is kept.
  ///   - now: The present in universal time.
  public init(
    on network: any Network,
    sources: @escaping ScanSources,
    options: WatchOptions = WatchOptions(),
    store: any InventoryStore = MemoryInventoryStore(),
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.init(on: network, sources: sources, options: options, store: store, now: now) {
      SuspensionMeter.shared.suspended(at: .now, awake: .now)
    }
  }

  init(
    on network: any Network,
    sources: @escaping ScanSources,
    options: WatchOptions,
    store: any InventoryStore,
    now: @escaping @Sendable () -> Timestamp,
    slept: @escaping @Sendable () -> Duration
  ) {
    self.slept = slept
    sleptBefore = slept()
    self.network = network
    self.sources = sources
    self.options = options
    self.now = now
    schedule = SweepSchedule(every: options.every)
    writer = StoreWriter(store)
    storage = writer.state
  }

  /// Watches until the task is cancelled; what was learnt is kept before it returns.
  public func run() async {
    await load()
    await withDiscardingTaskGroup { group in
      group.addTask { await self.tick() }
      group.addTask { await self.followConfiguration() }
      await self.rounds()
      group.cancelAll()
    }
    for rescan in rescans.values { rescan.cancel() }
    publication?.cancel()
    publication = nil
    publish()
    publisher.finish()
    await save()
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

  /// An element whenever there may be changes to read, at the pace of ``UpdatePacer``.
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

  /// What one device is taken to be and why.
  public func explanation(of id: String) async -> Explanation? {
    let traffic = await network.traffic()
    return device(id).map { Explanation($0.device, in: traffic) }
  }

  /// How the watch is now.
  var status: WatchStatus {
    var problems = [planProblem].compactMap(\.self)
    for trouble in state.round?.troubles ?? [] {
      guard let problem = WatchStatus.Problem(trouble), !problems.contains(problem) else {
        continue
      }
      problems.append(problem)
    }
    if state.round?.isSwept == true, state.inventory.rejectedCount > 0 {
      problems.append(.tooManyNewDevices)
    }
    if let problem = WatchStatus.Problem(lostFindings: lostFindings) { problems.append(problem) }
    return WatchStatus(networks: networks, scan: scan, problems: problems, storage: storage)
  }
}
