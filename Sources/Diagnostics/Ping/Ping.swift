public import Model
public import Networking
public import Wire

/// Pings hosts by ICMP echo, TCP connect or UDP: `homenet ping`.
public struct Ping: Diagnostic {
  /// One event of a ping.
  public typealias Progress = PingProgress

  private let targets: [TargetHost]
  private let unknown: [UnknownHost]
  private let options: PingOptions
  private let network: any Network
  private let token: UInt64
  private let knownPorts: [IPAddress: [UInt16]]

  /// A ping.
  ///
  /// - Parameters:
  ///   - targets: The hosts to ping.
  ///   - unknown: Hosts whose lookup failed, for the report.
  ///   - options: The options.
  ///   - network: A network of its own, so that no round trip waits behind a scan.
  ///   - knownPorts: Known open TCP ports by address without zone, tried first where echoes are not
  ///     permitted.
  ///   - token: The payloads' token; random, but in tests.
  public init(
    _ targets: [TargetHost],
    unknown: [UnknownHost] = [],
    _ options: PingOptions = PingOptions(),
    network: any Network,
    knownPorts: [IPAddress: [UInt16]] = [:],
    token: UInt64 = .random(in: .min ... .max)
  ) {
    self.targets = targets
    self.unknown = unknown
    self.options = options
    self.network = network
    self.token = token
    self.knownPorts = knownPorts
  }

  /// Pings until each packet is answered, failed or timed out.
  public func run(onProgress: @escaping @Sendable (PingProgress) -> Void)
    async throws(DiagnosticError) -> PingReport
  {
    if let mistake = options.mistake { throw .usage(mistake) }
    guard !targets.isEmpty else { throw .usage(Message(.errorHostMissing)) }
    var tally = PingTally(targets.map { ($0.host, $0.address) })
    let machine = PingMachine(
      targets.map(\.address),
      options,
      token: token,
      knownPorts: knownPorts
    )
    var failures: [LocalFailure] = []
    var vantage: PathVantage?
    let lostBefore = await network.traffic().lostOutputs
    for await event in network.run(machine) {
      if case .failed = event, vantage == nil {
        let known = await PathVantage(of: network)
        vantage = known
        tally.vantage = known
      }
      tally.take(event)
      switch event {
      case .unavailable(_, let failure): failures.append(failure)
      case .notSent(_, _, .refusedByPolicy(let reason)): throw .usage(reason)
      case .notSent(_, _, let failure): failures.append(failure)
      default: break
      }
      onProgress(PingProgress(event, targets, vantage ?? PathVantage()))
    }
    let lost = await network.traffic().lostOutputs - lostBefore
    guard lost == 0 else {
      throw .unable(
        Message(.errorLostFigures, ["count": .count(lost)])
      )
    }
    var report = tally.report
    if let failure = failures.first, report.targets.allSatisfy({ $0.sent == 0 }) {
      throw .local(failure, during: Message(.errorPinging, ["host": targets[0].host]))
    }
    report.targets += unknown.map(PingReport.Target.init)
    return report
  }
}

/// The options of a ping.
public struct PingOptions: Hashable, Sendable {
  /// Packets for each host; `nil` for no limit.
  public var count: Int?
  /// The time between two packets to one host.
  public var interval: Duration
  /// The timeout; a later answer is reported as late, and counts as lost.
  public var timeout: Duration
  /// The payload size in bytes.
  public var size: Int
  /// The method; `nil` for echoes, or TCP connects where those are not permitted.
  public var method: PathMethod?
  /// The port of connects and datagrams; `nil` for the method's own.
  public var port: UInt16?
  /// The time limit of the whole ping, from the first packet.
  public var deadline: Duration?
  /// Whether packets may be fragmented.
  public var fragmentation = Fragmentation.system
  /// The TTL; `nil` for the system's.
  public var hopLimit: UInt8?
  /// The source address; `nil` for the routing table's choice.
  public var source: IPAddress?
  /// The index of the interface for packets and answers; `nil` for the routing table's choice.
  public var interface: UInt32?
  /// Whether to wait beyond the timeout for ICMP errors about silent hosts: a router needs three
  /// seconds to find out that no host has an address.
  public var awaitsErrors = true

  /// Options with the defaults of `homenet ping`.
  public init(
    count: Int? = Parameters.count.defaultValue,
    interval: Duration = Parameters.interval.defaultValue,
    timeout: Duration = Parameters.timeout.defaultValue,
    size: Int = Parameters.size.defaultValue,
    method: PathMethod? = nil,
    port: UInt16? = nil
  ) {
    self.count = count
    self.interval = interval
    self.timeout = timeout
    self.size = size
    self.method = method
    self.port = port
  }

  /// Why the options are invalid; `nil` if they are valid.
  public var mistake: Message? {
    if let count, !Parameters.count.contains(count) {
      return Message(.errorCountLeast, ["least": Parameters.count.least])
    }
    if !Parameters.interval.contains(interval) {
      return Message(.errorIntervalRange, ["least": Parameters.interval.least])
    }
    if !Parameters.timeout.contains(timeout) {
      return Message(.errorTimeoutBetween, Parameters.timeout.bounds)
    }
    if let deadline, deadline < .milliseconds(10) {
      return Message(.errorDeadlineLeast, ["least": "10ms"])
    }
    if let hopLimit, !Parameters.ttl.contains(Int(hopLimit)) {
      return Message(.errorHopLimitRange, Parameters.ttl.bounds)
    }
    if method == .tcp, fragmentation != .system { return Message(.errorConnectWhole) }
    if method == .icmp, port != nil { return Message(.errorEchoPort) }
    return Parameters.size.contains(size)
      ? nil : Message(.errorSizeRange, Parameters.size.bounds)
  }

