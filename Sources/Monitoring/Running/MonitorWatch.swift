public import Home
import Model
import Networking

/// Runs the monitors of a home and tells what becomes of them, until its task is cancelled.
///
/// All decisions are the ``MonitorMachine``'s; this performs its actions.
public actor MonitorWatch {
  let checks: any MonitorChecking
  let sender: any AlertSending
  let store: any MonitorStore
  let secrets: any SecretStore
  let home: HomeSeam
  let clock: any MonitorClock
  let settings: MonitorMachine.Settings
  private let local: LocalTime
  private let seed: UInt64
  private let jitter: @Sendable () -> Double
  /// The store's calls, which block.
  let queue = BlockingQueue(label: "monitors")
  var machine: MonitorMachine
  /// Of ids.
  var generator: SeededGenerator
  /// What a failing store said last.
  var storeFailure: StoreError?
  private(set) var isLoaded = false
  private var subscribers: [Int: AsyncStream<Void>.Continuation] = [:]
  private var lastSubscriber = 0
  private var wake: AsyncStream<Void>.Continuation?
  private var wakeupTimer: WakeupTimer?
  private var lastWakeupTimer = 0
  /// What waits for the next batch to be stored.
  private var storeWaiters: [CheckedContinuation<Void, Never>] = []
  /// The pause until the store is read again.
  private var readingPause: Task<Void, Never>?
  /// Whether a change of a user is being made, and those that wait for that.
  var isEditing = false
  var editWaiters: [CheckedContinuation<Void, Never>] = []
  var uptimes: [String: (at: Timestamp, values: [String: Uptime])] = [:]
  private var declared: DeclaredMonitoring

  /// The home whose changes are told.
  public struct HomeSeam: Sendable {
    /// Its inventory.
    public var watching: any HomeWatching
    /// Its past.
    public var history: any HomeHistory
    /// What its sweeps send; `nil` where nothing sweeps.
    public var sweeps: (any SweepGauge)?

    /// Memberwise initialiser.
    public init(
      watching: any HomeWatching,
      history: any HomeHistory,
      sweeps: (any SweepGauge)? = nil
    ) {
      self.watching = watching
      self.history = history
      self.sweeps = sweeps
    }
  }

  /// A watch that runs nothing yet.
  public init(
    _ home: HomeSeam,
    checks: any MonitorChecking,
    sender: any AlertSending,
    store: any MonitorStore,
    secrets: any SecretStore,
    declared: DeclaredMonitoring = DeclaredMonitoring(),
    settings: MonitorMachine.Settings = MonitorMachine.Settings(),
    local: LocalTime,
    clock: any MonitorClock,
    seed: UInt64,
    jitter: @escaping @Sendable () -> Double
  ) {
    self.home = home
    self.checks = checks
    self.sender = sender
    self.store = store
    self.secrets = secrets
    self.declared = declared
    self.settings = settings
    self.local = local
    self.clock = clock
    self.seed = seed
    self.jitter = jitter
    generator = SeededGenerator(seed: seed)
    machine = MonitorMachine(
      StoredMonitoring(),
      declared: declared,
      local: local,
      settings: settings,
      seed: seed,
      at: clock.now()
    )
  }

  /// Reads what is stored; without it, nothing is checked and nothing stored.
  ///
  /// A store that can't be read is read again: what goes on without its memory tells everything again, and would
  /// be stored in its place.
  public func load() async {
    guard !isLoaded else { return }
    let store = store
    let seed = seed
    do throws(StoreError) {
      let loaded = try await queue.call { () throws(StoreError) in
        try LoadedMonitoring(store, seed: seed)
      }
      storeFailure = nil
      goOn(with: loaded)
    } catch {
      if !isLoaded { storeFailure = error }
    }
  }

  private func goOn(with loaded: LoadedMonitoring) {
    // Another call may have been first.
    guard !isLoaded else { return }
    machine = MonitorMachine(
      loaded.stored,
      declared: declared,
      events: loaded.events,
      local: local,
      settings: settings,
      seed: seed,
      at: clock.now()
    )
    isLoaded = true
    readingPause?.cancel()
  }

  /// Waits so long, or until a user's request has read the store.
  private func pauseUntilRead(_ length: Duration) async {
    guard !isLoaded else { return }
    let pause = Task { await self.pause(length) }
    readingPause = pause
    await withTaskCancellationHandler {
      await pause.value
    } onCancel: {
      pause.cancel()
    }
    readingPause = nil
  }

  /// Reads the store until it can be read.
  private func loadAgain() async {
    let start = clock.now().monotonic
    var failures = 0
    var told: Set<String> = []
    while !isLoaded, !Task.isCancelled {
      await load()
      guard !isLoaded, let storeFailure else { break }
      // What is shown of monitors has the reason.
      tell()
      if failures + 1 >= StoreRetry.failuresToTell {
        told = await tellUnread(storeFailure.message, since: start, but: told)
      }
      await pauseUntilRead(StoreRetry.pause(after: failures))
      failures += 1
    }
    if isLoaded { machine.tell(.storageWorks(at: clock.now().wall), over: told) }
  }

  /// Refuses changes of what could not be read: they would be lost, or replace what is kept.
  func ready() async throws(MonitoringError) {
    await load()
    if !isLoaded, let storeFailure { throw .notStored(storeFailure.message) }
  }

  /// Takes what the configuration file declares now, after the change that a user is making.
  public func declare(_ declared: DeclaredMonitoring) async {
    await takeTurn()
    defer { endEdit() }
    self.declared = declared
    guard isLoaded else {
      // What is shown until the store can be read.
      machine = MonitorMachine(
        StoredMonitoring(),
        declared: declared,
        local: local,
        settings: settings,
        seed: seed,
        at: clock.now()
      )
      return tell()
    }
    machine.declare(declared, at: clock.now())
    changed()
  }

  // MARK: Running

  /// Checks and tells until the task is cancelled; then it stores what is pending.
  public func run() async {
    await loadAgain()
    let (wakeups, wake) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    self.wake = wake
    await withDiscardingTaskGroup { group in
      group.addTask { await self.followHome() }
      group.addTask { await self.followOwnFailures() }
      group.addTask { await self.maintainStore() }
      group.addTask { await self.followUsual() }
      group.addTask { await self.followSweeps() }
      var iterator = wakeups.makeAsyncIterator()
      while !Task.isCancelled {
        let now = clock.now()
        let actions = machine.advance(to: now)
        for action in actions { group.addTask { await self.perform(action) } }
        let next = machine.nextAdvance(after: now)
        guard next > now.monotonic else {
          // Whatever there is to do, it must not take a whole processor.
          await pause(.milliseconds(1))
          continue
        }
        scheduleWakeup(at: next)
        _ = await iterator.next()
      }
      wakeupTimer?.timer.cancel()
      wakeupTimer = nil
      group.cancelAll()
      // Checks may take longer to end than the program is given.
      if isLoaded { await storeEnd() }
    }
    self.wake = nil
    await storePending()
    resumeStoreWaiters()
    for subscriber in subscribers.values { subscriber.finish() }
  }

  /// What wakes the loop next.
  private struct WakeupTimer {
    var number: Int
    var time: MonotonicTime
    var timer: Task<Void, Never>
  }

  /// Has the loop woken at that moment, or earlier: it looks again then.
  ///
  /// A timer costs more than a look, so one that is set stays.
  private func scheduleWakeup(at time: MonotonicTime) {
    if let wakeupTimer, wakeupTimer.time <= time { return }
    wakeupTimer?.timer.cancel()
    lastWakeupTimer += 1
    let number = lastWakeupTimer
    let timer = Self.timer(until: time, clock) { await self.timerFired(number) }
    wakeupTimer = WakeupTimer(number: number, time: time, timer: timer)
  }

  private func timerFired(_ number: Int) {
    guard wakeupTimer?.number == number else { return }
    wakeupTimer = nil
    wake?.yield()
  }

  /// Calls `onFire` at that moment, unless it is cancelled before.
  static func timer(
    until time: MonotonicTime,
    _ clock: any MonitorClock,
    onFire: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task {
      await clock.sleep(until: time)
      // One that is stopped must not wake: its successor would be stopped by that, and so on.
      if !Task.isCancelled { await onFire() }
    }
  }

  private func perform(_ action: MonitorAction) async {
    switch action {
    case .check(let monitor):
      let result = await checks.check(monitor)
      // What is cut short says nothing of the target.
      guard !Task.isCancelled else { return }
      let wasFull = machine.isFull
      machine.checked(monitor, result, at: clock.now())
      // Most results do nothing but wait to be stored.
      guard wasFull || machine.hasWork else { return tell() }
    case .confirm(let monitor, let failure):
      let confirmation = await checks.confirm(monitor, after: failure)
      guard !Task.isCancelled else { return }
      machine.confirmed(monitor, confirmation, after: failure, at: clock.now())
    case .diagnose(let monitor, let incident, let failure):
      let diagnosis = await checks.diagnose(monitor, after: failure)
      guard !Task.isCancelled else { return }
      machine.diagnosed(incident, diagnosis, at: clock.now())
    case .commit(let batch): await commit(batch)
    case .send(let alert, let channel, let handle):
      let delivery = await send(alert.notice, to: channel)
      machine.delivered(handle, delivery, jitter: jitter(), at: clock.now())
    }
    changed()
  }

  func send(_ notice: AlertNotice, to channel: AlertChannel) async -> Delivery {
    do throws(MonitoringError) {
      let secrets = try await secrets.secrets(of: channel)
      return await sender.send(notice, to: channel, secrets: secrets)
    } catch {
      return .failed(error.message)
    }
  }

  private func commit(_ batch: MonitorBatch) async {
    let store = store
    do throws(StoreError) {
      let numbers = try await queue.call { () throws(StoreError) in try store.commit(batch) }
      storeFailure = nil
      machine.stored(numbers, at: clock.now())
    } catch {
      storeFailure = error
      machine.notStored(error.message, at: clock.now())
    }
    resumeStoreWaiters()
  }

  private func resumeStoreWaiters() {
    let waiters = storeWaiters
    storeWaiters = []
    for waiter in waiters { waiter.resume() }
  }

  /// Stores all that the next start needs.
  private func storeEnd() async {
    await awaitStoring()
    for batch in machine.finish(at: clock.now()) { await commit(batch) }
  }

  /// Stores what is pending, where nobody else does.
  private func storePending() async {
    // What is there before it was read must not take the place of what is stored.
    guard isLoaded else { return }
    // What was being stored may be older, and what follows from it is pending then.
    for _ in 0..<2 {
      await awaitStoring()
      guard let batch = machine.rest() else { return }
      await commit(batch)
    }
  }

  private func awaitStoring() async {
    while machine.isStoring { await withCheckedContinuation { storeWaiters.append($0) } }
  }

  /// Returns when what is pending was stored, or could not be.
  func flush() async {
    guard wake != nil else { return await storePending() }
    machine.hurry()
    wake?.yield()
    // The batch that is being stored may be older.
    for _ in 0..<2 where wake != nil && machine.hasUnstored && storeFailure == nil {
      await withCheckedContinuation { storeWaiters.append($0) }
      wake?.yield()
    }
  }

  /// Has the loop look at once.
  func wakeLoop() { wake?.yield() }

  /// Wakes whoever shows monitors, and the loop.
  func changed() {
    wake?.yield()
    tell()
  }

  private func tell() {
    for subscriber in subscribers.values { subscriber.yield() }
  }

  func pause(_ time: Duration) async {
    await clock.sleep(until: clock.now().monotonic + time)
  }

  // MARK: Subscribers

  /// An element whenever something may have changed.
  public func monitoringWakeups() async -> AsyncStream<Void> {
    lastSubscriber += 1
    let number = lastSubscriber
    let (wakeups, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    continuation.onTermination = { _ in Task { await self.unsubscribe(number) } }
    subscribers[number] = continuation
    return wakeups
  }

  private func unsubscribe(_ number: Int) { subscribers[number] = nil }
}
