internal import Discovery
public import Networking
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
    /// The only address whose ARP requests are forwarded to the port; `nil` for all.
    var owner: IPv4Address?
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
  ///
  /// A port with an owner receives only ARP requests for its address, as access points with proxy ARP
  /// do.
  mutating func connect(
    _ port: Int,
    _ impairment: Impairment,
    seed: UInt64,
    owner: IPv4Address? = nil
  ) {
    var seeds = SplitMix64(seed: seed &+ UInt64(port) &* 0x9E37_79B9)
    var inward = impairment
    // Who sends is awake.
    inward.waking = nil
    ports[port] = Port(
      inward: ImpairedLink(inward, seed: seeds.next()),
      outward: ImpairedLink(impairment, seed: seeds.next()),
      owner: owner
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
    let asked = Self.addressAsked(in: frame)
    for (other, settings) in ports.sorted(by: { $0.key < $1.key }) where other != port {
      if let asked, let owner = settings.owner, owner != asked { continue }
      send(frame, to: other, at: time)
    }
  }

  /// The target address of an ARP request (RFC 826); `nil` for other frames.
  private static func addressAsked(in frame: [UInt8]) -> IPv4Address? {
    guard frame.count >= 42, frame[12...13].elementsEqual([0x08, 0x06]),
      frame[20...21].elementsEqual([0, 1])
    else { return nil }
    return IPv4Address(rawValue: frame[38..<42].reduce(0) { $0 << 8 | UInt32($1) })
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

/// One direction of a cable that loses and delays frames, the same ones for the same seed.
///
/// Pure: it computes arrival times and stores no frames.
public struct ImpairedLink: Sendable {
  /// What happens to frames.
  public let impairment: Impairment
  private var random: SplitMix64
  private var lastArrival: MonotonicTime?
  private var lastLeaving: MonotonicTime?
  /// How long a station stays awake behind its last frame.
  private static let awake = Duration.seconds(1)

  /// A direction with its own sequence of fates.
  public init(_ impairment: Impairment, seed: UInt64) {
    self.impairment = impairment
    random = SplitMix64(seed: seed)
  }

  /// When a frame that leaves now arrives, never before an earlier one; `nil` where it is lost.
  ///
  /// Each frame takes two numbers from the generator, so that a loss doesn't shift later fates.
  public mutating func arrival(leaving now: MonotonicTime) -> MonotonicTime? {
    let isLost = Double.random(in: 0..<1, using: &random) < impairment.loss
    let share = Double.random(in: 0...1, using: &random)
    if isLost { return nil }
    let least = impairment.delay.lowerBound.wholeNanoseconds
    let span = impairment.delay.upperBound.wholeNanoseconds - least
    var time = now + .nanoseconds(least + Int64(Double(span) * share))
    if let waking = impairment.waking {
      let slept = lastLeaving.map { now - $0 > Self.awake } ?? true
      lastLeaving = now
      if slept {
        let extra = waking.lowerBound.wholeNanoseconds...waking.upperBound.wholeNanoseconds
        time = time + .nanoseconds(Int64.random(in: extra, using: &random))
      }
    }
    let arrival = lastArrival.map { max($0, time) } ?? time
    lastArrival = arrival
    return arrival
  }
}
