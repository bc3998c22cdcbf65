internal import CShims
internal import Glibc
internal import Synchronization

/// The way to the reactor from other threads: jobs go in, an eventfd wakes it up.
final class ReactorThread: Sendable {
  /// Something to be done on the reactor's thread.
  typealias Job = @Sendable (Reactor) -> Void

  private struct Inbox {
    var jobs: [Job] = []
    var stopsWhenIdle = false
  }

  private let inbox = Lock(Inbox())
  private let lastRun = Atomic<UInt64>(0)
  let wakeUp: FileDescriptor

  /// Starts the thread, inside the namespace where one is given, and waits until it is ready.
  init(
    namespace: NetworkNamespace?,
    makeReactor: @escaping @Sendable (ReactorThread) throws(LocalFailure) -> Reactor
  ) throws(LocalFailure) {
    wakeUp = try Self.makeEvent(blocks: false)
    let started = try StartSignal()
    try SystemThread.start(name: "homenet reactor") { [self] in
      do throws(LocalFailure) {
        try namespace?.enter()
        let reactor = try makeReactor(self)
        started.report(nil)
        reactor.run()
      } catch {
        started.report(error)
      }
    }
    if let failure = started.wait() { throw failure }
  }

  /// A number for a machine that is about to run.
  func nextRunNumber() -> UInt64 {
    lastRun.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Has something done on the reactor's thread, after what was posted before.
  func post(_ job: @escaping Job) {
    let wasEmpty = inbox.withLock { inbox in
      inbox.jobs.append(job)
      return inbox.jobs.count == 1
    }
    if wasEmpty { wake() }
  }

  /// Lets the thread end once no machine runs any more.
  func stopWhenIdle() {
    inbox.withLock { $0.stopsWhenIdle = true }
    wake()
  }

  /// What has been posted, and whether the thread may end when idle: for the reactor.
  func takeJobs() -> (jobs: [Job], stopsWhenIdle: Bool) {
    inbox.withLock { inbox in
      let jobs = inbox.jobs
      inbox.jobs = []
      return (jobs, inbox.stopsWhenIdle)
    }
  }

  private func wake() {
    // Fails only when the counter is full, and then it is awake.
    _ = eventfd_write(wakeUp.rawValue, 1)
  }

  private static func makeEvent(blocks: Bool) throws(LocalFailure) -> FileDescriptor {
    let flags = Int32(EFD_CLOEXEC) | (blocks ? 0 : Int32(EFD_NONBLOCK))
    do {
      return FileDescriptor(owning: try systemCall("eventfd") { eventfd(0, flags) })
    } catch {
      throw error.localFailure
    }
  }

  /// Where the new thread says that it is ready, or why not.
  private final class StartSignal: Sendable {
    private let event: FileDescriptor
    private let failure = Lock<LocalFailure?>(nil)

    init() throws(LocalFailure) {
      event = try ReactorThread.makeEvent(blocks: true)
    }

    func report(_ failure: LocalFailure?) {
      self.failure.withLock { $0 = failure }
      _ = eventfd_write(event.rawValue, 1)
    }

    func wait() -> LocalFailure? {
      var count: eventfd_t = 0
      _ = try? systemCall("eventfd_read") { eventfd_read(event.rawValue, &count) }
      return failure.withLock { $0 }
    }
  }
}
