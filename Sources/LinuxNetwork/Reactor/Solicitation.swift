internal import Glibc
import Networking
internal import Wire

/// Addresses for the kernel to resolve by ARP, a few per turn of the loop.
final class Solicitation {
  let run: MachineRun
  let ticket: Ticket
  let interface: UInt32
  private let addresses: [IPv4Address]
  private var next = 0
  private var failed: [IPv4Address: LocalFailure] = [:]

  init(run: MachineRun, ticket: Ticket, interface: UInt32, addresses: [IPv4Address]) {
    self.run = run
    self.ticket = ticket
    self.interface = interface
    self.addresses = addresses
  }

  /// Between so many datagrams the loop reads netlink, so that its buffer does not overflow.
  private static let perTurn = 32

  /// A socket's buffer holds about 280 datagrams that wait for ARP; then it says EAGAIN.
  private static let perSocket = 128

  /// The discard service (RFC 863), which ignores whatever it receives.
  private static let port: UInt16 = 9

  private var socket: SweepSocket?

  private final class SweepSocket {
    let descriptor: FileDescriptor
    var sent = 0

    init() throws(SystemError) {
      descriptor = try FileDescriptor(makingSocket: AF_INET, type: SocketType.datagram)
    }
  }

  /// Sends to the next few addresses; true after the last.
  func step(_ reactor: Reactor) -> Bool {
    let end = min(next + Self.perTurn, addresses.count)
    while next < end {
      let address = addresses[next]
      next += 1
      if let rejection = reactor.policy.rejection(.v4(address), .exchange) {
        failed[address] = rejection
        continue
      }
      do throws(SystemError) {
        try ask(address)
        reactor.ledger.sentPacket(to: .v4(address), for: .sweep, bytes: 0)
      } catch {
        failed[address] = error.localFailure
      }
    }
    guard next == addresses.count else { return false }
    reactor.emit(.solicited(ticket, failed: failed), to: run)
    return true
  }

  private func ask(_ address: IPv4Address) throws(SystemError) {
    do throws(SystemError) {
      try send(to: address)
    } catch {
      guard error.localFailure == .noBuffers else { throw error }
      // A new socket has a new buffer.
      socket = nil
      try send(to: address)
    }
  }

  private func send(to address: IPv4Address) throws(SystemError) {
    let current: SweepSocket
    if let socket, socket.sent < Self.perSocket {
      current = socket
    } else {
      // The old socket can be closed: datagrams that wait for ARP keep its buffer alive.
      current = try SweepSocket()
      socket = current
    }
    current.sent += 1
    let target = Endpoint(.v4(address), port: Self.port)
    try current.descriptor.send([], to: target, through: interface)
  }
}

extension Reactor {
  /// Queues addresses for resolution.
  func solicit(
    _ addresses: [IPv4Address],
    on interface: UInt32,
    _ ticket: Ticket,
    for run: MachineRun
  ) {
    solicitations.append(
      Solicitation(run: run, ticket: ticket, interface: interface, addresses: addresses)
    )
  }

  /// Sends to a few addresses of the next solicitation, round robin.
  func solicitSome() {
    guard let solicitation = solicitations.popFirst(), !solicitation.run.isEnded else { return }
    if !solicitation.step(self) { solicitations.append(solicitation) }
  }
}
