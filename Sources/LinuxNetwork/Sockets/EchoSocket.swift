internal import CShims
internal import Glibc
import Networking
internal import Wire

/// An ICMP echo socket: a datagram one where the group may have it (`ping_group_range`, icmp(7)),
/// else a raw one where `CAP_NET_RAW` allows that.
final class EchoSocket: DatagramSocket {
  private let family: AddressFamily
  private let isRaw: Bool

  init(_ id: ID, family: AddressFamily, interface: UInt32) throws(SystemError) {
    self.family = family
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try Self.openDatagram(family)
      isRaw = false
    } catch {
      guard error.localFailure == .notPermitted else { throw error }
      descriptor = try Self.openRaw(family)
      isRaw = true
    }
    try DatagramReceiver.prepare(descriptor, isV4: family == .v4)
    if family == .v6 {
      let index = Int32(bitPattern: interface)
      try descriptor.set(SocketLevel.ipv6, IPV6_MULTICAST_IF, to: index)
    }
    super.init(id, descriptor, interface: interface)
  }

  /// A datagram socket, which gets only the replies to its own requests.
  static func openDatagram(_ family: AddressFamily) throws(SystemError) -> FileDescriptor {
    let socket = try open(family, SocketType.datagram)
    // Errors reach it only by the error queue.
    try socket.setErrorQueue(isV4: family == .v4)
    return socket
  }

  /// A raw socket, filtered to echo replies and errors, those of other processes included.
  static func openRaw(_ family: AddressFamily) throws(SystemError) -> FileDescriptor {
    let socket = try open(family, SocketType.raw)
    switch family {
    case .v4:
      // A bit that is set shuts its type out.
      let passes = ICMPType.v4.reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
      try socket.set(Int32(SHIM_SOL_RAW), Int32(SHIM_ICMP_FILTER), to: ~passes)
    case .v6:
      var words: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) =
        (.max, .max, .max, .max, .max, .max, .max, .max)
      withUnsafeMutableBytes(of: &words) { words in
        let words = words.assumingMemoryBound(to: UInt32.self)
        for type in ICMPType.v6 { words[Int(type) / 32] &= ~(1 << UInt32(type % 32)) }
      }
      try socket.set(SocketLevel.icmpv6, Int32(SHIM_ICMPV6_FILTER), to: words)
    }
    return socket
  }

  private static func open(
    _ family: AddressFamily,
    _ type: Int32
  ) throws(SystemError) -> FileDescriptor {
    try FileDescriptor(
      makingSocket: family == .v4 ? AF_INET : AF_INET6,
      type: type,
      protocolNumber: Int32(family == .v4 ? IPPROTO_ICMP : IPPROTO_ICMPV6)
    )
  }

  /// The ICMP types that an echo socket receives: replies and errors.
  enum ICMPType {
    /// Echo reply, destination unreachable, time exceeded (RFC 792).
    static let v4: [UInt8] = [0, 3, 11]
    /// Destination unreachable, packet too big, time exceeded, echo reply (RFC 4443).
    static let v6: [UInt8] = [1, 2, 3, 129]
  }

  override func put(_ datagram: OutgoingDatagram) throws(SystemError) {
    var payload = datagram.payload
    // The kernel sets the checksum of datagram sockets and of ICMPv6.
    if isRaw, family == .v4 { ICMPMessage.setChecksum(&payload) }
    let target = Endpoint(datagram.target.address, port: 0)
    do throws(SystemError) {
      try descriptor.send(payload, to: target, through: interface)
    } catch {
      // A pending error of an earlier message makes the next one fail unsent.
      guard !isRaw, !error.wouldBlock else { throw error }
      try descriptor.send(payload, to: target, through: interface)
    }
  }

  override func translate(_ received: ReceivedDatagram) -> Datagram? {
    guard var datagram = super.translate(received) else { return nil }
    datagram.source.port = 0
    if isRaw, family == .v4 {
      // Raw IPv4 sockets show the IP header; raw IPv6 ones don't.
      guard let first = datagram.payload.first else { return nil }
      let headerLength = Int(first & 15) * 4
      guard headerLength >= 20, datagram.payload.count > headerLength else { return nil }
      datagram.payload.removeFirst(headerLength)
    }
    return datagram
  }

  override func ready(_ events: UInt32, _ reactor: Reactor) {
    if events & Epoll.failed != 0 { takeErrors(reactor) }
    super.ready(events, reactor)
  }

  private func takeErrors(_ reactor: Reactor) {
    for _ in 0..<64 {
      guard let entry = SocketErrorQueue.next(descriptor) else { return }
      guard let offender = entry.offender, let target = entry.target else { continue }
      let datagram = Datagram(
        source: Endpoint(offender, port: 0),
        interface: interface,
        payload: ICMPMessage.error(
          type: entry.type,
          code: entry.code,
          target: target,
          quoting: entry.payload
        ),
        receivedAt: SystemClock.now
      )
      reactor.emit(.datagram(ticket, datagram), to: run)
    }
  }
}

