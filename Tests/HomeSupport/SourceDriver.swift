package import Wire
package import Networking
package import Discovery
package import Model

/// Drives one source by hand: opens its sockets, wakes it on time, hands it datagrams, and keeps
/// what it asks for and says.
package struct SourceDriver<Driven: DiscoverySource> {
  package var source: Driven
  package let plan: ScanPlan
  package var hosts = HostTable()
  package private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)
  package private(set) var requests: [NetworkRequest] = []
  package private(set) var reports: [(subject: IPAddress?, fact: Fact)] = []
  package private(set) var sockets: [Ticket: UDPSocketOptions] = [:]
  private var wakes: [(Ticket, MonotonicTime)] = []

  package init(_ source: Driven, plan: ScanPlan = .test) {
    self.source = source
    self.plan = plan
  }

  package mutating func call(_ work: (inout Driven, inout SourceContext) -> Void) {
    var context = SourceContext(now: now, plan: plan, hosts: hosts, owner: 0)
    work(&source, &context)
    reports += context.reports.map { ($0.subject, $0.fact) }
    requests += context.requests
    for request in context.requests {
      if case .wake(let ticket, let time) = request { wakes.append((ticket, time)) }
      if case .open(let ticket, .udp(let options)) = request { sockets[ticket] = options }
    }
  }

  /// Starts the source and opens what it wants opened; `failing` says which sockets can't be.
  package mutating func start(failing: (UDPSocketOptions) -> Bool = { _ in false }) {
    begin()
    open(failing: failing)
  }

  /// Starts the source, and leaves its sockets unopened.
  package mutating func begin() {
    call { $0.start(&$1) }
  }

  /// Opens what the source wants opened.
  package mutating func open(failing: (UDPSocketOptions) -> Bool = { _ in false }) {
    for (ticket, options) in sockets.sorted(by: { $0.key.number < $1.key.number }) {
      handle(
        failing(options)
          ? .failed(ticket, .addressUnavailable) : .opened(ticket, localPort: options.port)
      )
    }
  }

  package mutating func handle(_ event: NetworkEvent) {
    call { $0.handle(event, &$1) }
  }

  package mutating func learn(_ news: HostEvent) {
    call { $0.learn(news, &$1) }
  }

  /// Lets time pass and wakes the source when it wants to be.
  package mutating func advance(_ duration: Duration) {
    let end = now + duration
    while let next = wakes.map(\.1).min(), next <= end {
      let index = wakes.firstIndex { $0.1 == next }
      guard let index else { break }
      let (ticket, _) = wakes.remove(at: index)
      now = max(now, next)
      handle(.woke(ticket))
    }
    now = end
  }

  /// The ticket of the first IPv4 socket with that port.
  package func ticket(port: UInt16) -> Ticket? {
    sockets.filter { $0.value.port == port && $0.value.family == .v4 }.keys
      .min { $0.number < $1.number }
  }

  /// Hands a payload to the socket of a port (0 for the one that asks).
  package mutating func deliver(
    _ payload: [UInt8],
    from sender: IPAddress,
    port: UInt16,
    to localPort: UInt16 = 0
  ) {
    guard let ticket = ticket(port: localPort) else { return }
    let datagram = Datagram(
      source: Endpoint(sender, port: port),
      interface: 2,
      payload: payload,
      receivedAt: now
    )
    handle(.datagram(ticket, datagram))
  }

  /// Takes the datagrams sent since the last time.
  package mutating func takeSent() -> [(from: Ticket, to: Endpoint, payload: [UInt8])] {
    defer { requests = [] }
    return requests.compactMap {
      if case .send(let ticket, let to, let payload, _) = $0 { (ticket, to, payload) } else { nil }
    }
  }

  /// Takes the exchanges asked for since the last time.
  package mutating func takeExchanges() -> [(ticket: Ticket, probe: Probe, payload: [UInt8])] {
    defer { requests = [] }
    return requests.compactMap {
      if case .exchange(let ticket, let probe, let payload) = $0 {
        (ticket, probe, payload)
      } else {
        nil
      }
    }
  }

  /// Takes all that was asked for since the last time.
  package mutating func takeRequests() -> [NetworkRequest] {
    defer { requests = [] }
    return requests
  }

  /// Takes the requests that are wanted, and leaves the others.
  package mutating func takeRequests(_ isWanted: (NetworkRequest) -> Bool) {
    requests.removeAll(where: isWanted)
  }

  /// Takes what was said since the last time.
  package mutating func takeReports() -> [(subject: IPAddress?, fact: Fact)] {
    defer { reports = [] }
    return reports
  }
}

extension SourceDriver {
  /// The services among what was said since the last time.
  package mutating func takeServices() -> [(subject: IPAddress?, service: ServiceInstance)] {
    takeReports().compactMap {
      if case .service(let service) = $0.fact { ($0.subject, service) } else { nil }
    }
  }
}

extension ScanPlan {
  /// `192.168.77.0/24` on `eth0`, this machine at .2, the router at .1.
  package static var test: ScanPlan {
    let prefix = IPv4Prefix(IPv4Address(192, 168, 77, 0), length: 24)
    let own = IPv4Address(192, 168, 77, 2)
    let interface = Interface(
      index: 2,
      name: "eth0",
      ipv4: [Interface.IPv4(address: own, prefix: prefix)],
      ipv6: [
        Interface.IPv6(
          address: IPv6Address(high: 0xFE80_0000_0000_0000, low: 2),
          prefixLength: 64
        )
      ]
    )
    return ScanPlan(
      targets: [
        Target(prefix: prefix, interface: interface, ownAddress: own, isOnLink: true)
      ],
      interfaces: [interface],
      resolvers: [.v4(IPv4Address(192, 168, 77, 1))]
    )
  }
}

extension IPAddress {
  /// `192.168.77.n`.
  package static func home(_ last: UInt8) -> IPAddress { .v4(IPv4Address(192, 168, 77, last)) }
}
