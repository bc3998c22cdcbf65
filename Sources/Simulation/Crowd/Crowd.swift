public import DemoHome
internal import Discovery
public import LinuxNetwork
public import Networking
public import Wire

/// Thousands of hosts at the other end of a cable, which answer ARP and ICMP echo at once.
///
/// Which addresses are taken follows from the seed; each has a MAC of its own.
public struct Crowd: FrameMachine {
  /// The hosts' MACs by address.
  public let hosts: [IPv4Address: MACAddress]
  private let answersEcho: Bool
  private var answers: [[UInt8]] = []
  private var taken = 0

  /// Prefixes of Apple, Samsung, Google, Espressif, Intel, Amazon, TP-Link and Raspberry Pi.
  private static let vendors: [UInt64] = [
    0x3C22_FB00_0000, 0xC47D_9F00_0000, 0x1CF2_9A00_0000, 0xC44F_3300_0000,
    0x28B2_BD00_0000, 0xFCA1_8300_0000, 0x98DA_C400_0000, 0xDCA6_3200_0000,
  ]

  /// A crowd of so many hosts in a subnet; as many as fit, where it is small.
  ///
  /// - Parameters:
  ///   - count: how many hosts.
  ///   - prefix: where they are.
  ///   - free: addresses that none of them has, such as the scanner's.
  ///   - seed: which addresses they have.
  ///   - answersEcho: whether they answer pings.
  public init(
    count: Int,
    prefix: IPv4Prefix,
    free: Set<IPv4Address>,
    seed: UInt64,
    answersEcho: Bool = true
  ) {
    var random = SplitMix64(seed: seed)
    var candidates = Array(prefix.hosts.prefix(1 << 16))
    var hosts: [IPv4Address: MACAddress] = [:]
    while hosts.count < count, !candidates.isEmpty {
      let index = Int.random(in: 0..<candidates.count, using: &random)
      candidates.swapAt(index, candidates.count - 1)
      let address = IPv4Address(rawValue: candidates.removeLast())
      if free.contains(address) { continue }
      let number = hosts.count
      let vendor = Self.vendors[number % Self.vendors.count]
      hosts[address] = MACAddress(rawValue: vendor | UInt64(0x10_0000 + number))
    }
    self.hosts = hosts
    self.answersEcho = answersEcho
  }

  package mutating func receive(_ frame: [UInt8], at port: Int, now: MonotonicTime) {
    if let answer = answer(to: frame) { answers.append(answer) }
  }

  package mutating func nextFrame(now: MonotonicTime) -> (port: Int, frame: [UInt8])? {
    guard taken < answers.count else {
      answers.removeAll(keepingCapacity: true)
      taken = 0
      return nil
    }
    taken += 1
    return (0, answers[taken - 1])
  }

  package var nextTime: MonotonicTime? { nil }

  /// The answer to a frame; `nil` without one.
  public func answer(to bytes: [UInt8]) -> [UInt8]? {
    guard let frame = try? EthernetFrame(parsing: bytes) else { return nil }
    switch frame.etherType {
    case .arp:
      guard let asked = try? ARPPacket(parsing: frame.payload), asked.operation == .request,
        let mac = hosts[asked.targetAddress]
      else { return nil }
      return asked.reply(from: mac).frame.serialised
    case .ipv4:
      return answersEcho ? echo(frame) : nil
    default:
      return nil
    }
  }

  private func echo(_ frame: EthernetFrame) -> [UInt8]? {
    guard let packet = try? IPv4Packet(parsing: frame.payload), packet.next == .icmp,
      let mac = hosts[packet.destination], frame.destination == mac,
      case .echoRequest(let echo)? = try? ICMPv4Message(parsing: packet.payload)
    else { return nil }
    let reply = IPv4Packet(
      from: packet.destination,
      to: packet.source,
      .icmp,
      payload: ICMPv4Message.echoReply(echo).serialised
    )
    let answer = EthernetFrame(to: frame.source, from: mac, .ipv4, payload: reply.serialised)
    return answer.serialised
  }
}

/// A namespace whose only cable leads to a crowd: a /16 with thousands of hosts, on one machine.
///
/// Needs `/dev/net/tun`, which root may open. It lasts as long as this value.
public final class CrowdedNetwork: Sendable {
  /// Where a scanner is to run.
  public let scannerNamespace: NetworkNamespace
  /// The scanner's own address, the subnet's first.
  public let scannerAddress: IPv4Address
  /// The subnet.
  public let prefix: IPv4Prefix
  /// The scanner's interface.
  public let interface: String
  /// The live hosts.
  public let hosts: [IPv4Address: MACAddress]
  private let loop: FrameLoop<Crowd>

  /// Builds it.
  ///
  /// - Parameters:
  ///   - prefix: the subnet, at most a /16.
  ///   - hosts: how many live hosts.
  ///   - interface: the name of the scanner's interface.
  ///   - seed: which addresses they have.
  ///   - answersEcho: whether they answer pings.
  /// - Throws: what this machine doesn't permit.
  public init(
    prefix: IPv4Prefix,
    hosts: Int,
    interface: String = "eth0",
    seed: UInt64 = 1,
    answersEcho: Bool = true
  ) throws(LocalFailure) {
    let own = IPv4Address(rawValue: prefix.hosts.lowerBound)
    let crowd = Crowd(
      count: hosts,
      prefix: prefix,
      free: [own],
      seed: seed,
      answersEcho: answersEcho
    )
    self.prefix = prefix
    self.interface = interface
    self.hosts = crowd.hosts
    scannerAddress = own
    scannerNamespace = try NetworkNamespace.make()
    let device = try scannerNamespace.run { () throws(LocalFailure) -> TapDevice in
      Sysctl.disableIPv6Autoconfiguration()
      let device = try TapDevice(interface, port: 0)
      var link = try NetlinkSocket()
      let index = try link.index(of: interface)
      // Whoever asks faster than the crowd answers waits rather than loses.
      try link.perform(.setQueue(frames: 10_000, interface: index))
      try link.perform(
        .addAddress(.v4(own), prefixLength: prefix.length, interface: index)
      )
      try link.perform(.setLink(index: index, isUp: true))
      return device
    }
    loop = try FrameLoop(name: "crowd", crowd)
    loop.plug(0, device)
  }

  deinit {
    loop.stop()
  }

  /// What the scanner has sent and been sent so far.
  public var traffic: PortTraffic { loop.traffic[0] ?? PortTraffic() }
}