  /// The default port of a method: for TCP 80, which most devices accept or refuse; for UDP an unused
  /// one.
  func port(of method: PathMethod) -> UInt16 {
    switch method {
    case .icmp: 0
    case .tcp: port ?? 80
    case .udp: port ?? 33_434
    }
  }
}

/// The sending times: round-robin over the hosts, spaced to avoid bursts.
struct PingSchedule: Sendable {
  private let targets: Int
  private let count: Int
  private let interval: Duration
  private let step: Duration
  /// Up to this many hosts need no spacing beyond the interval.
  private static let fewHosts = 256
  /// The least spacing for more hosts: an unused address takes a slot of the neighbour table for three
  /// seconds, and the table has 1,024.
  private static let leastStep = Duration.milliseconds(5)
  private var base = MonotonicTime(nanoseconds: 0)
  private var target = 0
  private var sequence = 0

  init(targets: Int, _ options: PingOptions) {
    self.targets = targets
    count = options.count ?? .max
    interval =
      targets > Self.fewHosts
      ? max(options.interval, Self.leastStep * targets) : options.interval
    step = min(.milliseconds(10), interval / max(1, targets))
  }

  /// Whether all packets are sent.
  var isOver: Bool { targets == 0 || sequence >= count }

  /// When the next is due.
  var nextTime: MonotonicTime? { isOver ? nil : base + step * target }

  /// Starts the clock.
  mutating func begin(at now: MonotonicTime) { base = now }

  /// Takes the next one, if it is due.
  mutating func next(at now: MonotonicTime) -> (target: Int, sequence: Int)? {
    guard let time = nextTime, time <= now else { return nil }
    // After a suspend, missed packets are not sent in a burst.
    if now - time > max(interval, .seconds(1)) { base = base + (now - time) }
    let due = (target, sequence)
    target += 1
    if target == targets {
      target = 0
      sequence += 1
      base = base + interval
    }
    return due
  }
}

extension PingOptions {
  /// The parameters of `ping`.
  public enum Parameters {
    /// The hosts to ping.
    public static let hosts = ToolParameter<[String]>(
      "hosts",
      .hosts(most: 64),
      default: [],
      isRequired: true,
      spelling: .argument,
      valueName: "hosts",
      help: "Names, addresses, networks (192.168.1.0/24) or ranges (192.168.1.10-20)."
    )
    /// Packets for each host; on a terminal the command has no limit by default.
    public static let count = ToolParameter<Int?>(
      "count",
      .integer(1...Int.max),
      default: 4,
      short: ["c"],
      help: "How many packets each host is sent.",
      served: .integer(1...100),
      servedDefault: 10,
      isProminent: true
    )
    /// The time between two packets to one host.
    public static let interval = ToolParameter<Duration>(
      "interval",
      .seconds(0.01...86_400),
      default: .seconds(1),
      short: ["i"],
      help: "The time between two packets to one host.",
      served: .seconds(0.2...10)
    )
    /// The time after which a packet is lost.
    public static let timeout = ToolParameter<Duration>(
      "timeout",
      .seconds(0.001...60),
      default: .seconds(2),
      short: ["W"],
      help: "How long an answer is waited for.",
      served: .seconds(0.1...10)
    )
    /// The payload in bytes; in the API at most what Ethernet carries unfragmented.
    public static let size = ToolParameter<Int>(
      "size",
      .integer(0...65_000),
      default: 56,
      short: ["s"],
      help: "How many bytes a packet carries (default: {default}).",
      served: .integer(0...1472)
    )
    /// The method; without one echoes, or TCP connects where those are not permitted.
    public static let method = ToolParameter<PathMethod?>(
      "method",
      .choice([PathMethod.icmp, .tcp, .udp].map(\.rawValue)),
      default: nil,
      spelling: .absent
    )
    /// The port of connects and datagrams.
    public static let port = ToolParameter<UInt16?>(
      "port",
      .integer(1...65_535),
      default: nil,
      spelling: .absent
    )
    /// The TTL; without one the system's.
    public static let ttl = ToolParameter<UInt8?>(
      "ttl",
      .integer(1...255),
      default: nil,
      short: ["t"],
      help: "How many hops a packet may take."
    )
    /// Whether packets may be fragmented; without a choice as the system does.
    public static let fragmentation = ToolParameter<Fragmentation?>(
      "fragmentation",
      .choice(fragmentations),
      default: nil,
      short: ["M"],
      valueName: fragmentations.joined(separator: "|"),
      help: "Whether packets may be cut into pieces: do (never), want, dont (anywhere), or probe "
        + "(never, whatever MTU is known)."
    )

    private static let fragmentations = Fragmentation.allCases.filter { $0 != .system }
      .map(\.rawValue)
  }
}
