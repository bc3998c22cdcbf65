import Networking
import Testing
import Wire
@testable import Diagnostics

/// How servers and names are written.
@Suite struct DNSNamingTests {
  @Test(arguments: [
    ("192.0.2.1", "udp 192.0.2.1:53"), ("@192.0.2.1", "udp 192.0.2.1:53"),
    ("192.0.2.1:5353", "udp 192.0.2.1:5353"), ("::1", "udp [::1]:53"),
    ("@[2001:db8::1]:54", "udp [2001:db8::1]:54"), ("tcp://192.0.2.1", "tcp 192.0.2.1:53"),
    ("tls://192.0.2.1", "tls 192.0.2.1:853"),
    ("tls://192.0.2.1:8853#dns.test", "tls 192.0.2.1:8853 dns.test"),
    ("https://dns.test/dns-query", "https https://dns.test/dns-query"),
  ])
  func `servers are named in every form`(text: String, meaning: String) async throws {
    let server = try await DNSServer.named(text)
    let place = server.endpoint.map(\.description) ?? server.url ?? "?"
    let words = [server.transport.rawValue, place, server.certificateName ?? ""]
    #expect(words.filter { !$0.isEmpty }.joined(separator: " ") == meaning)
  }

  @Test(arguments: [
    "", "@", "ftp://192.0.2.1", "192.0.2.1:0", "[::1", "https://dns test/", "multicast://a",
  ])
  func `what is no server is said to be none`(text: String) async {
    await #expect(throws: DiagnosticError.self) { try await DNSServer.named(text) }
  }

