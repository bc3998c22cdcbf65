import LinuxNetwork
import Model
public import Networking
public import Wire

/// Traces the path to a host and locates packet loss: `homenet trace`.
public struct Trace: Diagnostic {
  /// A hop's current state.
  public typealias Progress = TraceProgress

  /// Reverse look-up of an address.
  public typealias Naming = @Sendable (IPAddress) async -> String?

  let target: TargetHost
  let options: TraceOptions
  let network: any Network
  private let naming: Naming?
  private let systems: (any OriginLookup)?
  private let resolvers: Set<IPAddress>
  private let control: TraceControl?
  let token: UInt64

  /// A trace over a network of its own, so that no round trip waits behind a scan.
  ///
  /// `naming` and `systems` look up routers' names and ASNs by `resolvers`; `systems` is never asked
  /// about private addresses. `token` marks the packets; tests fix it.
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

  /// How long to wait for pending look-ups after the last packet.
  private static let grace = Duration.milliseconds(500)
  /// The same for look-ups that were deferred until then.
  private static let longerGrace = Duration.milliseconds(1500)
  private static let mostLookups = 256
  /// Events that wait to be taken; while these are too many, the network's own buffer fills.
  static let mostWaiting = 256

  /// The rounds after which a continuous trace starts deferred look-ups.
  private static let roundsBeforeLookups = 10

  private enum Input: Sendable {
    case event(TraceEvent)
    case named(IPAddress, String?)
    case placed(IPAddress, UInt32?)
    case ended
    case graceOver
  }

