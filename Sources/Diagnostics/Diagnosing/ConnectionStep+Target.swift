import Model
internal import Networking
internal import Wire

extension ConnectionStep {
  /// The share of packets that may be lost on the way before it is a fault: of 25, three may
  /// be chance.
  static let tolerableLoss = 0.15

  /// Judges the way to the target, and what came of asking it again, more slowly.
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
    let words = report.verdict.text
    switch report.verdict.code {
    case .loss:
      if let again, again.isLimit {
        let share = again.received == again.sent ? "all" : "nearly all"
        return ConnectionStep(
          .route,
          .ok,
          "\(report.host) answers, but only so often: asked more slowly, it answers \(share) "
            + "(\(again.received) of \(again.sent))",
          evidence: evidence
        )
      }
      return losing(report, share: loss ?? 0, words, evidence)
    case .reached, .pathChanged:
      return ConnectionStep(.route, .ok, words, evidence: evidence)
    case .loop:
      return ConnectionStep(
        .route,
        .bad,
        words,
        fault: .pathLoops(firstSentence(of: words)),
        evidence: evidence
      )
    case .unreachable:
      let blocked = report.hops.last?.nodes.first { $0.obstacle != nil }
      guard let hop = report.hops.last, let blocked, let obstacle = blocked.obstacle else {
        return ConnectionStep(.route, .unknown, words, evidence: evidence)
      }
      return ConnectionStep(
        .route,
        .bad,
        words,
        fault: .pathBlocked(hop: hop.number, blocked.address, obstacle.words),
        evidence: evidence
      )
    case .undecided: return ConnectionStep(.route, .unknown, words, evidence: evidence)
    case .noAnswer, .tooFar:
      // Many hosts and filters answer no echoes: whether that is bad, the connection tells.
      return ConnectionStep(
        .route,
        .unknown,
        words,
        fault: .pathEnds(hop: last?.number, node?.address),
        evidence: evidence
      )
    }
  }

  private static func losing(
    _ report: TraceReport,
    share: Double,
    _ words: String,
    _ evidence: [Figure]
  ) -> ConnectionStep {
    let begins = LossClassifier.lossBegins(report.hops) ?? report.hops.count
    return ConnectionStep(
      .route,
      share >= tolerableLoss ? .bad : .ok,
      words,
      fault: .pathLoses(hop: begins, share: share, firstSentence(of: words)),
      evidence: evidence
    )
  }

  /// A trace's verdict without its asides.
  private static func firstSentence(of words: String) -> String {
    guard let end = words.firstRange(of: ". ") else { return words }
    return String(words[..<end.lowerBound]) + "."
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
      return ConnectionStep(
        .tcp,
        .ok,
        "port \(port) accepts in \(time(rtt))",
        evidence: evidence
      )
    }
    // The outcome that tells most counts for all: one refusal shows that the host is there.
    let ranked = outcomes.map { port, outcome in (port, outcome, rank(outcome)) }
    guard let best = ranked.max(by: { $0.2 < $1.2 }) else {
      return skipped(.tcp, "there is no port to ask")
    }
    let ports = ranked.filter { $0.2 == best.2 }.map(\.0)
    let what =
      "port\(ports.count == 1 ? "" : "s") " + ports.map(String.init).joined(separator: ", ")
    let (words, fault): (String, ConnectionFault) =
      switch best.1 {
      case .open, .refused: ("\(what): refused", .refused(ports))
      case .timedOut: ("\(what): no answer", .filtered(ports))
      case .unreachable(.host): ("no device answers for its address", .hostAbsent)
      case .unreachable(.noRoute): ("there is no route to it", .noRoute)
      case .unreachable(.prohibited): ("\(what): a filter forbids it", .prohibited(ports))
      case .localFailure(let failure) where failure == .noRoute:
        (failure.diagnosticWords, .noRoute)
      case .localFailure(let failure): (failure.diagnosticWords, .own(failure, .tcp))
      }
    if case .own = fault { return ConnectionStep(.tcp, .unknown, words, fault: fault) }
    return ConnectionStep(.tcp, .bad, words, fault: fault, evidence: evidence)
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
      return ConnectionStep(
        .tls,
        .bad,
        problem.text,
        fault: .tls(problem.code, problem.text),
        evidence: evidence
      )
    }
    if let unseen = report.problems.first(where: { $0.code == .unseenCertificate }) {
      return ConnectionStep(.tls, .unknown, unseen.text, evidence: evidence)
    }
    var words: [String] = []
    if let version = report.negotiated?.version { words.append(version.description) }
    if let days { words.append("the certificate is good for \(CertificateReport.days(days))") }
    if report.trust?.isTrusted == false { words.append("but not trusted") }
    guard !words.isEmpty else { return ConnectionStep(.tls, .unknown, "nothing is known about it") }
    return ConnectionStep(.tls, .ok, words.joined(separator: ", "), evidence: evidence)
  }
}
