import Diagnostics
import Model
import Monitoring
import Networking
import Testing
import Wire

@testable import Checks

/// Against `openssl s_server`.
@Suite struct `A server's certificate` {
  private func result(_ check: MonitorCheck, _ environment: CheckEnvironment) async -> CheckResult {
    await MonitorChecks(environment).check(Monitor(id: "m", name: "M", check: check))
  }

  private func environment(trusting path: String?) throws -> CheckEnvironment {
    var environment = CheckEnvironment.testing(lookUp: { _, _ in .success([Loopback.v4]) })
    if let path {
      environment.roots = try .file(path)
      environment.trust = .file(path)
    }
    return environment
  }

  private func isFailed(_ result: CheckResult) -> Bool {
    if case .failed = result.outcome { true } else { false }
  }

  @Test func `is judged by trust, name and the days that are left`() async throws {
    let server = try OpenSSLServer(days: 5)
    let trusting = try environment(trusting: server.certificate)
    let soon = await result(.tls(TLSCheck(host: "localhost", port: server.port)), trusting)
    #expect(soon.reason?.code == "check.expires_soon" && !isFailed(soon))
    #expect(soon.facts.isTrusted == true && soon.facts.certificateName == "localhost")
    let left = soon.facts.certificateExpiration ?? 0
    #expect(left > 4 * 86_400 && left <= 5 * 86_400)
    let enough = TLSCheck(host: "localhost", port: server.port, minimumDays: 2)
    let passed = await result(.tls(enough), trusting)
    #expect(passed.outcome == .passed && passed.roundTripMs != nil)
    var other = enough
    other.serverName = "other.example"
    let mismatch = await result(.tls(other), trusting)
    #expect(mismatch.reason?.code == "cert.mismatch" && isFailed(mismatch))
    let stranger = try environment(trusting: nil)
    let untrusted = await result(.tls(enough), stranger)
    #expect(isFailed(untrusted) && untrusted.facts.isTrusted == false)
    var lenient = other
    lenient.verifiesCertificate = false
    let taken = await result(.tls(lenient), stranger)
    #expect(taken.outcome == .passed && taken.facts.isTrusted == false)
    withExtendedLifetime(server) {}
  }

  @Test func `is verified before a page is asked for`() async throws {
    let server = try OpenSSLServer(days: 5)
    let url = "https://localhost:\(server.port)/"
    let trusting = try environment(trusting: server.certificate)
    let trusted = await result(.http(HTTPCheck(url: url)), trusting)
    #expect(trusted.outcome == .passed && trusted.facts.status == 200)
    #expect(trusted.facts.isTrusted == true && (trusted.facts.certificateExpiration ?? 0) > 0)
    let stranger = try environment(trusting: nil)
    let refused = await result(.http(HTTPCheck(url: url)), stranger)
    #expect(refused.reason?.code == "check.untrusted" && refused.facts.status == nil)
    #expect(refused.facts.isTrusted == false)
    let lenient = HTTPCheck(url: url, verifiesCertificate: false)
    let taken = await result(.http(lenient), stranger)
    #expect(taken.outcome == .passed && taken.facts.isTrusted == nil)
    #expect(taken.facts.certificateName == "localhost")
    withExtendedLifetime(server) {}
  }
}