  @Test(arguments: [
    ("example.net", "example.net."), ("example.net.", "example.net."), (".", "."),
    ("Bücher.Example", "xn--bcher-kva.example."),
    ("bu\u{308}cher.example", "xn--bcher-kva.example."),
    ("faß.de", "xn--fa-hia.de."), ("例え。テスト", "xn--r8jz45g.xn--zckzah."),
    ("_ldap._tcp.Straße.de", "_ldap._tcp.xn--strae-oqa.de."),
    ("küche.local", #"k\195\188che.local."#),
    ("a\\.b.test", "a\\.b.test."),
  ])
  func `names become ASCII`(text: String, wire: String) throws {
    #expect(try InternationalName.name(text).masterText == wire)
  }

  @Test(arguments: [
    "", "..", "a..b", "ü..b", "bü cher.de", "ü/x", "a\u{202E}ü.de",
    String(repeating: "ü", count: 64),
    String(repeating: "a", count: 64), "ü\u{FE0E}.de",
  ])
  func `what is no name is said to be none`(text: String) {
    let name: DNSName? = try? InternationalName.name(text)
    #expect(name == nil)
  }

  @Test(
    arguments: [
      ("xn--bcher-kva.example", "bücher.example"), ("XN--BCHER-KVA.example", "bücher.example"),
      ("example.net", nil), ("xn--.test", nil), ("xn--a.test", nil), ("xn--999999999.test", nil),
    ] as [(String, String?)]
  )
  func `names come back from ASCII, where they can be shown`(text: String, shown: String?) throws {
    let name = try #require(DNSName(text))
    #expect(InternationalName.text(name) == shown)
  }

  @Test func `an address is asked by its reverse name`() throws {
    #expect(try DNSSubject("192.0.2.1").name.masterText == "1.2.0.192.in-addr.arpa.")
    let link = try DNSSubject("fe80::1%eth0")
    #expect(link.isMulticastName && link.usualTypes == [.ptr])
    #expect(try DNSSubject("[2001:db8::1]").address?.description == "2001:db8::1")
    #expect(try DNSSubject("printer.local").isMulticastName)
    #expect(try DNSSubject("_ipp._tcp.local").usualTypes == [.ptr])
    #expect(try !DNSSubject("local.example").isMulticastName)
  }

  @Test(arguments: [
    "192.168.1.5", "5.1.168.192.in-addr.arpa", "168.192.in-addr.arpa", "16.172.IN-ADDR.ARPA.",
    "b._dns-sd._udp.0.1.168.192.in-addr.arpa", "0/25.1.168.192.in-addr.arpa", "1.10.in-addr.arpa",
    "64.100.in-addr.arpa", "127.in-addr.arpa", "fd00::1", "::ffff:10.0.0.1", "d.f.ip6.arpa",
    "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.d.f.ip6.arpa", "nas.home.arpa",
  ])
  func `names tell of the home`(text: String) async throws {
    #expect(try DNSSubject(text).name.isPrivateName)
    let carrier = FakeCarrier(FakeCarrier.answer(code: 3))
    let ask = { (resolvers: [String], servers: [String], wantsTrace: Bool, roots: [String]) in
      try await DNSDiagnostic(
        DNSOptions(text, types: ["PTR"], servers: servers, wantsTrace: wantsTrace, roots: roots),
        configuration: ResolverConfiguration(resolvers: resolvers.compactMap { IPAddress($0) }),
        carrier: carrier
      ).run { _ in }
    }
    await #expect(throws: DiagnosticError.self) { try await ask(["9.9.9.9"], [], false, []) }
    await #expect(throws: DiagnosticError.self) { try await ask(["192.168.1.1"], [], true, []) }
    #expect(carrier.queries.isEmpty)
    // The home's own servers are asked, and those that are named.
    #expect(try await ask(["9.9.9.9", "192.168.1.1"], [], false, []).servers.count == 1)
    #expect(try await ask([], ["9.9.9.9"], false, []).servers.count == 1)
    #expect(try await ask([], [], true, ["192.0.2.1"]).trace != nil)
  }

  @Test(arguments: [
    "9.9.9.9", "9.9.9.9.in-addr.arpa", "192.in-addr.arpa", "172.in-addr.arpa", "in-addr.arpa",
    "ip6.arpa", "f.ip6.arpa", "2001:db8::1", "example.net", "168.192.in-addr.arpa.example", "arpa",
    "999.192.in-addr.arpa", "home.arpa.example",
  ])
  func `other names don't`(text: String) throws {
    #expect(try !DNSSubject(text).name.isPrivateName)
  }

  @Test(arguments: ["5.1.254.169.in-addr.arpa", "254.169.in-addr.arpa", "0.8.e.f.ip6.arpa"])
  func `reverse names of the link are asked there, as its addresses are`(text: String) throws {
    #expect(try DNSSubject(text).isMulticastName)
  }

  @Test func `a public resolver isn't told what the home looks like`() async throws {
    let carrier = FakeCarrier(FakeCarrier.answer(code: 3))
    let ask = { (name: String, resolvers: [String], servers: [String]) async throws in
      try await DNSDiagnostic(
        DNSOptions(name, servers: servers),
        configuration: ResolverConfiguration(resolvers: resolvers.compactMap { IPAddress($0) }),
        carrier: carrier
      ).run { _ in }
    }
    let report = try await ask("192.168.1.5", ["9.9.9.9", "192.168.1.1"], [])
    #expect(report.servers.map(\.name) == ["192.168.1.1"])
    await #expect(throws: DiagnosticError.self) { try await ask("192.168.1.5", ["9.9.9.9"], []) }
    #expect(try await ask("9.9.9.9", ["9.9.9.9"], []).servers.count == 1)
    #expect(try await ask("192.168.1.5", [], ["9.9.9.9"]).servers.count == 1)
  }

  private static let network = [
    Interface(
      index: 2,
      name: "eth0",
      ipv6: [
        .init(address: IPv6Address(high: 0x2620_00FE_0000_0001, low: 7), prefixLength: 64),
        .init(address: IPv6Address(high: 0x2620_00FE_0000_0002, low: 7), prefixLength: 128),
      ]
    )
  ]

  @Test func `a router that announces its global address is asked about the home`() async throws {
    let carrier = FakeCarrier(FakeCarrier.answer(code: 3))
    let texts = ["9.9.9.9", "2620:fe:0:1::1", "2620:fe:0:2::1", "2620:fe:0:2::7"]
    let report = try await DNSDiagnostic(
      DNSOptions("nas.home.arpa", types: ["A"]),
      configuration: ResolverConfiguration(resolvers: texts.compactMap { IPAddress($0) }),
      carrier: carrier,
      interfaces: { Self.network }
    ).run { _ in }
    #expect(report.servers.map(\.name) == ["2620:fe:0:1::1", "2620:fe:0:2::7"])
  }

  @Test(arguments: [
    ("2620:fe:0:1::1", false), ("192.168.1.1", false), ("2620:fe:0:2::1", true), ("9.9.9.9", true),
  ])
  func `names of the home's routers are kept from the Internet alone`(
    resolver: String,
    asksInternet: Bool
  ) throws {
    let configuration = NetworkConfiguration(
      interfaces: Self.network,
      gateways: [],
      resolvers: [try #require(IPAddress(resolver))]
    )
    #expect(RouterNames.asksInternet(configuration) == asksInternet)
  }

  @Test func `a question by HTTPS stands in the URL`() {
    let query: [UInt8] = [0xFB, 0xFF]
    #expect(HTTPSExchange.location("https://a/q", query) == "https://a/q?dns=-_8")
    #expect(HTTPSExchange.location("https://a/q{?dns}", query) == "https://a/q?dns=-_8")
    #expect(HTTPSExchange.location("https://a/q?x=1", query) == "https://a/q?x=1&dns=-_8")
  }
}
