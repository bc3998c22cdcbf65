import Model
internal import Networking
internal import Wire

/// The result of probing a router.
struct GatewayResult: Hashable, Sendable {
  var address: IPAddress
  /// Echoes.
  var sent = 0
  var received = 0
  var roundTrip: Duration?
  /// Whether one of its ports accepted or refused.
  var connects = false
  /// Its entry in the kernel's neighbour table.
  var neighbour: Neighbour?
  /// Why it was not probed.
  var failure: LocalFailure?
  /// Echoes of the slower second series.
  var slowSent = 0
  var slowReceived = 0

  /// Takes the first series of echoes.
  mutating func take(_ answer: PingReport.Target) {
    sent = answer.sent
    received = answer.received
  }

  /// Takes the slower second series.
  mutating func takeAgain(_ answer: PingReport.Target) {
    slowSent = answer.sent
    slowReceived = answer.received
  }

  /// Lost and sent echoes, where the slow series shows loss too; a rate-limiting router answers all of
  /// the slow ones.
  var loss: (lost: Int, sent: Int)? {
    guard slowSent > 0 else { return nil }
    let (lost, sent) = (sent + slowSent - received - slowReceived, sent + slowSent)
    let isSteady = Double(slowSent - slowReceived) >= 0.06 * Double(slowSent)
    return isSteady && Double(lost) >= 0.1 * Double(sent) ? (lost, sent) : nil
  }

  /// Whether it answered a probe, or ARP or NDP since the probe began.
  func isThere(since: Duration) -> Bool {
    if received > 0 || connects { return true }
    guard let neighbour, neighbour.mac != nil else { return false }
    if neighbour.state == .reachable { return true }
    return neighbour.confirmedAgo.map { $0 <= since } ?? false
  }
}

extension ConnectionStep {
  /// Judges the next hops of default routes; `ways` are interfaces of default routes without a next hop.
  static func gateway(
    _ findings: [GatewayResult],
    ways: [Interface] = [],
    elapsed: Duration
  ) -> ConnectionStep {
    guard let first = findings.first else {
      guard !ways.isEmpty else {
        return ConnectionStep(.gateway, .bad, Message(.diagnoseGatewayNone), fault: .noGateway)
      }
      return direct(ways)
    }
    let asked = findings.filter { $0.failure == nil }
    let evidence = findings.flatMap { finding -> [Figure] in
      [
        .text("gateway", finding.address.description),
        .text("mac", finding.neighbour?.mac?.description),
        .number("sent", Double(finding.sent + finding.slowSent)),
        .number("received", Double(finding.received + finding.slowReceived)),
        .milliseconds("rtt_ms", finding.roundTrip),
        .truth("there", finding.failure == nil ? finding.isThere(since: elapsed) : nil),
      ]
    }
    let isThere = { (finding: GatewayResult) in finding.isThere(since: elapsed) }
    // Each address family has its own router: one that is dead is a fault even if the other's is up.
    let dead = [AddressFamily.v4, .v6].compactMap { family -> GatewayResult? in
      let those = asked.filter { $0.address.isOf(family) }
      return those.contains(where: isThere) ? nil : those.first
    }
    let best = asked.first { $0.received > 0 } ?? asked.first(where: isThere)
    if let best, let silent = dead.first {
      return .bad(
        .gateway,
        Message(
          .diagnoseGatewayOneSilent,
          ["silent": .message(silence(silent)), "other": .message(presence(best))]
        ),
        .gatewaySilent(silent.address),
        evidence
      )
    }
    for finding in asked {
      guard let (lost, sent) = finding.loss else { continue }
      return .bad(
        .gateway,
        Message(
          .diagnoseGatewayLoses,
          [
            "router": .text("\(finding.address)"), "received": .count(sent - lost),
            "sent": .count(sent),
          ]
        ),
        .gatewayLoses(finding.address, lost: lost, sent: sent),
        evidence
      )
    }
    if let best { return ConnectionStep(.gateway, .ok, presence(best), evidence: evidence) }
    guard let silent = asked.first else {
      if case .refusedByPolicy? = first.failure {
        return ConnectionStep(
          .gateway,
          .skipped,
          Message(.diagnoseGatewayPublic, ["router": "\(first.address)"]),
          evidence: evidence
        )
      }
      return own(.gateway, first.failure ?? .notPermitted)
    }
    return .bad(.gateway, silence(silent), .gatewaySilent(silent.address), evidence)
  }

