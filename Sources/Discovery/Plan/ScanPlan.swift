public import Model
public import Networking
public import Wire

/// What is scanned, and how; decided before anything is sent.
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

    /// A network that is reached through `interface`.
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
  /// The interfaces whose multicast is used: those of the targets, and those without a target,
  /// where only multicast and the neighbour table find devices.
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
  /// Whether names are wanted with `discoverOnly`.
  public var asksNames: Bool
  /// How long to wait for late answers after the last datagram.
  public var settle: Duration
  /// How long to listen after the last active probe.
  public var listen: Duration
  /// The time limit, counted from the start.
  public var timeout: Duration
  /// Whether raw sockets are permitted, so that ARP can be asked directly.
  public var canUseRawSockets: Bool
  /// The total duration of a scan that listens after its sweep until the next one; `nil` for a
  /// one-shot scan.
  public var lasting: Duration?
  /// Whether the scan only listens: no sweep, no probes.
  public var listensOnly = false
  /// Whether discovery protocols are asked of everybody on a link at once, by broadcast and multicast.
  public var asksEverybody = true
  /// The addresses of the one host that is looked for; empty where hosts are found and probed.
  ///
  /// Nothing is sent to others then, nor to groups.
  public var checked: [CheckedAddress] = []
  /// The only host to probe; others are still received.
  public var only: IPAddress?
  /// Whether each step is told, for a log.
  public var tellsSteps = false
  /// The least level of steps that are reported; the scan's begin always is.
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

extension ScanPlan {
  /// Whether a datagram from the address can have come from a device of the networks scanned.
  ///
  /// Senders of multicasts can be forged. Accepted are addresses of the scan's networks, this
  /// machine's own, and IPv6 addresses on links where IPv6 is used.
  package func isOnLink(_ address: IPAddress, interface index: UInt32) -> Bool {
    switch address.scope {
    case .unspecified, .multicast, .reserved: return false
    case .loopback, .linkLocal, .privateUse, .global: break
    }
    switch address {
    case .v4(let v4):
      return isOwn(address) || covers(v4, on: index)
    case .v6(let v6, _):
      return interface(index)?.ipv6.contains {
        v6.scope == .linkLocal || v6.shares($0.prefixLength, leadingBitsWith: $0.address)
      } ?? false
    }
  }

  /// Whether the address is on a network of the plan that the interface leads to: one that is swept,
  /// or one that is only listened to.
  func covers(_ address: IPv4Address, on index: UInt32) -> Bool {
    if targets.contains(where: { $0.interface.index == index }) {
      return targets.contains { $0.interface.index == index && $0.prefix.contains(address) }
    }
    return interface(index)?.ipv4.contains { $0.prefix.contains(address) } == true
  }

  /// The interface with that index, if its multicast is used.
  func interface(_ index: UInt32) -> Interface? {
    interfaces.first { $0.index == index }
  }

  /// Whether the address is one of this machine's own.
  package func isOwn(_ address: IPAddress) -> Bool {
    switch address {
    case .v4(let address):
      interfaces.contains { $0.ipv4.contains { $0.address == address } }
        || targets.contains { $0.ownAddress == address }
    case .v6(let address, _):
      interfaces.contains { $0.ipv6.contains { $0.address == address } }
    }
  }
}

extension IPv6Address {
  /// Whether the first `count` bits are the same.
  package func shares(_ count: Int, leadingBitsWith other: IPv6Address) -> Bool {
    let different =
      high != other.high
      ? (high ^ other.high).leadingZeroBitCount
      : 64 + (low ^ other.low).leadingZeroBitCount
    return different >= count
  }
}

/// The hosts that were fully probed within the last day and are not probed again.
public struct SettledHosts: Hashable, Sendable {
  /// One address.
  public struct Host: Hashable, Sendable {
    /// Its link address at that time; another device may have the address now.
    public var mac: MACAddress?
    /// Its facts; only facts that are not among them lead to questions.
    public var facts: [Observation]

    /// A host with the link address and the facts of its last full probing.
    public init(mac: MACAddress?, facts: [Observation]) {
      self.mac = mac
      self.facts = facts
    }
  }

  /// By address.
  public var hosts: [IPAddress: Host]

  /// Nobody, by default.
  public init(_ hosts: [IPAddress: Host] = [:]) {
    self.hosts = hosts
  }
}

/// The devices that a scan excludes: nothing is sent to them, and they are not listed.
///
/// The user names addresses. Further addresses of the same devices are added from the neighbour
/// table, so that naming a device's IPv4 address excludes its IPv6 ones too.
public struct Exclusion: Hashable, Sendable {
  /// The ranges that were named.
  public private(set) var prefixes: [IPPrefix]
  /// The link addresses of the excluded devices, as far as they are known.
  public private(set) var links: Set<MACAddress> = []
  /// Their further IPv6 addresses, as far as they are known.
  public private(set) var learnt: Set<IPv6Address> = []

  /// More than any home has; a bound against forged entries.
  private static let limit = 4096

  /// Excludes the named ranges; link addresses are added as the neighbour table tells them.
  public init(_ prefixes: [IPPrefix] = []) {
    self.prefixes = prefixes
  }

  /// Whether nothing may be sent to the address.
  public func contains(_ address: IPAddress) -> Bool {
    guard !prefixes.isEmpty else { return false }
    if prefixes.contains(where: { $0.contains(address) }) { return true }
    guard case .v6(let v6, _) = address else { return false }
    return learnt.contains(v6) || v6.embeddedMAC.map(links.contains) == true
  }

  /// The IPv4 ranges.
  var ipv4: [IPv4Prefix] {
    prefixes.compactMap { if case .v4(let prefix) = $0 { prefix } else { nil } }
  }

  /// Adds addresses from the neighbour table; returns the newly excluded ones.
  ///
  /// Only from IPv4 to IPv6: a repeater answers for its clients' IPv4 addresses, and excluding an
  /// IPv6 prefix must not exclude every device that also has an address in it.
  mutating func learn(_ entries: [Neighbour]) -> [IPAddress] {
    guard !prefixes.isEmpty else { return [] }
    for entry in entries where entry.address.v4 != nil && contains(entry.address) {
      if let mac = entry.mac, mac.isUsable, links.count < Self.limit { links.insert(mac) }
    }
    var added: [IPAddress] = []
    for entry in entries {
      guard case .v6(let v6, _) = entry.address, let mac = entry.mac, links.contains(mac),
        learnt.count < Self.limit, learnt.insert(v6).inserted
      else { continue }
      added.append(entry.address)
    }
    return added
  }
}

extension IPv6Address {
  /// The link address that a modified EUI-64 interface identifier is made of (RFC 4291, appendix A).
  fileprivate var embeddedMAC: MACAddress? {
    guard low >> 24 & 0xFFFF == 0xFFFE else { return nil }
    return MACAddress(rawValue: (low >> 40 ^ 0x02_0000) << 24 | low & 0xFF_FFFF)
  }
}
