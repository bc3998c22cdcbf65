internal import CShims
internal import Glibc
import Networking
internal import Wire

/// A datagram on its way out.
struct OutgoingDatagram {
  let target: Endpoint
  let payload: [UInt8]
  let purpose: Purpose
  /// How often this machine has failed at it.
  var tries = 0

  init(_ target: Endpoint, _ payload: [UInt8], _ purpose: Purpose) {
    self.target = target
    self.payload = payload
    self.purpose = purpose
  }
}

/// A long-lived socket that sends and receives datagrams on one interface.
class DatagramSocket: Registration {
  let interface: UInt32
  private var backlog = Fifo<OutgoingDatagram>()
  private var isWaiting = false

  init(_ id: ID, _ descriptor: consuming FileDescriptor, interface: UInt32) {
    self.interface = interface
    super.init(id, descriptor)
  }

  /// The most datagrams that wait while buffers are full; machines that pace their sending stay
  /// below it.
  private static let backlogLimit = 4096

  /// The most datagrams received per turn, so that a flood on one socket doesn't block the others.
  private static let receivesPerTurn = 64

  /// Whether a datagram that came in on that interface is this socket's.
  ///
  /// What this machine sends to itself comes in on `lo`.
  func accepts(_ received: ReceivedDatagram) -> Bool {
    guard let index = received.interface else { return true }
    return index == interface || index == 1
  }

  /// Hands a datagram to the kernel.
  func put(_ datagram: OutgoingDatagram) throws(SystemError) {
    try descriptor.send(datagram.payload, to: datagram.target, through: interface)
  }

  /// The datagram as the machine receives it; `nil` to drop it.
  func translate(_ received: ReceivedDatagram) -> Datagram? {
    var datagram = received.datagram(fallbackInterface: interface)
    datagram.interface = interface
    return datagram
  }

  /// Sends a datagram, behind those that wait.
  func send(_ datagram: OutgoingDatagram, _ reactor: Reactor) {
    if isWaiting {
      guard backlog.count < Self.backlogLimit else {
        return fail(datagram, .localFailure(.noBuffers), reactor)
      }
      return backlog.append(datagram)
    }
    attempt(datagram, reactor)
  }

  private func attempt(_ datagram: OutgoingDatagram, _ reactor: Reactor) {
    do throws(SystemError) {
      try put(datagram)
      reactor.ledger.sentPacket(
        to: datagram.target.address,
        for: datagram.purpose,
        bytes: datagram.payload.count
      )
    } catch {
      let outcome = error.probeOutcome(rtt: .zero)
      guard case .localFailure(let failure) = outcome, failure.isTransient,
        let delay = Backoff.delay(afterTries: datagram.tries + 1)
      else { return fail(datagram, outcome, reactor) }
      isWaiting = true
      reactor.schedule(for: run, at: SystemClock.now + delay) { [weak self] reactor in
        self?.resume(datagram, reactor)
      }
    }
  }

  private func resume(_ first: OutgoingDatagram, _ reactor: Reactor) {
    var next: OutgoingDatagram? = first
    next?.tries += 1
    isWaiting = false
    while !isWaiting, let datagram = next {
      attempt(datagram, reactor)
      next = isWaiting ? nil : backlog.popFirst()
    }
  }

  private func fail(_ datagram: OutgoingDatagram, _ outcome: ProbeOutcome, _ reactor: Reactor) {
    reactor.emit(.sendFailed(ticket, to: datagram.target, outcome), to: run)
  }

  override func ready(_ events: UInt32, _ reactor: Reactor) {
    for _ in 0..<Self.receivesPerTurn {
      do throws(SystemError) {
        guard let received = try reactor.receiver.receive(descriptor), accepts(received),
          let datagram = translate(received)
        else { continue }
        reactor.emit(.datagram(ticket, datagram), to: run)
      } catch {
        // Any other error was a datagram's, and reading it has cleared it.
        if error.wouldBlock { return }
        if error.number == ENETDOWN { return die(error, reactor) }
      }
    }
  }
}

