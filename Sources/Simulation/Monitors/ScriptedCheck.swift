import Model
import Monitoring

/// A check that asks nobody: the target's first letters say what comes of it.
enum ScriptedCheck {
  static func result(of monitor: Monitor, at now: Timestamp) -> CheckResult {
    let host = Self.host(of: monitor.check)
    var facts = CheckFacts()
    facts.isConnected = true
    facts.responseTimeMs = 12.5
    facts.address = "192.0.2.7"
    if host.hasPrefix("silent") {
      facts.isConnected = false
      facts.responseTimeMs = nil
      facts.loss = 1
      return CheckResult(.failed(ScriptedWords.silent(host)), facts: facts)
    }
    if host.hasPrefix("lost") { return CheckResult(.unknown(ScriptedWords.noLink)) }
    add(monitor.check, to: &facts)
    guard host.hasPrefix("slow") else {
      return CheckResult(.passed, roundTripMs: 12.5, facts: facts)
    }
    facts.responseTimeMs = 412
    if monitor.check.kind == .tls {
      facts.certificateExpiration = 777_600
      let end = Timestamp(milliseconds: now.milliseconds + 777_600_000)
      let why = ScriptedWords.expiring(host, on: end)
      return CheckResult(.degraded(why), roundTripMs: 412, facts: facts)
    }
    return CheckResult(.degraded(ScriptedWords.slow(412)), roundTripMs: 412, facts: facts)
  }

  private static func add(_ check: MonitorCheck, to facts: inout CheckFacts) {
    switch check {
    case .icmp: facts.loss = 0
    case .http(let check):
      facts.status = 200
      facts.headers = ["content-type": "text/html; charset=utf-8", "server": "made-up"]
      facts.body = Array("<!doctype html><title>Hello</title>".utf8)
      if check.url.hasPrefix("https:") { facts.certificateExpiration = 60 * 86_400 }
    case .dns:
      facts.responseCode = "NOERROR"
      facts.answers = ["192.0.2.7"]
    case .tls(let check):
      facts.certificateExpiration = 60 * 86_400
      facts.certificateName = check.serverName ?? check.host
      facts.isTrusted = true
    case .presence: facts.presence = "present"
    case .tcp, .internet: break
    }
  }

  /// The first letters of a target that decide: without the scheme of a URL.
  private static func host(of check: MonitorCheck) -> String {
    let target = check.target.lowercased()
    guard let scheme = target.firstRange(of: "://") else { return target }
    return String(target[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" })
  }
}
