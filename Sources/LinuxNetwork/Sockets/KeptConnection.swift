internal import CShims
internal import Glibc
import Networking
internal import Wire

/// A connect whose connection stays open for reads and writes, until a time or byte limit.
///
/// It keeps its entry in the reactor and its place in the budget until it ends, so cancelling it and
/// ending its machine close it like any connect.
final class KeptConnection: ConnectAttempt {
  private var isOpen = false
  private var heard = 0
  private var backlog = StreamBacklog()
  /// Whether the backlog waits for room in the kernel.
  private var isWaiting = false
  /// Whether sending has failed; received bytes may still be waiting.
  private var isBroken = false

  /// Bytes received over one connection at most: ten times a long description, page or chain.
  static let receiveLimit = 1 << 20

  /// Bytes that may wait to be sent; beyond that the connection is closed.
  static let backlogLimit = 256 * 1024

  /// Reads per turn, so that one fast sender doesn't delay other connections.
  private static let piecesPerTurn = 4

  override func accepted(rtt: Duration, _ reactor: Reactor) {
    isOpen = true
    // Messages are written whole, so Nagle's algorithm would only delay the answer.
    try? descriptor.set(Int32(IPPROTO_TCP), TCP_NODELAY, to: Int32(1))
    // ICMP errors end a connect, but not an established connection, which TCP decides about.
    try? descriptor.setErrorQueue(isV4: pending.probe.target.address.v4 != nil, to: 0)
    discardErrors()
    reactor.keep(pending, rtt: rtt)
    reactor.rewatch(self, Epoll.readable)
  }

  override func broke(_ error: SystemError, _ reactor: Reactor) {
    // The kernel reports a reset only of an established connection; before, it is a refusal.
    guard error.number == ECONNRESET || error.number == EPIPE else {
      return super.broke(error, reactor)
    }
    isBroken = true
    conclude(reactor)
    hear(reactor)
  }

  override func ready(_ events: UInt32, _ reactor: Reactor) {
    guard isOpen else { return super.ready(events, reactor) }
    if events & Epoll.writable != 0 { flush(reactor) }
    if events & ~Epoll.writable != 0 { hear(reactor) }
    if isOpen, events & Epoll.failed != 0 { discardErrors() }
  }

  /// Closes the connection and reports how it ended.
  func end(_ end: ConnectionEnd, _ reactor: Reactor) {
    guard isOpen else { return }
    isOpen = false
    reactor.hangUp(number, end)
  }

  // MARK: Sending

  /// Sends bytes, after those in the backlog; does nothing unless the connection is open.
  func write(_ bytes: [UInt8], for purpose: Purpose, _ reactor: Reactor) {
    guard isOpen, !isBroken, !bytes.isEmpty else { return }
    reactor.ledger.wrote(to: pending.probe.target.address, for: purpose, bytes: bytes.count)
    backlog.append(bytes)
    if !isWaiting { flush(reactor) }
    // Half a message is worse than none.
    if backlog.count > Self.backlogLimit { end(.exhausted, reactor) }
  }

  private func flush(_ reactor: Reactor) {
    let wasWaiting = isWaiting
    do throws(SystemError) {
      try backlog.flush(to: descriptor)
      isWaiting = false
    } catch {
      isWaiting = error.wouldBlock
      if !isWaiting { isBroken = true }
    }
    if isWaiting != wasWaiting {
      reactor.rewatch(self, isWaiting ? Epoll.readable | Epoll.writable : Epoll.readable)
    }
    if isBroken {
      backlog = StreamBacklog()
      // Bytes received before the end can still be read.
      hear(reactor)
    }
  }

  // MARK: Receiving

  private func hear(_ reactor: Reactor) {
    for _ in 0..<Self.piecesPerTurn where isOpen {
      let allowance = Self.receiveLimit - heard
      do throws(SystemError) {
        // One byte beyond the limit distinguishes an endless stream from one that ends at it.
        var bytes = try reactor.streams.receive(descriptor, atMost: allowance + 1)
        guard !bytes.isEmpty else { return end(isBroken ? .reset : .ended, reactor) }
        let isTooMuch = bytes.count > allowance
        if isTooMuch { bytes.removeLast() }
        heard += bytes.count
        if !bytes.isEmpty { reactor.emit(.received(ticket, bytes), to: run) }
        if isTooMuch { return end(.exhausted, reactor) }
      } catch {
        if error.wouldBlock, !isBroken { return }
        return end(.reset, reactor)
      }
    }
  }
}

/// What is still to be sent over a connection.
struct StreamBacklog {
  private var bytes: [UInt8] = []
  private var sent = 0

  /// How many bytes wait.
  var count: Int { bytes.count - sent }

  /// Whether nothing waits.
  var isEmpty: Bool { count == 0 }

  /// Puts bytes behind those that wait.
  mutating func append(_ more: [UInt8]) {
    if sent > 0 {
      bytes.removeFirst(sent)
      sent = 0
    }
    bytes += more
  }

  /// Sends as much as the kernel takes; throws EAGAIN when something is left.
  mutating func flush(to socket: borrowing FileDescriptor) throws(SystemError) {
    let raw = socket.rawValue
    while !isEmpty {
      // MSG_NOSIGNAL: no SIGPIPE if the peer has closed.
      let count = try systemCall("send") {
        bytes.withUnsafeBytes { bytes in
          let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
          return send(raw, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        }
      }
      sent += count
    }
    self = StreamBacklog()
  }
}