/// What ICMP sockets need so that datagram and raw ones give machines the same bytes.
enum ICMPMessage {
  /// Sets an ICMPv4 message's checksum (RFC 1071).
  static func setChecksum(_ message: inout [UInt8]) {
    guard message.count >= 4 else { return }
    message[2] = 0
    message[3] = 0
    var sum: UInt32 = 0
    for index in stride(from: 0, to: message.count, by: 2) {
      let low = index + 1 < message.count ? message[index + 1] : 0
      sum += UInt32(message[index]) << 8 | UInt32(low)
    }
    while sum > 0xFFFF { sum = sum >> 16 + sum & 0xFFFF }
    message[2] = UInt8(truncatingIfNeeded: ~sum >> 8)
    message[3] = UInt8(truncatingIfNeeded: ~sum)
  }

  /// The ICMP error rebuilt from a socket's error queue: the quoted packet has its protocol and
  /// destination, but no source.
  static func error(
    type: UInt8,
    code: UInt8,
    target: IPAddress,
    quoting payload: [UInt8]
  ) -> [UInt8] {
    // RFC 792 and RFC 4443 require at least eight bytes of the quoted message; the rest only serves
    // matching.
    let quoted = payload.prefix(548)
    var message: [UInt8] = [type, code, 0, 0, 0, 0, 0, 0]
    switch target {
    case .v4(let address):
      let length = 20 + quoted.count
      message += [0x45, 0, UInt8(length >> 8), UInt8(length & 255), 0, 0, 0, 0, 64, 1, 0, 0]
      message += [0, 0, 0, 0] + address.bytes
    case .v6(let address, _):
      message += [0x60, 0, 0, 0, UInt8(quoted.count >> 8), UInt8(quoted.count & 255), 58, 64]
      message += IPv6Address.any.bytes + address.bytes
    }
    message += quoted
    if target.v4 != nil { setChecksum(&message) }
    return message
  }
}

/// A packet socket for one EtherType on one interface (packet(7)); needs `CAP_NET_RAW`.
///
/// Bound to the EtherType, so the kernel itself keeps everything else away from it.
final class LinkSocket: DatagramSocket {
  init(_ id: ID, etherType: UInt16, interface: UInt32) throws(SystemError) {
    // Made for no protocol: nothing can come in before it is bound to its interface.
    let descriptor = try FileDescriptor(makingSocket: AF_PACKET, type: SocketType.raw)
    try descriptor.set(SOL_SOCKET, Int32(SHIM_SO_TIMESTAMPNS), to: Int32(1))
    // Thousands of hosts may answer within a few milliseconds.
    descriptor.setReceiveBuffer(4 << 20)
    try descriptor.bind(to: SocketAddress(etherType: etherType, interface: interface))
    super.init(id, descriptor, interface: interface)
  }

  override func put(_ datagram: OutgoingDatagram) throws(SystemError) {
    let frame = datagram.payload
    try systemCall("send") { Glibc.send(descriptor.rawValue, frame, frame.count, 0) }
  }
}
