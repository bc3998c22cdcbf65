import Identification
package import Model
package import Networking
import Wire

/// Looks for open TCP ports: the first ports of every host, the rest of those that answered.
///
/// On-link addresses are scanned once they answered another source; all addresses are scanned behind
/// a router, where no other source finds hosts, and on loopback. The order: every host's first ports,
/// further ports of unidentified hosts, those of identified ones, and server ports; all within the
/// ``ConnectionBudget``.
package struct TCPSweep: DiscoverySource {
  package let source = Source.tcp

  package var asksHosts: Bool { true }
  package var followsFacts: Bool { true }

  private struct Host: Sendable {
    var ports: PortProgress
    var interface: UInt32
    /// Whether it stands in a queue.
    var isQueued = false
    /// Whether the budget had nothing left for it.
    var isParked = false
    /// The first few round trips of connects that were accepted, which the kernel measures.
    var roundTrips: [Double] = []
  }

  private struct OutstandingConnection: Sendable {
    var address: IPv4Address
    var port: UInt16
  }

  private var hosts: [IPv4Address: Host] = [:]
  /// Hosts with ports to be asked, by how urgent they are; in each queue every host has its turn.
  private var turns = [Fifo<IPv4Address>](repeating: Fifo(), count: Urgency.allCases.count)
  /// Hosts without budget for further ports, in order of waiting.
  private var parked = Fifo<IPv4Address>()
  private var stated = IdentifiedHosts()
  private var blind: AddressQueue?
  private var loopbacks: Set<UInt32> = []
  private var outstanding: [UInt32: OutstandingConnection] = [:]
  private var nextNumber: UInt32 = 0
  /// After a local failure nothing is sent before this time.
  private var pausedUntil: MonotonicTime?

  /// The priority of a port.
  private enum Urgency: Int, CaseIterable {
    /// Finds hosts.
    case first
    /// Identifies hosts that are not yet identified.
    case unidentified
    /// Further services of identified hosts.
    case identified
    /// What only servers offer.
    case last
  }

  /// The most outstanding connects: the scan's budget, so that others wait here and not in the
  /// network.
  private static let window = 30
  /// The kernel repeats a lost SYN after one second; this waits for the repeat's answer.
  private static let timeout: Duration = .milliseconds(1300)
  private static let pause: Duration = .milliseconds(200)
  private static let wakeNumber = UInt32.max

  /// A sweep that has not started.
  package init() {}

  package var isActive: Bool {
    !outstanding.isEmpty || turns.contains { !$0.isEmpty } || !(blind?.isEmpty ?? true)
  }

  package mutating func start(_ context: inout SourceContext) {
    blind = AddressQueue(plan: context.plan) { !$0.isOnLink || $0.interface.isLoopback }
    loopbacks = Set(context.plan.targets.filter(\.interface.isLoopback).map(\.interface.index))
    connect(&context)
  }

  package mutating func learn(_ event: HostEvent, _ context: inout SourceContext) {
    switch event {
    case .answered(.v4(let address), let interface):
      // Each host found raises the budget.
      unpark(ConnectionBudget.perFurtherHost)
      guard hosts[address] == nil, !context.plan.isOwn(.v4(address)) else {
        return connect(&context)
      }
      add(TargetAddress(address: address, interface: interface), .known)
      connect(&context)
    case .unresolved(let address, _):
      hosts[address]?.ports.giveUp()
    case .settled(.v4(let address), _):
      // Only hosts behind a router have been scanned before this event.
      hosts[address]?.ports.giveUp()
    case .learnt(let fact, let subject):
      stated.learn(fact, about: subject)
    case .answered(.v6, _), .settled, .undecided:
      break
    }
  }

  package mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    switch event {
    case .probed(let ticket, _, let outcome):
      guard let connection = outstanding.removeValue(forKey: ticket.number) else { return }
      take(outcome, of: connection, &context)
      if case .open = outcome {
        let target = Endpoint(.v4(connection.address), port: connection.port)
        context.offer(OpenConnection(ticket: ticket, target: target))
      }
      connect(&context)
    case .woke:
      pausedUntil = nil
      connect(&context)
    default:
      break
    }
  }

  private mutating func add(_ target: TargetAddress, _ locality: PortProgress.Locality) {
    let locality = loopbacks.contains(target.interface) ? .loopback : locality
    hosts[target.address] = Host(ports: PortProgress(locality), interface: target.interface)
    queue(target.address)
  }

  private mutating func queue(_ address: IPv4Address) {
    guard let host = hosts[address], !host.isQueued, !host.isParked,
      let stage = host.ports.stage
    else { return }
    hosts[address]?.isQueued = true
    turns[urgency(of: address, stage).rawValue].append(address)
  }

  private func urgency(of address: IPv4Address, _ stage: PortProgress.Stage) -> Urgency {
    switch stage {
    case .first: .first
    case .rest: stated.addresses.contains(.v4(address)) ? .identified : .unidentified
    case .last: .last
    }
  }

  /// Queues that many hosts again that had no budget for further ports.
  ///
  /// Only as many as one more host can pay for: queueing all would be quadratic in the hosts.
  private mutating func unpark(_ count: Int) {
    for _ in 0..<count {
      guard let address = parked.popFirst() else { return }
      hosts[address]?.isParked = false
      queue(address)
    }
  }

  /// Fills the window, one port a host in turn; unknown addresses come last.
  private mutating func connect(_ context: inout SourceContext) {
    guard pausedUntil == nil else { return }
    while outstanding.count < Self.window, let address = nextHost() {
      guard let stage = hosts[address]?.ports.stage else { continue }
      guard context.mayConnect(to: .v4(address), for: stage == .first ? .firstPort : .furtherPort)
      else {
        // Once more devices are known there may be more to share.
        hosts[address]?.isParked = true
        parked.append(address)
        continue
      }
      guard let port = hosts[address]?.ports.nextPort() else { continue }
      queue(address)
      let probe = Probe(
        target: Endpoint(.v4(address), port: port),
        interface: hosts[address]?.interface,
        timeout: Self.timeout,
        purpose: .ports,
        keepsOpen: OpenConnection.lifetime
      )
      nextNumber = nextNumber &+ 1 == Self.wakeNumber ? 1 : nextNumber &+ 1
      outstanding[nextNumber] = OutstandingConnection(address: address, port: port)
      context.request(.connect(context.ticket(nextNumber), probe))
    }
  }

  private mutating func nextHost() -> IPv4Address? {
    search: while true {
      for urgency in Urgency.allCases {
        guard let address = turns[urgency.rawValue].popFirst() else { continue }
        hosts[address]?.isQueued = false
        // It may have been identified since.
        if let stage = hosts[address]?.ports.stage,
          self.urgency(of: address, stage).rawValue > urgency.rawValue
        {
          queue(address)
          continue search
        }
        return address
      }
      guard let target = blind?.next() else { return nil }
      if hosts[target.address] == nil { add(target, .remote) }
    }
  }

  private mutating func take(
    _ outcome: ProbeOutcome,
    of connection: OutstandingConnection,
    _ context: inout SourceContext
  ) {
    guard let isAnswer = hosts[connection.address]?.ports.take(outcome, of: connection.port) else {
      return
    }
    let subject = IPAddress.v4(connection.address)
    queue(connection.address)
    switch outcome {
    case .open(let rtt):
      context.observe(.answered(rttMs: rtt.milliseconds), about: subject)
      context.observe(.port(connection.port, .tcp, .open), about: subject)
      time(rtt, connection.address, &context)
    case .refused(let rtt) where isAnswer:
      context.observe(.answered(rttMs: rtt.milliseconds), about: subject)
      context.observe(.port(connection.port, .tcp, .closed), about: subject)
    case .timedOut where hosts[connection.address]?.ports.hasAnswered == true:
      // The host is up, so the port is filtered.
      context.observe(.port(connection.port, .tcp, .filtered), about: subject)
    case .localFailure(let failure):
      context.report(failure, interface: hosts[connection.address]?.interface ?? 0)
      guard failure.isTransient else { return }
      pausedUntil = context.now + Self.pause
      context.request(.wake(context.ticket(Self.wakeNumber), at: context.now + Self.pause))
    case .refused, .timedOut, .unreachable:
      break
    }
  }

  /// Reports connect round trips once there are enough for `LinkInference`, and again with twice as
  /// many: hosts that drop echoes have no others.
  private mutating func time(
    _ rtt: Duration,
    _ address: IPv4Address,
    _ context: inout SourceContext
  ) {
    guard let known = hosts[address]?.roundTrips.count, known < 2 * LinkInference.least else {
      return
    }
    hosts[address]?.roundTrips.append(rtt.milliseconds)
    guard (known + 1) % LinkInference.least == 0, let times = hosts[address]?.roundTrips
    else { return }
    context.observe(.roundTrips(times), about: .v4(address))
  }
}

