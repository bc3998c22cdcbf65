import Diagnostics
import LinuxNetwork
import Model
import Monitoring
import Networking
import Wire

extension MonitorChecks {
  /// Sends a request and follows redirects on the same host; with `isAnyStatusRight` conditions judge the
  /// status.
  func http(
    _ given: HTTPCheck,
    isAnyStatusRight: Bool,
    _ deadline: CheckDeadline
  ) async -> CheckResult {
    var check = given
    guard var target = HTTPTarget(check.url), Self.isMethod(check.method) else {
      return CheckResult(.unknown(Message(.checkNoURL, ["url": check.shownURL])))
    }
    let addresses: [IPAddress]
    switch await self.addresses(of: target.host, within: deadline.left) {
    case .success(let found): addresses = found
    case .failure(let why): return CheckResult(why.outcome)
    }
    let start = ContinuousClock.now
    var redirects = 0
    while true {
      let reply = await ask(check, of: target, at: addresses, deadline)
      guard let response = reply.response else { return reply.result }
      let next = Self.redirect(response).flatMap { target.following($0) }
      guard let next, check.redirects > 0 else {
        return await judge(
          response,
          reply.result,
          took: start.duration(to: .now),
          isAnyStatusRight: isAnyStatusRight,
          target.host
        )
      }
      redirects += 1
      guard redirects <= check.redirects else {
        let values = ["url": check.shownURL, "most": "\(check.redirects)"]
        let reason = Message(.checkRedirects, values)
        return CheckResult(.failed(reason), facts: reply.result.facts)
      }
      if response.status == 303 || (response.status <= 302 && check.method == "POST") {
        // As browsers do (RFC 9110, section 15.4).
        check.method = check.method == "HEAD" ? "HEAD" : "GET"
        check.body = nil
      }
      target = next
    }
  }

  private static func isMethod(_ method: String) -> Bool {
    (1...20).contains(method.utf8.count)
      && method.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  private static func redirect(_ response: HTTPResponseParser) -> String? {
    [301, 302, 303, 307, 308].contains(response.status) ? response.headers["location"] : nil
  }

  /// A response, or what the check comes to without one.
  private struct Reply {
    var response: HTTPResponseParser?
    var result: CheckResult
  }

  /// What an exchange left.
  private struct Exchanged: Sendable {
    var response: HTTPResponseParser
    var certificate: CertificateFacts?
  }

  private func ask(
    _ check: HTTPCheck,
    of target: HTTPTarget,
    at addresses: [IPAddress],
    _ deadline: CheckDeadline
  ) async -> Reply {
    var facts = CheckFacts()
    if PortSweeper.isSpared(port: target.port) {
      return Reply(result: CheckResult(LocalFailure.printingPort(target.port).outcome))
    }
    let base: StreamSecurity?
    do throws(DiagnosticError) {
      base =
        try target.isSecure
        ? securities.security(to: target.host, isVerified: check.verifiesCertificate) : nil
    } catch {
      return Reply(result: CheckResult(.unknown(error.message)))
    }
    let attempts = await attempt(addresses, deadline) { address, limit in
      let certificate = Lock<CertificateFacts?>(nil)
      var security = base
      security?.onCertificate = { facts in certificate.withLock { $0 = facts } }
      let (exchange, end) = await streams(for: .http, security)
        .carry(
          HTTPCheckExchange(check, to: target),
          to: Endpoint(address, port: target.port),
          within: limit
        )
      return (
        end,
        Exchanged(response: exchange.response, certificate: certificate.withLock { $0 })
      )
    }
    guard let best = mostTelling(of: attempts) else {
      return Reply(result: CheckResult(.unknown(Message(.checkInterrupted))))
    }
    facts.address = "\(best.address)"
    facts.isConnected = !best.end.isUnconnected
    if let certificate = best.value.certificate {
      facts.take(certificate, at: environment.now())
      if check.verifiesCertificate { facts.isTrusted = true }
    }
    let response = best.value.response
    if response.isMalformed {
      let reason = Message(.checkNoHTTP, ["host": target.host, "port": "\(target.port)"])
      return Reply(result: await failed(reason, at: best.address, facts))
    }
    switch best.end {
    case .done: break
    case .closed where response.isWholeAtEnd: break
    case .untrusted(let why):
      facts.isTrusted = false
      let reason = Message(.checkUntrusted, ["host": target.host, "reason": why])
      return Reply(result: CheckResult(.failed(reason), facts: facts))
    default:
      let result = await unconnected(
        best.end,
        target.host,
        target.port,
        at: best.address,
        facts,
        deadline
      )
      return Reply(result: result)
    }
    facts.status = response.status
    facts.headers = response.headers
    facts.body = response.body
    return Reply(response: response, result: CheckResult(.passed, facts: facts))
  }

  private func judge(
    _ response: HTTPResponseParser,
    _ asked: CheckResult,
    took: Duration,
    isAnyStatusRight: Bool,
    _ host: String
  ) async -> CheckResult {
    var result = asked
    result.roundTripMs = took.roundedMilliseconds
    result.facts.responseTimeMs = took.roundedMilliseconds
    guard !isAnyStatusRight, !(200..<400).contains(response.status) else { return result }
    result.outcome = .failed(
      Message(.checkStatus, ["host": host, "status": "\(response.status)"])
    )
    return result
  }
}

extension CheckFacts {
  /// Takes what is known of a server's certificate.
  mutating func take(_ certificate: CertificateFacts, at now: Timestamp) {
    certificateName =
      certificate.names.first { $0.kind == .dns }?.value ?? certificate.names.first?.value
      ?? certificate.title
    certificateExpiration = certificate.validUntil.map { until in
      Double(until.milliseconds - now.milliseconds) / 1000
    }
  }
}

/// What came of a request.
extension MessageTemplate {
  static let checkNoURL = MessageTemplate(
    "check.no_url",
    "{url} is no HTTP request that can be sent"
  )
  static let checkNoHTTP = MessageTemplate(
    "check.no_http",
    "what answers on port {port} of {host} doesn't speak HTTP"
  )
  static let checkStatus = MessageTemplate("check.status", "{host} answers with status {status}")
  static let checkRedirects = MessageTemplate(
    "check.redirects",
    "{url} redirects more than {most} times"
  )
  static let checkUntrusted = MessageTemplate(
    "check.untrusted",
    "the certificate of {host} isn't trusted: {reason}"
  )
}
