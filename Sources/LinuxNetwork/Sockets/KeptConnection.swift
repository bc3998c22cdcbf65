internal import CShims
internal import Glibc
import Networking
internal import Wire

/// A connect whose connection stays open to be written to and heard, for a while and for so many
/// bytes.
///
/// It stays the same entry of the reactor, with its place in the budget, until it ends; so giving it
/// up, and the end of its machine, close it as they close any connect.
final class KeptConnection: ConnectAttempt {
  private var isOpen = false
  private var heard = 0
  private var backlog = StreamBacklog()
  /// Whether the backlog waits for room in the kernel.
  private var isWaiting = false
  /// Whether nothing more can be sent, while something may be left to be heard.
  private var isBroken = false

  /// The most that is heard over one connection.
  ///
  /// A device's description, page or certificate chain is below 100 KiB; what sends without end is
  /// cut off here, whoever reads it.
  static let hearingLimit = 1 << 20

  /// The most that may wait to be sent: a machine that says more than that to somebody who does not
  /// listen is in error.
  static let backlogLimit = 256 * 1024

  /// How many pieces are taken in one go, so that a fast sender leaves the others their turn.
  private static let piecesPerTurn = 4

  override func accepted(rtt: Duration, _ reactor: Reactor) {
    isOpen = true
    // What is said is said in whole messages; waiting for more would only add to the answer's time.
    try? descriptor.set(Int32(IPPROTO_TCP), TCP_NODELAY, to: Int32(1))
    // A router's passing complaint ends a connect, but no connection: that is TCP's to judge.
    if pending.probe.target.address.v4 != nil {
      try? descriptor.set(SocketLevel.ip, Int32(SHIM_IP_RECVERR), to: Int32(0))
    } else {
      try? descriptor.set(SocketLevel.ipv6, Int32(SHIM_IPV6_RECVERR), to: Int32(0))
    }
    discardErrors()
    reactor.keep(pending, rtt: rtt)
    reactor.rewatch(self, Epoll.readable)
  }

  override func broke(_ error: SystemError, _ reactor: Reactor) {
    // The kernel calls it a reset only once somebody has accepted; before, it is a refusal.
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

  /// Ends it and says how; nothing more is heard of it.
  func end(_ end: ConnectionEnd, _ reactor: Reactor) {
    guard isOpen else { return }
    isOpen = false
    reactor.hangUp(number, end)
  }

  // MARK: Saying

  /// Sends bytes behind those that wait; does nothing before it is open and after its end.
  func write(_ bytes: [UInt8], for purpose: Purpose, _ reactor: Reactor) {
    guard isOpen, !isBroken, !bytes.isEmpty else { return }
    reactor.ledger.wrote(to: pending.probe.target.address, for: purpose)
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
      // What had come before the end is still there to be heard.
      hear(reactor)
    }
  }

  // MARK: Hearing

  private func hear(_ reactor: Reactor) {
    for _ in 0..<Self.piecesPerTurn where isOpen {
      let allowance = Self.hearingLimit - heard
      do throws(SystemError) {
        // One byte more than allowed tells an endless stream from one that ends in time.
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
