public import Wire

/// An event that the network delivers to a machine.
public enum NetworkEvent: Sendable {
  /// A long-lived socket is open; `localPort` is 0 for link sockets.
  case opened(Ticket, localPort: UInt16)
  /// A long-lived socket could not be opened, or died.
  case failed(Ticket, LocalFailure)
  /// A datagram, ICMP message or frame came in.
  case datagram(Ticket, Datagram)
  /// A datagram could not be sent.
  case sendFailed(Ticket, to: Endpoint, ProbeOutcome)
  /// A connect or exchange ended, or a connection that is kept began.
  case probed(Ticket, Endpoint, ProbeOutcome)
  /// Bytes came in over a kept connection, at most 16 KiB at a time; never none.
  case received(Ticket, [UInt8])
  /// A kept connection ended, other than by `cancel`, after all its bytes were `received`; the last
  /// event of its ticket.
  case closed(Ticket, ConnectionEnd)
  /// A path probe went out, at the moment right before it was handed to the kernel.
  case launched(Ticket, number: UInt32, at: MonotonicTime)
  /// A path probe could not be sent: this machine's failure, which says nothing of the path.
  case pathProbeFailed(Ticket, number: UInt32, LocalFailure)
  /// A path probe was answered.
  case pathReply(Ticket, PathReply)
  /// The addresses of a `solicit` were asked, except those that this machine failed at.
  case solicited(Ticket, failed: [IPv4Address: LocalFailure])
  /// The neighbour table as it is; entries not in it don't exist.
  case neighbours(Ticket, [Neighbour])
  /// One entry changed; `nil` state means that it went away.
  case neighbourChanged(Ticket, Neighbour, isRemoved: Bool)
  /// Interfaces, addresses or routes changed; several changes may make one event.
  case configurationChanged(Ticket)
  /// The time asked for has come.
  case woke(Ticket)

  /// The request's ticket.
  public var ticket: Ticket {
    switch self {
    case .opened(let ticket, _), .failed(let ticket, _), .datagram(let ticket, _),
      .sendFailed(let ticket, _, _), .probed(let ticket, _, _), .received(let ticket, _),
      .closed(let ticket, _), .solicited(let ticket, _),
      .launched(let ticket, _, _), .pathProbeFailed(let ticket, _, _), .pathReply(let ticket, _),
      .neighbours(let ticket, _), .neighbourChanged(let ticket, _, _),
      .configurationChanged(let ticket), .woke(let ticket):
      ticket
    }
  }
}

/// How a kept connection ended.
public enum ConnectionEnd: Hashable, Sendable {
  /// The other side closed it, in order.
  case ended
  /// The other side, or something between, broke it off.
  case reset
  /// The time or the bytes that it was allowed are used up.
  case exhausted
}

/// Something received.
public struct Datagram: Sendable {
  /// The sender; for frames the all-zero IPv4 address and port 0.
  public var source: Endpoint
  /// The address it was sent to, where the kernel says; distinguishes multicast from unicast.
  public var destination: IPAddress?
  /// The index of the interface it came in on.
  public var interface: UInt32
  /// The bytes: a UDP payload, an ICMP message, or a whole frame.
  public var payload: [UInt8]
  /// When the kernel received it.
  public var receivedAt: MonotonicTime
  /// The sender's TTL or hop limit as it arrived, where the kernel says.
  public var hopLimit: UInt8?

  /// What the kernel doesn't report of a datagram is `nil`.
  public init(
    source: Endpoint,
    destination: IPAddress? = nil,
    interface: UInt32,
    payload: [UInt8],
    receivedAt: MonotonicTime,
    hopLimit: UInt8? = nil
  ) {
    self.source = source
    self.destination = destination
    self.interface = interface
    self.payload = payload
    self.receivedAt = receivedAt
    self.hopLimit = hopLimit
  }
}