  /// Traces until every packet is answered or lost.
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
    var hasVantage = false
    var holding = DeferredLookups(target.address, resolvers: resolvers)
    // Concurrent with the trace: a few packets, most often two.
    async let mtu = options.measuresMTU ? PathMTU.measure(target.address, by: network) : nil
    let inputs = BoundedQueue<Input>(most: Self.mostWaiting)
    let machine = TraceMachine(
      target.address,
      options,
      token: token,
      isPaused: { [control] in control?.isPaused ?? false }
    )
    var resets = control?.resets
    let lostBefore = await network.traffic().lostOutputs
    let events = network.run(machine)
    let running = Task {
      for await event in events {
        guard await inputs.send(.event(event)) else { return }
      }
      await inputs.send(.ended)
    }
    defer {
      running.cancel()
      inputs.close()
      for lookup in lookups { lookup.cancel() }
    }
    read: while let input = await Self.next(in: inputs) {
      // Reset only when a packet is sent, so that a report is never empty.
      if resets != control?.resets, case .event(.sent) = input {
        resets = control?.resets
        tally = tally.cleared
      }
      switch input {
      case .event(.unavailable(.refusedByPolicy(let reason))): throw .usage(reason)
      case .event(.unavailable(let failure)):
        throw .local(failure, during: Message(.errorTracing, ["host": target.host]))
      case .event(.round(let round)):
        guard round + 1 >= Self.roundsBeforeLookups, options.pace != nil else { continue }
        let asked = holding.release().flatMap { lookUp($0, inputs) }
        open += asked.count
        lookups += asked
      case .event(let event):
        guard let hop = tally.take(event) else { continue }
        if case .answered(_, let answer) = event, case .unreachable = answer.kind, !hasVantage {
          tally.vantage = await PathVantage(of: network)
          hasVantage = true
        }
        if case .answered(_, let answer) = event {
          let address = answer.source.withoutZone
          if known.insert(address).inserted, known.count <= Self.mostLookups {
            let asked = holding.take(answer.source).flatMap { lookUp($0, inputs) }
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
        if name != nil { reportHops(address, tally, onProgress) }
      case .placed(let address, let system):
        open -= 1
        tally.learn(address, system: system)
        if hasEnded, open == 0 { break read }
        if system != nil { reportHops(address, tally, onProgress) }
      case .ended:
        hasEnded = true
        let asked = holding.release().flatMap { lookUp($0, inputs) }
        open += asked.count
        lookups += asked
        if open == 0 { break read }
        let grace = asked.isEmpty ? Self.grace : Self.longerGrace
        lookups.append(
          Task {
            try? await Task.sleep(for: grace)
            await inputs.send(.graceOver)
          }
        )
      case .graceOver: break read
      }
    }
    let lost = await network.traffic().lostOutputs - lostBefore
    guard lost == 0 else {
      throw .unable(
        Message(.errorLostFigures, ["count": .count(lost)])
      )
    }
    var report = tally.report
    report.mtu = await mtu
    return report
  }

  /// The next input; `nil` once the task is cancelled and what had come by then is read.
  private static func next(in inputs: BoundedQueue<Input>) async -> Input? {
    await withTaskCancellationHandler {
      await inputs.next()
    } onCancel: {
      inputs.finish()
    }
  }

  /// Starts the name and ASN look-ups of an address, concurrently.
  private func lookUp(
    _ address: IPAddress,
    _ inputs: BoundedQueue<Input>
  ) -> [Task<Void, Never>] {
    var asked: [Task<Void, Never>] = []
    if let naming {
      asked.append(Task { await inputs.send(.named(address.withoutZone, await naming(address))) })
    }
    if let systems, SpecialUse.words(address) == nil {
      asked.append(
        Task {
          // A failed ASN look-up does not fail the trace.
          let origin = try? await systems.origin(of: address)
          await inputs.send(.placed(address.withoutZone, (origin ?? nil)?.systems.first))
        }
      )
    }
    return asked
  }

  private func reportHops(
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

/// A hop's state during a trace, for display.
public struct TraceProgress: Encodable, Hashable, Sendable {
  /// The hop.
  public var hop: TraceHop
  /// Whether the target answered at this hop.
  public var isEnd: Bool
  /// Whether the hop lies beyond the target: discard it.
  public var isBeyond: Bool
  /// The probe method; a changed method restarts at the first hop.
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
  /// Whether a hop lies beyond the target or the router that rejects packets.
  func isBeyond(_ hop: Int) -> Bool { (end ?? rejection?.hop).map { hop > $0 } ?? false }

  func hops(of address: IPAddress) -> [Int] {
    hops.filter { entry in
      !isBeyond(entry.key)
        && entry.value.contains { $0.answer?.source.withoutZone == address }
    }
    .keys.sorted()
  }
}

/// Pauses a running trace and resets its statistics.
public final class TraceControl: Sendable {
  private struct State {
    var isPaused = false
    var resets = 0
  }

  private let state = Lock(State())

  /// Running, with nothing reset.
  public init() {}

  /// Whether the next round is held back.
  public var isPaused: Bool {
    get { state.withLock(\.isPaused) }
    set { state.withLock { $0.isPaused = newValue } }
  }

  /// Discards the statistics; names and ASNs are kept.
  public func reset() { state.withLock { $0.resets += 1 } }

  var resets: Int { state.withLock(\.resets) }
}

/// Delays name look-ups while a resolver is on the traced path.
///
/// A resolver that refuses questions spends its rate-limited ICMP errors on them, and then fewer are
/// left to answer probes.
struct DeferredLookups {
  private let resolvers: Set<IPAddress>
  private var isHolding: Bool
  private var hasReleased = false
  private var deferred: [IPAddress] = []

  init(_ target: IPAddress, resolvers: Set<IPAddress>) {
    self.resolvers = resolvers
    isHolding = resolvers.contains(target.withoutZone)
  }

  /// Adds an address that answered; returns those to look up now.
  mutating func take(_ address: IPAddress) -> [IPAddress] {
    if !hasReleased, resolvers.contains(address.withoutZone) { isHolding = true }
    guard isHolding else { return [address] }
    deferred.append(address)
    return []
  }

  /// Stops delaying; returns the delayed addresses.
  mutating func release() -> [IPAddress] {
    (isHolding, hasReleased) = (false, true)
    defer { deferred = [] }
    return deferred
  }
}

/// Reverse DNS of routers by the system's resolvers.
public enum RouterNames {
  /// Looks names up by the system's resolvers; private addresses are never sent to a resolver on the
  /// Internet.
  public static func system(_ configuration: NetworkConfiguration) -> Trace.Naming {
    let asksInternet = asksInternet(configuration)
    return { address in
      if asksInternet, address.scope != .global { return nil }
      return await HostLookup.name(of: address)
    }
  }

  /// Whether any resolver is outside this machine's own networks.
  static func asksInternet(_ configuration: NetworkConfiguration) -> Bool {
    configuration.resolvers.contains(where: configuration.interfaces.leaveHome)
  }
}
