internal import DemoHome
public import Networking
public import Wire

/// Routers in a row, or side by side, with targets behind them: a network as data.
public struct RoutedTopology: Sendable {
  /// The routers, nearest first; several at one stage share the streams among them.
  public var stages: [[RoutedHop]]
  /// The hosts behind them.
  public var targets: [IPAddress: RoutedTarget]
  /// What takes the place of the stages, and when, counted from the start.
  public var changes: [(after: Duration, stages: [[RoutedHop]])] = []
  /// What this machine may send.
  public var permitted: Set<PathMethod> = Set(PathMethod.allCases)
  /// What keeps every packet from being sent, if anything does.
  public var fault: LocalFailure?

  /// Routers by stage, and the hosts behind the last stage.
  public init(stages: [[RoutedHop]], targets: [IPAddress: RoutedTarget]) {
    self.stages = stages
    self.targets = targets
  }

  /// The stages at a moment.
  func stages(at age: Duration) -> [[RoutedHop]] {
    changes.filter { $0.after <= age }.max { $0.after < $1.after }?.stages ?? stages
  }
}

/// A router.
public struct RoutedHop: Sendable {
  /// What it answers by; behind an address translator that may be the translator's.
  public var address: IPAddress
  /// How long a packet takes to it from the one before, and back.
  public var delay: ClosedRange<Duration>
  /// The share of packets that are lost on the way to it.
  public var loss = 0.0
  /// The share of its own answers that are lost.
  public var answerLoss = 0.0
  /// The share of its answers that come twice.
  public var doubling = 0.0
  /// How often it answers; `nil` for always.
  public var limit: AnswerBucket?
  /// Whether it answers nothing.
  public var isSilent = false
  /// How much of what a packet carries it quotes: nothing, in the way of RFC 792's eight bytes.
  public var quotesPayload = true
  /// The labels that packets come in with.
  public var labels: [MPLSLabel] = []
  /// How many bytes a packet has at most that it hands on uncut; `nil` for any.
  public var mtu: Int?
  /// Whether it drops what is bigger without a word.
  public var hidesMTU = false
  /// What it drops without a word instead of handing it on, as a firewall does.
  public var drops: Set<PathMethod> = []
  /// What it says in place of handing packets on.
  public var obstacle: PathObstacle?
  /// How it rewrites the source of what it hands on; `nil` for a router that doesn't.
  public var translation: RoutedTranslation?

  /// A router that answers everything.
  public init(_ address: IPAddress, delay: ClosedRange<Duration> = .zero ... .zero) {
    self.address = address
    self.delay = delay
  }
}

/// How an address translator treats what comes back (RFC 3022, section 4.3; RFC 5508, section 4).
public struct RoutedTranslation: Hashable, Sendable {
  /// Whether it puts the original source back into what errors quote; where it doesn't, the kernel
  /// knows no socket that they could be for.
  public var restoresQuotes = true
  /// Whether errors from behind it bear its own address.
  public var hidesRouters = false

  /// One that does as it should.
  public init() {}
}

/// A host at the end of the way.
public struct RoutedTarget: Sendable {
  /// How long a packet takes to it from the last router, and back.
  public var delay: ClosedRange<Duration>
  /// The share of packets that are lost on the way to it.
  public var loss = 0.0
  /// The share of its answers that come twice.
  public var doubling = 0.0
  /// The rate limit of its *port unreachable*; `nil` for none.
  public var limit: AnswerBucket?
  /// Whether it answers nothing.
  public var isSilent = false
  /// The TCP ports that it accepts on.
  public var ports: Set<UInt16> = []
  /// Whether it drops connects to other ports, as behind a firewall, in place of refusing them.
  public var dropsOtherPorts = false

  /// A host that answers everything.
  public init(delay: ClosedRange<Duration> = .zero ... .zero) {
    self.delay = delay
  }
}

/// A rate limit for answers: a token bucket.
public struct AnswerBucket: Hashable, Sendable {
  /// The bucket's size in tokens.
  public var size: Int
  /// How long until there is one more.
  public var pace: Duration
  /// How many there are at the start; `nil` for all.
  public var left: Double?

  /// A bucket of `size` tokens, refilled by one every `pace`.
  public init(size: Int, pace: Duration) {
    self.size = size
    self.pace = pace
  }

  /// Linux' limit per destination (`icmp_ratelimit`).
  public static let linux = AnswerBucket(size: 6, pace: .seconds(1))
}

/// Routers and hosts in memory, on a virtual clock, for path probes.
///
/// The same topology and seed give the same run. Nothing leaves the process.
public struct RoutedNetwork: VirtualNetwork {
  /// What is simulated.
  public let topology: RoutedTopology
  /// What decides losses and delays.
  public let seed: UInt64
  private let record = Lock(TrafficLedger())

  /// The network of the topology.
  public init(_ topology: RoutedTopology, seed: UInt64 = 1) {
    self.topology = topology
    self.seed = seed
  }

  /// Runs a machine until it is done, its time is over, or `interrupt` says so.
  public func runToEnd<Machine: NetworkMachine>(
    _ machine: Machine,
    limit: Duration,
    until interrupt: (MonotonicTime, Machine.Output) -> Bool
  ) -> SimulatedRun<Machine.Output> {
    var kernel = RoutedKernel(topology, seed: seed)
    let run = kernel.run(machine, limit: limit, until: interrupt)
    record.withLock { $0.merge(run.traffic) }
    return run
  }

  /// An empty machine: routes are all that there is.
  public func configuration() async throws(LocalFailure) -> NetworkConfiguration {
    NetworkConfiguration(interfaces: [], gateways: [], resolvers: [])
  }

  /// What the runs that have ended sent.
  public func traffic() async -> TrafficLedger { record.withLock(\.self) }

  /// Counts outputs that were dropped.
  public func noteLost(outputs: Int) { record.withLock { $0.lost(outputs: outputs) } }
}
