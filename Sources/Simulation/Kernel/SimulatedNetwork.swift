public import DemoHome
public import Networking
public import Wire

/// A network in memory, on a virtual clock: the same topology and seed give the same run.
///
/// Hosts answer ARP, ICMP, UDP and TCP as a kernel does; frames are lost and delayed by a seeded
/// generator; the scanner's neighbour table fills up, forgets and fails like Linux's own. Nothing
/// leaves the process.
public struct SimulatedNetwork: VirtualNetwork {
  /// What is simulated.
  public let topology: SimulatedTopology
  /// What decides losses and delays.
  public let seed: UInt64
  private let record = Lock(TrafficLedger())

  /// The network of the topology.
  public init(_ topology: SimulatedTopology, seed: UInt64 = 1) {
    self.topology = topology
    self.seed = seed
  }

  /// Runs a machine until it is done, its time is over, or `interrupt` says so.
  public func runToEnd<Machine: NetworkMachine>(
    _ machine: Machine,
    limit: Duration,
    until interrupt: (MonotonicTime, Machine.Output) -> Bool
  ) -> SimulatedRun<Machine.Output> {
    var kernel = SimulatedKernel(topology, seed: seed)
    var run = kernel.run(machine, limit: limit, until: interrupt)
    run.counters = kernel.counters
    record.withLock { $0.merge(run.traffic) }
    return run
  }

  /// The topology's configuration.
  public func configuration() async throws(LocalFailure) -> NetworkConfiguration {
    topology.configuration
  }

  /// What the runs that have ended sent.
  public func traffic() async -> TrafficLedger {
    record.withLock(\.self)
  }

  /// Counts outputs that were dropped.
  public func noteLost(outputs: Int) { record.withLock { $0.lost(outputs: outputs) } }
}

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
  /// Whether the kernel asks NDP for IPv6 neighbours that something is sent to.
  public var asksNDP = false
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

  /// The scanner's view of it.
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
  /// The hosts on it; those outside the interface's subnets are reached through a router.
  public var hosts: [SimulatedHost]
  /// What happens to frames.
  public var impairment: Impairment

  /// A link, without loss unless said.
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
  /// When it is connected, since the start.
  public var presence: Range<Duration>
  /// The DHCP messages that it broadcasts once it is connected.
  public var dhcp: [DHCPBroadcast] = []
  /// Whether broadcasts reach it; an access point may drop those for a radio that sleeps.
  public var hearsBroadcasts = true

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

extension SimulatedTopology {
  /// A home on one wired interface, `eth0`, its router the gateway and resolver.
  ///
  /// `responders` gives each device its UDP services.
  public init(
    home: SimulatedHome,
    impairment: Impairment = .none,
    responders: (SimulatedDevice) -> [any Responder] = { _ in [] }
  ) {
    let hosts = home.devices.map { SimulatedHost($0, responders: responders($0)) }
    let router = home.router.map { IPAddress.v4($0.address) }
    self.init(
      links: [
        SimulatedLink(interface: home.interface, hosts: hosts, impairment: impairment)
      ],
      gateways: router.map { [Gateway(address: $0, interface: home.interface.index)] } ?? [],
      resolvers: router.map { [$0] } ?? []
    )
  }
}

extension SimulatedHome {
  /// The scanner's interface in the home.
  public var interface: Interface {
    Interface(
      index: 2,
      name: "eth0",
      mac: scannerMAC,
      ipv4: [Interface.IPv4(address: scannerAddress, prefix: prefix)],
      ipv6: [Interface.IPv6(address: scannerLinkLocal, prefixLength: 64)]
    )
  }

  private var scannerLinkLocal: IPv6Address {
    IPv6Address(high: 0xFE80_0000_0000_0000, low: scannerMAC.rawValue)
  }
}