/// Hosts identified by their own announcements, whose open ports add little.
struct IdentifiedHosts: Sendable {
  private(set) var addresses: Set<IPAddress> = []
  /// mDNS host names, in lower case, whose services name a model.
  private var names: Set<String> = []
  private var addressesByName: [String: Set<IPAddress>] = [:]

  /// Bounds the memory under forged announcements.
  private static let limit = 4096
  /// Attributes of services that name a model (RFC 6763, section 6).
  private static let modelKeys: Set<String> = ["model", "am", "md", "rpmd", "ty", "usb_mdl"]

  /// Takes a fact.
  mutating func learn(_ fact: Fact, about subject: IPAddress?) {
    switch fact {
    case .hostAddress(let host, let address):
      let name = host.lowercased()
      guard addressesByName.count < Self.limit || addressesByName[name] != nil else { return }
      addressesByName[name, default: []].insert(address)
      if names.contains(name) { note(address) }
    case .service(let service) where service.txt.keys.contains(where: Self.modelKeys.contains):
      if let subject { note(subject) }
      guard let name = service.host?.lowercased(), names.count < Self.limit else { return }
      names.insert(name)
      for address in addressesByName[name] ?? [] { note(address) }
    case .description, .snmp, .wsDiscovery:
      if let subject { note(subject) }
    default:
      break
    }
  }

  private mutating func note(_ address: IPAddress) {
    if addresses.count < Self.limit { addresses.insert(address) }
  }
}
