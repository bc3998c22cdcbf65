public import Model
public import Networking
public import Wire

/// What is to be scanned, and how: decided once, before anything is sent.
public struct ScanPlan: Hashable, Sendable {
  /// A network to be scanned.
  public struct Target: Hashable, Sendable {
    /// Its addresses.
    public var prefix: IPv4Prefix
    /// The interface that leads to it.
    public var interface: Interface
    /// This machine's own address in it, where it has one.
    public var ownAddress: IPv4Address?
    /// Whether its hosts are reached directly, so that ARP works.
    public var isOnLink: Bool

    /// The given network.
    public init(
      prefix: IPv4Prefix,
      interface: Interface,
      ownAddress: IPv4Address?,
      isOnLink: Bool
    ) {
      self.prefix = prefix
      self.interface = interface
      self.ownAddress = ownAddress
      self.isOnLink = isOnLink
    }
  }

  /// The networks, in order of interface and prefix.
  public var targets: [Target]
  /// The interfaces whose multicast is used: those of the targets, and those without a target, where
  /// nothing is swept and only who answers multicast or is a neighbour is found.
  public var interfaces: [Interface]
  /// The next hops of default routes.
  public var gateways: [Gateway]
  /// The resolvers that may be asked for reverse names: loopback, gateway and private ones.
  public var resolvers: [IPAddress]
  /// What this machine calls itself.
  public var hostName: String?
  /// What this machine is.
  public var machine: MachineDescription
  /// The devices that nothing is sent to, and that are not listed.
  public var excluded: Exclusion
  /// Whether only addresses and link addresses are wanted.
  public var discoverOnly: Bool
  /// Whether names are wanted, too, where else only addresses are.
  public var asksNames: Bool
  /// How long to wait for late answers after the last datagram.
  public var settle: Duration
  /// How long to listen after the last active probe.
  public var listen: Duration
  /// When to stop whatever happens, counted from the start.
  public var timeout: Duration
  /// Whether raw sockets are permitted, so that ARP can be asked directly.
  public var canUseRawSockets: Bool
  /// How long a scan goes on in all that listens after its sweep, until the next one; `nil` for one
  /// that ends by itself.
  public var lasting: Duration?
  /// Whether nobody is swept or asked: what is said anyhow is heard.
  public var listensOnly = false
  /// The one host that is asked, whoever else is heard.
  public var only: IPAddress?
  /// Whether each step is told, for a log.
  public var tellsSteps = false
  /// Steps of less weight than that are not told, but for the scan's begin.
  public var leastStepLevel = ScanStep.Level.trace
  /// The hosts that have been asked already.
  public var settled = SettledHosts()

  /// Whether steps of that weight are told.
  func tells(_ level: ScanStep.Level) -> Bool { tellsSteps && level >= leastStepLevel }

  /// A plan with the design's times.
  public init(
    targets: [Target],
    interfaces: [Interface],
    gateways: [Gateway] = [],
    resolvers: [IPAddress] = [],
    hostName: String? = nil,
    machine: MachineDescription = MachineDescription(),
    excluded: Exclusion = Exclusion(),
    discoverOnly: Bool = false,
    asksNames: Bool = false,
    settle: Duration = .milliseconds(1200),
    listen: Duration = .seconds(5),
    timeout: Duration = .seconds(15),
    canUseRawSockets: Bool = false
  ) {
    self.targets = targets
    self.interfaces = interfaces
    self.gateways = gateways
    self.resolvers = resolvers
    self.hostName = hostName
    self.machine = machine
    self.excluded = excluded
    self.discoverOnly = discoverOnly
    self.asksNames = asksNames
    self.settle = settle
    self.listen = listen
    self.timeout = timeout
    self.canUseRawSockets = canUseRawSockets
  }

  /// Whether anything may be sent to the address.
  public func mayAsk(_ address: IPAddress) -> Bool {
    !excluded.contains(address)
  }
}
