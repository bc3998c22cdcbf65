public import Networking
public import Wire

/// Asks hosts whether they are there, and how long their answers take.
public struct Ping: Diagnostic {
  /// Its progress.
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
  ///   - targets: The hosts to ask.
  ///   - unknown: Hosts that were asked for too, and of which no address was learnt; the report names
  ///     them.
  ///   - options: How.
  ///   - network: By which way: one of its own, so that no round trip waits behind a scan.
  ///   - knownPorts: TCP ports that addresses, without their zone, are known to have open: where echoes
  ///     are not permitted, those are tried before others.
  ///   - token: What its packets carry; random, but in tests.
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

  /// Pings until every packet's fate is known.
  public func run(onProgress: @escaping @Sendable (PingProgress) -> Void)
    async throws(DiagnosticError) -> PingReport
  {
    if let mistake = options.mistake { throw .usage(mistake) }
    guard !targets.isEmpty else { throw .usage("name a host") }
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
        "\(lost) results came faster than they were taken, so the figures would be wrong"
      )
    }
    var report = tally.report
    if let failure = failures.first, report.targets.allSatisfy({ $0.sent == 0 }) {
      throw .local(failure, during: "can't ping \(targets[0].host)")
    }
    report.targets += unknown.map(PingReport.Target.init)
    return report
  }
}
