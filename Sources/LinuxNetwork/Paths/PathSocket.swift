internal import CShims
internal import Glibc
import Networking
package import Wire

/// A socket that sends path probes and receives their replies and errors.
class PathSocket: Registration {
  let options: PathSocketOptions
  var matching = PathMatching()

  init(_ id: ID, _ options: PathSocketOptions, _ descriptor: consuming FileDescriptor) {
    self.options = options
    super.init(id, descriptor)
  }

  /// Opens the socket that a method needs.
  static func open(_ id: ID, _ options: PathSocketOptions) throws(SystemError) -> PathSocket {
    switch options.method {
    case .udp: try PathUDPSocket(id, options)
    case .icmp: try PathEchoSocket(id, options)
    case .tcp: try PathConnectSocket(id, options)
    }
  }

  /// Whether it is a socket of IPv4.
  final var isV4: Bool { options.family == .v4 }

  /// Sends a probe.
  func launch(_ probe: PathProbe, _ reactor: Reactor) {}

  /// Reports a reply.
  final func tell(_ reply: PathReply, _ reactor: Reactor) {
    reactor.emit(.pathReply(ticket, reply), to: run)
  }

  /// Sends a datagram and reports its time, or the failure.
  ///
  /// A queued error of an earlier datagram makes the kernel fail the next one unsent: the error
  /// queue is emptied, and the datagram is sent again.
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
        reactor.ledger.sentPacket(to: probe.target.address, for: .path, bytes: bytes.count)
        reactor.emit(.launched(ticket, number: probe.number, at: moment), to: run)
        return
      } catch {
        last = error
        if error.wouldBlock { break }
        takeErrors(reactor)
      }
    }
    guard let failure = last?.localFailure else { return }
    reactor.emit(.pathProbeFailed(ticket, number: probe.number, failure), to: run)
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

  /// The reply that a queued error is; `headerLength` is the length of the probe's own protocol
  /// header in the quoted packet.
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
      // The kernel has removed the IP header, and for UDP the UDP header.
      let taken = (isV4 ? 20 : 40) + 8 - headerLength
      extensions = ICMPExtensions.extensionsWithoutLength(entry.payload, from: 128 - taken)
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

  /// Empties the error queue, up to a limit per turn.
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
    if let rejection = policy.rejection(probe.target, .exchange) {
      failure = rejection
    } else if let socket = socket(ticket, of: run) as? PathSocket,
      (probe.target.address.v4 != nil) == socket.isV4
    {
      return socket.launch(probe, self)
    } else {
      failure = SystemError(number: EBADF, call: "launch").localFailure
    }
    emit(.pathProbeFailed(ticket, number: probe.number, failure), to: run)
  }
}

/// Datagrams along a path, without privileges: errors come back by the error queue, with the
/// datagram's destination as their name (IP_RECVERR, ip(7)).
final class PathUDPSocket: PathSocket {
  init(_ id: ID, _ options: PathSocketOptions) throws(SystemError) {
    let isV4 = options.family == .v4
    let socket = try FileDescriptor(isV4: isV4, SocketType.datagram)
    try Self.prepare(socket, options)
    let any: IPAddress = isV4 ? .v4(.any) : .v6(.any, zone: nil)
    // Bound at once, so that the port is known before the first datagram.
    if options.source == nil {
      try socket.bind(to: SocketAddress(Endpoint(any, port: options.sourcePort)))
    }
    super.init(id, options, socket)
  }

  override func launch(_ probe: PathProbe, _ reactor: Reactor) {
    matching.add(probe.number, to: probe.target, payload: probe.payload)
    let target = SocketAddress(probe.target, interface: options.interface)
    launch(probe, probe.payload, to: target, reactor)
  }

  override func reply(_ entry: SocketErrorQueue.Entry) -> PathReply? {
    guard let destination = entry.destination else { return nil }
    let quoted = entry.payload.prefix(entry.extensionOffset ?? entry.payload.count)
    let number = matching.number(target: destination, payload: Array(quoted))
    return reply(entry, headerLength: 0, number: number)
  }

  override func reply(_ received: ReceivedDatagram) -> PathReply? {
    guard let source = received.source else { return nil }
    // An answer need not repeat the payload; if only one probe went to the target, it is that
    // one's.
    let number =
      matching.number(target: source, payload: received.payload)
      ?? matching.number(target: source, payload: [])
    guard let number else { return nil }
    return PathReply(
      number: number,
      source: source.address,
      kind: .answered,
      receivedAt: received.receivedAt,
      hopLimit: received.hopLimit
    )
  }
}

/// Which of the probes that were launched a reply is about.
///
/// By target, by port or echo sequence, and by payload: never by an
/// identifier, which the kernel rewrites, and which others may have too.
package struct PathMatching {
  private struct Key: Hashable {
    var address: IPAddress
    /// The port, or the sequence of an echo.
    var selector: UInt16
  }

  private struct Launched {
    var key: Key
    var payload: [UInt8]
  }

  private var launched: [UInt32: Launched] = [:]
  private var numbers: [Key: [UInt32]] = [:]
  private var order = Fifo<UInt32>()

  /// How many probes are remembered, for late and duplicate replies.
  package static let limit = 65_536

  /// Nothing launched yet.
  package init() {}

  /// Notes a probe.
  package mutating func add(_ number: UInt32, to target: Endpoint, payload: [UInt8]) {
    forget(number)
    if order.count >= Self.limit, let oldest = order.popFirst() { forget(oldest) }
    let key = Key(address: target.address.withoutZone, selector: target.port)
    launched[number] = Launched(key: key, payload: payload)
    numbers[key, default: []].append(number)
    order.append(number)
  }

  /// The probe that an error quotes, or that an answer repeats.
  ///
  /// - Parameters: - target: The quoted packet's destination, with its port or sequence. - payload:
  /// The part of its payload that was returned. - Returns: The probe; `nil` where there is none, or
  /// several could be meant.
  package func number(target: Endpoint, payload: [UInt8]) -> UInt32? {
    let key = Key(address: target.address.withoutZone, selector: target.port)
    guard let candidates = numbers[key] else { return nil }
    let meant = candidates.filter { number in
      guard let probe = launched[number] else { return false }
      // The quoted payload can be truncated, or followed by the router's extensions.
      return zip(probe.payload, payload).allSatisfy { $0 == $1 }
    }
    return meant.count == 1 ? meant[0] : nil
  }

  private mutating func forget(_ number: UInt32) {
    guard let probe = launched.removeValue(forKey: number) else { return }
    numbers[probe.key]?.removeAll { $0 == number }
    if numbers[probe.key]?.isEmpty == true { numbers[probe.key] = nil }
  }
}
