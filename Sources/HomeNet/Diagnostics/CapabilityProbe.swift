public import Net
public import Wire

/// Tries what a scan would use: a socket of each kind, the neighbour table, the resolvers.
///
/// Nothing is sent but one question to each resolver of the network's own, and what the kernel sends
/// to join a group.
public struct CapabilityProbe: NetworkMachine {
  /// What one attempt showed.
  public enum Output: Hashable, Sendable {
    /// How many entries the neighbour table has.
    case neighbours(Int)
    /// A socket of that kind opened.
    case works(Capability, interface: String)
    /// It didn't.
    case fails(Capability, interface: String, LocalFailure)
    /// How asking a resolver ended.
    case resolver(IPAddress, ProbeOutcome)
  }

  private let interfaces: [Interface]
  private let resolvers: [IPAddress]
  private let capabilities: Set<Capability>
  private var pending: [Ticket: (capability: Capability, interface: String)] = [:]
  private var resolverOf: [Ticket: IPAddress] = [:]
  private var isTableRead: Bool

  private static let table = Ticket(owner: 0, number: 0)
  private static let limit = Ticket(owner: 0, number: 1)
  /// A resolver that takes longer than this doesn't help a scan.
  private static let patience = Duration.seconds(2)

  /// A probe of some capabilities, on these interfaces and with these resolvers.
  public init(
    _ capabilities: Set<Capability> = Set(Capability.allCases),
    interfaces: [Interface],
    resolvers: [IPAddress] = []
  ) {
    self.capabilities = capabilities
    self.interfaces = interfaces
    self.resolvers = resolvers
    isTableRead = !capabilities.contains(.neighbourTable)
  }

  /// Opens and asks everything at once.
  public mutating func start(_ port: inout NetworkPort<Output>) {
    var number: UInt32 = 1
    func ticket() -> Ticket {
      number += 1
      return Ticket(owner: 0, number: number)
    }
    if !isTableRead { port.request(.readNeighbours(Self.table)) }
    for interface in interfaces {
      for (capability, kind) in Self.kinds(on: interface)
      where capabilities.contains(capability) {
        let ticket = ticket()
        pending[ticket] = (capability, interface.name)
        port.request(.open(ticket, kind))
      }
    }
    for resolver in resolvers {
      let ticket = ticket()
      resolverOf[ticket] = resolver
      let probe = Probe(
        target: Endpoint(resolver, port: 53),
        timeout: Self.patience,
        purpose: .reverseDNS,
        isInteractive: true
      )
      // RFC 6761 keeps `localhost` at home: no resolver passes it on.
      let question = DNSQuestion(DNSName(reverseOf: .v4(IPv4Address(127, 0, 0, 1))), .ptr)
      let query = DNSMessage(id: 1, flags: .recursiveQuery, questions: [question])
      port.request(.exchange(ticket, probe, payload: query.serialised))
    }
    port.request(.wake(Self.limit, at: port.now + Self.patience + .seconds(1)))
    finishIfDone(&port)
  }

  private func finishIfDone(_ port: inout NetworkPort<Output>) {
    if pending.isEmpty, resolverOf.isEmpty, isTableRead { port.finish() }
  }

  private static func kinds(on interface: Interface) -> [(Capability, SocketKind)] {
    let mdns = UDPSocketOptions(
      family: .v4,
      interface: interface.index,
      port: 5353,
      groups: [.v4(IPv4Address(224, 0, 0, 251))]
    )
    return [
      (.echo, .echo(family: .v4, interface: interface.index)),
      // EtherType ARP.
      (.raw, .link(etherType: 0x0806, interface: interface.index)),
      (.multicast, .udp(mdns)),
    ]
  }

  /// Notes how an attempt ended; the last one ends the probe.
  public mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>) {
    switch event {
    case .opened(let ticket, _):
      guard let attempt = pending.removeValue(forKey: ticket) else { return }
      port.output(.works(attempt.capability, interface: attempt.interface))
      port.request(.close(ticket))
    case .failed(let ticket, let failure):
      if ticket == Self.table {
        isTableRead = true
        port.output(.fails(.neighbourTable, interface: "", failure))
      } else if let attempt = pending.removeValue(forKey: ticket) {
        port.output(.fails(attempt.capability, interface: attempt.interface, failure))
      }
    case .neighbours(_, let entries):
      guard !isTableRead else { return }
      isTableRead = true
      port.output(.neighbours(entries.count))
    case .probed(let ticket, _, let outcome):
      guard let resolver = resolverOf.removeValue(forKey: ticket) else { return }
      port.output(.resolver(resolver, outcome))
    case .woke:
      port.finish()
    default:
      return
    }
    finishIfDone(&port)
  }
}

/// Something that a scan can use, if this system lets it.
public enum Capability: String, Hashable, Sendable, Codable, CaseIterable {
  /// An interface that is up and on a network that can be scanned.
  case interface
  /// The kernel asks ARP and NDP for us, and tells what it learns.
  case neighbourTable = "neighbour_table"
  /// ICMP echo without privileges.
  case echo = "icmp_echo"
  /// Frames and ICMP of our own making (`CAP_NET_RAW`).
  case raw = "raw_sockets"
  /// Hearing mDNS and SSDP.
  case multicast
  /// A resolver of the network's own that knows its hosts' names.
  case resolver
}

extension Network {
  /// Whether frames and ICMP messages of our own making may be sent on one of the interfaces.
  public func permitsRawSockets(on interfaces: [Interface]) async -> Bool {
    for await finding in run(CapabilityProbe([.raw], interfaces: interfaces)) {
      if case .works = finding { return true }
    }
    return false
  }
}
