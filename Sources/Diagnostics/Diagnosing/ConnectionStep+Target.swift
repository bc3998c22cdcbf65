import Model
internal import Networking
internal import Wire

extension ConnectionStep {
  /// Loss below this share is no fault: of 25 packets, three may be lost by chance.
  static let tolerableLoss = 0.15

  /// Judges the trace to the target, with the slower recheck of its loss.
  static func route(_ report: TraceReport, again: SlowRecheck.Outcome? = nil) -> ConnectionStep {
    let last = report.hops.last { !$0.isSilent }
    let node = last?.nodes.first
    let loss = report.isReached ? report.hops.last?.loss : nil
    var evidence: [Figure] = [
      .truth("reached", report.isReached),
      .number("hops", Double(report.hops.count)),
      .number("last_hop", last.map { Double($0.number) }),
      .text("last_address", node?.address.description),
      .number("loss", loss),
      .milliseconds("rtt_ms", node?.roundTrips.summary?.median),
      .text("verdict", report.verdict.code.rawValue),
      .number("loss_begins", LossClassifier.lossBegins(report.hops).map(Double.init)),
    ]
    if let again {
      evidence += [
        .number("slower_sent", Double(again.sent)),
        .number("slower_received", Double(again.received)),
        .truth("limited", again.isLimit),
      ]
    }
    let message = report.verdict.message
    switch report.verdict.code {
    case .loss:
      if let again, again.isLimit {
        return .ok(
          .route,
          Message(
            again.received == again.sent ? .diagnoseRouteLimitedAll : .diagnoseRouteLimited,
            [
              "target": .text(report.host), "received": .count(again.received),
              "sent": .count(again.sent),
            ]
          ),
          evidence
        )
      }
      return losing(report, share: loss ?? 0, evidence)
    case .reached, .pathChanged:
      return .ok(.route, message, evidence)
    case .loop:
      return .bad(.route, message, .pathLoops(report.verdict.finding), evidence)
    case .unreachable:
      let blocked = report.hops.last?.nodes.first { $0.obstacle != nil }
      guard let hop = report.hops.last, let blocked, let obstacle = blocked.obstacle else {
        return ConnectionStep(.route, .unknown, message, evidence: evidence)
      }
      return .bad(
        .route,
        message,
        .pathBlocked(hop: hop.number, blocked.address, obstacle.message),
        evidence
      )
    case .undecided: return ConnectionStep(.route, .unknown, message, evidence: evidence)
    case .noAnswer, .tooFar:
      // Many hosts and filters drop echoes: the TCP step decides whether this is a fault.
      return ConnectionStep(
        .route,
        .unknown,
        message,
        fault: .pathEnds(hop: last?.number, node?.address),
        evidence: evidence
      )
    }
  }

  private static func losing(
    _ report: TraceReport,
    share: Double,
    _ evidence: [Figure]
  ) -> ConnectionStep {
    let begins = LossClassifier.lossBegins(report.hops) ?? report.hops.count
    return ConnectionStep(
      .route,
      share >= tolerableLoss ? .bad : .ok,
      report.verdict.message,
      fault: .pathLoses(hop: begins, share: share, report.verdict.finding),
      evidence: evidence
    )
  }

  /// Judges connecting to the target's ports, the best port first.
  static func tcp(_ outcomes: [(port: UInt16, outcome: ProbeOutcome)]) -> ConnectionStep {
    let evidence = outcomes.flatMap { port, outcome -> [Figure] in
      var figures = [Figure.text("port_\(port)", word(outcome))]
      if case .open(let rtt) = outcome { figures.append(.milliseconds("rtt_ms", rtt)) }
      return figures
    }
    for (port, outcome) in outcomes {
      guard case .open(let rtt) = outcome else { continue }
      return .ok(
        .tcp,
        Message(.diagnoseTcpOk, ["port": .text("\(port)"), "rtt_ms": .milliseconds(rtt)]),
        evidence
      )
    }
    // The most informative outcome counts for all: one refusal shows that the host is up.
    let ranked = outcomes.map { port, outcome in (port, outcome, rank(outcome)) }
    guard let best = ranked.max(by: { $0.2 < $1.2 }) else {
      return skipped(.tcp, Message(.diagnoseTcpNoPort))
    }
    let ports = ranked.filter { $0.2 == best.2 }.map(\.0)
    let what: [String: Message.Value] = [
      "ports": .texts(ports.map(String.init)), "count": .count(ports.count),
    ]
    let (message, fault): (Message, ConnectionFault) =
      switch best.1 {
      case .open, .refused: (Message(.diagnoseTcpRefused, what), .refused(ports))
      case .timedOut: (Message(.diagnoseTcpTimedOut, what), .filtered(ports, isThere: nil))
      case .unreachable(.host): (Message(.diagnoseTcpAbsent), .hostAbsent)
      case .unreachable(.noRoute): (Message(.diagnoseTcpNoRoute), .noRoute)
      case .unreachable(.prohibited): (Message(.diagnoseTcpProhibited, what), .prohibited(ports))
      case .localFailure(let failure) where failure == .noRoute:
        (failure.diagnosticMessage, .noRoute)
      case .localFailure(let failure): (failure.diagnosticMessage, .own(failure, .tcp))
      }
    if case .own = fault { return ConnectionStep(.tcp, .unknown, message, fault: fault) }
    return ConnectionStep(.tcp, .bad, message, fault: fault, evidence: evidence)
  }

  private static func rank(_ outcome: ProbeOutcome) -> Int {
    switch outcome {
    case .open: 6
    case .refused: 5
    case .unreachable(.prohibited): 4
    case .unreachable(.host): 3
    case .unreachable(.noRoute): 2
    case .timedOut: 1
    case .localFailure: 0
    }
  }

  private static func word(_ outcome: ProbeOutcome) -> String {
    switch outcome {
    case .open: "open"
    case .refused: "refused"
    case .timedOut: "timed_out"
    case .unreachable: "unreachable"
    case .localFailure: "local_failure"
    }
  }

  /// Judges TLS on the target's port.
  static func tls(_ report: CertificateReport) -> ConnectionStep {
    let days = report.certificate.flatMap { $0.daysLeft(at: report.now) }
    let worst = report.problems.first { $0.isBad && $0.code != .interrupted }
    let evidence: [Figure] = [
      .text("version", report.negotiated?.version.description),
      .text("suite", report.negotiated?.suite?.description),
      .text("subject", report.certificate?.subject),
      .text("not_after", report.certificate?.validUntil?.description),
      .number("remaining_days", days),
      .truth("host_match", report.hostMatch?.matches),
      .truth("trusted", report.trust?.isTrusted),
      .text("problem", worst?.code.rawValue),
    ]
    if let problem = worst {
      return .bad(.tls, problem.message, .tls(problem.code, problem.message), evidence)
    }
    if let unseen = report.problems.first(where: { $0.code == .unseenCertificate }) {
      return ConnectionStep(.tls, .unknown, unseen.message, evidence: evidence)
    }
    var parts: [Message.Value] = []
    if let version = report.negotiated?.version { parts.append(.text(version.description)) }
    if let days { parts.append(.message(Message(.diagnoseTlsGood, ["life_days": .number(days)]))) }
    if report.trust?.isTrusted == false { parts.append(.message(Message(.diagnoseTlsUntrusted))) }
    guard !parts.isEmpty else {
      return ConnectionStep(.tls, .unknown, Message(.diagnoseTlsUnknown))
    }
    return .ok(.tls, Message(.diagnoseTlsOk, ["parts": .list(parts)]), evidence)
  }
}
