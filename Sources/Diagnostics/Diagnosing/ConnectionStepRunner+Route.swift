internal import Networking
internal import Wire

extension ConnectionStepRunner {
  /// The time from one look along the way to the next.
  private static let pace = Duration.milliseconds(100)

  /// Asks a target that loses packets more slowly; `nil` where that was not tried, or told nothing.
  private func askAgain(_ host: TargetHost, _ report: TraceReport) async -> SlowRecheck.Outcome? {
    guard report.verdict.code == .loss, let last = report.hops.last else { return nil }
    let patience = Duration.milliseconds(700)
    guard
      let recheck = SlowRecheck(
        sent: last.sent,
        received: last.received,
        interval: Self.pace,
        time: within(.milliseconds(5500)) - patience
      )
    else { return nil }
    var options = PingOptions(
      count: recheck.count,
      interval: recheck.interval,
      timeout: patience - .milliseconds(200),
      method: .icmp
    )
    options.awaitsErrors = false
    let ping = Ping([host], options, network: environment.network)
    let answers = await bounded(within(.seconds(6))) { try? await ping.run { _ in } } ?? nil
    guard let target = answers?.targets.first, target.sent > 0 else { return nil }
    return recheck.outcome(
      sent: target.sent,
      received: target.received,
      tolerable: ConnectionStep.tolerableLoss
    )
  }

  /// The way to the target, by echoes where they are permitted: most hosts answer them.
  func route(to host: TargetHost) async -> ConnectionStep? {
    if host.address.scope == .loopback { return .skipped(.route, "it is this machine itself") }
    for mode in [PathMethod.icmp, .udp] {
      let options = TraceOptions(
        mode: mode,
        rounds: 25,
        interval: Self.pace,
        asksSlowly: false
      )
      let trace = Trace(host, options, network: environment.network)
      let outcome = await bounded(within(.milliseconds(4500))) {
        do throws(DiagnosticError) {
          return Result<TraceReport, DiagnosticError>.success(try await trace.run { _ in })
        } catch {
          return .failure(error)
        }
      }
      switch outcome {
      case .success(let report)?:
        if Task.isCancelled, !report.isReached { return nil }
        // Datagrams' answers are errors, which nearly everybody limits; echoes are rarely limited.
        let again = mode == .icmp ? await askAgain(host, report) : nil
        return .route(report, again: again)
      case .failure(.local(.notPermitted, _))? where mode == .icmp: continue
      case .failure(.local(let failure, _))?:
        guard failure == .noRoute else { return .own(.route, failure) }
        return ConnectionStep(.route, .bad, failure.diagnosticWords, fault: .noRoute)
      case .failure(let error)?: return ConnectionStep(.route, .unknown, error.words)
      case nil: return nil
      }
    }
    return nil
  }
}
