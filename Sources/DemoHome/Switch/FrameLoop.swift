internal import Glibc
internal import LinuxNetwork
package import Networking

/// A thread that moves frames between ports as a machine says.
package final class FrameLoop<Frames: FrameMachine>: Sendable {
  private enum Command: Sendable {
    case plug(Int, any FramePort)
    case unplug(Int)
    case change(@Sendable (inout Frames) -> Void)
    case stop
  }

  private let commands = Lock<[Command]>([])
  private let counted = Lock<[Int: PortTraffic]>([:])
  private let wakeUp: WakeUp
  private let ended: WakeUp

  /// Starts the thread.
  package init(name: String, _ machine: Frames) throws(LocalFailure) {
    wakeUp = try WakeUp()
    ended = try WakeUp(blocks: true)
    try SystemThread.start(name: name) { [self] in
      try? run(machine)
      ended.signal()
    }
  }

  /// What went through each port so far.
  package var traffic: [Int: PortTraffic] { counted.withLock { $0 } }

  /// Says where a port's frames come out; several ports may share a source.
  package func plug(_ port: Int, _ source: any FramePort) { send(.plug(port, source)) }

  /// Takes a port away; its source is closed with its last port.
  func unplug(_ port: Int) { send(.unplug(port)) }

  /// Changes the machine between two frames.
  func change(_ body: @escaping @Sendable (inout Frames) -> Void) { send(.change(body)) }

  /// Closes every source and waits until the thread has ended: at most once.
  package func stop() {
    send(.stop)
    ended.drain()
  }

  private func send(_ command: Command) {
    commands.withLock { $0.append(command) }
    wakeUp.signal()
  }

  private func run(_ machine: Frames) throws(LocalFailure) {
    var machine = machine
    let poll = try EventPoll()
    let alarm = try Alarm()
    // By descriptor; and whose descriptor each port is.
    var sources: [Int32: any FramePort] = [:]
    var ports: [Int: Int32] = [:]
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
        case .plug(let port, let source):
          let descriptor = source.rawValue
          ports[port] = descriptor
          if sources.updateValue(source, forKey: descriptor) == nil {
            poll.add(descriptor, key: UInt64(descriptor))
          }
        case .unplug(let port):
          guard let descriptor = ports.removeValue(forKey: port) else { continue }
          // The last port closes it.
          if !ports.values.contains(descriptor) { sources[descriptor] = nil }
        case .change(let body): body(&machine)
        case .stop: return
        }
      }
      for key in poll.wait(milliseconds: -1) {
        if key == .max {
          wakeUp.drain()
        } else if key == .max - 1 {
          alarm.drain()
        } else if let source = sources[Int32(key)] {
          take(from: source, &machine, &buffer)
        }
      }
      give(&machine) { port in ports[port].flatMap { sources[$0] } }
      alarm.set(machine.nextTime)
    }
  }

  private func take(
    from source: any FramePort,
    _ machine: inout Frames,
    _ buffer: inout [UInt8]
  ) {
    var taken: [Int: PortTraffic] = [:]
    // A busy source leaves the others their turn.
    for _ in 0..<256 {
      guard let (port, frame) = source.read(into: &buffer) else { break }
      taken[port, default: PortTraffic()].framesSent += 1
      taken[port, default: PortTraffic()].bytesSent += frame.count
      machine.receive(frame, at: port, now: .now)
    }
    guard !taken.isEmpty else { return }
    counted.withLock { counted in
      for (port, traffic) in taken {
        counted[port, default: PortTraffic()].framesSent += traffic.framesSent
        counted[port, default: PortTraffic()].bytesSent += traffic.bytesSent
      }
    }
  }

  private func give(_ machine: inout Frames, through source: (Int) -> (any FramePort)?) {
    var given: [Int: Int] = [:]
    while let (port, frame) = machine.nextFrame(now: .now) {
      source(port)?.write(frame, to: port)
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

/// Something that takes Ethernet frames at ports and gives others: pure, the clock handed in.
package protocol FrameMachine: Sendable {
  /// Takes a frame that came in at a port.
  mutating func receive(_ frame: [UInt8], at port: Int, now: MonotonicTime)

  /// The next frame that is due, and the port that it leaves by.
  mutating func nextFrame(now: MonotonicTime) -> (port: Int, frame: [UInt8])?

  /// When the next frame will be due; `nil` where nothing waits.
  var nextTime: MonotonicTime? { get }
}

/// What went through a port of the home's switch, seen by the machine that is plugged in.
public struct PortTraffic: Hashable, Sendable {
  /// Frames it has sent.
  public var framesSent = 0
  /// Bytes of those, Ethernet headers included.
  public var bytesSent = 0
  /// Frames it was sent.
  public var framesReceived = 0

  /// Nothing yet.
  public init() {}

  init(framesSent: Int, bytesSent: Int, framesReceived: Int) {
    self.framesSent = framesSent
    self.bytesSent = bytesSent
    self.framesReceived = framesReceived
  }
}

extension PortTraffic {
  /// The counters of every interface of the calling thread's namespace, from proc(5)'s `net/dev`.
  ///
  /// They are a bridge's ports: what a port has received, the machine behind it has sent.
  static func read() throws(LocalFailure) -> [String: PortTraffic] {
    let file = try FileDescriptor(opening: "/proc/thread-self/net/dev")
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file.rawValue, &buffer, buffer.count)
      guard count > 0 else { break }
      text += buffer[..<count]
    }
    return parse(String(decoding: text, as: UTF8.self))
  }

  /// Reads the table: two lines of heading, then `name: 8 numbers received, 8 sent` a line.
  static func parse(_ text: String) -> [String: PortTraffic] {
    var ports: [String: PortTraffic] = [:]
    for line in text.split(separator: "\n").dropFirst(2) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let numbers = parts[1].split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 16 else { continue }
      let name = parts[0].drop { $0 == " " }
      ports[String(name)] = PortTraffic(
        framesSent: numbers[1],
        bytesSent: numbers[0],
        framesReceived: numbers[9]
      )
    }
    return ports
  }
}
