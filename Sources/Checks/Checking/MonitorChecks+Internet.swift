import Diagnostics
import Model
import Monitoring
import Networking
import Wire

extension MonitorChecks {
  private static let mostTargets = 8

  /// Whether the Internet can be reached; every part of the way is asked at once, so that a failure says
  /// where it is.
  func internet(_ targets: [String], _ deadline: CheckDeadline) async -> CheckResult {
    guard case .success(let configuration) = await ownNetwork.configuration() else {
      return CheckResult(.unknown(await ownNetwork.failure() ?? Message(.checkInterrupted)))
    }
    var findings = InternetFindings()
    findings.ownFailure = configuration.ownFailure(to: nil) ?? Self.routeFailure(configuration)
    let routers = await permittedRouters(configuration)
    async let gateways = parts(routers.map(\.description), deadline) { index in
      await isThere(routers[index], within: min(deadline.left, .seconds(3)))
    }
    // The simulated home has none, whatever this machine's file of resolvers says.
    let known = environment.questions == nil ? [] : configuration.resolvers
    let servers = known.prefix(3).map { DNSServer(Endpoint($0, port: 53)) }
    async let resolvers = parts(servers.map(\.name), deadline) { index in
      await resolves(servers[index], within: min(deadline.left, .seconds(4)))
    }
    let names = Array(targets.prefix(Self.mostTargets))
    async let asked = reach(names, deadline)
    let (reached, milliseconds) = await asked
    findings.targets = reached
    findings.gateways = await gateways
    findings.resolvers = await resolvers
    findings.roundTripMs = milliseconds
    var facts = CheckFacts()
    let outcome = findings.outcome
    facts.isConnected = outcome == .passed
    facts.responseTimeMs = milliseconds
    return CheckResult(outcome, roundTripMs: milliseconds, facts: facts)
  }

  /// The next hops of the default routes that may be asked.
  ///
  /// A simulated home without a network namespace of its own sees those of the machine that it runs on.
  func permittedRouters(_ configuration: NetworkConfiguration) async -> [IPAddress] {
    var routers: [IPAddress] = []
    for address in Set(configuration.gateways.map(\.address)).sorted() where routers.count < 4 {
      if await environment.rejection(address) == nil { routers.append(address) }
    }
    return routers
  }

  private static func routeFailure(_ configuration: NetworkConfiguration) -> Message? {
    configuration.gateways.isEmpty && configuration.pointToPointInterfaces.isEmpty
      ? Message(.checkNoDefaultRoute) : nil
  }

  private func parts(
    _ names: [String],
    _ deadline: CheckDeadline,
    _ ask: @escaping @Sendable (Int) async -> Bool?
  ) async -> [InternetFindings.Part] {
    await sideBySide(Array(names.indices), atOnce: 8) { index in
      InternetFindings.Part(name: names[index], answers: await ask(index))
    }
  }

  /// The targets, and the shortest round trip in milliseconds.
  private func reach(
    _ targets: [String],
    _ deadline: CheckDeadline
  ) async -> (parts: [InternetFindings.Part], milliseconds: Double?) {
    let found = await sideBySide(targets, atOnce: 8) { target in
      await reach(target, deadline)
    }
    let parts = zip(targets, found).map { target, result in
      InternetFindings.Part(name: target, answers: Self.answers(result))
    }
    return (parts, found.compactMap(\.roundTripMs).min())
  }

  private static func answers(_ result: CheckResult) -> Bool? {
    switch result.outcome {
    case .passed, .degraded: true
    case .failed: false
    case .unknown: nil
    }
  }

  /// A target by an echo, or by a connection: many hosts on the Internet answer only one of them.
  private func reach(_ target: String, _ deadline: CheckDeadline) async -> CheckResult {
    let (host, port) = Self.place(target)
    let addresses: [IPAddress]
    switch await self.addresses(of: host, within: deadline.left) {
    case .success(let found): addresses = found
    // Nobody asked the target: the resolver's part says what is wrong.
    case .failure(let why):
      let reason = CheckResult(why.outcome).reason ?? Message(.checkInterrupted)
      return CheckResult(.unknown(reason))
    }
    guard let address = addresses.first else {
      return CheckResult(.unknown(Message(.checkInterrupted)))
    }
    let results = await sideBySide([true, false], until: { $0 != nil }) { isEcho -> Duration? in
      if isEcho {
        if case .answered(let roundTrip) = await echoes.ask(address, within: deadline.left) {
          return roundTrip
        }
        return nil
      }
      return await answeringPort(of: address, [port], within: deadline.left)?.roundTrip
    }
    guard let roundTrip = results.compactMap(\.self).first else {
      return await failed(
        Message(.checkSilent, ["host": .text(host), "limit_s": deadline.seconds]),
        at: address
      )
    }
    return CheckResult(.passed, roundTripMs: roundTrip.roundedMilliseconds)
  }

  /// A target's host and port: HTTPS where it names none.
  static func place(_ target: String) -> (host: String, port: UInt16) {
    guard IPAddress(target) == nil, let parts = hostAndPort(target), parts.host != target else {
      return (target, 443)
    }
    return parts
  }

  /// Whether a resolver answers a question for the root's name servers, whatever it says.
  func resolves(_ server: DNSServer, within limit: Duration) async -> Bool? {
    guard let carrier = environment.questions else { return nil }
    let client = DNSClient([server], timeout: limit / 2, tries: 2, carrier: carrier)
    let reply = await client.ask(DNSQuestion(.root, .ns), of: server)
    if case .failure(.local) = reply.outcome { return nil }
    return reply.message != nil
  }

  /// Whether a host on a link is there: by an echo, by ARP, or by a port.
  func isThere(_ address: IPAddress, within limit: Duration) async -> Bool? {
    let answer = await anyMethod(of: address, but: nil, within: limit)
    if answer.by != nil { return true }
    return answer.silent.isEmpty ? nil : false
  }
}

/// Where there is no way out.
extension MessageTemplate {
  static let checkNoDefaultRoute = MessageTemplate(
    "check.no_default_route",
    "this machine has no default route"
  )
}
