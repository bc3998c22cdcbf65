public import Wire

/// How a path is probed.
public enum PathMethod: String, Hashable, Sendable, CaseIterable {
  /// Datagrams to ports that nobody listens on.
  case udp
  /// Echo requests.
  case icmp
  /// Connects: the answer is *open* or *refused*.
  case tcp
}

/// Whether packets may be cut into pieces on their way (IP_MTU_DISCOVER, ip(7)).
public enum Fragmentation: String, Hashable, Sendable, CaseIterable {
  /// The system's default.
  case system
  /// Never: no packet is bigger than the path MTU that the kernel knows of.
  case forbidden = "do"
  /// The kernel cuts what is bigger than the path MTU that it knows of.
  case wanted = "want"
  /// Anywhere: "don't fragment" is not set.
  case allowed = "dont"
  /// Never, and what the kernel knows of the path is not heeded: for measuring it.
  case probing = "probe"
}

/// How a socket for path probes is made.
public struct PathSocketOptions: Hashable, Sendable {
  /// IPv4 or IPv6.
  public var family: AddressFamily
  /// What it sends.
  public var method: PathMethod
  /// Through which interface; `nil` leaves it to the routing table.
  public var interface: UInt32?
  /// The local UDP port; 0 for one of its own, as each connect has.
  public var sourcePort: UInt16
  /// How long a connect may take; then its socket is closed without an event.
  public var patience: Duration
  /// Whether its packets may be cut into pieces.
  public var fragmentation: Fragmentation
  /// The address that its packets come from; `nil` leaves it to the routing table.
  public var source: IPAddress?

  /// By default the system chooses interface, ports, source address and fragmentation; connects
  /// take 3 s.
  public init(
    family: AddressFamily,
    method: PathMethod,
    interface: UInt32? = nil,
    sourcePort: UInt16 = 0,
    patience: Duration = .seconds(3),
    fragmentation: Fragmentation = .system,
    source: IPAddress? = nil
  ) {
    self.fragmentation = fragmentation
    self.source = source
    self.family = family
    self.method = method
    self.interface = interface
    self.sourcePort = sourcePort
    self.patience = patience
  }
}

/// One packet along a path, to be answered by the target or by a router where its hops are used up.
public struct PathProbe: Hashable, Sendable {
  /// The machine's number for it, which replies carry back; its low half is an echo's sequence.
  public var number: UInt32
  /// Address and port; the port is 0 for echoes.
  public var target: Endpoint
  /// How many hops it may take; `nil` leaves it to the system.
  public var hopLimit: UInt8?
  /// What it carries, behind the header of its protocol; connects carry nothing.
  ///
  /// If several probes go to one port, replies are matched by it.
  public var payload: [UInt8]

  /// The number must be unique among the probes of a socket that wait for a reply.
  public init(number: UInt32, target: Endpoint, hopLimit: UInt8? = nil, payload: [UInt8] = []) {
    self.number = number
    self.target = target
    self.hopLimit = hopLimit
    self.payload = payload
  }
}

/// What came back for a path probe.
public struct PathReply: Hashable, Sendable {
  /// What it says.
  public enum Kind: Hashable, Sendable {
    /// The target repeated an echo.
    case echoed
    /// A datagram was answered by a datagram.
    case answered
    /// A connect was accepted.
    case open
    /// A connect was refused.
    case refused
    /// No service listens on the port: the packet arrived.
    case portUnreachable
    /// The packet's hops were used up.
    case timeExceeded
    /// The packet could not go on.
    case unreachable(PathObstacle)
  }

  /// The probe's number; `nil` if the quoted packet is too short to match.
  public var number: UInt32?
  /// The reply's sender.
  public var source: IPAddress
  /// What it says.
  public var kind: Kind
  /// When the kernel received it.
  public var receivedAt: MonotonicTime
  /// The reply's own TTL or hop limit as it arrived, where the kernel says.
  public var hopLimit: UInt8?
  /// The extensions of an ICMP error (RFC 4884), their header first; none otherwise.
  public var extensions: [UInt8]

  /// A reply without a number can't be assigned to a probe, and says only who sent it.
  public init(
    number: UInt32?,
    source: IPAddress,
    kind: Kind,
    receivedAt: MonotonicTime,
    hopLimit: UInt8? = nil,
    extensions: [UInt8] = []
  ) {
    self.number = number
    self.source = source
    self.kind = kind
    self.receivedAt = receivedAt
    self.hopLimit = hopLimit
    self.extensions = extensions
  }
}

/// Why a packet could not go on, in ICMP's words (RFC 792, RFC 1812, RFC 4443).
public enum PathObstacle: Hashable, Sendable {
  /// No route to the network.
  case network
  /// The last router gets no answer from the host.
  case host
  /// The host does not know the protocol.
  case unknownProtocol
  /// A filter forbids it.
  case prohibited
  /// The packet is too big for a link, and must not be fragmented; what the link takes, where the
  /// router says (RFC 1191, RFC 8201).
  case tooBig(mtu: Int?)
  /// Anything else.
  case other(type: UInt8, code: UInt8)
}

extension PathReply.Kind {
  /// What an ICMP or ICMPv6 error says; `nil` for what is no error about a packet.
  ///
  /// Where it says that a packet is too big, it has the next link's MTU beside, or 0.
  public init?(errorType type: UInt8, code: UInt8, _ family: AddressFamily, mtu: UInt32 = 0) {
    switch (family, type, code) {
    case (.v4, 11, 0), (.v6, 3, 0): self = .timeExceeded
    case (.v4, 3, 3), (.v6, 1, 4): self = .portUnreachable
    case (.v4, 3, 0), (.v4, 3, 6), (.v4, 3, 11), (.v6, 1, 0): self = .unreachable(.network)
    case (.v4, 3, 1), (.v4, 3, 7), (.v4, 3, 12), (.v6, 1, 3): self = .unreachable(.host)
    case (.v4, 3, 2), (.v6, 4, 1): self = .unreachable(.unknownProtocol)
    case (.v4, 3, 9), (.v4, 3, 10), (.v4, 3, 13), (.v6, 1, 1), (.v6, 1, 5), (.v6, 1, 6):
      self = .unreachable(.prohibited)
    case (.v4, 3, 4), (.v6, 2, _):
      self = .unreachable(.tooBig(mtu: mtu > 0 && mtu <= 65_535 ? Int(mtu) : nil))
    case (.v4, 3, _), (.v4, 11, _), (.v4, 12, _), (.v6, 1, _), (.v6, 3, _), (.v6, 4, _):
      self = .unreachable(.other(type: type, code: code))
    default: return nil
    }
  }
}
