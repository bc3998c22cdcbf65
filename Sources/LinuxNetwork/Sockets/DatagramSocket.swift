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

  init(
    number: UInt64,
    run: MachineRun,
    ticket: Ticket,
    descriptor: consuming FileDescriptor,
    interface: UInt32
  ) {
    self.interface = interface
    super.init(number: number, run: run, ticket: ticket, descriptor: descriptor)
  }

  /// How many datagrams wait at most while buffers are full; more than that is a machine that paces
  /// nothing.
  private static let backlogLimit = 4096

  /// How many are received in one go, so that a flood on one socket leaves the others their turn.
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

  /// What a machine gets to see of one that came in; `nil` for what is not its business.
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
      reactor.ledger.sentPacket(to: datagram.target.address, for: datagram.purpose)
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
