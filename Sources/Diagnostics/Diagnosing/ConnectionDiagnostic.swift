import Model
public import Networking
internal import Wire

/// Checks a connection layer by layer, concurrently, and gives one verdict: `homenet diagnose`.
public struct ConnectionDiagnostic: Diagnostic {
  private let target: String?
  private let family: AddressFamily?
  private let environment: ConnectionEnvironment
  private let limit: Duration

  /// A diagnosis of a host, `HOST:PORT` or URL; with `nil` only private addresses are probed.
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

  /// Runs all steps concurrently, except those that need the target's address or a connection first.
  public func run(
    onProgress: @escaping @Sendable (ConnectionStep) -> Void
  ) async throws(DiagnosticError) -> ConnectionReport {
    let target: ConnectionTarget? =
      if let text = self.target { try ConnectionTarget(text) } else { nil }
    if let address = target?.address, let family, (family == .v4) != (address.v4 != nil) {
      throw .usage(
        Message(
          .errorNotOfFamily,
          ["host": "\(address)", "family": family == .v4 ? "IPv4" : "IPv6"]
        )
      )
    }
    let configuration: NetworkConfiguration
    do throws(LocalFailure) {
      configuration = try await environment.network.configuration()
    } catch {
      throw .local(error, during: Message(.errorReadingNetwork))
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
    if let other = found.other {
      verdict.message = .sentences([verdict.message, Self.message(of: other)])
    }
    return ConnectionReport(
      host: target?.text,
      address: found.address,
      port: target.map { found.port ?? $0.ports[0] },
      steps: steps,
      verdict: verdict
    )
  }

  /// Time reserved for the verdict and printing.
  private static let margin = Duration.milliseconds(300)

  private static func message(of other: Endpoint) -> Message {
    let family = other.address.family == .v4 ? "IPv4" : "IPv6"
    return Message(
      .diagnoseVerdictByOtherFamily,
      ["family": family, "address": "\(other.address)", "port": "\(other.port)"]
    )
  }

  /// Traces the route, then measures the path MTU: run together, the two would exhaust the rate limit
  /// of a target that limits its answers.
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

  /// Probes the router that leads to an address, if `isDue`.
  private func look(
    atRouterTo address: IPAddress?,
    if isDue: Bool,
    _ runner: ConnectionStepRunner,
    _ results: StepResults
  ) async {
    guard isDue else { return }
    await results.note(.gateway) { await runner.gateway(family ?? address?.family, to: address) }
  }

  /// The target's address and ports.
  private struct Found {
    var address: IPAddress?
    /// The port that accepted.
    var port: UInt16?
    /// An endpoint of the other address family that accepts, where this family's doesn't.
    var other: Endpoint?
  }

  /// Checks the target: its name, then route and ports, then TLS and content.
  private func look(
    at target: ConnectionTarget?,
    knowsRouter: Bool,
    _ runner: ConnectionStepRunner,
    _ results: StepResults
  ) async -> Found {
    guard let target else { return Found() }
    var addresses = [target.address].compactMap(\.self)
    if !addresses.isEmpty {
      results.note(.skipped(.name, Message(.diagnoseNameAddress)))
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
    if case .filtered(let ports, isThere: nil)? = step.fault {
      step.fault = .filtered(ports, isThere: await runner.isThere(address, since: start))
    }
    step.took = start.duration(to: clock.now)
    results.note(step)
    let port = outcomes.first { if case .open = $0.outcome { true } else { false } }?.target.port
    if let port, target.speaksTLS(port) {
      await results.note(.tls) { await runner.tls(of: host, port: port) }
    } else {
      results.note(
        .skipped(
          .tls,
          port.map { Message(.diagnoseTlsOtherPort, ["port": "\($0)"]) }
            ?? Message(.diagnoseTlsNoConnection)
        )
      )
    }
    await content(of: host, port, target, runner, results)
    var found = Found(address: address, port: port)
    // One broken address family is a common fault that programs hide by using the other.
    if port == nil, let other = addresses.first(where: { !$0.isOf(address.family) }) {
      let outcomes = await runner.connect(target.ports.map { Endpoint(other, port: $0) })
      found.other = outcomes.first { if case .open = $0.outcome { true } else { false } }?.target
    }
    _ = await (route, router)
    return found
  }

  private static let unseenMTU = ConnectionStep.skipped(
    .mtu,
    Message(.diagnoseMtuUnseen),
    reason: "unseen"
  )

  private static func noWebServer(_ port: UInt16) -> ConnectionStep {
    .skipped(
      .content,
      Message(.diagnoseContentOtherPort, ["port": "\(port)"]),
      reason: "other_port"
    )
  }

  /// Fetches the first bytes of a web page; where TLS shows another server, from port 80, where
  /// captive portals answer.
  private func content(
    of host: TargetHost,
    _ port: UInt16?,
    _ target: ConnectionTarget,
    _ runner: ConnectionStepRunner,
    _ results: StepResults
  ) async {
    guard let port else {
      return results.note(
        .skipped(.content, Message(.diagnoseContentNoConnection), reason: "no_connection")
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
          results.note(.skipped(.content, Message(.diagnoseContentTlsFails), reason: "tls_fails"))
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

/// Collects the results of concurrent steps, and reports each as it comes.
final class StepResults: Sendable {
  private let noted = Lock<[ConnectionStep.Kind: ConnectionStep]>([:])
  private let onProgress: @Sendable (ConnectionStep) -> Void

  init(_ onProgress: @escaping @Sendable (ConnectionStep) -> Void) {
    self.onProgress = onProgress
  }

  var steps: [ConnectionStep.Kind: ConnectionStep] { noted.withLock(\.self) }

  /// Stores a result and reports it.
  func note(_ step: ConnectionStep) {
    noted.withLock { $0[step.kind] = step }
    onProgress(step)
  }

  /// Runs a step and stores its result with its duration; `nil` becomes `.unfinished`.
  func note(_ kind: ConnectionStep.Kind, _ look: @Sendable () async -> ConnectionStep?) async {
    let clock = ContinuousClock()
    let start = clock.now
    var step = await look() ?? .unfinished(kind)
    step.took = start.duration(to: clock.now)
    note(step)
  }
}

extension ConnectionDiagnostic {
  /// The parameters of `diagnose`.
  public enum Parameters {
    /// The host; without one only this machine's network is diagnosed.
    public static let host = ToolParameter<String?>(
      "host",
      .host,
      default: nil,
      spelling: .argument,
      valueName: "host",
      help: "A name, an address, either with a port, or a URL."
    )
    /// The host's port; the command takes it with the host.
    public static let port = ToolParameter<UInt16?>(
      "port",
      .integer(1...65_535),
      default: nil,
      spelling: .absent
    )
  }
}