  private static func silence(_ finding: GatewayResult) -> Message {
    finding.neighbour?.mac == nil
      ? Message(.diagnoseGatewayAbsent, ["router": "\(finding.address)"])
      : Message(.diagnoseGatewaySilent, ["router": "\(finding.address)"])
  }

  private static func presence(_ finding: GatewayResult) -> Message {
    guard let roundTrip = finding.roundTrip else {
      return Message(.diagnoseGatewayNoEchoes, ["router": "\(finding.address)"])
    }
    return Message(
      .diagnoseGatewayOk,
      ["router": .text("\(finding.address)"), "rtt_ms": .milliseconds(roundTrip)]
    )
  }

  /// A default route without a next hop: there is no router to probe, and no fault.
  private static func direct(_ ways: [Interface]) -> ConnectionStep {
    let found = ways.prefix(2).map { way in
      // On a shared link a router may do proxy ARP or proxy NDP.
      way.isBroadcast
        ? Message(.diagnoseGatewaySharedLink, ["interface": way.name])
        : Message(.diagnoseGatewayPointToPoint, ["interface": way.name])
    }
    let evidence = ways.prefix(4).map { Figure.text("interface", $0.name) }
    let message = Message(.diagnoseGatewayDirect, ["ways": .list(found.map(Message.Value.message))])
    return ConnectionStep(.gateway, .skipped, message, evidence: evidence)
  }
}

extension Message.Value {
  /// A duration, for a place whose name ends in `_ms`.
  static func milliseconds(_ duration: Duration) -> Message.Value {
    .number(duration.roundedMilliseconds)
  }
}

extension ConnectionStepRunner {
  /// Probes the routers by echoes and TCP connects, then looks them up in the neighbour table.
  ///
  /// Limited to one address family where given; of static routes' routers only the target's.
  func gateway(_ family: AddressFamily?, to target: IPAddress? = nil) async -> ConnectionStep? {
    var routers = configuration.gateways.map(\.address)
    if let own = target.flatMap({ configuration.route(to: $0)?.gateway }) {
      routers = [own]
    } else if routers.isEmpty {
      routers = configuration.routes.compactMap(\.gateway)
    }
    var findings: [GatewayResult] = []
    for address in routers where findings.count < 4 && address.isOf(family) {
      guard !findings.contains(where: { $0.address == address }) else { continue }
      findings.append(GatewayResult(address: address))
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
        for case .localFailure(let failure) in outcomes { findings[index].failure = failure }
      }
    }
    await askAgain(&findings)
    let step = ConnectionStep.gateway(findings, elapsed: start.duration(to: clock.now))
    // After a cancellation, silence proves nothing.
    return Task.isCancelled && step.state == .bad ? nil : step
  }

  private func echoes(_ addresses: [IPAddress]) async -> PingReport? {
    let ping = Ping(
      addresses.map { TargetHost(host: $0.description, address: $0) },
      Self.echoes(20, each: .milliseconds(50)),
      network: environment.network
    )
    // Where echoes are not permitted, the connects show presence.
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

  /// Pings a router that lost some echoes again, more slowly, to tell a lossy link from a rate limit.
  private func askAgain(_ findings: inout [GatewayResult]) async {
    for index in findings.indices {
      let first = findings[index]
      guard first.received > 0, first.received < first.sent else { continue }
      let address = first.address
      // At two thirds of the rate at which it answered.
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
}
