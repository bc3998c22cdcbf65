import Diagnostics
import LinuxNetwork
import Model
import Monitoring
import Networking
import Wire

extension MonitorChecks {
  /// Sends a request and follows redirects, to other hosts only where the monitor says so; with
  /// `isAnyStatusRight` conditions judge the status.
  func http(
    _ given: HTTPCheck,
    isAnyStatusRight: Bool,
    _ deadline: CheckDeadline
  ) async -> CheckResult {
    var check = given
    guard var target = HTTPTarget(check.url), Self.isMethod(check.method) else {
      return CheckResult(.unknown(Message(.checkNoURL, ["url": check.shownURL])))
    }
    let meant = target.host
    var addresses: [IPAddress]
    switch await self.addresses(of: target.host, within: deadline.left) {
    case .success(let found): addresses = found
    case .failure(let why): return CheckResult(why.outcome)
    }
    let start = ContinuousClock.now
    var redirects = 0
    // Whether a name stood in for an address of the home: it leads nowhere else from then on.
    var isPinned = false
    while true {
      let reply = await ask(check, of: target, at: addresses, deadline)
      guard let response = reply.response else { return reply.result }
      let next: HTTPTarget
      var isSameDevice = false
      switch Self.step(check, response, from: target, meant: meant) {
      case .answer:
        return await judge(
          response,
          reply.result,
          took: start.duration(to: .now),
          isAnyStatusRight: isAnyStatusRight,
          target.host
        )
      case .fail(let reason): return CheckResult(.failed(reason), facts: reply.result.facts)
      case .follow(let request, to: let redirected):
        if isPinned, !given.followsOtherHosts, redirected.host != target.host,
          !(await isAtHome(redirected.host, at: addresses, within: deadline.left))
        {
          let values = ["host": target.shownHost, "target": redirected.shownHost]
          let reason = Message(.checkRedirectHost, values)
          return CheckResult(.failed(reason), facts: reply.result.facts)
        }
        check = request
        isSameDevice = isPinned && !given.followsOtherHosts
        next = redirected
      case .followToSameAddress(let request, to: let redirected, otherwise: let reason):
        guard await isAtHome(redirected.host, at: addresses, within: deadline.left) else {
          return CheckResult(.failed(reason), facts: reply.result.facts)
        }
        check = request
        next = redirected
        (isPinned, isSameDevice) = (true, true)
      }
      redirects += 1
      guard redirects <= check.redirects else {
        let values = ["url": given.shownURL, "most": "\(check.redirects)"]
        let reason = Message(.checkRedirects, values)
        return CheckResult(.failed(reason), facts: reply.result.facts)
      }
      if !isSameDevice, next.host.lowercased() != target.host.lowercased() {
        switch await self.addresses(of: next.host, within: deadline.left) {
        case .failure(let why): return CheckResult(why.outcome, facts: reply.result.facts)
        case .success(let found):
          // Nobody on the Internet has this machine ask what only the home can reach.
          if addresses.allSatisfy({ $0.scope == .global }),
            found.contains(where: { $0.scope != .global })
          {
            let values = ["host": target.shownHost, "target": next.shownHost]
            let reason = Message(.checkRedirectInside, values)
            return CheckResult(.failed(reason), facts: reply.result.facts)
          }
          addresses = found
        }
      }
      target = next
    }
  }

  /// What an answer leads to.
  enum HTTPStep: Hashable, Sendable {
    /// It is the answer that is judged.
    case answer
    /// It leads to where the check may not go.
    case fail(Message)
    /// That request is sent there.
    case follow(HTTPCheck, to: HTTPTarget)
    /// It is sent there if that is another name of the same device in the home, else the check fails.
    case followToSameAddress(HTTPCheck, to: HTTPTarget, otherwise: Message)
  }

  /// Whether and how a redirect is followed from `target`, for a monitor that names the host `meant`.
  static func step(
    _ check: HTTPCheck,
    _ response: HTTPResponseParser,
    from target: HTTPTarget,
    meant: String
  ) -> HTTPStep {
    guard check.redirects > 0, let location = redirect(response) else { return .answer }
    var request = check
    if response.status == 303 || (response.status <= 302 && check.method == "POST") {
      // As browsers do (RFC 9110, section 15.4).
      request.method = check.method == "HEAD" ? "HEAD" : "GET"
      request.body = nil
    }
    switch HTTPRedirect(location, from: target, meant: meant) {
    case .here(let next): return .follow(request, to: next)
    // The host that was meant has answered.
    case .unencrypted: return .answer
    case .unreadable:
      return .fail(Message(.checkRedirectUnreadable, ["host": target.shownHost]))
    case .elsewhere(let next):
      let values = ["host": target.shownHost, "target": next.shownHost]
      // What the monitor sends is for the host that it names.
      guard check.followsOtherHosts, request.body == nil else {
        let reason = Message(.checkRedirectHost, values)
        // A name that is meant may be answered for by anybody, with an address of his.
        return IPAddress(meant) != nil && (next.isSecure || !target.isSecure)
          ? .followToSameAddress(request, to: next, otherwise: reason) : .fail(reason)
      }
      guard next.isSecure || !target.isSecure else {
        return .fail(Message(.checkRedirectUnencrypted, values))
      }
      request.headers = []
      return .follow(request, to: next)
    }
  }

  /// Whether a name leads to one of those addresses and that is one of the home.
  ///
  /// A NAS that is asked by its address may send on to its name; on the Internet many share an address.
  private func isAtHome(
    _ host: String,
    at addresses: [IPAddress],
    within limit: Duration
  ) async -> Bool {
    let inside = addresses.filter { $0.scope != .global }
    guard !inside.isEmpty, case .success(let found) = await self.addresses(of: host, within: limit)
    else { return false }
    return found.contains { inside.contains($0) }
  }

  private static func isMethod(_ method: String) -> Bool {
    (1...20).contains(method.utf8.count)
      && method.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  private static func redirect(_ response: HTTPResponseParser) -> String? {
    guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
    return response.headers["location"].flatMap { $0.isEmpty ? nil : $0 }
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
      facts.take(certificate, at: clock.reading(at: environment.now()).time)
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
      var certificate = best.value.certificate
      if certificate == nil {
        certificate = await shownCertificate(of: target, at: best.address, deadline)
      }
      return Reply(result: untrusted(why, target.host, certificate, facts))
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
    await noteTime(of: response, from: best.address, target.shownHost)
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
  static let checkRedirectHost = MessageTemplate(
    "check.redirect_host",
    "{host} redirects to another host, {target}, and that isn't followed"
  )
  static let checkRedirectUnencrypted = MessageTemplate(
    "check.redirect_unencrypted",
    "{host} redirects to another host, {target}, without encryption, and that isn't followed"
  )
  static let checkRedirectInside = MessageTemplate(
    "check.redirect_inside",
    "{host}, on the Internet, redirects to {target} in a private network, and that isn't followed"
  )
  static let checkRedirectUnreadable = MessageTemplate(
    "check.redirect_unreadable",
    "{host} redirects to what is no address of a page"
  )
}
