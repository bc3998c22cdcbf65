import Networking
internal import Synchronization

/// Posts jobs to the reactor from other threads and wakes it by an eventfd.
final class ReactorThread: Sendable {
  /// Something to be done on the reactor's thread.
  typealias Job = @Sendable (Reactor) -> Void

  private struct Inbox {
    var jobs: [Job] = []
    var stopsWhenIdle = false
  }

  private let inbox = Lock(Inbox())
  private let lastRun = Atomic<UInt64>(0)
  private let lost = Atomic<Int>(0)
  let wakeUp: WakeUp
  private let waker: TaskWaker?

  /// Starts the thread, inside the namespace where one is given, and waits until it is ready.
  init(
    namespace: NetworkNamespace?,
    makeReactor: @escaping @Sendable (ReactorThread) throws(LocalFailure) -> Reactor
  ) throws(LocalFailure) {
    wakeUp = try WakeUp()
    let started = try StartSignal()
    let waker = namespace == nil ? nil : try TaskWaker()
    self.waker = waker
    do throws(LocalFailure) {
      try SystemThread.start(name: "homenet reactor") { [self] in
        do throws(LocalFailure) {
          try namespace?.enter()
          let reactor = try makeReactor(self)
          started.report(nil)
          reactor.run()
        } catch {
          started.report(error)
        }
        waker?.end()
      }
    } catch {
      waker?.end()
      throw error
    }
    if let failure = started.wait() { throw failure }
  }

  /// A number for a machine that is about to run.
  func nextRunNumber() -> UInt64 {
    lastRun.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Outputs dropped because a reader was too slow.
  var lostOutputs: Int { lost.load(ordering: .relaxed) }

  /// Counts dropped outputs.
  func noteLost(outputs: Int) {
    lost.wrappingAdd(outputs, ordering: .relaxed)
  }

  /// Queues a job for the reactor's thread.
  func post(_ job: @escaping Job) {
    let wasEmpty = inbox.withLock { inbox in
      inbox.jobs.append(job)
      return inbox.jobs.count == 1
    }
    if wasEmpty { wakeUp.signal() }
  }

  /// Lets the thread end once no machine runs any more.
  func stopWhenIdle() {
    inbox.withLock { $0.stopsWhenIdle = true }
    wakeUp.signal()
  }

  /// Runs a closure that resumes a task, in order: at once, or on the `TaskWaker`'s thread where the
  /// reactor is in a namespace.
  func wakeTask(_ waking: @escaping @Sendable () -> Void) {
    if let waker { waker.wake(waking) } else { waking() }
  }

  /// What has been posted, and whether the thread may end when idle: for the reactor.
  func takeJobs() -> (jobs: [Job], stopsWhenIdle: Bool) {
    inbox.withLock { inbox in
      let jobs = inbox.jobs
      inbox.jobs = []
      return (jobs, inbox.stopsWhenIdle)
    }
  }

  /// The new thread's report that it is ready, or why not.
  private final class StartSignal: Sendable {
    private let event: WakeUp
    private let failure = Lock<LocalFailure?>(nil)

    init() throws(LocalFailure) {
      event = try WakeUp(blocks: true)
    }

    func report(_ failure: LocalFailure?) {
      self.failure.withLock { $0 = failure }
      event.signal()
    }

    func wait() -> LocalFailure? {
      event.drain()
      return failure.withLock { $0 }
    }
  }
}

/// Resumes tasks for a thread in another namespace than the process.
///
/// Resuming a task may start a thread of the cooperative pool, which inherits the namespace of the
/// resuming thread: its sockets would be in the wrong namespace.
final class TaskWaker: Sendable {
  private struct Inbox {
    var wakings: [@Sendable () -> Void] = []
    var isOver = false
  }

  private let inbox = Lock(Inbox())
  private let wakeUp: WakeUp

  /// Starts a thread in the caller's namespace.
  init() throws(LocalFailure) {
    wakeUp = try WakeUp(blocks: true)
    try SystemThread.start(name: "homenet waker") { [self] in
      while work() {}
    }
  }

  /// Queues a closure that resumes a task.
  func wake(_ waking: @escaping @Sendable () -> Void) {
    inbox.withLock { $0.wakings.append(waking) }
    wakeUp.signal()
  }

  /// Ends the thread after the queued closures.
  func end() {
    inbox.withLock { $0.isOver = true }
    wakeUp.signal()
  }

  private func work() -> Bool {
    wakeUp.drain()
    let (wakings, isOver) = inbox.withLock { inbox in
      defer { inbox.wakings = [] }
      return (inbox.wakings, inbox.isOver)
    }
    for waking in wakings { waking() }
    return !isOver
  }
}
