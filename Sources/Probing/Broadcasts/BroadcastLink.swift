import Discovery
import Networking
import Wire

/// The sockets and the progress of the broadcasts of one address family on one interface.
struct BroadcastLink: Sendable {
  let interface: Interface
  /// The subnet's broadcast address, and this machine's own address in it; `nil` for IPv6.
  let subnet: (broadcast: IPv4Address, own: IPv4Address)?
  /// What is asked here, in order.
  let rows: [BroadcastProtocol]
  /// The socket that asks, its options, and the timer.
  let asker: UInt32
  let timer: UInt32
  /// Sockets at fixed local ports, each for one group or for what comes to this machine: their tickets'
  /// numbers.
  let listeners: [(number: UInt32, port: UInt16, groups: [IPAddress])]

  /// The local port of the socket that asks; `nil` until it is open.
  var localPort: UInt16?
  /// Whether the first datagrams are sent, or can't be.
  var isSettled = false
  /// The row that comes next, and in which of the two rounds.
  var next = 0
  var round = 0
  var began: MonotonicTime?

  /// The most interfaces that are asked on.
  private static let mostInterfaces = 4
  /// The tickets' numbers that one link may take.
  private static let stride: UInt32 = 32

  var family: AddressFamily { subnet == nil ? .v6 : .v4 }

  var askerOptions: UDPSocketOptions {
    UDPSocketOptions(
      family: family,
      interface: interface.index,
      multicastHops: 1,
      broadcasts: family == .v4
    )
  }

  /// The links of a plan: of interfaces with subnets that have a broadcast address.
  ///
  /// Where only single addresses are to be scanned, nobody else is asked.
  static func links(of plan: ScanPlan, rows: [BroadcastProtocol]) -> [BroadcastLink] {
    var links: [BroadcastLink] = []
    let interfaces = plan.interfaces.filter { plan.asksEverybody(on: $0.index) }
    for interface in interfaces.prefix(mostInterfaces) {
      if let own = plan.askedSubnet(of: interface) {
        links.append(
          BroadcastLink(
            interface,
            subnet: (own.prefix.last, own.address),
            rows: rows.filter {
              !$0.isIPv6 && ($0.destination == .broadcast || interface.isMulticast)
            },
            number: UInt32(links.count) * stride
          )
        )
      }
      let isIPv6 = interface.ipv6.contains { $0.address.scope == .linkLocal }
      let further = rows.filter(\.isIPv6)
      if interface.isMulticast, isIPv6, !further.isEmpty {
        links.append(
          BroadcastLink(
            interface,
            subnet: nil,
            rows: further,
            number: UInt32(links.count) * stride
          )
        )
      }
    }
    return links
  }

  private init(
    _ interface: Interface,
    subnet: (broadcast: IPv4Address, own: IPv4Address)?,
    rows: [BroadcastProtocol],
    number: UInt32
  ) {
    self.interface = interface
    self.subnet = subnet
    self.rows = rows
    asker = number
    timer = number + 1
    // A socket with a group hears the group alone, so that answers to this machine need another one.
    var bound: [(port: UInt16, groups: [IPAddress])] = []
    for row in rows {
      guard case .to(let port) = row.answer else { continue }
      var wanted: [[IPAddress]] = [[]]
      if case .group(let group) = row.destination { wanted.append([group]) }
      for groups in wanted {
        let isThere = bound.contains { $0.port == port && $0.groups == groups }
        if !isThere { bound.append((port, groups)) }
      }
    }
    bound.sort { ($0.port, $0.groups.count) < ($1.port, $1.groups.count) }
    listeners = bound.prefix(Int(Self.stride) - 2).enumerated().map {
      (number + 2 + UInt32($0.offset), $0.element.port, $0.element.groups)
    }
  }

  /// The number of the link that a ticket belongs to.
  static func index(of ticket: Ticket) -> Int { Int(ticket.number / stride) }

  /// Where a row's datagrams go.
  func target(of row: BroadcastProtocol) -> Endpoint? {
    switch row.destination {
    case .broadcast: subnet.map { Endpoint(.v4($0.broadcast), port: row.port) }
    case .group(.v6(let group, _)): Endpoint(.v6(group, zone: interface.name), port: row.port)
    case .group(let group): Endpoint(group, port: row.port)
    }
  }

  /// The rows whose answer a datagram may be: the port's own first.
  func rows(for source: UInt16, at number: UInt32) -> [BroadcastProtocol] {
    if let listener = listeners.first(where: { $0.number == number }) {
      return rows.filter { $0.answer == .to(port: listener.port) }
    }
    return rows.filter { $0.port == source && $0.answer != .anyPort }
      + rows.filter { $0.answer == .anyPort }
  }
}

extension ScanPlan {
  /// The subnet of an interface whose broadcast address is asked: the first that is scanned, so that
  /// none that was skipped, as public ones are, hears anything; where nothing is scanned, the first.
  fileprivate func askedSubnet(of interface: Interface) -> Interface.IPv4? {
    let prefixes = targets.filter { $0.interface.index == interface.index && $0.isOnLink }
      .map(\.prefix)
    return interface.ipv4.first { own in
      own.prefix.length <= 30
        && (prefixes.isEmpty
          || prefixes.contains { own.prefix.contains($0.base) || $0.contains(own.prefix.base) })
    }
  }

  /// Whether everybody behind an interface is asked at once: not where single addresses are wanted.
  func asksEverybody(on index: UInt32) -> Bool {
    guard asksEverybody, !listensOnly, !discoverOnly,
      let interface = interfaces.first(where: { $0.index == index }),
      interface.isBroadcast, !interface.isLoopback
    else { return false }
    let targets = targets.filter { $0.interface.index == index }
    return targets.isEmpty || targets.contains { $0.isOnLink && $0.prefix.length <= 30 }
  }
}
