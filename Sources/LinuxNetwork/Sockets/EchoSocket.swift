internal import CShims
internal import Glibc
import Networking
internal import Wire

/// An ICMP echo socket: a datagram one where the group may have it (`ping_group_range`, icmp(7)),
/// else a raw one where `CAP_NET_RAW` allows that.
final class EchoSocket: DatagramSocket {
  private let family: AddressFamily
  private let isRaw: Bool

  init(
    number: UInt64,
    run: MachineRun,
    ticket: Ticket,
    family: AddressFamily,
    interface: UInt32
  ) throws(SystemError) {
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
    super.init(
      number: number,
      run: run,
      ticket: ticket,
      descriptor: descriptor,
      interface: interface
    )
  }

  /// A datagram socket, to which the kernel gives its own replies only.
  static func openDatagram(_ family: AddressFamily) throws(SystemError) -> FileDescriptor {
    let socket = try open(family, SocketType.datagram)
    // Errors have no other way to it than the error queue.
    if family == .v4 {
      try socket.set(SocketLevel.ip, Int32(SHIM_IP_RECVERR), to: Int32(1))
    } else {
      try socket.set(SocketLevel.ipv6, Int32(SHIM_IPV6_RECVERR), to: Int32(1))
    }
    return socket
  }

  /// A raw socket, to which the kernel gives everybody's replies and errors, and by a filter nothing
  /// else.
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

  /// Replies and errors: what an echo socket is for.
  enum ICMPType {
    /// Echo reply, destination unreachable, time exceeded (RFC 792).
    static let v4: [UInt8] = [0, 3, 11]
    /// Destination unreachable, packet too big, time exceeded, echo reply (RFC 4443).
    static let v6: [UInt8] = [1, 2, 3, 129]
  }

  override func put(_ datagram: OutgoingDatagram) throws(SystemError) {
    var payload = datagram.payload
    // A datagram socket's checksum is the kernel's business, and so is ICMPv6's.
    if isRaw, family == .v4 { ICMPMessage.setChecksum(&payload) }
    let target = Endpoint(datagram.target.address, port: 0)
    do throws(SystemError) {
      try descriptor.send(payload, to: target, through: interface)
    } catch {
      // An error that came back for an earlier message makes the next one fail unsent.
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
