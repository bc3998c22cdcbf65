import Model
internal import Networking
internal import Wire

extension ConnectionStepRunner {
  /// The time between two trace rounds.
  private static let pace = Duration.milliseconds(100)

  /// Pings a lossy target again, more slowly; `nil` where that was not tried, or inconclusive.
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

  /// Traces the target by ICMP echo, else by UDP where echoes are not permitted.
  func route(to host: TargetHost) async -> ConnectionStep? {
    if host.address.scope == .loopback { return .skipped(.route, Message(.diagnoseRouteItself)) }
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
        // Most hosts rate-limit ICMP errors, which answer UDP; few rate-limit echo replies.
        let again = mode == .icmp ? await askAgain(host, report) : nil
        return .route(report, again: again)
      case .failure(.local(.notPermitted, _))? where mode == .icmp: continue
      case .failure(.local(let failure, _))?:
        guard failure == .noRoute else { return .own(.route, failure) }
        return ConnectionStep(.route, .bad, failure.diagnosticMessage, fault: .noRoute)
      case .failure(let error)?: return ConnectionStep(.route, .unknown, error.message)
      case nil: return nil
      }
    }
    return nil
  }
}

/// Probes a lossy target again, more slowly: a rate-limiting target then answers everything, while a
/// lossy path loses the same share as before.
struct SlowRecheck: Hashable {
  /// The number of packets, and the time between them.
  let count: Int
  let interval: Duration
  /// The response rate of the first series.
  private let first: ResponseRate

  private static let most = 30

  /// Plans a recheck; `nil` where all or none were answered, or `time` is too short for a result.
  init?(sent: Int, received: Int, interval: Duration, time: Duration) {
    guard received > 0, received < sent else { return nil }
    // At two thirds of the observed rate: a token bucket was full at the start of the first series.
    self.interval = interval * sent / received * 3 / 2
    count = Int(max(0, min(time / self.interval, Double(Self.most))))
    first = ResponseRate(received: received, of: sent)
    guard first.isRuledOut(byLosing: 0, of: count) else { return nil }
  }

  /// The result of a recheck.
  struct Outcome: Hashable {
    var sent: Int
    var received: Int
    /// Whether the first series' loss was a rate limit.
    var isLimit: Bool
  }

  /// Evaluates the recheck; under a rate limit alone, less than the share `tolerable` is lost.
  func outcome(sent: Int, received: Int, tolerable: Double) -> Outcome {
    let lost = sent - received
    let isLimit =
      first.isRuledOut(byLosing: lost, of: sent) && Double(lost) < tolerable * Double(sent)
    return Outcome(sent: sent, received: received, isLimit: isLimit)
  }
}

extension ConnectionStep {
  /// Judges the path MTU.
  static func mtu(_ finding: PathMTUResult?, to host: String) -> ConnectionStep {
    guard let finding else {
      return ConnectionStep(.mtu, .unknown, Message(.diagnoseMtuLate))
    }
    let evidence: [Figure] = [
      .number("mtu", finding.mtu.map(Double.init)), .number("link", Double(finding.link)),
      .text("limited_by", finding.limits.last?.address.description),
      .truth("black_hole", finding.isBlackHole),
    ]
    let message = finding.message(to: host)
    guard let mtu = finding.mtu else {
      return ConnectionStep(.mtu, .unknown, message, evidence: evidence)
    }
    return ConnectionStep(
      .mtu,
      finding.isBlackHole ? .bad : .ok,
      message,
      fault: finding.isBlackHole
        ? .blackHole(mtu) : mtu < finding.link ? .smallPath(mtu) : nil,
      evidence: evidence
    )
  }
}

extension ConnectionStepRunner {
  /// Measures the path MTU.
  func mtu(to host: TargetHost) async -> ConnectionStep? {
    if host.address.scope == .loopback || configuration.interfaces.have(host.address) {
      return .skipped(.mtu, Message(.diagnoseMtuItself), reason: "itself")
    }
    let network = environment.network
    let address = host.address
    let limit = within(.seconds(7))
    let found = await raced(limit) { await PathMTU.measure(address, by: network) }
    if Task.isCancelled { return nil }
    return .mtu(found ?? nil, to: host.host)
  }
}
