import Discovery
import LinuxNetwork
public import Networking
public import Wire

extension DoctorReport {
  static func interface(_ planned: Result<PlannedScan, ScanPlanError>) -> Check {
    switch planned {
    case .success(let planned):
      var names = planned.plan.targets.map { "\($0.interface.name) is up, on \($0.prefix)" }
      for interface in planned.plan.interfaces
      where !planned.plan.targets.contains(where: { $0.interface.index == interface.index }) {
        names.append("\(interface.name) is up, with link-local addresses alone")
      }
      return .works(.interface, because: names.joined(separator: "; "))
    case .failure(let error):
      return .fails(
        .interface,
        because: error.description,
        fix: "connect a cable or join a Wi-Fi network, or name a network with --network"
      )
    }
  }

  static func neighbourTable(_ capabilities: Capabilities) -> Check {
    switch capabilities.neighbourTable {
    case .works: .works(.neighbourTable, because: "the kernel lets it be read and watched")
    case .fails(let failure):
      .fails(
        .neighbourTable,
        because: "the kernel does not show it: \(failure.words)",
        fix: "allow netlink sockets where homenet runs (in systemd: RestrictAddressFamilies)"
      )
    }
  }

  static func multicast(
    _ capabilities: Capabilities,
    _ planned: Result<PlannedScan, ScanPlanError>
  ) -> Check {
    let interfaces = (try? planned.get().plan.interfaces) ?? []
    let deaf = interfaces.filter { !$0.isMulticast }.map(\.name)
    if !deaf.isEmpty {
      return .fails(
        .multicast,
        because: "switched off on " + deaf.joined(separator: ", "),
        fix: "ip link set \(deaf[0]) multicast on"
      )
    }
    return switch capabilities.multicast {
    case .works: .works(.multicast, because: "sockets for mDNS and SSDP open")
    case .fails(.interfaceDown):
      .fails(.multicast, because: "no interface with multicast is up", fix: nil)
    case .fails(let failure):
      .fails(
        .multicast,
        because: failure.words,
        fix: "allow UDP sockets with multicast options where homenet runs"
      )
    }
  }

  static func resolver(
    _ configuration: NetworkConfiguration,
    _ outcomes: [ResolverProbe.Output]
  ) -> Check {
    let names = { (resolvers: [IPAddress]) in
      resolvers.map(\.description).joined(separator: ", ")
    }
    let answering = outcomes.filter { if case .open = $0.outcome { true } else { false } }
    if !answering.isEmpty {
      return .works(.resolver, because: "answers: \(names(answering.map(\.resolver)))")
    }
    let mending = "see that /etc/resolv.conf names the router"
    if !outcomes.isEmpty {
      let silent = names(outcomes.map(\.resolver))
      return .fails(.resolver, because: "no answer from \(silent)", fix: mending)
    }
    if configuration.resolvers.isEmpty {
      return .fails(.resolver, because: "the system names none", fix: mending)
    }
    let others = names(configuration.resolvers)
    guard configuration.resolvers.allSatisfy({ $0.scope == .global }) else {
      return .fails(.resolver, because: "\(others) was not asked without a network", fix: nil)
    }
    return .fails(
      .resolver,
      because: "only \(others), outside private networks, which is not asked about the home",
      fix: mending + ", or scan with --public-resolvers"
    )
  }

  static func icmp(_ capabilities: Capabilities) -> Check {
    switch (capabilities.icmpDatagram, capabilities.icmpRaw) {
    case (.works, _): .works(.icmpDatagram, because: "net.ipv4.ping_group_range has this group")
    case (.fails, .works):
      .works(.icmpDatagram, because: "not needed: ICMP goes by raw socket here")
    case (.fails(.notPermitted), _):
      .fails(
        .icmpDatagram,
        because: "net.ipv4.ping_group_range leaves this group out",
        fix: "sudo sysctl -w net.ipv4.ping_group_range='0 2147483647'"
      )
    case (.fails(let failure), _): .fails(.icmpDatagram, because: failure.words, fix: nil)
    }
  }

  static func raw(_ capabilities: Capabilities) -> Check {
    switch capabilities.packetSocket {
    case .works: .works(.raw, because: "CAP_NET_RAW is there")
    case .fails(.notPermitted):
      .fails(
        .raw,
        because: "CAP_NET_RAW is not there; only large networks need it",
        fix: "sudo setcap cap_net_raw+ep \"$(command -v homenet)\""
      )
    case .fails(let failure): .fails(.raw, because: failure.words, fix: nil)
    }
  }

  static func dhcp(_ capabilities: Capabilities) -> Check {
    switch capabilities.packetSocket {
    case .works: .works(.dhcp, because: "its broadcasts are heard")
    case .fails(.notPermitted):
      .fails(
        .dhcp,
        because: "not permitted: needs CAP_NET_RAW; without it nothing of DHCP is heard",
        fix: "sudo setcap cap_net_raw+ep \"$(command -v homenet)\""
      )
    case .fails(let failure): .fails(.dhcp, because: failure.words, fix: nil)
    }
  }

  static func vendors(_ registry: Registry) -> Check {
    let words = ([registry.inUse] + registry.problems).joined(separator: "; ")
    guard registry.isOld || !registry.problems.isEmpty else {
      return .works(.vendors, because: words)
    }
    return .fails(.vendors, because: words, fix: registry.advice)
  }
}

/// Sends each resolver one query, to see whether it answers at all.
public struct ResolverProbe: NetworkMachine {
  /// A resolver and the outcome of its query.
  public struct Output: Hashable, Sendable {
    /// The resolver.
    public var resolver: IPAddress
    /// The outcome.
    public var outcome: ProbeOutcome

    /// One resolver's outcome.
    public init(resolver: IPAddress, outcome: ProbeOutcome) {
      self.resolver = resolver
      self.outcome = outcome
    }
  }

  private let resolvers: [IPAddress]
  private var unanswered: Int

  /// A resolver that takes longer than this doesn't help a scan.
  private static let patience = Duration.seconds(2)

  /// A probe of these resolvers.
  public init(_ resolvers: [IPAddress]) {
    self.resolvers = resolvers
    unanswered = resolvers.count
  }

  /// Queries all resolvers at once.
  public mutating func start(_ port: inout NetworkPort<Output>) {
    for (index, resolver) in resolvers.enumerated() {
      let probe = Probe(
        target: Endpoint(resolver, port: 53),
        timeout: Self.patience,
        purpose: .reverseDNS,
        isInteractive: true
      )
      // The name of 127.0.0.1: no resolver asks others for it (RFC 6303).
      let question = DNSQuestion(DNSName(reverseOf: .v4(IPv4Address(127, 0, 0, 1))), .ptr)
      let query = DNSMessage(id: 1, flags: .recursiveQuery, questions: [question])
      let ticket = Ticket(owner: 0, number: UInt32(index))
      port.request(.exchange(ticket, probe, payload: query.serialised))
    }
    if resolvers.isEmpty { port.finish() }
  }

  /// Outputs each outcome; finishes after the last.
  public mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>) {
    guard case .probed(_, let target, let outcome) = event else { return }
    port.output(Output(resolver: target.address, outcome: outcome))
    unanswered -= 1
    if unanswered == 0 { port.finish() }
  }
}
