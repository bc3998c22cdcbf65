public import Networking
public import Wire

/// Finds the way to a host, and where on it packets are lost.
public struct Trace: Diagnostic {
  /// Its progress: a hop as it stands.
  public typealias Progress = TraceProgress

  /// Says what an address is called.
  public typealias Naming = @Sendable (IPAddress) async -> String?

  let target: TargetHost
  let options: TraceOptions
  let network: any Network
  private let naming: Naming?
  private let systems: (any OriginLookup)?
  private let resolvers: Set<IPAddress>
  private let control: TraceControl?
  let token: UInt64

  /// A trace.
  ///
  /// - Parameters:
  ///   - target: The host to ask.
  ///   - options: How.
  ///   - network: By which way: one of its own, so that no round trip waits behind a scan.
  ///   - naming: Looks up routers' names; `nil` to look none up.
  ///   - systems: Says whose their addresses are, but is never asked about private ones; `nil`
  ///     where nobody is to be asked.
  ///   - resolvers: The resolvers that both may ask.
  ///   - control: Pauses it, and resets what it has counted; `nil` where it can't be controlled.
  ///   - token: What its packets carry; random, but in tests.
  public init(
    _ target: TargetHost,
    _ options: TraceOptions = TraceOptions(),
    network: any Network,
    naming: Naming? = nil,
    systems: (any OriginLookup)? = nil,
    resolvers: [IPAddress] = [],
    control: TraceControl? = nil,
    token: UInt64 = .random(in: .min ... .max)
  ) {
    self.target = target
    self.options = options
    self.network = network
    self.naming = naming
    self.systems = systems
    self.resolvers = Set(resolvers.map(\.withoutZone))
    self.control = control
    self.token = token
  }

  /// How long names that are still looked up are waited for, once everything else is known.
  private static let grace = Duration.milliseconds(500)
  /// The same where they could only be looked up then.
  private static let longerGrace = Duration.milliseconds(1500)
  /// How many addresses are looked up at most.
  private static let mostLookups = 256

  /// After how many rounds of a long trace names are looked up that could disturb it.
  private static let roundsFirst = 10

  private enum Input: Sendable {
    case event(TraceEvent)
    case named(IPAddress, String?)
    case placed(IPAddress, UInt32?)
    case ended
    case graceOver
  }

  /// Traces until every packet's fate is known.
  public func run(onProgress: @escaping @Sendable (TraceProgress) -> Void)
    async throws(DiagnosticError) -> TraceReport
  {
    if let mistake = options.mistake { throw .usage(mistake) }
    return try await fallingBack(
      from: follow(options, onProgress: onProgress),
      onProgress: onProgress
    )
  }

  /// Traces by one method.
  func follow(
    _ options: TraceOptions,
    onProgress: @escaping @Sendable (TraceProgress) -> Void
  ) async throws(DiagnosticError) -> TraceReport {
    var tally = TraceTally(target, options)
    var known: Set<IPAddress> = []
    var lookups: [Task<Void, Never>] = []
    var open = 0
    var hasEnded = false
    var knowsVantage = false
    var holding = DeferredLookups(target.address, resolvers: resolvers)
    // Beside the trace: a few packets, most often two.
    async let mtu = options.measuresMTU ? PathMTU.measure(target.address, by: network) : nil
    let (inputs, feed) = AsyncStream.makeStream(of: Input.self)
    let machine = TraceMachine(
      target.address,
      options,
      token: token,
      isPaused: { [control] in control?.isPaused ?? false }
    )
    var resets = control?.resets
    let events = network.run(machine)
    let running = Task {
      for await event in events { feed.yield(.event(event)) }
      feed.yield(.ended)
    }
    defer {
      running.cancel()
      for lookup in lookups { lookup.cancel() }
    }
    read: for await input in inputs {
      // Not before something new is sent: what was found is the report if nothing comes after it.
      if resets != control?.resets, case .event(.sent) = input {
        resets = control?.resets
        tally = tally.cleared
      }
      switch input {
      case .event(.unavailable(.refusedByPolicy(let reason))): throw .usage(reason)
      case .event(.unavailable(let failure)):
        throw .local(failure, during: "can't trace the way to \(target.host)")
      case .event(.round(let round)):
        guard round + 1 >= Self.roundsFirst, options.pace != nil else { continue }
        let asked = holding.release().flatMap { lookUp($0, feed) }
        open += asked.count
        lookups += asked
      case .event(let event):
        guard let hop = tally.take(event) else { continue }
        if case .answered(_, let answer) = event, case .unreachable = answer.kind, !knowsVantage {
          tally.vantage = await PathVantage(of: network)
          knowsVantage = true
        }
        if case .answered(_, let answer) = event {
          let address = answer.source.withoutZone
          if known.insert(address).inserted, known.count <= Self.mostLookups {
            let asked = holding.take(answer.source).flatMap { lookUp($0, feed) }
            open += asked.count
            lookups += asked
          }
        }
        onProgress(
          TraceProgress(
            hop: tally.hop(hop),
            isEnd: tally.end == hop,
            isBeyond: tally.isBeyond(hop),
            method: options.mode
          )
        )
      case .named(let address, let name):
        open -= 1
        tally.learn(address, name: name)
        if hasEnded, open == 0 { break read }
        if name != nil { tellAgain(address, tally, onProgress) }
      case .placed(let address, let system):
        open -= 1
        tally.learn(address, system: system)
        if hasEnded, open == 0 { break read }
        if system != nil { tellAgain(address, tally, onProgress) }
      case .ended:
        hasEnded = true
        let asked = holding.release().flatMap { lookUp($0, feed) }
        open += asked.count
        lookups += asked
        if open == 0 { break read }
        let grace = asked.isEmpty ? Self.grace : Self.longerGrace
        lookups.append(
          Task {
            try? await Task.sleep(for: grace)
            feed.yield(.graceOver)
          }
        )
      case .graceOver: break read
      }
    }
    var report = tally.report
    report.mtu = await mtu
    return report
  }

