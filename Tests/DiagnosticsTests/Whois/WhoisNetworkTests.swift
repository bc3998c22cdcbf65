import Testing
import Wire

@testable import Diagnostics

/// Networks and ranges are asked about whole.
@Suite struct WhoisNetworkTests {
  private static let lists = [
    "http://lists/ipv4.json": [
      WebAnswer.document(
        #"{"services":[[["9.0.0.0/8"],["https://eight/"]],[["9.9.0.0/16"],["https://sixteen/"]]]}"#
      )
    ],
    "http://lists/ipv6.json": [.document(#"{"services":[[["2600::/12"],["https://six/"]]]}"#)],
  ]

  private func ask(_ subject: String, _ registries: FakeRegistries) async throws -> WhoisReport {
    try await WhoisDiagnostic(WhoisDiagnostic.Options(subject), network: registries.network)
      .run { _ in }
  }

  @Test(arguments: [
    ("9.9.1.0/24", "https://sixteen/ip/9.9.1.0/24", "9.9.0.0", "9.9.255.255"),
    // No entry of the list but the larger one holds it all.
    ("9.8.0.0/15", "https://eight/ip/9.8.0.0/15", "9.0.0.0", "9.255.255.255"),
    ("9.9.1.10-20", "https://sixteen/ip/9.9.1.0/27", "9.9.1.0", "9.9.1.255"),
    ("9.9.1.255-9.9.2.0", "https://sixteen/ip/9.9.0.0/22", "9.9.0.0", "9.9.3.255"),
    ("2600:1::/32", "https://six/ip/2600:1::/32", "2600::", "2600:ffff::"),
  ])
  func `by RDAP, of whoever has them`(
    subject: String,
    url: String,
    first: String,
    last: String
  ) async throws {
    let document = """
      {"objectClassName":"ip network","name":"NET","startAddress":"\(first)","endAddress":"\(last)"}
      """
    let web = Self.lists.merging([url: [.document(document)]]) { $1 }
    let report = try await ask(subject, FakeRegistries(web: web))
    #expect(report.registration?.name == "NET")
    #expect(report.subject.kind == "network")
    #expect(report.typed ?? "\(report.subject)" == subject)
  }

  @Test(arguments: [
    #"{"startAddress":"9.9.1.0","endAddress":"9.9.1.127"}"#,
    #"{"startAddress":"9.9.1.128","endAddress":"9.9.2.255"}"#,
  ])
  func `a part of a network is no answer of it`(document: String) async throws {
    let web = Self.lists.merging(["https://sixteen/ip/9.9.1.0/24": [.document(document)]]) { $1 }
    await #expect(throws: DiagnosticError.self) {
      try await ask("9.9.1.0/24", FakeRegistries(web: web))
    }
  }

  @Test func `by whois, which must tell of it all`() async throws {
    let registries = FakeRegistries(whois: [
      "whois.iana.org": "inetnum: 9.0.0.0 - 9.255.255.255\nrefer: whois.arin.net\n",
      "whois.arin.net": "NetRange: 9.9.0.0 - 9.9.255.255\nNetName: NET\n",
    ])
    let report = try await ask("9.9.1.0/24", registries)
    #expect(report.registration?.name == "NET")
    #expect(registries.streams.questions == ["9.9.1.0\r\n", "n + 9.9.1.0\r\n"])
    let other = FakeRegistries(whois: [
      "whois.iana.org": "refer: whois.ripe.net\n",
      "whois.ripe.net": "inetnum: 9.9.1.0 - 9.9.1.127\nnetname: PART\n",
    ])
    let part = try await ask("9.9.1.0/24", other)
    #expect(part.isRegistered == nil && part.registration == nil)
    #expect(other.streams.questions.last == "9.9.1.0/24\r\n")
  }

  @Test(arguments: [
    ("10.0.0.0/8", true), ("192.168.1.10-20", true), ("fe80::/64", true), ("fd00::1-fd00::2", true),
    ("10.0.0.0/7", false), ("0.0.0.0/0", false), ("192.0.0.0/24", true), ("::/0", false),
    ("172.15.255.255-172.16.0.1", false),
  ])
  func `special are networks that are so as a whole`(subject: String, isSpecial: Bool) throws {
    #expect((SpecialUse.words(try RegistrySubject(subject)) != nil) == isSpecial)
  }

  @Test func `an asn is of addresses, not of networks`() async throws {
    let tool = ASNDiagnostic(
      ASNDiagnostic.Options(["10.0.0.0/8"]),
      origins: NoOrigins(),
      statistics: RoutingStatistics(),
      registry: FakeRegistries().network
    )
    await #expect(throws: DiagnosticError.self) { try await tool.run { _ in } }
  }

  private struct NoOrigins: OriginLookup {
    func origin(of address: IPAddress) async throws(DiagnosticError) -> ASOrigin? { nil }
    func holder(of system: UInt32) async throws(DiagnosticError) -> ASHolder? { nil }
  }
}
