internal import HomeNet
internal import Net
internal import Wire

/// A learning switch whose cables lose and delay frames.
///
/// A frame crosses the cable of the port it came in by, then that of the port it leaves by, each
/// direction of each with its own generator.
struct EthernetSwitch: FrameMachine {
  private struct Port {
    /// Towards the switch.
    var inward: ImpairedLink
    /// From the switch.
    var outward: ImpairedLink
  }

  private enum Event {
    case reachedSwitch(port: Int, [UInt8])
    case leaving(port: Int, [UInt8])
  }

  private var ports: [Int: Port] = [:]
  private var seen: [MACAddress: Int] = [:]
  private var queue = EventQueue<Event>()
  private var waiting = 0

  /// A home has some dozens of stations; a flood of made-up senders must not fill the memory.
  private static let mostStations = 65_536
  /// Frames beyond this are lost, as in a switch whose buffer is full.
  private static let mostWaiting = 65_536

  /// Plugs a cable in.
  mutating func connect(_ port: Int, _ impairment: Impairment, seed: UInt64) {
    var seeds = SplitMix64(seed: seed &+ UInt64(port) &* 0x9E37_79B9)
    ports[port] = Port(
      inward: ImpairedLink(impairment, seed: seeds.next()),
      outward: ImpairedLink(impairment, seed: seeds.next())
    )
  }

  /// Pulls a cable.
  mutating func disconnect(_ port: Int) {
    ports[port] = nil
    seen = seen.filter { $0.value != port }
  }

  mutating func receive(_ frame: [UInt8], at port: Int, now: MonotonicTime) {
    guard frame.count >= 14, waiting < Self.mostWaiting,
      let arrival = ports[port]?.inward.arrival(leaving: now)
    else { return }
    queue.add(.reachedSwitch(port: port, frame), at: arrival)
    waiting += 1
  }

  mutating func nextFrame(now: MonotonicTime) -> (port: Int, frame: [UInt8])? {
    while let time = queue.nextTime, time <= now, let (time, event) = queue.pop() {
      waiting -= 1
      switch event {
      case .reachedSwitch(let port, let frame): forward(frame, from: port, at: time)
      case .leaving(let port, let frame):
        if ports[port] != nil { return (port, frame) }
      }
    }
    return nil
  }

  var nextTime: MonotonicTime? { queue.nextTime }

  private mutating func forward(_ frame: [UInt8], from port: Int, at time: MonotonicTime) {
    let destination = Self.address(frame[0..<6])
    let source = Self.address(frame[6..<12])
    if source.isUsable, seen[source] != nil || seen.count < Self.mostStations {
      seen[source] = port
    }
    if let known = seen[destination], !destination.isGroup {
      if known != port { send(frame, to: known, at: time) }
      return
    }
    for other in ports.keys.sorted() where other != port {
      send(frame, to: other, at: time)
    }
  }

  private mutating func send(_ frame: [UInt8], to port: Int, at time: MonotonicTime) {
    guard waiting < Self.mostWaiting,
      let arrival = ports[port]?.outward.arrival(leaving: time)
    else { return }
    queue.add(.leaving(port: port, frame), at: arrival)
    waiting += 1
  }

  private static func address(_ bytes: ArraySlice<UInt8>) -> MACAddress {
    MACAddress(rawValue: bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }
}
