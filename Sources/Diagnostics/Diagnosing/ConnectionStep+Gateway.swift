internal import Networking
internal import Wire

/// What asking a router showed.
struct GatewayFinding: Hashable, Sendable {
  var address: IPAddress
  /// Echoes sent and answered.
  var sent = 0
  var received = 0
  var roundTrip: Duration?
  /// Whether a port of its accepted or refused.
  var connects = false
  /// What the kernel knows of it.
  var neighbour: Neighbour?
  /// Why it was not asked.
  var refusal: LocalFailure?
  /// Echoes that were sent again, more slowly, and answered.
  var slowSent = 0
  var slowReceived = 0

  /// Takes what came of the first echoes.
  mutating func take(_ answer: PingReport.Target) {
    sent = answer.sent
    received = answer.received
  }

  /// Takes what came of more of them.
  mutating func takeAgain(_ answer: PingReport.Target) {
    slowSent = answer.sent
    slowReceived = answer.received
  }

  /// Echoes that were lost, and sent, where the link loses a share of them that isn't chance's alone:
  /// a router that answers only so often answers all of the slow ones.
  var loss: (lost: Int, sent: Int)? {
    guard slowSent > 0 else { return nil }
    let (lost, sent) = (sent + slowSent - received - slowReceived, sent + slowSent)
    let isSteady = Double(slowSent - slowReceived) >= 0.06 * Double(slowSent)
    return isSteady && Double(lost) >= 0.1 * Double(sent) ? (lost, sent) : nil
  }

  /// Whether it showed that it is there: by an answer, or by one to ARP or NDP since it was asked.
  func isThere(since: Duration) -> Bool {
    if received > 0 || connects { return true }
    guard let neighbour, neighbour.mac != nil else { return false }
    if neighbour.state == .reachable { return true }
    return neighbour.confirmedAgo.map { $0 <= since } ?? false
  }
}

extension ConnectionStep {
  /// Judges what asking the routers showed, the next hops of default routes; they were first asked
  /// so long ago.
  ///
  /// The ways are the interfaces that default routes take without a next hop.
  static func gateway(
    _ findings: [GatewayFinding],
    ways: [Interface] = [],
    elapsed: Duration
  ) -> ConnectionStep {
    guard let first = findings.first else {
      guard !ways.isEmpty else {
        return ConnectionStep(.gateway, .bad, "there is no default route", fault: .noGateway)
      }
      return direct(ways)
    }
    let asked = findings.filter { $0.refusal == nil }
    let evidence = findings.flatMap { finding -> [Figure] in
      [
        .text("gateway", finding.address.description),
        .text("mac", finding.neighbour?.mac?.description),
        .number("sent", Double(finding.sent + finding.slowSent)),
        .number("received", Double(finding.received + finding.slowReceived)),
        .milliseconds("rtt_ms", finding.roundTrip),
        .truth("there", finding.refusal == nil ? finding.isThere(since: elapsed) : nil),
      ]
    }
    let isThere = { (finding: GatewayFinding) in finding.isThere(since: elapsed) }
    // Each family has a way of its own: one that is dead is a fault though the other's is well.
    let dead = [AddressFamily.v4, .v6].compactMap { family -> GatewayFinding? in
      let those = asked.filter { $0.address.isOf(family) }
      return those.contains(where: isThere) ? nil : those.first
    }
    let best = asked.first { $0.received > 0 } ?? asked.first(where: isThere)
    if let best, let silent = dead.first {
      return ConnectionStep(
        .gateway,
        .bad,
        "\(silence(silent)); \(presence(best))",
        fault: .gatewaySilent(silent.address),
        evidence: evidence
      )
    }
    for finding in asked {
      guard let (lost, sent) = finding.loss else { continue }
      return ConnectionStep(
        .gateway,
        .bad,
        "\(finding.address) answers \(sent - lost) of \(sent) echoes",
        fault: .gatewayLoses(finding.address, lost: lost, sent: sent),
        evidence: evidence
      )
    }
    if let best { return ConnectionStep(.gateway, .ok, presence(best), evidence: evidence) }
    guard let silent = asked.first else {
      if case .refusedByPolicy? = first.refusal {
        return ConnectionStep(
          .gateway,
          .skipped,
          "\(first.address) is on the Internet, and not asked unless a host is named",
          evidence: evidence
        )
      }
      return own(.gateway, first.refusal ?? .notPermitted)
    }
    return ConnectionStep(
      .gateway,
      .bad,
      silence(silent),
      fault: .gatewaySilent(silent.address),
      evidence: evidence
    )
  }

  private static func silence(_ finding: GatewayFinding) -> String {
    "\(finding.address) doesn't answer"
      + (finding.neighbour?.mac == nil ? ", not even ARP or NDP" : "")
  }

  private static func presence(_ finding: GatewayFinding) -> String {
    finding.roundTrip.map { "\(finding.address) answers in \(time($0))" }
      ?? "\(finding.address) is there, though it answers no echoes"
  }

  /// Where the default route has no next hop there is nobody to ask, and nothing wrong.
  private static func direct(_ ways: [Interface]) -> ConnectionStep {
    let words = ways.prefix(2).map { way in
      // On a shared link a router may answer ARP or NDP for everybody.
      way.isBroadcast
        ? "the default route leads straight onto \(way.name), no gateway"
        : "\(way.name) is a point-to-point link, no gateway"
    }
    let evidence = ways.prefix(4).map { Figure.text("interface", $0.name) }
    return ConnectionStep(.gateway, .skipped, words.joined(separator: "; "), evidence: evidence)
  }

  /// A round trip in words: `0.41 ms`.
  static func time(_ duration: Duration) -> String {
    let value = duration.roundedMilliseconds
    let scale: Double = value < 10 ? 100 : 10
    return "\((value * scale).rounded() / scale) ms"
  }
}
