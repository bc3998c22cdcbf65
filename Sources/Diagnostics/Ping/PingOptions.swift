public import Networking
public import Wire

/// How hosts are pinged.
public struct PingOptions: Hashable, Sendable {
  /// How many packets each host is sent; `nil` for no end.
  public var count: Int?
  /// The time between two packets to one host.
  public var interval: Duration
  /// How long an answer is waited for; a later one is named, and counts as lost.
  public var timeout: Duration
  /// How many bytes a packet carries behind its headers.
  public var size: Int
  /// What is sent; `nil` for echoes, and connects where those are not permitted.
  public var method: PathMethod?
  /// The port of connects and datagrams; `nil` for the method's own.
  public var port: UInt16?
  /// When it ends at the latest, counted from the first packet; `nil` for no such time.
  public var deadline: Duration?
  /// Whether packets may be cut into pieces on their way.
  public var fragmentation = Fragmentation.system
  /// How many hops a packet may take; `nil` leaves it to the system.
  public var hopLimit: UInt8?
  /// The address that packets come from; `nil` leaves it to the routing table.
  public var source: IPAddress?
  /// The index of the interface that packets leave by, and answers come in by; `nil` leaves it to the
  /// routing table.
  public var interface: UInt32?
  /// Whether errors about hosts that never answered are waited for beyond the timeout: a router takes
  /// three seconds to find out that no host has an address.
  public var awaitsErrors = true

  /// Options with the defaults of `homenet ping`.
  public init(
    count: Int? = 4,
    interval: Duration = .seconds(1),
    timeout: Duration = .seconds(2),
    size: Int = 56,
    method: PathMethod? = nil,
    port: UInt16? = nil
  ) {
    self.count = count
    self.interval = interval
    self.timeout = timeout
    self.size = size
    self.method = method
    self.port = port
  }

  /// What no ping can be asked; `nil` where all is well.
  public var mistake: String? {
    if let count, count < 1 { return "a count is 1 at least" }
    if interval < .milliseconds(10) { return "an interval is 10ms at least" }
    if timeout < .milliseconds(1) || timeout > .seconds(60) {
      return "a timeout is between 1ms and 60s"
    }
    if let deadline, deadline < .milliseconds(10) { return "a deadline is 10ms at least" }
    if hopLimit == 0 { return "a packet takes 1 to 255 hops" }
    if method == .tcp, fragmentation != .system { return "a TCP connect is never cut into pieces" }
    if method == .icmp, port != nil { return "an echo has no port: that is for tcp and udp" }
    return (0...65_000).contains(size) ? nil : "a size is between 0 and 65000"
  }

  /// The port that a method asks unless a better one is found: one where homes' devices accept or
  /// refuse, and for datagrams one where nobody listens.
  func port(of method: PathMethod) -> UInt16 {
    switch method {
    case .icmp: 0
    case .tcp: port ?? 80
    case .udp: port ?? 33_434
    }
  }
}
