public import Networking
internal import Wire

/// Looks at what a network engineer would look at, at once, and says in one sentence what is wrong:
/// `homenet diagnose`.
public struct ConnectionDiagnostic: Diagnostic {
  private let target: String?
  private let family: AddressFamily?
  private let environment: ConnectionEnvironment
  private let limit: Duration

  /// A diagnosis.
  ///
  /// - Parameters:
  ///   - target: A host, a host and its port, or a URL; `nil` for this machine's own network, of
  ///     which nothing beyond private addresses is asked.
  ///   - family: Which of the target's addresses will do; `nil` for both.
  ///   - environment: What is looked by.
  ///   - limit: How long it may take in all.
  public init(
    _ target: String?,
    family: AddressFamily? = nil,
    environment: ConnectionEnvironment,
    limit: Duration = .seconds(10)
  ) {
    self.target = target
    self.family = family
    self.environment = environment
    self.limit = limit
  }

  /// Looks at everything at once, but for what needs the target's address or a connection first.
  public func run(
    onProgress: @escaping @Sendable (ConnectionStep) -> Void
  ) async throws(DiagnosticError) -> ConnectionReport {
    let target: ConnectionTarget? =
      if let text = self.target { try ConnectionTarget(text) } else { nil }
    if let address = target?.address, let family, (family == .v4) != (address.v4 != nil) {
      throw .usage("\(address) is not an IPv\(family == .v4 ? "4" : "6") address")
    }
    let configuration: NetworkConfiguration
    do throws(LocalFailure) {
      configuration = try await environment.network.configuration()
    } catch {
      throw .local(error, during: "can't read this machine's network")
    }
    let results = StepResults(onProgress)
    let runner = ConnectionStepRunner(
      environment: environment,
      configuration: configuration,
      end: ContinuousClock.now + limit - Self.margin
    )
    results.note(.link(configuration))
    results.note(.address(configuration))
    // With static routes the router depends on the target's address.
    let isRouterKnown = target == nil || target?.address != nil || configuration.routes.isEmpty
    async let gateway: Void = look(
      atRouterTo: target?.address,
      if: isRouterKnown,
      runner,
      results
    )
    async let duplicates: Void = results.note(.duplicates) { await runner.duplicates() }
    async let resolver: Void = results.note(.resolver) { await runner.resolver(for: target) }
    let found = await look(at: target, knowsRouter: isRouterKnown, runner, results)
    results.note(.routes(configuration, to: found.address, family))
    _ = await (gateway, resolver, duplicates)
    let steps = ConnectionStep.Kind.allCases.compactMap { results.steps[$0] }
    var verdict = ConnectionVerdict(
      steps,
      host: target?.host,
      address: found.address,
      reach: found.address.map { ConnectionReach($0, configuration) } ?? .beyond
    )
    if let other = found.other { verdict.text += " \(Self.words(of: other))" }
    return ConnectionReport(
      host: target?.text,
      address: found.address,
      port: target.map { found.port ?? $0.ports[0] },
      steps: steps,
      verdict: verdict
    )
  }

  /// What is left for judging and printing.
  private static let margin = Duration.milliseconds(300)

  private static func words(of other: Endpoint) -> String {
    let family = other.address.family == .v4 ? "IPv4" : "IPv6"
    return "By \(family) it answers: \(other.address) accepts port \(other.port)."
  }

  /// Looks at the way to the target, then how big packets on it may be: at once they would take each
  /// other's answers of a target that answers only so often.
  private func look(
    atRouteTo host: TargetHost,
    _ runner: ConnectionStepRunner,
    _ results: StepResults
  ) async {
    await results.note(.route) { await runner.route(to: host) }
    guard let route = results.steps[.route], [.ok, .bad, .skipped].contains(route.state) else {
      return results.note(Self.unseenMTU)
    }
    switch route.fault {
    case .pathLoses?, nil: await results.note(.mtu) { await runner.mtu(to: host) }
    default: results.note(Self.unseenMTU)
    }
  }

  /// Looks at the router that leads to an address, if now is the time.
  private func look(
    atRouterTo address: IPAddress?,
    if isDue: Bool,
    _ runner: ConnectionStepRunner,
    _ results: StepResults
  ) async {
    guard isDue else { return }
    await results.note(.gateway) { await runner.gateway(family ?? address?.family, to: address) }
  }

  /// What looking at the target came to.
  private struct Found {
    var address: IPAddress?
    /// The port that accepted.
    var port: UInt16?
    /// Where it accepts by the other family, though it doesn't by this one.
    var other: Endpoint?
  }

