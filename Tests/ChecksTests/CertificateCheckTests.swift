import Diagnostics
import LinuxNetwork
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
    #expect(untrusted.reason?.code == "check.untrusted")
    #expect(untrusted.reason?.values["host"] == .text("localhost"))
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

  @Test func `isn't blamed for this machine's clock`() async throws {
    let server = try OpenSSLServer(days: 30)
    var early = try environment(trusting: server.certificate)
    early.now = { Timestamp(milliseconds: 0) }
    let check = TLSCheck(host: "localhost", port: server.port)
    let found = await result(.tls(check), early)
    #expect(found.reason?.code == "check.own_clock" && !isFailed(found))
    // A clock that is ahead is not known to be: it has expired, as far as anybody knows.
    var late = early
    late.now = { Timestamp(milliseconds: Timestamp.now.milliseconds + 90 * 86_400_000) }
    let expired = await result(.tls(check), late)
    #expect(expired.reason?.code == "check.expired" && isFailed(expired))
    #expect((expired.facts.certificateExpiration ?? 0) < 0)
    withExtendedLifetime(server) {}
  }

  @Test func `says for a page, too, whether its time is over`() async throws {
    let server = try OpenSSLServer(days: 30)
    let url = "https://localhost:\(server.port)/"
    func refused(at days: Int64) async throws -> CheckResult {
      // Nobody trusts it, so TLS fails whatever the time is.
      var stranger = try environment(trusting: nil)
      let now = Timestamp(milliseconds: Timestamp.now.milliseconds + days * 86_400_000)
      stranger.now = { now }
      return await result(.http(HTTPCheck(url: url)), stranger)
    }
    let now = try await refused(at: 0)
    #expect(now.reason?.code == "check.untrusted" && isFailed(now))
    let expired = try await refused(at: 60)
    #expect(expired.reason?.code == "check.expired" && isFailed(expired))
    #expect((expired.facts.certificateExpiration ?? 0) < 0)
    let early = try await refused(at: -1)
    #expect(early.reason?.code == "check.not_yet_valid" && isFailed(early))
    withExtendedLifetime(server) {}
  }
}
