import Diagnostics
import LinuxNetwork
import Model
import Monitoring
import Networking
import Wire

extension MonitorChecks {
  /// Reads a server's certificate and judges it.
  func tls(_ check: TLSCheck, _ deadline: CheckDeadline) async -> CheckResult {
    if PortSweeper.isSpared(port: check.port) {
      return CheckResult(LocalFailure.printingPort(check.port).outcome)
    }
    var startTLS: StartTLS?
    if let name = check.startTLS {
      startTLS = StartTLS(rawValue: name)
      guard startTLS != nil else {
        return CheckResult(.unknown(Message(.checkNoStartTLS, ["protocol": name])))
      }
    }
    let addresses: [IPAddress]
    switch await self.addresses(of: check.host, within: deadline.left) {
    case .success(let found): addresses = found
    case .failure(let why): return CheckResult(why.outcome)
    }
    // Most hosts have one; of several the first that accepts is asked.
    var address = addresses.first
    if addresses.count > 1 {
      let attempts = await attempt(addresses, deadline) { address, limit in
        let endpoint = Endpoint(address, port: check.port)
        let (_, end) = await streams(for: .tls)
          .carry(ConnectExchange(), to: endpoint, within: limit)
        return (end, ())
      }
      address = mostTelling(of: attempts)?.address
    }
    guard let address else { return CheckResult(.unknown(Message(.checkInterrupted))) }
    let start = ContinuousClock.now
    let report: CertificateReport
    switch await certificate(check, startTLS, at: address, deadline) {
    case .success(let found): report = found
    case .failure(.local(let failure, _)): return CheckResult(failure.outcome)
    case .failure(let error): return CheckResult(.unknown(error.message))
    }
    return await judge(report, check, took: start.duration(to: .now), at: address, deadline)
  }

  /// The present versions first; old servers are asked for theirs, too.
  private func certificate(
    _ check: TLSCheck,
    _ startTLS: StartTLS?,
    at address: IPAddress,
    _ deadline: CheckDeadline
  ) async -> Result<CertificateReport, DiagnosticError> {
    var options = CertificateDiagnostic.Options(
      Endpoint(address, port: check.port).description,
      startTLS: startTLS,
      serverName: check.serverName ?? (IPAddress(check.host) == nil ? check.host : nil),
      timeout: deadline.left.milliseconds / 1000
    )
    options.versions = [.tls13, .tls12]
    let first = await run(options)
    guard case .success(let report) = first, report.certificate == nil,
      report.problems.contains(where: { $0.code == .noCertificate }), !deadline.isOver
    else { return first }
    options.versions = [.tls11, .tls10]
    options.timeout = deadline.left.milliseconds / 1000
    let second = await run(options)
    if case .success(let older) = second, older.certificate != nil { return second }
    return first
  }

  /// In a function of its own: a task's closure that catches a typed error is miscompiled by Swift 6.3's
  /// optimiser.
  private func run(
    _ options: CertificateDiagnostic.Options
  ) async -> Result<CertificateReport, DiagnosticError> {
    let tool = CertificateDiagnostic(
      options,
      roots: environment.roots,
      streams: streams(for: .tls),
      now: environment.now
    )
    do throws(DiagnosticError) {
      return .success(try await tool.run { _ in })
    } catch {
      return .failure(error)
    }
  }

  private func judge(
    _ report: CertificateReport,
    _ check: TLSCheck,
    took: Duration,
    at address: IPAddress,
    _ deadline: CheckDeadline
  ) async -> CheckResult {
    var facts = CheckFacts()
    facts.address = "\(address)"
    guard let certificate = report.certificate else {
      let code = report.problems.first?.code
      facts.isConnected = code != .noConnection
      let values: [String: Message.Value] = [
        "host": .text(check.host), "port": .text("\(check.port)"), "limit_s": deadline.seconds,
      ]
      if code == .unseenCertificate, let reason = report.problems.first?.message {
        return CheckResult(.unknown(reason), facts: facts)
      }
      let reason: Message
      switch (code, report.problems.first?.message) {
      case (nil, _), (_, nil), (.interrupted?, _): reason = Message(.checkNoAnswer, values)
      case (.noConnection?, let why?), (.noTLS?, let why?): reason = why
      case (_, let why?):
        reason = Message(
          .checkTLSFails,
          [
            "host": .text(check.host), "port": .text("\(check.port)"), "reason": .message(why),
          ]
        )
      }
      return await failed(reason, at: address, facts)
    }
    let clock = clock.reading(at: environment.now())
    facts.isConnected = true
    facts.take(certificate, at: clock.time)
    facts.isTrusted = report.trust?.isTrusted
    facts.responseTimeMs = took.roundedMilliseconds
    if let own = clock.failure(from: certificate.validFrom, until: certificate.validUntil) {
      return CheckResult(.unknown(own), facts: facts)
    }
    let outcome = Self.outcome(of: report, check, at: clock.time)
    return CheckResult(outcome, roundTripMs: took.roundedMilliseconds, facts: facts)
  }

  /// The worst that the report says; without verification only the certificate's time counts.
  static func outcome(
    of report: CertificateReport,
    _ check: TLSCheck,
    at now: Timestamp
  ) -> CheckResult.Outcome {
    func problem(_ code: CertificateReport.Problem.Code) -> Message? {
      report.problems.first { $0.code == code }?.message
    }
    let host = check.host
    if problem(.expired) != nil, let until = report.certificate?.validUntil {
      return .failed(Message(.checkExpired, ["host": host, "until_time": "\(until)"]))
    }
    if problem(.notYetValid) != nil, let from = report.certificate?.validFrom {
      return .failed(Message(.checkNotYetValid, ["host": host, "from_time": "\(from)"]))
    }
    if check.verifiesCertificate {
      if let message = problem(.mismatch) { return .failed(message) }
      if problem(.revoked) != nil { return .failed(Message(.checkRevoked, ["host": host])) }
      if let trust = report.trust, !trust.isTrusted {
        return .failed(
          Message(.checkUntrusted, ["host": .text(host), "reason": .message(trust.reason)])
        )
      }
    }
    guard let until = report.certificate?.validUntil else { return .passed }
    let left = until.milliseconds - now.milliseconds
    guard Double(left) < Double(check.minimumDays) * 86_400_000 else { return .passed }
    return .degraded(
      Message(
        .checkExpiresSoon,
        [
          "host": .text(check.host), "until_time": .text("\(until)"), "left_s": .count(left / 1000),
        ]
      )
    )
  }
}

/// What came of a handshake.
extension MessageTemplate {
  static let checkNoStartTLS = MessageTemplate(
    "check.no_starttls",
    "TLS can't be begun in {protocol}"
  )
  static let checkTLSFails = MessageTemplate(
    "check.tls_fails",
    "TLS with {host} on port {port} fails: {reason}"
  )
  static let checkExpiresSoon = MessageTemplate(
    "check.expires_soon",
    "the certificate of {host} expires in {left_s}, on {until_time}"
  )
}
