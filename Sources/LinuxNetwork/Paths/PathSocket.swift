internal import CShims
internal import Glibc
import Networking
internal import Wire

/// A socket that path probes go out from, and that hears what became of them.
class PathSocket: Registration {
  let options: PathSocketOptions
  var matching = PathMatching()

  init(
    _ options: PathSocketOptions,
    number: UInt64,
    run: MachineRun,
    ticket: Ticket,
    descriptor: consuming FileDescriptor
  ) {
    self.options = options
    super.init(number: number, run: run, ticket: ticket, descriptor: descriptor)
  }

  /// Opens the socket that a method needs.
  static func open(
    _ options: PathSocketOptions,
    number: UInt64,
    run: MachineRun,
    ticket: Ticket
  ) throws(SystemError) -> PathSocket {
    switch options.method {
    case .udp:
      try PathUDPSocket(options, number: number, run: run, ticket: ticket)
    case .icmp:
      try PathEchoSocket(options, number: number, run: run, ticket: ticket)
    case .tcp:
      try PathConnectSocket(options, number: number, run: run, ticket: ticket)
    }
  }

  /// Whether it is a socket of IPv4.
  final var isV4: Bool { options.family == .v4 }

  /// Sends a probe.
  func launch(_ probe: PathProbe, _ reactor: Reactor) {}

  /// Says that a reply came.
  final func tell(_ reply: PathReply, _ reactor: Reactor) {
    reactor.emit(.pathReply(ticket, reply), to: run)
  }

  /// Sends a datagram and says when, or why not.
  ///
  /// An error that is queued for an earlier one makes the kernel refuse the next unsent: those are
  /// taken out of the way, and it is sent again.
  final func launch(
    _ probe: PathProbe,
    _ bytes: [UInt8],
    to target: SocketAddress,
    _ reactor: Reactor
  ) {
    var last: SystemError?
    for _ in 0..<Self.mostTries {
      let moment = SystemClock.now
      do throws(SystemError) {
        try descriptor.send(bytes, to: target, isV4: isV4, hopLimit: probe.hopLimit)
        reactor.ledger.sentPacket(to: probe.target.address, for: .path)
        reactor.emit(.launched(ticket, number: probe.number, at: moment), to: run)
        return
      } catch {
        last = error
        if error.wouldBlock { break }
        takeErrors(reactor)
      }
    }
    guard let failure = last?.localFailure else { return }
    reactor.emit(.notLaunched(ticket, number: probe.number, failure), to: run)
  }

  private static let mostTries = 4

  /// Asks the kernel for errors with what routers added, timestamps and hop limits.
  static func prepare(_ socket: borrowing FileDescriptor, _ options: PathSocketOptions)
    throws(SystemError)
  {
    let isV4 = options.family == .v4
    try DatagramReceiver.prepare(socket, isV4: isV4)
    if isV4 {
      try socket.set(SocketLevel.ip, Int32(SHIM_IP_RECVERR), to: Int32(1))
      // Kernels before 5.9 don't say where extensions begin.
      try? socket.set(SocketLevel.ip, Int32(SHIM_IP_RECVERR_RFC4884), to: Int32(1))
    } else {
      try socket.set(SocketLevel.ipv6, Int32(SHIM_IPV6_RECVERR), to: Int32(1))
      try? socket.set(SocketLevel.ipv6, Int32(SHIM_IPV6_RECVERR_RFC4884), to: Int32(1))
    }
    socket.setReceiveBuffer(2 << 20)
    // IP_PMTUDISC_DONT, WANT, DO and PROBE; the same numbers for IPv6.
    let discovery: Int32? =
      switch options.fragmentation {
      case .system: nil
      case .allowed: 0
      case .wanted: 1
      case .forbidden: 2
      case .probing: 3
      }
    if let discovery {
      // IP_MTU_DISCOVER, IPV6_MTU_DISCOVER.
      try socket.set(isV4 ? SocketLevel.ip : SocketLevel.ipv6, isV4 ? 10 : 23, to: discovery)
    }
    if let source = options.source { try socket.bind(to: SocketAddress(Endpoint(source, port: 0))) }
    if let interface = options.interface { try socket.confine(to: interface) }
  }

  /// What an error in the queue says of a probe; `headerLength` is how much of what came back is the
  /// header of the probe's protocol.
  final func reply(
    _ entry: SocketErrorQueue.Entry,
    headerLength: Int,
    number: UInt32?
  ) -> PathReply? {
    guard let offender = entry.offender,
      let kind = PathReply.Kind(
        errorType: entry.type,
        code: entry.code,
        options.family,
        mtu: entry.information
      )
    else { return nil }
    let extensions: [UInt8]
    if let offset = entry.extensionOffset {
      extensions = offset < entry.payload.count ? Array(entry.payload[offset...]) : []
    } else {
      // The kernel has taken the headers off: IP's, and UDP's where it is UDP.
      let taken = (isV4 ? 20 : 40) + 8 - headerLength
      extensions = ICMPExtensions.unannounced(entry.payload, from: 128 - taken)
    }
    return PathReply(
      number: number,
      source: offender,
      kind: kind,
      receivedAt: entry.receivedAt ?? SystemClock.now,
      hopLimit: entry.hopLimit,
      extensions: extensions
    )
  }

  /// Empties the error queue, at most so far that others have their turn.
  func takeErrors(_ reactor: Reactor) {
    for _ in 0..<128 {
      guard let entry = SocketErrorQueue.next(descriptor) else { return }
      if let reply = reply(entry) { tell(reply, reactor) }
    }
  }

  /// What an error in the queue says.
  func reply(_ entry: SocketErrorQueue.Entry) -> PathReply? { nil }

  /// What a datagram that came in says.
  func reply(_ received: ReceivedDatagram) -> PathReply? { nil }

  override func ready(_ events: UInt32, _ reactor: Reactor) {
    if events & Epoll.failed != 0 { takeErrors(reactor) }
    for _ in 0..<64 {
      do throws(SystemError) {
        guard let received = try reactor.receiver.receive(descriptor),
          let reply = reply(received)
        else { continue }
        tell(reply, reactor)
      } catch {
        if error.wouldBlock { return }
        if error.number == ENETDOWN { return die(error, reactor) }
      }
    }
  }
}

extension Reactor {
  /// Sends a path probe, unless the policy forbids it.
  func launch(_ probe: PathProbe, from ticket: Ticket, of run: MachineRun) {
    let failure: LocalFailure
    if let refusal = policy.refusal(probe.target, .exchange) {
      failure = refusal
    } else if let socket = socket(ticket, of: run) as? PathSocket,
      (probe.target.address.v4 != nil) == socket.isV4
    {
      return socket.launch(probe, self)
    } else {
      failure = SystemError(number: EBADF, call: "launch").localFailure
    }
    emit(.notLaunched(ticket, number: probe.number, failure), to: run)
  }
}