  /// Looks at the target: its name, then the way to it and its ports, then TLS.
  private func look(
    at target: ConnectionTarget?,
    knowsRouter: Bool,
    _ runner: ConnectionStepRunner,
    _ results: StepResults
  ) async -> Found {
    guard let target else { return Found() }
    var addresses = [target.address].compactMap(\.self)
    if !addresses.isEmpty {
      results.note(.skipped(.name, "it is an address"))
    } else {
      let clock = ContinuousClock()
      let start = clock.now
      let found = await runner.lookUp(target.name, family)
      var step = ConnectionStep.name(target.host, found)
      if found == nil, Task.isCancelled { step = .unfinished(.name) }
      step.took = start.duration(to: clock.now)
      results.note(step)
      let all = (try? found?.get()) ?? []
      let usable = all.filter { !$0.lacksZone }
      addresses = usable.isEmpty ? all : usable
    }
    guard let address = addresses.first else {
      await look(atRouterTo: nil, if: !knowsRouter, runner, results)
      return Found()
    }
    async let router: Void = look(atRouterTo: address, if: !knowsRouter, runner, results)
    let host = TargetHost(host: target.host, address: address)
    async let route: Void = look(atRouteTo: host, runner, results)
    let clock = ContinuousClock()
    let start = clock.now
    let outcomes = await runner.connect(target.ports.map { Endpoint(address, port: $0) })
    var step =
      outcomes.count < target.ports.count && Task.isCancelled
      ? ConnectionStep.unfinished(.tcp)
      : .tcp(outcomes.map { ($0.target.port, $0.outcome) })
    step.took = start.duration(to: clock.now)
    results.note(step)
    let port = outcomes.first { if case .open = $0.outcome { true } else { false } }?.target.port
    if let port, target.speaksTLS(port) {
      await results.note(.tls) { await runner.tls(of: host, port: port) }
    } else {
      results.note(
        .skipped(
          .tls,
          port.map { "TLS is not spoken on port \($0)" } ?? "there is no connection"
        )
      )
    }
    await content(of: host, port, target, runner, results)
    var found = Found(address: address, port: port)
    // Half a network is a usual fault, and one that hides: programs take the other family.
    if port == nil, let other = addresses.first(where: { !$0.isOf(address.family) }) {
      let outcomes = await runner.connect(target.ports.map { Endpoint(other, port: $0) })
      found.other = outcomes.first { if case .open = $0.outcome { true } else { false } }?.target
    }
    _ = await (route, router)
    return found
  }

  private static let unseenMTU = ConnectionStep.skipped(
    .mtu,
    "the way to the target is not seen to its end",
    reason: "unseen"
  )

  private static func noWebServer(_ port: UInt16) -> ConnectionStep {
    .skipped(.content, "port \(port) is not a web server's", reason: "other_port")
  }

  /// Looks at the first bytes of what a web server serves; where TLS shows somebody else, at what port
  /// 80 says, as sign-in pages do there.
  private func content(
    of host: TargetHost,
    _ port: UInt16?,
    _ target: ConnectionTarget,
    _ runner: ConnectionStepRunner,
    _ results: StepResults
  ) async {
    guard let port else {
      return results.note(
        .skipped(.content, "there is no connection", reason: "no_connection")
      )
    }
    if target.speaksTLS(port) {
      if case .tls(let code, _)? = results.steps[.tls]?.fault {
        let isDoubted = ![.expired, .notYetValid, .revoked].contains(code)
        if case .open? = await runner.connect([Endpoint(host.address, port: 80)]).first?.outcome {
          await results.note(.content) {
            await runner.content(of: host, port: 80, isSecure: false, isDoubted: isDoubted)
          }
        } else {
          results.note(.skipped(.content, "TLS fails before it", reason: "tls_fails"))
        }
        return
      }
      guard [443, 8443].contains(port) || target.wantsTLS == true else {
        return results.note(Self.noWebServer(port))
      }
      await results.note(.content) { await runner.content(of: host, port: port, isSecure: true) }
    } else if [80, 8080].contains(port) || target.wantsTLS == false {
      await results.note(.content) { await runner.content(of: host, port: port, isSecure: false) }
    } else {
      results.note(Self.noWebServer(port))
    }
  }
}

/// Collects the results of a diagnosis' steps, which run side by side, and reports each as it comes.
final class StepResults: Sendable {
  private let noted = Lock<[ConnectionStep.Kind: ConnectionStep]>([:])
  private let onProgress: @Sendable (ConnectionStep) -> Void

  init(_ onProgress: @escaping @Sendable (ConnectionStep) -> Void) {
    self.onProgress = onProgress
  }

  /// What was noted so far.
  var steps: [ConnectionStep.Kind: ConnectionStep] { noted.withLock(\.self) }

  /// Notes a finding and tells of it.
  func note(_ step: ConnectionStep) {
    noted.withLock { $0[step.kind] = step }
    onProgress(step)
  }

  /// Runs a step, and notes its result, `nil` where it had none, and how long it
  /// took.
  func note(_ kind: ConnectionStep.Kind, _ look: @Sendable () async -> ConnectionStep?) async {
    let clock = ContinuousClock()
    let start = clock.now
    var step = await look() ?? .unfinished(kind)
    step.took = start.duration(to: clock.now)
    note(step)
  }
}
