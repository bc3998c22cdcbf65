import Diagnostics
import Model
import Monitoring
import Networking
import Wire

extension MonitorChecks {
  /// Ports that devices accept or refuse where echoes are not permitted.
  static let usualPorts: [UInt16] = [443, 80, 22]
  private static let mostEchoes = 20

  /// Sends echoes; where they aren't permitted, connects.
  func icmp(_ host: String, count: Int, _ deadline: CheckDeadline) async -> CheckResult {
    let addresses: [IPAddress]
    switch await self.addresses(of: host, within: deadline.left) {
    case .success(let found): addresses = found
    case .failure(let why): return CheckResult(why.outcome)
    }
    guard var address = addresses.first else {
      return CheckResult(.unknown(Message(.checkInterrupted)))
    }
    var outcomes = await echo(address, count: count, deadline)
    // Where there is no route to one address, as for IPv6 in many homes, another may have one.
    for other in addresses.dropFirst() where outcomes.allSatisfy({ $0 == .notSent(.noRoute) }) {
      address = other
      outcomes = await echo(address, count: count, deadline)
    }
    if outcomes.allSatisfy({ $0 == .notSent(.notPermitted) }) {
      return await connects(to: address, host, deadline)
    }
    let summary = EchoSummary(outcomes)
    var facts = CheckFacts()
    facts.address = "\(address)"
    facts.loss = summary.loss
    facts.isConnected = summary.loss == nil ? nil : summary.roundTrip != nil
    if let roundTrip = summary.roundTrip {
      return CheckResult(.passed, roundTripMs: roundTrip.roundedMilliseconds, facts: facts)
    }
    if summary.loss == nil, let failure = summary.failure {
      return CheckResult(failure.outcome, facts: facts)
    }
    return await failed(reason(summary, host, deadline), at: address, facts)
  }

  private func reason(_ summary: EchoSummary, _ host: String, _ deadline: CheckDeadline) -> Message
  {
    guard let obstacle = summary.obstacle else {
      return Message(.checkSilent, ["host": .text(host), "limit_s": deadline.seconds])
    }
    return switch obstacle.kind {
    case .host: Message(.checkNoNeighbour, ["host": host, "router": "\(obstacle.from)"])
    case .prohibited: Message(.checkEchoProhibited, ["host": host, "router": "\(obstacle.from)"])
    default: Message(.checkNoWay, ["host": host, "router": "\(obstacle.from)"])
    }
  }

  /// So many echoes, a fifth of a second apart at most, so that all have time to be answered.
  private func echo(
    _ address: IPAddress,
    count: Int,
    _ deadline: CheckDeadline
  ) async -> [EchoOutcome] {
    let count = min(max(count, 1), Self.mostEchoes)
    guard count > 1 else { return [await echoes.ask(address, within: deadline.left)] }
    let gap = min(.milliseconds(200), deadline.left / (2 * count))
    let echoes = echoes
    return await sideBySide(Array(0..<count), atOnce: count) { index in
      if index > 0 { try? await Task.sleep(for: gap * index) }
      return await echoes.ask(address, within: deadline.left)
    }
  }

  /// Whether a host accepts or refuses a connection: in place of echoes.
  private func connects(
    to address: IPAddress,
    _ host: String,
    _ deadline: CheckDeadline
  ) async -> CheckResult {
    var facts = CheckFacts()
    facts.address = "\(address)"
    let ports = await knownPorts(of: address)
    if let answer = await answeringPort(of: address, ports, within: deadline.left) {
      facts.isConnected = true
      facts.loss = 0
      return CheckResult(.passed, roundTripMs: answer.roundTrip.roundedMilliseconds, facts: facts)
    }
    facts.isConnected = false
    facts.loss = 1
    let values: [String: Message.Value] = [
      "host": .text(host), "ports": .texts(ports.map(String.init)), "limit_s": deadline.seconds,
      "count": .count(ports.count),
    ]
    return await failed(Message(.checkSilentPorts, values), at: address, facts)
  }

