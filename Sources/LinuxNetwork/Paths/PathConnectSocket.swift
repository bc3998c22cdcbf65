internal import CShims
internal import Glibc
import Networking
internal import Wire

/// Connects along a path: one socket each, with a hop limit of its own.
///
/// Its own descriptor, which a registration needs, is a datagram socket that sends nothing.
final class PathConnectSocket: PathSocket {
  private var connects: Set<UInt64> = []

  init(_ id: ID, _ options: PathSocketOptions) throws(SystemError) {
    let socket = try FileDescriptor(isV4: options.family == .v4, SocketType.datagram)
    super.init(id, options, socket)
  }

  override func launch(_ probe: PathProbe, _ reactor: Reactor) {
    do throws(SystemError) {
      let connect = try PathConnect(probe, of: self, number: reactor.nextNumber())
      try reactor.watch(connect, Epoll.writable)
      connects.insert(connect.number)
      reactor.schedule(for: run, at: SystemClock.now + options.patience) {
        [weak self, number = connect.number] in
        self?.end(number, $0)
      }
      connect.begin(reactor)
    } catch {
      reactor.emit(.pathProbeFailed(ticket, number: probe.number, error.localFailure), to: run)
    }
  }

  /// Closes a connect.
  func end(_ connect: UInt64, _ reactor: Reactor) {
    guard connects.remove(connect) != nil else { return }
    reactor.close(connect)
  }

  override func willClose(_ reactor: Reactor) {
    for connect in connects { reactor.close(connect) }
    connects = []
  }
}

/// One connect along a path.
final class PathConnect: Registration {
  private let probe: PathProbe
  private weak var parent: PathConnectSocket?
  private var begunAt: MonotonicTime?

  init(_ probe: PathProbe, of parent: PathConnectSocket, number: UInt64) throws(SystemError) {
    self.probe = probe
    self.parent = parent
    let isV4 = parent.isV4
    let socket = try FileDescriptor(isV4: isV4, SocketType.stream)
    try PathSocket.prepare(socket, parent.options)
    if let hops = probe.hopLimit {
      let option = isV4 ? Int32(SHIM_IP_TTL) : Int32(SHIM_IPV6_UNICAST_HOPS)
      try socket.set(isV4 ? SocketLevel.ip : SocketLevel.ipv6, option, to: Int32(hops))
    }
    super.init(ID(number: number, run: parent.run, ticket: parent.ticket), socket)
  }

  /// Connects, and reports the time of sending.
  func begin(_ reactor: Reactor) {
    let moment = SystemClock.now
    begunAt = moment
    do throws(SystemError) {
      try descriptor.connect(to: SocketAddress(probe.target, interface: parent?.options.interface))
      launched(moment, reactor)
      conclude(reactor)
    } catch {
      if error.number == EINPROGRESS { return launched(moment, reactor) }
      if error.number == ECONNREFUSED {
        launched(moment, reactor)
        return answer(.refused, from: probe.target.address, SystemClock.now, reactor)
      }
      reactor.emit(.pathProbeFailed(ticket, number: probe.number, error.localFailure), to: run)
      parent?.end(number, reactor)
    }
  }

  private func launched(_ moment: MonotonicTime, _ reactor: Reactor) {
    reactor.ledger.connected(to: probe.target.address, for: .path)
    reactor.emit(.launched(ticket, number: probe.number, at: moment), to: run)
  }

  override func ready(_ events: UInt32, _ reactor: Reactor) {
    // A socket is hung up before its connect begins.
    guard begunAt != nil else { return }
    let now = SystemClock.now
    if let entry = SocketErrorQueue.next(descriptor),
      let reply = parent?.reply(entry, headerLength: 8, number: probe.number)
    {
      parent?.tell(reply, reactor)
      // Not every error ends a connect; one answer is enough.
      parent?.end(number, reactor)
      return
    }
    switch descriptor.pendingError() {
    case 0 where events & (Epoll.writable | Epoll.hungUp) == Epoll.writable:
      conclude(reactor)
    case 0: break
    case ECONNREFUSED: answer(.refused, from: probe.target.address, now, reactor)
    // Only what was accepted is reset.
    case ECONNRESET: answer(.open, from: probe.target.address, now, reactor)
    // No answer is not reported: the machine has a timeout of its own.
    default: parent?.end(number, reactor)
    }
  }

  private func conclude(_ reactor: Reactor) {
    let now = SystemClock.now
    let measured = Duration.microseconds(Int64(shim_tcp_round_trip(descriptor.rawValue)))
    // The kernel's own measurement excludes the delay of this thread.
    let moment = begunAt.map { measured > .zero ? min(now, $0 + measured) : now } ?? now
    let isSelfConnected = descriptor.localEndpoint() == probe.target
    answer(isSelfConnected ? .refused : .open, from: probe.target.address, moment, reactor)
  }

  private func answer(
    _ kind: PathReply.Kind,
    from source: IPAddress,
    _ moment: MonotonicTime,
    _ reactor: Reactor
  ) {
    let reply = PathReply(
      number: probe.number,
      source: source,
      kind: kind,
      receivedAt: moment
    )
    parent?.tell(reply, reactor)
    parent?.end(number, reactor)
  }
}
