public import Model
public import Wire

/// What this machine's network looks like at one moment: interfaces, routes, resolvers.
public struct NetworkConfiguration: Sendable {
  /// Every interface, loopback included, in order of index.
  public var interfaces: [Interface]
  /// The next hops of default routes: the main table's, and the one that the kernel's rules choose.
  public var gateways: [Gateway]
  /// The indices of interfaces that default routes take without a next hop: point-to-point links,
  /// as PPP's and WireGuard's.
  public var pointToPointInterfaces: [UInt32]
  /// The main table's other routes that lead over a router, or nowhere on purpose.
  public var routes: [StaticRoute] = []
  /// The resolvers that the system uses, in order.
  public var resolvers: [IPAddress]
  /// What this machine calls itself, where it says.
  public var hostName: String?
  /// What this machine is, as far as it knows.
  public var machine: MachineDescription

  /// A snapshot without static routes; set ``routes`` where they are known.
  public init(
    interfaces: [Interface],
    gateways: [Gateway],
    pointToPointInterfaces: [UInt32] = [],
    resolvers: [IPAddress],
    hostName: String? = nil,
    machine: MachineDescription = MachineDescription()
  ) {
    self.interfaces = interfaces
    self.gateways = gateways
    self.pointToPointInterfaces = pointToPointInterfaces
    self.resolvers = resolvers
    self.hostName = hostName
    self.machine = machine
  }
}

/// A network interface with its addresses.
public struct Interface: Hashable, Sendable {
  /// The kernel's number for it.
  public var index: UInt32
  /// `eth0`, `wlan0`.
  public var name: String
  /// Its own link address, where it has one.
  public var mac: MACAddress?
  /// Administratively up (IFF_UP).
  public var isUp: Bool
  /// Operationally up: a cable, an association (IFF_LOWER_UP).
  public var hasCarrier: Bool
  /// Can broadcast (IFF_BROADCAST); tunnels can't.
  public var isBroadcast: Bool
  /// Can multicast (IFF_MULTICAST).
  public var isMulticast: Bool
  /// `lo` (IFF_LOOPBACK).
  public var isLoopback: Bool
  /// How many bytes a packet on it has at most, where that is known.
  public var mtu: Int?
  /// What made it (`IFLA_INFO_KIND`): `bridge`, `veth`, `tun`, `wireguard`; `nil` for hardware.
  public var kind: String?
  /// Its IPv4 addresses.
  public var ipv4: [Interface.IPv4]
  /// Its IPv6 addresses.
  public var ipv6: [Interface.IPv6]

  /// An IPv4 address with its subnet.
  public struct IPv4: Hashable, Sendable {
    /// The interface's own address.
    public var address: IPv4Address
    /// The subnet that is reached directly.
    public var prefix: IPv4Prefix

    /// The prefix need not contain the address: point-to-point links have a peer's.
    public init(address: IPv4Address, prefix: IPv4Prefix) {
      self.address = address
      self.prefix = prefix
    }
  }

  /// An IPv6 address with its subnet's length.
  public struct IPv6: Hashable, Sendable {
    /// The interface's own address.
    public var address: IPv6Address
    /// How many leading bits the subnet shares.
    public var prefixLength: Int

    /// The length is 0–128 bits; it is not checked.
    public init(address: IPv6Address, prefixLength: Int) {
      self.address = address
      self.prefixLength = prefixLength
    }
  }

  /// An interface with the given properties.
  public init(
    index: UInt32,
    name: String,
    mac: MACAddress? = nil,
    isUp: Bool = true,
    hasCarrier: Bool = true,
    isBroadcast: Bool = true,
    isMulticast: Bool = true,
    isLoopback: Bool = false,
    mtu: Int? = nil,
    kind: String? = nil,
    ipv4: [IPv4] = [],
    ipv6: [IPv6] = []
  ) {
    self.index = index
    self.name = name
    self.mac = mac
    self.isUp = isUp
    self.hasCarrier = hasCarrier
    self.isBroadcast = isBroadcast
    self.isMulticast = isMulticast
    self.isLoopback = isLoopback
    self.mtu = mtu
    self.kind = kind
    self.ipv4 = ipv4
    self.ipv6 = ipv6
  }
}

/// A route of the main table that is no default route.
public struct StaticRoute: Hashable, Sendable {
  /// The first address of where it leads.
  public var destination: IPAddress
  /// How many leading bits those addresses share with it.
  public var length: Int
  /// The router; `nil` for a route that drops or rejects what takes it.
  public var gateway: IPAddress?

  /// The length is in bits; without a gateway the route drops or rejects packets.
  public init(destination: IPAddress, length: Int, gateway: IPAddress?) {
    self.destination = destination
    self.length = length
    self.gateway = gateway
  }

  /// Whether it leads to an address.
  public func leads(to address: IPAddress) -> Bool {
    switch (destination, address) {
    case (.v4(let network), .v4(let address)):
      IPv4Prefix(network, length: length).contains(address)
    case (.v6(let network, _), .v6(let address, _)):
      IPv6Prefix(network, length: length).contains(address)
    default: false
    }
  }
}

/// The next hop of a default route.
public struct Gateway: Hashable, Sendable {
  /// The router.
  public var address: IPAddress
  /// The index of the interface that leads to it.
  public var interface: UInt32

  /// The interface is an index (`if_nametoindex`), which the kernel may give to another one later.
  public init(address: IPAddress, interface: UInt32) {
    self.address = address
    self.interface = interface
  }
}

/// An entry of the kernel's neighbour table (ARP for IPv4, NDP for IPv6).
public struct Neighbour: Hashable, Sendable {
  /// The kernel's state of the entry (`NUD_*` in linux/neighbour.h).
  public enum State: Hashable, Sendable {
    /// Asked, no answer yet.
    case incomplete
    /// Answered within the last half minute or so.
    case reachable
    /// Answered once; nobody has checked since.
    case stale
    /// In use, about to be checked.
    case delay
    /// Being checked by unicast requests.
    case probe
    /// Asked three times without an answer.
    case failed
    /// Set by hand; proves nothing.
    case permanent
    /// Needs no resolution (loopback, multicast); proves nothing.
    case noARP
  }

  /// The neighbour's address.
  public var address: IPAddress
  /// The interface's index.
  public var interface: UInt32
  /// Its link address, where it is known.
  public var mac: MACAddress?
  /// The entry's state.
  public var state: State
  /// How long ago the neighbour last proved that it is there (`NDA_CACHEINFO`), where known.
  public var confirmedAgo: Duration?
  /// Whether the neighbour says it is a router (`NTF_ROUTER`, IPv6 only).
  public var isRouter: Bool

  /// An entry as the kernel reports it; `mac` is `nil` until it is resolved.
  public init(
    address: IPAddress,
    interface: UInt32,
    mac: MACAddress?,
    state: State,
    confirmedAgo: Duration? = nil,
    isRouter: Bool = false
  ) {
    self.address = address
    self.interface = interface
    self.mac = mac
    self.state = state
    self.confirmedAgo = confirmedAgo
    self.isRouter = isRouter
  }
}
