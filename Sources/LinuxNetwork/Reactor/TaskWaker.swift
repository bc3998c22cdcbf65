import Networking

/// Wakes tasks for a thread that lives in another namespace than the process.
///
/// A thread begins in the namespace of the one that makes it, and whoever wakes a task may have to
/// make the thread that the task goes on with: its sockets would be in the other namespace.
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

  /// Has something done that wakes a task, after what was asked for before.
  func wake(_ waking: @escaping @Sendable () -> Void) {
    inbox.withLock { $0.wakings.append(waking) }
    wakeUp.signal()
  }

  /// Ends the thread after what was asked for.
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
