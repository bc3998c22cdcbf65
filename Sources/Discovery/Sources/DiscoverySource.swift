public import Model
public import Networking
public import Wire

/// Makes the sources that a plan calls for.
public typealias ScanSources = @Sendable (ScanPlan) -> [any DiscoverySource]

/// One way of finding devices or learning about them.
///
/// Sources are state machines without I/O: events in, requests and observations out. They know
/// nothing of devices or verdicts.
public protocol DiscoverySource: Sendable {
  /// The source named in its observations.
  var source: Source { get }

  /// Whether it still has, or will still make, active probes: the scan ends a little after the last
  /// of them. Listening and repeated queries don't count.
  var isActive: Bool { get }

  /// Called once, before any event.
  mutating func start(_ context: inout SourceContext)

  /// Takes an event that answers one of its own requests.
  mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext)

  /// Whether it receives `learnt` events for every new fact of other sources.
  var followsFacts: Bool { get }

  /// Whether it queries each host that answers; it gets `settled` instead of `answered` for hosts
  /// that need no new probes.
  var asksHosts: Bool { get }

  /// Whether it probes known hosts, rather than finding hosts.
  var isProbing: Bool { get }

  /// Handles what other sources found.
  mutating func learn(_ event: HostEvent, _ context: inout SourceContext)

  /// Takes over a connection that another source no longer needs; false if it isn't needed here
  /// either. The connection's events then go to this source.
  mutating func adopt(_ connection: OpenConnection, _ context: inout SourceContext) -> Bool
}

extension DiscoverySource {
  /// False by default.
  public var followsFacts: Bool { false }

  /// False by default.
  public var asksHosts: Bool { false }

  /// False by default.
  public var isProbing: Bool { false }

  /// Ignores the event by default.
  public mutating func learn(_ event: HostEvent, _ context: inout SourceContext) {}

  /// Takes no connection by default.
  public mutating func adopt(_ connection: OpenConnection, _ context: inout SourceContext) -> Bool {
    false
  }
}

/// A TCP connection that stands open.
public struct OpenConnection: Hashable, Sendable {
  /// The ticket of the request that opened it.
  public var ticket: Ticket
  /// The remote endpoint.
  public var target: Endpoint

  /// How long a connection may stay open; slow devices take seconds for a page.
  public static let lifetime: Duration = .seconds(5)
}

/// An event about a host, sent to the other sources.
public enum HostEvent: Hashable, Sendable {
  /// First answer from this address in this scan.
  case answered(IPAddress, interface: UInt32)
  /// ARP or NDP failed to resolve the address.
  case unresolved(IPv4Address, interface: UInt32)
  /// The address answered and may belong to a host probed before; `settled` or `answered` follows
  /// once its link address is known. Only for sources with `asksHosts`.
  case undecided(IPAddress, interface: UInt32)
  /// A host that was probed before answered. Only for sources with `asksHosts`.
  case settled(IPAddress, interface: UInt32)
  /// A new fact. Only for sources with `followsFacts`.
  case learnt(Fact, about: IPAddress?)
}

/// What a source works with during one call.
public struct SourceContext: Sendable {
  /// The present.
  public let now: MonotonicTime
  /// The scan's targets, exclusions and limits.
  public let plan: ScanPlan
  /// Addresses that answered or failed to resolve so far.
  public let hosts: HostTable
  /// The TCP connections that may still be opened, as they were when the call began.
  private let connections: ConnectionBudget
  private var newConnections: [IPAddress: Int] = [:]
  private var newConnectionCount = 0
  /// The source's number in its engine, which its tickets carry.
  let owner: UInt16
  package private(set) var requests: [NetworkRequest] = []
  package private(set) var reports: [SourceReport] = []
  private(set) var offers: [OpenConnection] = []
  private(set) var failures: [(interface: UInt32, failure: LocalFailure)] = []
  private(set) var newlyAsked = 0
  private(set) var questions: [ScanStep.Event] = []

  /// A context for one call of the source with that number.
  public init(
    now: MonotonicTime,
    plan: ScanPlan,
    hosts: HostTable,
    connections: ConnectionBudget = ConnectionBudget(),
    owner: UInt16
  ) {
    self.now = now
    self.plan = plan
    self.hosts = hosts
    self.connections = connections
    self.owner = owner
  }

  /// The source's own ticket with that number.
  public func ticket(_ number: UInt32) -> Ticket {
    Ticket(owner: owner, number: number)
  }

  /// Asks the network for something.
  public mutating func request(_ request: NetworkRequest) {
    requests.append(request)
    if case .connect(_, let probe) = request {
      newConnections[probe.target.address, default: 0] += 1
      newConnectionCount += 1
    }
  }

  /// Logs a query to a host.
  package mutating func ask(_ topic: String, of target: Endpoint) {
    if plan.tells(.debug) { questions.append(.question(topic, of: target)) }
  }

  /// Whether one more TCP connection may be opened to the host.
  package func mayConnect(to host: IPAddress, for use: ConnectionBudget.Use) -> Bool {
    connections.permits(
      host,
      for: use,
      pending: (inAll: newConnectionCount, toHost: newConnections[host] ?? 0)
    )
  }

  /// Reports a fact about an address; `subject` is `nil` while the host's address is unknown.
  ///
  /// `source` overrides the source's own name, for sources that cover several protocols.
  public mutating func observe(
    _ fact: Fact,
    about subject: IPAddress?,
    from source: Source? = nil
  ) {
    reports.append(SourceReport(subject: subject, fact: fact, source: source))
  }

  /// Offers a connection that it no longer needs to the other sources.
  public mutating func offer(_ connection: OpenConnection) {
    offers.append(connection)
  }

  /// Reports a local failure that limits the source.
  ///
  /// The engine itself reports `failed` sockets.
  public mutating func report(_ failure: LocalFailure, interface: UInt32) {
    failures.append((interface, failure))
  }

  /// Counts addresses of the plan that are now asked for the first time, for the progress.
  public mutating func countAsked(_ count: Int) {
    newlyAsked += count
  }
}

/// A fact that a source reported.
package struct SourceReport: Sendable {
  package var subject: IPAddress?
  package var fact: Fact
  /// `nil`: the reporting source.
  package var source: Source?
}

/// Addresses that answered in this scan, and addresses that did not resolve.
public struct HostTable: Sendable {
  /// Addresses that answered any source, with the interface of the first answer.
  public private(set) var answering: [IPAddress: UInt32] = [:]
  /// IPv4 addresses that ARP could not resolve.
  public private(set) var unresolved: Set<IPv4Address> = []

  /// Empty.
  public init() {}

  /// Records an answer; true if it is the address's first.
  mutating func noteAnswer(_ address: IPAddress, interface: UInt32) -> Bool {
    if let v4 = address.v4 { unresolved.remove(v4) }
    return answering.updateValue(interface, forKey: address) == nil
  }

  /// Records a failed resolution; true if it is new and the address has not answered.
  mutating func noteSilence(_ address: IPv4Address) -> Bool {
    answering[.v4(address)] == nil && unresolved.insert(address).inserted
  }
}

/// A small seeded generator (Steele, Lea & Flood, *Fast Splittable Pseudorandom Number Generators*).
///
/// Machines take their identifiers from it, so that a run can be repeated; the seed comes from the
/// system's generator in a real scan, and from the test in a test.
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// A generator that begins at the seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
