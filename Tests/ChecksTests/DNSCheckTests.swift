import Diagnostics
import Model
import Monitoring
import Networking
import Testing
import Wire

@testable import Checks

@Suite struct `A DNS check` {
  private static let address = IPv4Address(192, 0, 2, 7)

  private func result(
    _ check: DNSCheck,
    _ carrier: FakeCarrier?,
    configuration: NetworkConfiguration = .home(resolvers: [Loopback.v4])
  ) async -> CheckResult {
    let environment = CheckEnvironment.testing(
      network: StubNetwork(configuration),
      questions: carrier
    )
    return await MonitorChecks(environment)
      .check(Monitor(id: "m", name: "M", check: .dns(check), timeout: .seconds(30)))
  }

  private func code(_ result: CheckResult) -> String? { result.reason?.code }

  private func isUnknown(_ result: CheckResult) -> Bool {
    if case .unknown = result.outcome { true } else { false }
  }

  @Test func `passes with any record, or with those that are expected`() async {
    let carrier = FakeCarrier.answering(.a(Self.address))
    let any = await result(DNSCheck(name: "nas.example"), carrier)
    #expect(any.outcome == .passed)
    #expect(any.facts.responseCode == "NOERROR" && any.facts.answers == ["192.0.2.7"])
    #expect(any.facts.isConnected == true && any.roundTripMs != nil)
    let expected = await result(DNSCheck(name: "nas.example", expected: ["192.0.2.7"]), carrier)
    #expect(expected.outcome == .passed)
    let other = await result(DNSCheck(name: "nas.example", expected: ["192.0.2.8"]), carrier)
    #expect(code(other) == "check.unexpected" && !isUnknown(other))
  }

  @Test func `never asks at a port that prints`() async {
    let check = DNSCheck(name: "nas.example", resolver: "127.0.0.1:9100")
    let found = await result(check, .answering(.a(Self.address)))
    #expect(isUnknown(found) && code(found) == "failure.printing_port")
  }

  @Test func `fails where there is no name or no record`() async {
    let absent = await result(DNSCheck(name: "nas.example"), .answering(code: 3))
    #expect(code(absent) == "check.name_absent" && absent.facts.responseCode == "NXDOMAIN")
    let broken = await result(DNSCheck(name: "nas.example"), .answering(code: 2))
    #expect(code(broken) == "check.response_code")
    let empty = await result(DNSCheck(name: "nas.example"), .answering())
    #expect(code(empty) == "check.no_records")
  }

  @Test func `leaves the code to conditions`() {
    var facts = CheckFacts()
    facts.responseCode = "NXDOMAIN"
    let check = DNSCheck(name: "nas.example")
    #expect(MonitorChecks.mistake(of: check, facts, isAnyCodeRight: true) == nil)
    #expect(MonitorChecks.mistake(of: check, facts, isAnyCodeRight: false) != nil)
  }

  @Test(arguments: [
    ("NS.Example.", "ns.example"), ("\"v=spf1\"", "v=spf1"), ("fd00::0:1", "fd00::1"),
  ])
  func `compares what records mean`(_ found: String, _ expected: String) {
    var facts = CheckFacts()
    facts.responseCode = "NOERROR"
    facts.answers = [found]
    let check = DNSCheck(name: "x", expected: [expected])
    #expect(MonitorChecks.mistake(of: check, facts, isAnyCodeRight: false) == nil)
  }

  @Test func `fails where the resolver is silent: that is what it watches`() async {
    let silent = await result(DNSCheck(name: "nas.example"), .failing(.timedOut))
    #expect(code(silent) == "check.resolver_timed_out" && !isUnknown(silent))
    let refused = await result(DNSCheck(name: "nas.example"), .failing(.refused))
    #expect(code(refused) == "check.resolver_fails" && !isUnknown(refused))
  }

  @Test func `is unknown where this machine can't ask`() async {
    let local = await result(DNSCheck(name: "nas.example"), .failing(.local(.noDescriptors)))
    #expect(isUnknown(local) && code(local) == "check.own_failure")
    let none = await result(
      DNSCheck(name: "nas.example"),
      .answering(),
      configuration: .home(resolvers: [])
    )
    #expect(isUnknown(none) && code(none) == "check.no_resolver")
    let cut = await result(
      DNSCheck(name: "nas.example", resolver: "192.168.1.1"),
      .failing(.timedOut),
      configuration: .home(hasCarrier: false)
    )
    #expect(isUnknown(cut) && code(cut) == "check.own_no_link")
    // A resolver on this machine forwards: without a link its errors say nothing.
    for carrier in [FakeCarrier.failing(.timedOut), .answering(code: 2)] {
      let stub = await result(
        DNSCheck(name: "nas.example", resolver: "127.0.0.1"),
        carrier,
        configuration: .home(hasCarrier: false)
      )
      #expect(isUnknown(stub) && code(stub) == "check.own_no_link")
    }
    let demo = await result(DNSCheck(name: "nas.example"), nil)
    #expect(isUnknown(demo) && code(demo) == "check.no_name_servers")
    let type = await result(DNSCheck(name: "nas.example", record: "AXFR"), .answering())
    #expect(isUnknown(type) && code(type) == "check.no_record_type")
  }

  @Test func `isn't content with an unsigned answer where it has to be validated`() async {
    let carrier = FakeCarrier.answering(.a(Self.address))
    let check = DNSCheck(name: "nas.example", requiresDNSSEC: true)
    let found = await result(check, carrier)
    #expect(code(found) == "check.not_authentic" && found.facts.isAuthenticated == false)
  }

  @Test func `names its resolver with or without a port`() throws {
    let plain = try #require(MonitorChecks.hostAndPort("192.168.1.1"))
    #expect(plain.host == "192.168.1.1" && plain.port == 53)
    let port = try #require(MonitorChecks.hostAndPort("ns.lan:5353"))
    #expect(port.host == "ns.lan" && port.port == 5353)
    let v6 = try #require(MonitorChecks.hostAndPort("[fd00::1]:5335"))
    #expect(v6.host == "fd00::1" && v6.port == 5335)
    let bare = try #require(MonitorChecks.hostAndPort("fd00::1"))
    #expect(bare.host == "fd00::1" && bare.port == 53)
    for wrong in ["", ":53", "a:b:c", "a:0", "a:x", "[nas]:53", "[fd00::1]x"] {
      #expect(MonitorChecks.hostAndPort(wrong) == nil, "\(wrong)")
    }
  }
}
