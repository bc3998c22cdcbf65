import Model
import Monitoring
import Testing

@testable import Checks

@Suite struct `The way to the Internet` {
  private func findings(
    router: Bool? = true,
    resolver: Bool? = true,
    targets: [Bool?],
    own: Message? = nil
  ) -> InternetFindings {
    var findings = InternetFindings()
    findings.ownFailure = own
    findings.gateways = [.init(name: "192.168.1.1", answers: router)]
    findings.resolvers = [.init(name: "192.168.1.1", answers: resolver)]
    findings.targets = targets.enumerated().map { .init(name: "target \($0)", answers: $1) }
    return findings
  }

  private func failure(_ findings: InternetFindings) -> String? {
    if case .failed(let reason) = findings.outcome { reason.code } else { nil }
  }

  @Test func `is open if any target answers`() {
    #expect(findings(targets: [false, true]).outcome == .passed)
    // A router needn't answer, nor a resolver.
    #expect(findings(router: false, resolver: false, targets: [true]).outcome == .passed)
  }

  @Test func `is judged by router and resolver where no targets are named`() {
    #expect(findings(targets: []).outcome == .passed)
    #expect(failure(findings(resolver: false, targets: [])) == "check.no_resolver_answers")
    #expect(failure(findings(router: false, resolver: false, targets: [])) == "check.router_silent")
  }

  @Test func `fails at the nearest part that doesn't answer`() {
    #expect(
      failure(findings(router: false, resolver: false, targets: [false, nil]))
        == "check.router_silent"
    )
    #expect(failure(findings(resolver: false, targets: [nil, nil])) == "check.no_resolver_answers")
    #expect(failure(findings(targets: [nil])) == "check.targets_unresolved")
    #expect(failure(findings(targets: [false, false])) == "check.provider_silent")
    #expect(failure(findings(resolver: false, targets: [false])) == "check.provider_silent")
  }

  @Test func `is unknown where this machine is to blame`() {
    let own = Message(.checkOwnNoInterface)
    #expect(findings(router: false, targets: [false], own: own).outcome == .unknown(own))
  }
}
