internal import LinuxNetwork
internal import Networking
internal import Wire

/// Runs the steps of a diagnosis, each within its time limit.
struct ConnectionStepRunner: Sendable {
  let environment: ConnectionEnvironment
  let configuration: NetworkConfiguration
  /// When everything must have come to its end.
  let end: ContinuousClock.Instant

  /// The time that a step may take: its own, or what is left.
  func within(_ limit: Duration) -> Duration {
    max(.milliseconds(1), min(limit, ContinuousClock.now.duration(to: end)))
  }

  // MARK: What is near

  /// Asks the routers by a few echoes, and at ports that they accept or refuse.
  ///
  /// Any answer will do. Who gives none may still be seen in the neighbour table. Only those of the
  /// family are asked, where one is given; of static routes' routers, the target's alone.
  func gateway(_ family: AddressFamily?, to target: IPAddress? = nil) async -> ConnectionStep? {
    var routers = configuration.gateways.map(\.address)
    if let own = target.flatMap({ configuration.route(to: $0)?.gateway }) {
      routers = [own]
    } else if routers.isEmpty {
      routers = configuration.routes.compactMap(\.gateway)
    }
    var findings: [GatewayFinding] = []
    for address in routers where findings.count < 4 && address.isOf(family) {
      guard !findings.contains(where: { $0.address == address }) else { continue }
      findings.append(GatewayFinding(address: address))
    }
    guard !findings.isEmpty else {
      return .gateway([], ways: configuration.directInterfaces, elapsed: .zero)
    }
    let clock = ContinuousClock()
    let start = clock.now
    let addresses = findings.map(\.address)
    let ports = addresses.flatMap { address in
      [UInt16(53), 80, 443].map { Endpoint(address, port: $0) }
    }
    async let echoes = echoes(addresses)
    async let connects = collect(
      PortConnects(ports, timeout: .milliseconds(1300)),
      within: within(.seconds(2))
    )
    let (answers, ends) = await (echoes, connects)
    let table = await collect(NeighbourTable(), within: within(.seconds(1))).last ?? []
    for index in findings.indices {
      let address = findings[index].address
      let outcomes = ends.filter { $0.target.address == address }.map(\.outcome)
      findings[index].connects = outcomes.contains { outcome in
        switch outcome {
        case .open, .refused, .unreachable(.prohibited): true
        default: false
        }
      }
      findings[index].neighbour = table.first { $0.address.withoutZone == address.withoutZone }
      if let answer = answers?.targets.first(where: { $0.address == address }) {
        findings[index].take(answer)
        findings[index].roundTrip = answer.roundTrips.summary?.median
      }
      if findings[index].sent == 0 {
        for case .localFailure(let failure) in outcomes { findings[index].refusal = failure }
      }
    }
    await askAgain(&findings)
    let step = ConnectionStep.gateway(findings, elapsed: start.duration(to: clock.now))
    // Who was not waited for is not silent.
    return Task.isCancelled && step.state == .bad ? nil : step
  }

  private func echoes(_ addresses: [IPAddress]) async -> PingReport? {
    let ping = Ping(
      addresses.map { TargetHost(host: $0.description, address: $0) },
      Self.echoes(20, each: .milliseconds(50)),
      network: environment.network
    )
    // Where echoes are not permitted, the ports tell.
    return await bounded(within(.seconds(3))) { try? await ping.run { _ in } } ?? nil
  }

  private static func echoes(_ count: Int, each interval: Duration) -> PingOptions {
    var options = PingOptions(
      count: count,
      interval: interval,
      timeout: .seconds(1),
      method: .icmp
    )
    options.awaitsErrors = false
    return options
  }

  /// Asks a router that lost some of the echoes again, more slowly: to know its share better, and to
  /// tell a link that loses packets from a router that answers only so often.
  private func askAgain(_ findings: inout [GatewayFinding]) async {
    for index in findings.indices {
      let first = findings[index]
      guard first.received > 0, first.received < first.sent else { continue }
      let address = first.address
      // Half as slow again as it was seen to answer.
      let interval = Duration.milliseconds(75) * first.sent / first.received * 3 / 2
      let count = min(40, Int((within(.milliseconds(4500)) - .seconds(1)) / interval))
      guard count >= 10 else { continue }
      let ping = Ping(
        [TargetHost(host: address.description, address: address)],
        Self.echoes(count, each: interval),
        network: environment.network
      )
      let answers = await bounded(within(.seconds(6))) { try? await ping.run { _ in } } ?? nil
      guard let answer = answers?.targets.first, answer.sent > 0 else { continue }
      findings[index].takeAgain(answer)
    }
  }

