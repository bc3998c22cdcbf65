public import Networking
public import Wire

/// A network as data: its links and hosts, what the scanner's kernel remembers, what it permits.
public struct SimulatedTopology: Sendable {
  /// The scanner's interfaces, each with what is behind it.
  public var links: [SimulatedLink]
  /// The next hops of default routes.
  public var gateways: [Gateway]
  /// The resolvers that the system uses.
  public var resolvers: [IPAddress]
  /// What the neighbour table holds at the start; `confirmedAgo` counts back from then.
  public var remembered: [Neighbour]
  /// Entries of other namespaces: they fill the table and can't be seen.
  public var hiddenEntries = 0
  /// Whether raw and packet sockets are permitted.
  public var permitsRaw = true
  /// Whether ICMP echo is permitted.
  public var permitsEcho = true
  /// The neighbour table's size (`gc_thresh3`).
  public var tableLimit = 1024
  /// The most exchanges in flight.
  public var budget = 30

  /// A topology of these links.
  public init(
    links: [SimulatedLink],
    gateways: [Gateway] = [],
    resolvers: [IPAddress] = [],
    remembered: [Neighbour] = []
  ) {
    self.links = links
    self.gateways = gateways
    self.resolvers = resolvers
    self.remembered = remembered
  }

  /// What the scanner is told of it.
  public var configuration: NetworkConfiguration {
    NetworkConfiguration(
      interfaces: links.map(\.interface),
      gateways: gateways,
      resolvers: resolvers
    )
  }
}

/// An interface of the scanner's and the hosts behind it.
public struct SimulatedLink: Sendable {
  /// The scanner's interface.
  public var interface: Interface
  /// Who is there; hosts outside the interface's subnets are reached through a router.
  public var hosts: [SimulatedHost]
  /// What happens to frames.
  public var impairment: Impairment

  /// The given link.
  public init(interface: Interface, hosts: [SimulatedHost], impairment: Impairment = .none) {
    self.interface = interface
    self.hosts = hosts
    self.impairment = impairment
  }
}

/// A device on a simulated link, with its services.
public struct SimulatedHost: Sendable {
  /// The device.
  public var device: SimulatedDevice
  /// What answers on its UDP ports.
  public var responders: [any Responder]
  /// When it comes and goes: it hears and says nothing outside this time.
  public var presence: Range<Duration>

  /// A device that is there all the time.
  public init(_ device: SimulatedDevice, responders: [any Responder] = []) {
    self.device = device
    self.responders = responders
    presence = .zero..<(.seconds(1 << 30))
  }

  /// Its link-local IPv6 address, made of its link address (RFC 4291, appendix A).
  public var linkLocal: IPv6Address {
    let mac = device.mac.rawValue ^ 1 << 41
    return IPv6Address(
      high: 0xFE80_0000_0000_0000,
      low: (mac >> 24) << 40 | 0xFFFE << 24 | mac & 0xFF_FFFF
    )
  }
}

/// What a link does to frames, the same in each direction.
public struct Impairment: Hashable, Sendable {
  /// The share of frames that are lost, 0–1, independently of each other.
  public var loss: Double
  /// How long a frame takes, uniformly distributed; frames don't overtake each other.
  public var delay: ClosedRange<Duration>
  /// How much longer a frame takes to a station that slept for want of frames.
  ///
  /// `nil` where none sleeps; links of a simulated kernel know no such stations.
  public var waking: ClosedRange<Duration>?

  /// The given impairment.
  public init(
    loss: Double,
    delay: ClosedRange<Duration>,
    waking: ClosedRange<Duration>? = nil
  ) {
    self.loss = loss
    self.delay = delay
    self.waking = waking
  }

  /// A cable: nothing is lost, a frame takes 0.05 ms.
  public static let none = Impairment(
    loss: 0,
    delay: .microseconds(50) ... .microseconds(50)
  )
}