/// Opens UDP sockets as `UDPSocketOptions` say.
enum UDPSocketSetup {
  /// A bound socket with its groups joined on its interface.
  ///
  /// A shared port with one group is bound to the group's address: it receives the group beside avahi
  /// and others, and takes no unicast answers away from them.
  static func open(_ options: UDPSocketOptions) throws(SystemError) -> FileDescriptor {
    let isV4 = options.family == .v4
    let socket = try FileDescriptor(isV4: isV4, SocketType.datagram)
    try DatagramReceiver.prepare(socket, isV4: isV4)
    if options.broadcasts { try socket.set(SOL_SOCKET, SO_BROADCAST, to: Int32(1)) }
    if isV4 {
      try setMulticastV4(socket, options)
    } else {
      try socket.set(SocketLevel.ipv6, IPV6_V6ONLY, to: Int32(1))
      try setMulticastV6(socket, options)
    }
    // A home's answers to one question all come at once.
    socket.setReceiveBuffer(1 << 20)
    try bind(socket, options)
    for group in options.groups { try join(group, on: options.interface, socket) }
    return socket
  }

  private static func setMulticastV4(
    _ socket: borrowing FileDescriptor,
    _ options: UDPSocketOptions
  ) throws(SystemError) {
    var request = ip_mreqn()
    request.imr_ifindex = Int32(bitPattern: options.interface)
    try socket.set(SocketLevel.ip, IP_MULTICAST_IF, to: request)
    try socket.set(SocketLevel.ip, IP_MULTICAST_TTL, to: Int32(options.multicastHops))
    // Responders on this machine receive our queries too (RFC 6762, section 15).
    try socket.set(SocketLevel.ip, IP_MULTICAST_LOOP, to: Int32(1))
    // Otherwise it receives every group that any process here has joined.
    try socket.set(SocketLevel.ip, Int32(SHIM_IP_MULTICAST_ALL), to: Int32(0))
  }

  private static func setMulticastV6(
    _ socket: borrowing FileDescriptor,
    _ options: UDPSocketOptions
  ) throws(SystemError) {
    try socket.set(
      SocketLevel.ipv6,
      IPV6_MULTICAST_IF,
      to: Int32(bitPattern: options.interface)
    )
    try socket.set(SocketLevel.ipv6, IPV6_MULTICAST_HOPS, to: Int32(options.multicastHops))
    try socket.set(SocketLevel.ipv6, IPV6_MULTICAST_LOOP, to: Int32(1))
    try socket.set(SocketLevel.ipv6, Int32(SHIM_IPV6_MULTICAST_ALL), to: Int32(0))
  }

  private static func bind(
    _ socket: borrowing FileDescriptor,
    _ options: UDPSocketOptions
  ) throws(SystemError) {
    let any: IPAddress = options.family == .v4 ? .v4(.any) : .v6(.any, zone: nil)
    var address = any
    if options.port != 0 {
      try socket.set(SOL_SOCKET, SO_REUSEADDR, to: Int32(1))
      if options.groups.count == 1 { address = options.groups[0] }
    }
    let local = SocketAddress(Endpoint(address, port: options.port), interface: options.interface)
    do throws(SystemError) {
      try socket.bind(to: local)
    } catch {
      guard error.number == EADDRINUSE, options.port != 0 else { throw error }
      // If the port's owner uses SO_REUSEPORT only, so must we, although that also distributes
      // unicast.
      try socket.set(SOL_SOCKET, SO_REUSEPORT, to: Int32(1))
      try socket.bind(to: local)
    }
  }

  private static func join(
    _ group: IPAddress,
    on interface: UInt32,
    _ socket: borrowing FileDescriptor
  ) throws(SystemError) {
    switch group {
    case .v4(let address):
      var request = ip_mreqn()
      request.imr_multiaddr.s_addr = address.rawValue.bigEndian
      request.imr_ifindex = Int32(bitPattern: interface)
      try socket.set(SocketLevel.ip, IP_ADD_MEMBERSHIP, to: request)
    case .v6(let address, _):
      var request = ipv6_mreq()
      request.ipv6mr_multiaddr = in6_addr(address)
      request.ipv6mr_interface = interface
      try socket.set(SocketLevel.ipv6, IPV6_JOIN_GROUP, to: request)
    }
  }
}
