public import Model
public import Networking
public import Wire

/// Makes the sources that a plan calls for.
public typealias ScanSources = @Sendable (ScanPlan) -> [any DiscoverySource]

/// One way of finding devices or learning about them.
///
/// Sources are machines without I/O: they take
/// events, ask for requests and make observations; they know nothing of devices or verdicts.
public protocol DiscoverySource: Sendable {
  /// Whose name its observations carry.
  var source: Source { get }

  /// Whether it still has, or will still make, active probes: the scan ends a little after the last
  /// of them. Listening and repeated queries don't count.
  var isActive: Bool { get }

  /// Called once, before any event.
  mutating func start(_ context: inout SourceContext)

  /// Takes an event that answers one of its own requests.
  mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext)

  /// Whether it is told every fact that the others find, not only who answers.
  var followsFacts: Bool { get }

  /// Whether it asks each host that answers something; then it isn't told of those that needn't be
  /// asked again.
  var asksHosts: Bool { get }

  /// Whether it asks hosts what they are, rather than whether they are there.
  var isProbing: Bool { get }

  /// Takes news from the other sources.
  mutating func learn(_ news: HostNews, _ context: inout SourceContext)

  /// Takes over a connection that another source has no more use for; false where it is of no use
  /// here either. From then on its events come here.
  mutating func adopt(_ connection: OpenConnection, _ context: inout SourceContext) -> Bool
}

extension DiscoverySource {
  /// Most sources look at who answers only.
  public var followsFacts: Bool { false }

  /// Most sources ask nobody in particular.
  public var asksHosts: Bool { false }

  /// Most sources ask whether somebody is there.
  public var isProbing: Bool { false }

  /// Most sources need no news.
  public mutating func learn(_ news: HostNews, _ context: inout SourceContext) {}

  /// Most sources don't converse.
  public mutating func adopt(_ connection: OpenConnection, _ context: inout SourceContext) -> Bool {
    false
  }
}

/// A TCP connection that stands open.
public struct OpenConnection: Hashable, Sendable {
  /// Its name among the requests.
  public var ticket: Ticket
  /// Whom it leads to.
  public var target: Endpoint

  /// How long a connection may stay open; slow devices take seconds for a page.
  public static let lifetime: Duration = .seconds(5)
}

/// What one source found that others build on.
public enum HostNews: Hashable, Sendable {
  /// Somebody answered at this address for the first time in this scan.
  case answered(IPAddress, interface: UInt32)
  /// The address was asked by ARP or NDP and nobody is there.
  case unresolved(IPv4Address, interface: UInt32)
  /// Somebody answered who may have been asked before: `settled` or `answered` follows as soon as
  /// it is known who; told only to sources that ask hosts.
  case undecided(IPAddress, interface: UInt32)
  /// Somebody answered who was asked before; told only to sources that ask hosts.
  case settled(IPAddress, interface: UInt32)
  /// Something new is known; told only to sources that follow facts.
  case learnt(Fact, about: IPAddress?)
}

/// What a source works with during one call.
public struct SourceContext: Sendable {
  /// The present.
  public let now: MonotonicTime
  /// What is to be scanned, and how.
  public let plan: ScanPlan
  /// Who has answered so far, and who is known not to.
  public let hosts: HostBoard
  /// The TCP connections that may still be opened, as they were when the call began.
  private let connections: ConnectionBudget
  private var newConnections: [IPAddress: Int] = [:]
  private var newConnectionCount = 0
  /// The source's number in its engine, which its tickets carry.
  let owner: UInt16
  private(set) var requests: [NetworkRequest] = []
  private(set) var findings: [Finding] = []
  private(set) var offers: [OpenConnection] = []
  private(set) var troubles: [(interface: UInt32, failure: LocalFailure)] = []
  private(set) var newlyAsked = 0
  private(set) var questions: [ScanStep.Event] = []

  /// The present for the source with that number.
  public init(
    now: MonotonicTime,
    plan: ScanPlan,
    hosts: HostBoard,
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

  /// Says what a host is asked, for the log.
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

  /// Says what was learnt about an address, or about a host whose address is not known yet.
  ///
  /// A source that speaks for several mechanisms names the one that it was.
  public mutating func observe(
    _ fact: Fact,
    about subject: IPAddress?,
    from source: Source? = nil
  ) {
    findings.append(Finding(subject: subject, fact: fact, source: source))
  }

  /// Offers a connection, which it would hang up now, to the other sources.
  public mutating func offer(_ connection: OpenConnection) {
    offers.append(connection)
  }

  /// Says that a failure of this machine's own keeps the source from doing all of its part; one that
  /// a socket died of (`failed`) is said by the engine.
  public mutating func report(_ failure: LocalFailure, interface: UInt32) {
    troubles.append((interface, failure))
  }

  /// Counts addresses of the plan that are now asked for the first time, for the progress.
  public mutating func countAsked(_ count: Int) {
    newlyAsked += count
  }
}

/// What a source learnt.
struct Finding: Sendable {
  var subject: IPAddress?
  var fact: Fact
  /// Who said it; the source itself where nobody is named.
  var source: Source?
}