  /// Ports on which a host presumably answers: those that the home knows of, else usual ones.
  func knownPorts(of address: IPAddress, but other: UInt16? = nil) async -> [UInt16] {
    let bare = address.withoutZone
    let device = await environment.devices().first { device in
      device.device.addresses.contains { $0.withoutZone == bare }
    }
    let known = (device?.device.ports ?? []).filter { $0.transport == .tcp }.map(\.port)
    let all = known.isEmpty ? Self.usualPorts : known
    return [UInt16](
      all.filter { !SendingPolicy.isPrinting(port: $0) && $0 != other }.prefix(4)
    )
  }

  /// The port that first accepts or refuses a connection, which shows that the host is there.
  func answeringPort(
    of address: IPAddress,
    _ ports: [UInt16],
    within limit: Duration
  ) async -> (port: UInt16, roundTrip: Duration)? {
    let connections = streams(for: .path)
    let found = await sideBySide(ports, atOnce: 4, until: { $0 != nil }) { port -> PortAnswer? in
      let start = ContinuousClock.now
      let (_, end) = await connections.carry(
        ConnectExchange(),
        to: Endpoint(address, port: port),
        within: limit
      )
      return end == .done || end == .refused
        ? PortAnswer(port: port, roundTrip: start.duration(to: .now)) : nil
    }
    return found.compactMap(\.self).first.map { (port: $0.port, roundTrip: $0.roundTrip) }
  }

  private struct PortAnswer: Sendable {
    var port: UInt16
    var roundTrip: Duration
  }
}

extension LocalFailure {
  /// ENETUNREACH: the routing table has nothing for an address.
  fileprivate static let noRoute = LocalFailure.system(errno: 101, call: "sendmsg")
}

/// What the echoes of one check say together.
struct EchoSummary: Hashable, Sendable {
  /// The share of those that were sent and not answered; `nil` where none was sent.
  var loss: Double?
  /// The middle of the round trips.
  var roundTrip: Duration?
  /// What a router says, where nothing was answered.
  var obstacle: Obstacle?
  /// Why one wasn't sent.
  var failure: LocalFailure?

  /// A router's word.
  struct Obstacle: Hashable, Sendable {
    var kind: PathObstacle
    var from: IPAddress
  }

  /// The summary of the outcomes, in any order.
  init(_ outcomes: [EchoOutcome]) {
    var roundTrips: [Duration] = []
    var sent = 0
    for outcome in outcomes {
      switch outcome {
      case .answered(let roundTrip):
        sent += 1
        roundTrips.append(roundTrip)
      case .silent: sent += 1
      case .unreachable(let kind, let from):
        sent += 1
        obstacle = obstacle ?? Obstacle(kind: kind, from: from)
      case .notSent(let failure): self.failure = self.failure ?? failure
      }
    }
    if sent > 0 { loss = Double(sent - roundTrips.count) / Double(sent) }
    guard !roundTrips.isEmpty else { return }
    roundTrip = roundTrips.sorted()[roundTrips.count / 2]
    obstacle = nil
  }
}

/// What came of echoes.
extension MessageTemplate {
  static let checkSilent = MessageTemplate(
    "check.silent",
    "{host} doesn't answer echoes within {limit_s}"
  )
  static let checkNoNeighbour = MessageTemplate(
    "check.no_neighbour",
    "{host} can't be reached: {router} finds no device at its address"
  )
  static let checkEchoProhibited = MessageTemplate(
    "check.echo_prohibited",
    "a filter at {router} forbids echoes to {host}"
  )
  static let checkNoWay = MessageTemplate(
    "check.no_way",
    "{router} knows no way to {host}"
  )
  static let checkSilentPorts = MessageTemplate(
    "check.silent_ports",
    one:
      "{host} answers on port {ports} within {limit_s} neither yes nor no; this machine may not send echoes",
    other:
      "{host} answers on ports {ports} within {limit_s} neither yes nor no; this machine may not send echoes"
  )
}
