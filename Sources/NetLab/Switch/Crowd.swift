internal import Discovery
internal import Networking
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

  mutating func receive(_ frame: [UInt8], at port: Int, now: MonotonicTime) {
    if let answer = answer(to: frame) { answers.append(answer) }
  }

  mutating func nextFrame(now: MonotonicTime) -> (port: Int, frame: [UInt8])? {
    guard taken < answers.count else {
      answers.removeAll(keepingCapacity: true)
      taken = 0
      return nil
    }
    taken += 1
    return (0, answers[taken - 1])
  }

  var nextTime: MonotonicTime? { nil }

  /// The answer to a frame; `nil` where nobody has one.
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
