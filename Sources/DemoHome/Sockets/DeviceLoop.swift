internal import LinuxNetwork
internal import Networking

/// The one thread that serves the sockets of every simulated device.
final class DeviceLoop: Sendable {
  enum Command: Sendable {
    case add(HostedDevice)
    case goodbye(String)
    case remove(String)
    case stop
  }

  private let commands = Lock<[Command]>([])
  private let counted = Lock(DeviceCounters())
  private let wakeUp: WakeUp
  private let ended: WakeUp
  private let hasStopped = Lock(false)

  /// Starts the thread.
  init() throws(LocalFailure) {
    wakeUp = try WakeUp()
    ended = try WakeUp(blocks: true)
    try SystemThread.start(name: "home") { [self] in
      // The thread holds the loop; `stop` lets go of it.
      if var server = try? DeviceServer(wakeUp: wakeUp.rawValue) {
        while server.serve(takeCommands(), counting: counted) {}
      }
      ended.signal()
    }
  }

  /// What the devices have seen so far.
  var counters: DeviceCounters { counted.withLock { $0 } }

  /// Asks the thread for something.
  func send(_ command: Command) {
    commands.withLock { $0.append(command) }
    wakeUp.signal()
  }

  /// Closes every socket and waits until the thread has ended; later calls do nothing.
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

/// What simulated devices have seen at their sockets.
public struct DeviceCounters: Hashable, Sendable {
  /// A port of a device.
  public struct Port: Hashable, Sendable {
    /// The device's label.
    public var device: String
    /// The TCP or UDP port.
    public var port: UInt16

    /// A port of the device with that label.
    public init(_ device: String, _ port: UInt16) {
      self.device = device
      self.port = port
    }
  }

  /// TCP connections accepted.
  public package(set) var connections: [Port: Int] = [:]
  /// Bytes received on TCP connections.
  public package(set) var bytes: [Port: Int] = [:]
  /// UDP datagrams received.
  public internal(set) var datagrams: [Port: Int] = [:]
  /// UDP datagrams sent.
  public internal(set) var answers: [Port: Int] = [:]

  /// Nothing yet.
  public init() {}

  /// Bytes received where they would come out on paper (515 and 9100–9107), which must stay 0.
  public var printedBytes: Int {
    bytes.reduce(0) { sum, entry in
      entry.key.port == 515 || (9100...9107).contains(entry.key.port) ? sum + entry.value : sum
    }
  }

  /// TCP connections accepted in all.
  public var connectionsInAll: Int { connections.values.reduce(0, +) }
}
