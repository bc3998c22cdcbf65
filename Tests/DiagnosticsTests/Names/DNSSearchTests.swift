import Synchronization
import Testing
import Wire

@testable import Diagnostics

/// Short names, and the domains that they are looked for in.
@Suite struct DNSSearchTests {
  private static func candidates(
    _ text: String,
    _ domains: [String] = ["lan", "home.example"],
    dots: Int = 1
  ) throws -> [String] {
    let search = DNSSearch(ResolverConfiguration(search: domains, dots: dots))
    return search.candidates(try DNSSubject(text)).map(\.name.masterText)
  }

  @Test func `names with fewer dots are looked for in the domains first`() throws {
    #expect(try Self.candidates("nas") == ["nas.lan.", "nas.home.example.", "nas."])
    #expect(try Self.candidates("a.b") == ["a.b.", "a.b.lan.", "a.b.home.example."])
    #expect(try Self.candidates("a.b", dots: 2) == ["a.b.lan.", "a.b.home.example.", "a.b."])
    #expect(try Self.candidates("nas", []) == ["nas."])
    #expect(try Self.candidates("nas", ["lan", "LAN.", ".", "a..b"]) == ["nas.lan.", "nas."])
  }

  @Test(arguments: [
    "nas.", "printer.local", "192.168.1.1", "1.1.168.192.in-addr.arpa",
  ])
  func `whole names, addresses and the link's names stay alone`(text: String) throws {
    #expect(try Self.candidates(text).count == 1)
  }

  @Test func `a domain of the link is none to search`() throws {
    #expect(try Self.candidates("nas", ["local", "lan"]) == ["nas.lan.", "nas."])
  }

  @Test func `resolv.conf says how many dots are enough`() {
    let dots = { (text: String) in ResolverConfiguration(parsing: text).dots }
    #expect(dots("") == 1 && dots("options edns0 ndots:3 rotate") == 3)
    #expect(dots("options ndots:99") == 15 && dots("options ndots:x") == 1)
    #expect(dots("options ndots:2\noptions ndots:0") == 0)
  }

  /// Asks where only some names are there.
  private static func ask(
    _ name: String,
    existing: Set<String>,
    servers: [String] = []
  ) async throws -> (report: DNSReport, asked: [String]) {
    let carrier = FakeCarrier { query in
      var message = query.message
      message.flags.isResponse = true
      let name = message.questions[0].name
      if existing.contains(name.masterText) {
        message.answers = [DNSRecord(name, .a(IPv4Address(192, 0, 2, 1)))]
      } else {
        message.flags.responseCode = 3
      }
      return .success(DNSResponse(message, size: 100))
    }
    let configuration = ResolverConfiguration(
      resolvers: [.v4(IPv4Address(192, 168, 1, 1))],
      search: ["lan", "house.test"]
    )
    let report = try await DNSDiagnostic(
      DNSOptions(name, types: ["A"], servers: servers),
      configuration: configuration,
      carrier: carrier,
      interfaces: { [] }
    ).run { _ in }
    return (report, carrier.queries.map { $0.message.questions[0].name.masterText })
  }

  @Test func `the first that is there is reported, with those that weren't`() async throws {
    let (report, asked) = try await Self.ask("nas", existing: ["nas.house.test."])
    #expect(asked == ["nas.lan.", "nas.house.test."])
    #expect(report.subject.name.masterText == "nas.house.test." && report.subject.text == "nas")
    #expect(report.searched.map(\.masterText) == ["nas.lan."] && !report.isBad)
  }

  @Test func `where none is there, it is the typed name that isn't`() async throws {
    let (report, asked) = try await Self.ask("nas", existing: [])
    #expect(asked == ["nas.lan.", "nas.house.test.", "nas."])
    #expect(report.subject.name.masterText == "nas." && report.isBad)
    #expect(report.searched.map(\.masterText) == ["nas.lan.", "nas.house.test."])
  }

  @Test func `a server that is named is asked for the name as it is`() async throws {
    let (report, asked) = try await Self.ask("nas", existing: [], servers: ["192.168.1.2"])
    #expect(asked == ["nas."] && report.searched == [])
  }
}
