internal import LinuxNetwork
internal import Networking

/// The one thread that serves the sockets of every simulated device.
final class HostLoop: Sendable {
  enum Command: Sendable {
    case add(HostedDevice)
    case farewell(String)
    case remove(String)
    case stop
  }

  private let commands = Lock<[Command]>([])
  private let counted = Lock(HostCounters())
  private let wakeUp: WakeUp
  private let ended: WakeUp
  private let hasStopped = Lock(false)

  /// Starts the thread.
  init() throws(LocalFailure) {
    wakeUp = try WakeUp()
    ended = try WakeUp(blocks: true)
    try SystemThread.start(name: "home") { [self] in
      // The thread holds the loop; `stop` lets go of it.
      if var server = try? HostServer(wakeUp: wakeUp.rawValue) {
        while server.serve(takeCommands(), counting: counted) {}
      }
      ended.signal()
    }
  }

  /// What the devices have seen so far.
  var counters: HostCounters { counted.withLock { $0 } }

  /// Asks the thread for something.
  func send(_ command: Command) {
    commands.withLock { $0.append(command) }
    wakeUp.signal()
  }

  /// Closes every socket and waits until the thread has ended; nothing where it was told before.
  ///
  /// A home that can't be built ends it, and so does its end.
  func stop() {
    let isFirst = hasStopped.withLock { hasStopped in
      defer { hasStopped = true }
      return !hasStopped
    }
    guard isFirst else { return }
    send(.stop)
    ended.drain()
  }

  private func takeCommands() -> [Command] {
    commands.withLock { commands in
      defer { commands = [] }
      return commands
    }
  }
}