  /// Asks who an address is and whose, beside everything else, and neither waits for the other.
  private func lookUp(
    _ address: IPAddress,
    _ feed: AsyncStream<Input>.Continuation
  ) -> [Task<Void, Never>] {
    var asked: [Task<Void, Never>] = []
    if let naming {
      asked.append(Task { feed.yield(.named(address.withoutZone, await naming(address))) })
    }
    if let systems, SpecialUse.words(address) == nil {
      asked.append(
        Task {
          // Whose it is not known to be is no failure of the trace.
          let origin = try? await systems.origin(of: address)
          feed.yield(.placed(address.withoutZone, (origin ?? nil)?.systems.first))
        }
      )
    }
    return asked
  }

  private func tellAgain(
    _ address: IPAddress,
    _ tally: TraceTally,
    _ onProgress: @Sendable (TraceProgress) -> Void
  ) {
    for hop in tally.hops(of: address) {
      onProgress(
        TraceProgress(
          hop: tally.hop(hop),
          isEnd: tally.end == hop,
          isBeyond: false,
          method: tally.options.mode
        )
      )
    }
  }
}

/// A hop as it stands during a trace, for faces.
public struct TraceProgress: Encodable, Hashable, Sendable {
  /// The hop.
  public var hop: TraceHop
  /// Whether the target is there.
  public var isEnd: Bool
  /// Whether it turned out to lie behind the target: forget it.
  public var isBeyond: Bool
  /// What is sent: another method than before begins from the first hop.
  public var method: PathMethod

  private enum CodingKeys: String, CodingKey { case hop, end, beyond, method }

  /// Writes one line of progress.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(hop, forKey: .hop)
    try json.encode(isEnd, forKey: .end)
    try json.encode(isBeyond, forKey: .beyond)
    try json.encode(method.rawValue, forKey: .method)
  }
}

extension TraceTally {
  /// Whether a hop lies behind the target, or where nothing goes on.
  func isBeyond(_ hop: Int) -> Bool { (end ?? rejection?.hop).map { hop > $0 } ?? false }

  /// The hops at which an address answered.
  func hops(of address: IPAddress) -> [Int] {
    hops.filter { entry in
      !isBeyond(entry.key)
        && entry.value.contains { $0.answer?.source.withoutZone == address }
    }
    .keys.sorted()
  }
}

/// Pauses a trace that is under way, and has it count anew.
public final class TraceControl: Sendable {
  private struct State {
    var isPaused = false
    var resets = 0
  }

  private let state = Lock(State())

  /// One that changes nothing yet.
  public init() {}

  /// Whether the next round has to wait.
  public var isPaused: Bool {
    get { state.withLock(\.isPaused) }
    set { state.withLock { $0.isPaused = newValue } }
  }

  /// Forgets what was counted so far, but for names.
  public func reset() { state.withLock { $0.resets += 1 } }

  /// How often it was reset.
  var resets: Int { state.withLock(\.resets) }
}
