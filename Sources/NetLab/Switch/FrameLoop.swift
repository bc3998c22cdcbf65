internal import Glibc
internal import Net

/// A thread that moves frames between TAP devices as a machine says.
final class FrameLoop<Machine: FrameMachine>: Sendable {
  private enum Command: Sendable {
    case plug(Int, TapDevice)
    case unplug(Int)
    case change(@Sendable (inout Machine) -> Void)
    case stop
  }

  private let commands = Lock<[Command]>([])
  private let counted = Lock<[Int: PortTraffic]>([:])
  private let wakeUp: WakeUp
  private let ended: WakeUp

  /// Starts the thread.
  init(name: String, _ machine: Machine) throws(LocalFailure) {
    wakeUp = try WakeUp()
    ended = try WakeUp(blocks: true)
    try SystemThread.start(name: name) { [self] in
      try? run(machine)
      ended.signal()
    }
  }

  /// What went through each port so far.
  var traffic: [Int: PortTraffic] { counted.withLock { $0 } }

  /// Gives a port its device.
  func plug(_ port: Int, _ device: TapDevice) { send(.plug(port, device)) }

  /// Takes a port's device away, and closes it.
  func unplug(_ port: Int) { send(.unplug(port)) }

  /// Changes the machine between two frames.
  func change(_ body: @escaping @Sendable (inout Machine) -> Void) { send(.change(body)) }

  /// Closes every device and waits until the thread has ended: at most once.
  func stop() {
    send(.stop)
    ended.drain()
  }

  private func send(_ command: Command) {
    commands.withLock { $0.append(command) }
    wakeUp.signal()
  }

  private func run(_ machine: Machine) throws(LocalFailure) {
    var machine = machine
    let poll = try EventPoll()
    let alarm = try Alarm()
    var devices: [Int: TapDevice] = [:]
    var buffer = [UInt8](repeating: 0, count: 65_536)
    poll.add(wakeUp.rawValue, key: .max)
    poll.add(alarm.rawValue, key: .max - 1)
    while true {
      let commands = self.commands.withLock { commands in
        defer { commands = [] }
        return commands
      }
      for command in commands {
        switch command {
        case .plug(let port, let device):
          devices[port] = device
          poll.add(device.rawValue, key: UInt64(port))
        case .unplug(let port): devices[port] = nil
        case .change(let body): body(&machine)
        case .stop: return
        }
      }
      for key in poll.wait(milliseconds: -1) {
        if key == .max {
          wakeUp.drain()
        } else if key == .max - 1 {
          alarm.drain()
        } else if let device = devices[Int(key)] {
          take(from: device, at: Int(key), &machine, &buffer)
        }
      }
      give(&machine, devices)
      alarm.set(machine.nextTime)
    }
  }

  private func take(
    from device: TapDevice,
    at port: Int,
    _ machine: inout Machine,
    _ buffer: inout [UInt8]
  ) {
    var traffic = PortTraffic()
    // A busy port leaves the others their turn.
    for _ in 0..<256 {
      guard let frame = device.read(into: &buffer) else { break }
      traffic.framesSent += 1
      traffic.bytesSent += frame.count
      machine.receive(frame, at: port, now: .now)
    }
    counted.withLock { counted in
      counted[port, default: PortTraffic()].framesSent += traffic.framesSent
      counted[port, default: PortTraffic()].bytesSent += traffic.bytesSent
    }
  }

  private func give(_ machine: inout Machine, _ devices: [Int: TapDevice]) {
    var given: [Int: Int] = [:]
    while let (port, frame) = machine.nextFrame(now: .now) {
      devices[port]?.write(frame)
      given[port, default: 0] += 1
    }
    guard !given.isEmpty else { return }
    counted.withLock { counted in
      for (port, frames) in given {
        counted[port, default: PortTraffic()].framesReceived += frames
      }
    }
  }
}
