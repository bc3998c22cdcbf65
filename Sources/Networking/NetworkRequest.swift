public import Wire

/// A machine's identifier of a request; events carry it back.
public struct Ticket: Hashable, Sendable {
  /// Which part of the machine asked (a discovery source).
  public var owner: UInt16
  /// The part's own number for it.
  public var number: UInt32

  /// The pair must be unique among a machine's outstanding requests.
  public init(owner: UInt16, number: UInt32) {
    self.owner = owner
    self.number = number
  }
}

/// A machine's request to the network.
public enum NetworkRequest: Sendable {
  /// Opens a long-lived socket, outside the budget; answered by `opened`.
  case open(Ticket, SocketKind)
  /// Closes what `open` opened.
  case close(Ticket)
  /// Sends a datagram from a UDP or ICMP socket; a failure comes back as `sendFailed`. ICMP payloads
  /// are whole messages, of which the kernel may rewrite identifier and checksum.
  case send(Ticket, to: Endpoint, payload: [UInt8], purpose: Purpose)
  /// Sends a whole Ethernet frame from a link socket; `target` is the address it counts for in the ledger.
  case transmit(Ticket, frame: [UInt8], target: IPAddress, purpose: Purpose)
  /// A TCP connect within the budget; answered by `probed` once it ends. The connection is closed,
  /// unless the probe keeps it: then `received` and, at last, `closed` follow, and until then it
  /// holds its place in the budget.
  case connect(Ticket, Probe)
  /// Sends bytes over a connection that is kept, behind what waits to be sent; before `probed` and
  /// once it is closed it does nothing. The ledger counts it as one message. What waits is bounded
  /// (256 KiB): beyond that the connection is `closed` as exhausted.
  case write(Ticket, [UInt8], purpose: Purpose)
  /// One datagram and the replies to it, within the budget: each reply is a `datagram`, the end is
  /// `probed` (after the first reply, or at the time limit).
  case exchange(Ticket, Probe, payload: [UInt8])
  /// Cancels a connect or exchange, or closes a kept connection, without a further event; frees its
  /// place in the budget.
  case cancel(Ticket)
  /// Sends one packet along a path from a path socket, outside the budget; answered by `launched` or
  /// `pathProbeFailed`, then by a `pathReply` for each answer, doubled ones too.
  case launch(Ticket, PathProbe)
  /// Sends an empty datagram to each address, so that the kernel resolves it; answered by
  /// `solicited`.
  case solicit(Ticket, [IPv4Address], interface: UInt32)
  /// Reports the neighbour table now and each change from now on: `neighbours`, `neighbourChanged`.
  case watchNeighbours(Ticket)
  /// Reads the neighbour table once: `neighbours`.
  case readNeighbours(Ticket)
  /// Reports each change to interfaces, addresses and routes from now on: `configurationChanged`.
  case watchConfiguration(Ticket)
  /// Calls back at a time: `woke`.
  case wake(Ticket, at: MonotonicTime)
}

/// A port to be asked.
public struct Probe: Hashable, Sendable {
  /// Address and port.
  public var target: Endpoint
  /// Through which interface; `nil` leaves it to the routing table.
  public var interface: UInt32?
  /// How long to wait, from the moment it is sent, not from when it was queued.
  public var timeout: Duration
  /// Counted in the traffic ledger.
  public var purpose: Purpose
  /// Whether a user waits for it, or a short question decides much; goes first.
  public var isInteractive: Bool
  /// How long a connection may stay open from when it was accepted, and keep its place in the budget.
  ///
  /// `nil` closes it at once. 1 MiB may come in over it in all.
  public var keepsOpen: Duration?

  /// By default the probe waits its turn and closes its connection as soon as it is accepted.
  public init(
    target: Endpoint,
    interface: UInt32? = nil,
    timeout: Duration,
    purpose: Purpose,
    isInteractive: Bool = false,
    keepsOpen: Duration? = nil
  ) {
    self.target = target
    self.interface = interface
    self.timeout = timeout
    self.purpose = purpose
    self.isInteractive = isInteractive
    self.keepsOpen = keepsOpen
  }
}

/// A long-lived socket.
public enum SocketKind: Hashable, Sendable {
  /// UDP over IPv4 or IPv6 on one interface.
  case udp(UDPSocketOptions)
  /// ICMP or ICMPv6 echo on one interface, by datagram socket where permitted, else raw. Echo replies
  /// and errors come as `datagram` with the ICMP message as payload.
  case echo(family: AddressFamily, interface: UInt32)
  /// Packets along a path, with a hop limit of their own, and what routers say of them.
  case path(PathSocketOptions)
  /// Whole frames of one EtherType on one interface (needs `CAP_NET_RAW`).
  case link(etherType: UInt16, interface: UInt32)
  /// The DHCP messages that reach one interface, clients' and servers', as whole frames; nothing is
  /// sent from it, and the interface stays as it is: no promiscuous mode (needs `CAP_NET_RAW`).
  case dhcp(interface: UInt32)
}

/// IPv4 or IPv6.
public enum AddressFamily: Hashable, Sendable {
  /// IPv4.
  case v4
  /// IPv6.
  case v6
}

/// How a UDP socket is bound.
public struct UDPSocketOptions: Hashable, Sendable {
  /// IPv4 or IPv6.
  public var family: AddressFamily
  /// The interface it receives and sends on.
  public var interface: UInt32
  /// The local port, shared with other listeners; 0 for one of its own.
  public var port: UInt16
  /// The groups to join.
  ///
  /// A socket with a fixed port and one group receives what is sent to the group and nothing else.
  public var groups: [IPAddress]
  /// The TTL or hop limit of multicasts.
  public var multicastHops: UInt8
  /// Whether it may send to broadcast addresses.
  public var broadcasts: Bool

  /// By default an ephemeral port, no groups, a hop limit of 255 (RFC 6762, section 11), no
  /// broadcasts.
  public init(
    family: AddressFamily,
    interface: UInt32,
    port: UInt16 = 0,
    groups: [IPAddress] = [],
    multicastHops: UInt8 = 255,
    broadcasts: Bool = false
  ) {
    self.family = family
    self.interface = interface
    self.port = port
    self.groups = groups
    self.multicastHops = multicastHops
    self.broadcasts = broadcasts
  }
}
