internal import CShims
internal import Glibc
import Networking
internal import Wire

/// One socket for one probe.
class ProbeAttempt: Registration {
  let pending: PendingProbe
  private(set) var begunAt = MonotonicTime(nanoseconds: 0)

  init(_ pending: PendingProbe, socketType: Int32, isOwn: Bool) throws(SystemError) {
    self.pending = pending
    let isV4 = pending.probe.target.address.v4 != nil
    let descriptor = try FileDescriptor(isV4: isV4, socketType)
    // With it ICMP errors arrive with their codes, and for UDP all of them arrive.
    try descriptor.setErrorQueue(isV4: isV4)
    if let interface = pending.probe.interface, !isOwn {
      // Kernels before 5.7 keep it for root; there the routing table has to be right.
      try? descriptor.confine(to: interface)
    }
    super.init(
      ID(number: pending.number, run: pending.run, ticket: pending.ticket),
      descriptor
    )
  }

  /// What it waits for.
  var interest: UInt32 { 0 }
  /// Whether hosts refuse by a reset, so that an ICMP refusal is a filter's.
  var isRefusedByReset: Bool { false }

  /// Sends what begins it.
  func begin(_ reactor: Reactor) {
    begunAt = SystemClock.now
  }

  /// The address to connect to.
  var target: SocketAddress {
    SocketAddress(pending.probe.target, interface: pending.probe.interface)
  }

  /// Ends it with an error number: of the call itself, or reported later by the socket (`isHeard`).
  func fail(
    _ error: SystemError,
    at moment: MonotonicTime,
    isHeard: Bool = false,
    _ reactor: Reactor
  ) {
    if let reason = unreachableReason(error) {
      reactor.conclude(number, .unreachable(reason))
    } else {
      reactor.fail(pending, error, rtt: moment - begunAt, isHeard: isHeard)
    }
  }

  /// Drops queued errors that end nothing; otherwise epoll reports EPOLLERR again and again.
  func discardErrors() {
    for _ in 0..<16 where SocketErrorQueue.next(descriptor) == nil { return }
  }

  /// Whether a firewall rejected it: the error number is ambiguous, but the error queue has the
  /// ICMP type and code.
  private func unreachableReason(_ error: SystemError) -> UnreachableReason? {
    switch error.number {
    case EHOSTUNREACH, ENETUNREACH, EACCES:
      return SocketErrorQueue.next(descriptor)?.isProhibition == true ? .prohibited : nil
    case ECONNREFUSED where isRefusedByReset:
      return SocketErrorQueue.next(descriptor) == nil ? nil : .prohibited
    default: return nil
    }
  }
}

/// A TCP connect.
///
/// It is closed in the ordinary way: a reset would make services write errors into their logs. The
/// TIME_WAIT that stays behind holds its port against this one destination port only, so a scan does
/// not run out of them.
class ConnectAttempt: ProbeAttempt {
  init(_ pending: PendingProbe, isOwn: Bool) throws(SystemError) {
    try super.init(pending, socketType: SocketType.stream, isOwn: isOwn)
  }

  final override var interest: UInt32 { Epoll.writable }
  /// For discovery a rejecting filter proves a host as well as a reset does; only path probes differ.
  final override var isRefusedByReset: Bool { pending.probe.purpose == .path }

  /// Called when the connection is established.
  func accepted(rtt: Duration, _ reactor: Reactor) {
    reactor.conclude(number, .open(rtt: rtt))
  }

  override func begin(_ reactor: Reactor) {
    super.begin(reactor)
    reactor.ledger.connected(to: pending.probe.target.address, for: pending.probe.purpose)
    do throws(SystemError) {
      try descriptor.connect(to: target)
      conclude(reactor)
    } catch {
      // The kernel continues, and epoll reports the end.
      if error.number == EINPROGRESS { return }
      fail(error, at: SystemClock.now, reactor)
    }
  }

  override func ready(_ events: UInt32, _ reactor: Reactor) {
    // A socket is hung up before its connect begins.
    guard begunAt.nanoseconds > 0 else { return }
    let number = descriptor.pendingError()
    if number != 0 {
      broke(SystemError(number: number, call: "connect"), reactor)
    } else if events & Epoll.writable != 0 {
      conclude(reactor)
    } else {
      discardErrors()
    }
  }

  /// Called with the error (SO_ERROR) that epoll reported.
  func broke(_ error: SystemError, _ reactor: Reactor) {
    fail(error, at: SystemClock.now, isHeard: true, reactor)
  }

  /// Reports the connection as open, or as refused where the socket has connected to itself.
  final func conclude(_ reactor: Reactor) {
    let elapsed = SystemClock.now - begunAt
    if descriptor.localEndpoint() == pending.probe.target {
      // The kernel chose the probed port as the source port, and the socket is connected to itself:
      // the port is closed.
      return reactor.conclude(number, .refused(rtt: elapsed))
    }
    let measured = Duration.microseconds(Int64(shim_tcp_round_trip(descriptor.rawValue)))
    // The kernel's own measurement excludes the delay of this thread.
    accepted(rtt: measured > .zero ? min(measured, elapsed) : elapsed, reactor)
  }
}

/// One datagram and the first reply to it, on a connected socket, which reports refusals (ICMP).
final class ExchangeAttempt: ProbeAttempt {
  private let payload: [UInt8]

  init(_ pending: PendingProbe, payload: [UInt8], isOwn: Bool) throws(SystemError) {
    self.payload = payload
    try super.init(pending, socketType: SocketType.datagram, isOwn: isOwn)
    try DatagramReceiver.prepare(descriptor, isV4: pending.probe.target.address.v4 != nil)
  }

  override var interest: UInt32 { Epoll.readable }

  override func begin(_ reactor: Reactor) {
    super.begin(reactor)
    let target = pending.probe.target
    do throws(SystemError) {
      try descriptor.connect(to: self.target)
      try systemCall("send") { send(descriptor.rawValue, payload, payload.count, 0) }
      reactor.ledger.sentPacket(
        to: target.address,
        for: pending.probe.purpose,
        bytes: payload.count
      )
    } catch {
      fail(error, at: SystemClock.now, reactor)
    }
  }

  override func ready(_ events: UInt32, _ reactor: Reactor) {
    do throws(SystemError) {
      guard let received = try reactor.receiver.receive(descriptor) else { return }
      let datagram = received.datagram(fallbackInterface: pending.probe.interface ?? 0)
      reactor.emit(.datagram(ticket, datagram), to: run)
      reactor.conclude(number, .open(rtt: max(.zero, received.receivedAt - begunAt)))
    } catch {
      if error.wouldBlock { return discardErrors() }
      fail(error, at: SystemClock.now, isHeard: true, reactor)
    }
  }
}