  /// Asks each resolver about the target's name, those near also about names that need nobody else.
  func resolver(for target: ConnectionTarget?) async -> ConnectionStep? {
    let name = target.flatMap { $0.address == nil ? DNSName($0.name) : nil }
    let resolvers = Array(configuration.resolvers.prefix(3))
    let limit = within(.seconds(4))
    let client = DNSClient(
      [],
      timeout: .milliseconds(1500),
      tries: 2,
      carrier: environment.questions
    )
    let findings = await bounded(limit) {
      await withTaskGroup(of: (Int, ResolverFinding).self) { group in
        for (index, resolver) in resolvers.enumerated() {
          let isOutside = configuration.interfaces.leaveHome(to: resolver)
          group.addTask {
            (index, await Self.ask(resolver, isOutside: isOutside, about: name, client))
          }
        }
        var all = resolvers.map { ResolverFinding(resolver: $0) }
        for await (index, finding) in group { all[index] = finding }
        return all
      }
    }
    guard let findings, !Task.isCancelled else { return nil }
    return .resolver(findings)
  }

  private static func ask(
    _ resolver: IPAddress,
    isOutside: Bool,
    about name: DNSName?,
    _ client: DNSClient
  ) async -> ResolverFinding {
    var finding = ResolverFinding(resolver: resolver)
    let server = DNSServer(Endpoint(resolver, port: 53))
    // One on the Internet learns the name that the user typed, and nothing else.
    if isOutside {
      finding.asksName = true
      if let name { finding.reply = await client.ask(DNSQuestion(name, .a), of: server) }
      return finding
    }
    // The name of 127.0.0.1: no resolver asks others for it (RFC 6303).
    let own = DNSQuestion(DNSName(reverseOf: .v4(IPv4Address(127, 0, 0, 1))), .ptr)
    finding.asksName = name != nil
    let question = name.map { DNSQuestion($0, .a) } ?? own
    // A name that can't exist: no honest resolver knows an address of it (RFC 6761, section 6.4).
    async let trap = impossible.asyncMap { await client.ask(DNSQuestion($0, .a), of: server) }
    finding.reply = await client.ask(question, of: server)
    if let message = await trap?.message {
      finding.lies = message.answers.contains { record in
        switch record.data {
        case .a, .aaaa: true
        default: false
        }
      }
    }
    return finding
  }

  private static let impossible = DNSName("homenet-diagnosis.invalid")

  // MARK: The target

  /// Looks a name up as programs do; `nil` where that is not waited for any longer.
  func lookUp(
    _ host: String,
    _ family: AddressFamily?
  ) async -> Result<[IPAddress], HostLookup.Failure>? {
    let lookUp = environment.lookUp
    // The C library can't be interrupted: it is left to itself.
    return await raced(within(.seconds(5))) { await lookUp(host, family) }
  }

  /// Connects to ports of the target.
  func connect(_ endpoints: [Endpoint]) async -> [PortConnects.Output] {
    // A lost SYN is sent again after one second, and after three.
    let found = await collect(
      PortConnects(endpoints, timeout: within(.milliseconds(3500))),
      within: within(.seconds(4))
    )
    return endpoints.compactMap { endpoint in found.first { $0.target == endpoint } }
  }

  /// Asks for the certificate.
  func tls(of host: TargetHost, port: UInt16) async -> ConnectionStep? {
    let limit = within(.seconds(3))
    let tool = CertificateDiagnostic(
      CertificateDiagnostic.Options(
        Endpoint(host.address, port: port).description,
        serverName: host.host,
        timeout: max(0.1, limit.roundedMilliseconds / 1000)
      ),
      roots: environment.roots,
      streams: environment.streams,
      now: environment.now
    )
    do throws(DiagnosticError) {
      let report = try await tool.run { _ in }
      return Task.isCancelled && report.certificate == nil ? nil : .tls(report)
    } catch {
      if case .local(let failure, _) = error { return .own(.tls, failure) }
      return ConnectionStep(.tls, .unknown, error.words)
    }
  }

  /// What a machine puts out until it ends or its time is over.
  func collect<Machine: NetworkMachine>(
    _ machine: Machine,
    within limit: Duration
  ) async -> [Machine.Output] {
    let events = environment.network.run(machine)
    return await bounded(limit) {
      var all: [Machine.Output] = []
      for await output in events where all.count < 4096 { all.append(output) }
      return all
    } ?? []
  }
}

extension Optional where Wrapped: Sendable {
  /// Its value changed, where there is one.
  fileprivate func asyncMap<Result: Sendable>(
    _ change: @Sendable (Wrapped) async -> Result
  ) async -> Result? {
    guard let self else { return nil }
    return await change(self)
  }
}
