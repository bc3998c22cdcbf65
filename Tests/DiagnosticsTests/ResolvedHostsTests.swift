import Model
import Networking
import Testing
import Wire

@testable import Diagnostics

@Suite struct `Hosts that were looked up` {
  private typealias Looked = Result<TargetHost, DiagnosticError>

  private static let here = TargetHost(host: "nas", address: .v4(IPv4Address(192, 168, 1, 20)))
  private static let gone = DiagnosticError.unknownHost("gone", because: "no such host")
  private static let cutOff = DiagnosticError.unable("can't look up tv: no way to a resolver")

  @Test func `are asked whoever else is unknown`() throws {
    let found = try ResolvedHosts(
      ["gone", "nas", "tv"],
      [.failure(Self.gone), .success(Self.here), .failure(Self.cutOff)]
    )
    #expect(found.known == [Self.here])
    #expect(found.unknown.map(\.host) == ["gone", "tv"])
    #expect(found.unknown.map(\.code) == ["unknown_host", "local_no_route"])
    #expect(
      found.unknown.map(\.words) == [
        "gone: no such host", "can't look up tv: no way to a resolver",
      ]
    )
    #expect(found.failure == nil)
  }

  @Test func `are all unknown, and whose fault that is`() throws {
    let alone = try ResolvedHosts(["gone"], [.failure(Self.gone)])
    #expect(alone.failure == Self.gone)
    let both = try ResolvedHosts(["gone", "gone"], [.failure(Self.gone), .failure(Self.gone)])
    #expect(both.failure?.words == "gone: none of these hosts' names is known")
    let own = try ResolvedHosts(["gone", "tv"], [.failure(Self.gone), .failure(Self.cutOff)])
    #expect(own.failure == Self.cutOff)
    let local = DiagnosticError.local(.noDescriptors, during: "can't look up tv")
    let code = try ResolvedHosts(["tv"], [.failure(local)]).unknown.first?.code
    #expect(code == "local_no_descriptors")
  }

  @Test(arguments: [DiagnosticError.usage("'a/b' is no host"), .interrupted("interrupted")])
  func `end with what is mistyped`(error: DiagnosticError) {
    // Others were cancelled and are missing.
    let thrown = #expect(throws: DiagnosticError.self) {
      try ResolvedHosts(["a", "b", "c"], [.failure(Self.gone), .failure(error)])
    }
    #expect(thrown == error)
  }

  @Test func `are bad findings in reports, or this machine's own failure`() throws {
    let unknown = UnknownHost("gone", because: "no such host")
    let own = UnknownHost("tv", because: "no way to a resolver", code: "local_no_route")
    #expect(!PortScanReport(hosts: []).isBad)
    #expect(PortScanReport(hosts: [], unknown: [unknown]).isBad)
    #expect(!PortScanReport(hosts: [], unknown: [unknown]).isOwnFailure)
    #expect(PortScanReport(hosts: [], unknown: [unknown, own]).isOwnFailure)
    var there = PingReport.Target(host: "nas", address: Self.here.address)
    there.errors = [.init(type: "local_no_route", from: nil, count: 1)]
    #expect(PingReport(targets: [there, .init(unknown)]).isBad)
    #expect(!PingReport(targets: [there, .init(unknown)]).isOwnFailure)
    #expect(PingReport(targets: [there, .init(own)]).isOwnFailure)
  }
}
