import Testing
import Wire

@testable import Diagnostics

/// IANA's special addresses, for `whois` and `asn` alike: what each is, and that nobody is asked.
@Suite struct SpecialAddressTests {
  @Test func `every row of the table is read, each prefix once, whole`() {
    let rows = SpecialAddresses.v4 + SpecialAddresses.v6
    #expect(SpecialAddresses.all.count == rows.count)
    for row in rows {
      #expect(IPPrefix(row.prefix)?.description == row.prefix, "host bits are set")
    }
    #expect(Set(rows.map(\.prefix)).count == rows.count)
  }

  @Test(
    arguments: [
      ("0.0.0.0", "no address"), ("0.1.2.3", "this network (RFC 791)"),
      ("10.1.2.3", "private use (RFC 1918)"), ("172.31.255.255", "private use (RFC 1918)"),
      ("192.168.0.0", "private use (RFC 1918)"),
      ("100.127.255.255", "shared by a provider's customers (RFC 6598)"),
      ("127.0.0.1", "loopback: this machine"), ("169.254.1.1", "link-local: one link only"),
      ("192.0.0.7", "IPv4 over an IPv6 network: DS-Lite, 464XLAT (RFC 7335)"),
      ("192.0.0.8", "the stand-in for a router without IPv4 address (RFC 7600)"),
      ("192.0.0.9", "the nearest server of port control (RFC 7723)"),
      ("192.0.0.10", "the nearest relay of TURN (RFC 8155)"),
      ("192.0.0.11", "protocol assignments (RFC 6890)"),
      ("192.0.0.170", "finding out how IPv4 is translated (RFC 7050)"),
      ("192.0.0.171", "finding out how IPv4 is translated (RFC 7050)"),
      ("192.0.0.255", "protocol assignments (RFC 6890)"), ("192.0.2.1", "documentation (RFC 5737)"),
      ("192.88.99.1", "relays of 6to4, given up (RFC 7526)"),
      ("192.88.99.2", "relays of 6a44 (RFC 6751)"), ("198.19.255.255", "benchmarks (RFC 2544)"),
      ("198.51.100.1", "documentation (RFC 5737)"), ("203.0.113.1", "documentation (RFC 5737)"),
      ("239.1.2.3", "multicast: a group"), ("240.0.0.1", "reserved"),
      ("255.255.255.255", "broadcast: all hosts on the link (RFC 919)"),
      ("::", "no address"), ("::1", "loopback: this machine"),
      ("::192.0.2.1", "an IPv4 address in IPv6, given up (RFC 4291): 192.0.2.1"),
      ("::ffff:9.8.7.6", "an IPv4 address in IPv6 (RFC 4291): 9.8.7.6"),
      ("64:ff9b::9.8.7.6", "an IPv4 address by translation: NAT64 (RFC 6052): 9.8.7.6"),
      ("64:ff9b:1::1", "local translation (RFC 8215)"), ("100::1", "discarded (RFC 6666)"),
      ("100:0:0:1::1", "the stand-in where IPv6 needs an address (RFC 9780)"),
      ("2001:0:1::1", "Teredo: IPv6 through IPv4's address translation (RFC 4380)"),
      ("2001:1::1", "the nearest server of port control (RFC 7723)"),
      ("2001:1::2", "the nearest relay of TURN (RFC 8155)"),
      ("2001:1::3", "the nearest registrar of services (RFC 9665)"),
      ("2001:1::4", "protocol assignments (RFC 2928)"), ("2001:2:0:1::", "benchmarks (RFC 5180)"),
      ("2001:1f::1", "ORCHID: identifiers, given up (RFC 4843)"),
      ("2001:2f::1", "ORCHIDv2: identifiers that nothing is sent to (RFC 7343)"),
      ("2001:3f::1", "identifiers of drones (RFC 9374)"),
      ("2001:1ff:ffff::1", "protocol assignments (RFC 2928)"),
      ("2001:db8:ffff::1", "documentation (RFC 3849)"), ("3fff:fff::1", "documentation (RFC 9637)"),
      ("2002:908:706::1", "6to4: a network of an IPv4 address (RFC 3056): 9.8.7.6"),
      ("5f00:1::1", "segment identifiers of SRv6 (RFC 9602)"),
      ("fd00::1", "unique local: private use (RFC 4193)"), ("febf::1", "link-local: one link only"),
      ("fec0::1", "site-local, given up (RFC 3879)"), ("ff02::1", "multicast: a group"),
    ]
  )
  func `what an address is for is known, and nobody is asked`(
    text: String,
    words: String
  ) async throws {
    let registries = FakeRegistries()
    let whois = WhoisDiagnostic(.init(text), network: registries.network)
    #expect(try await whois.run { _ in }.specialUse == words)
    let asn = ASNDiagnostic(
      .init([text], wantsRegistration: true),
      origins: CymruOrigins(texts: NoTexts()),
      statistics: RoutingStatistics(web: registries.web, base: "http://statistics/"),
      registry: registries.network
    )
    let report = try await asn.run { _ in }
    #expect(report.results.map(\.specialUse) == [words])
    #expect(!report.isBad)
    #expect(registries.web.requests == [])
    #expect(registries.streams.questions == [])
  }

  @Test(arguments: [
    "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.32.0.0",
    "191.255.255.255", "192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0", "198.17.255.255",
    "198.20.0.0", "223.255.255.255", "::1:0:0", "64:ff9b:0:0:0:1::", "64:ff9b:2::", "100:0:0:2::",
    "2001:200::", "2001:db7::1", "2001:db9::1", "2003::", "2001:ffff::", "3fff:1000::", "5f01::",
    "2600::1", "2001:3::1",
    // AS112's, within a special range and without: announced, and registered.
    "2001:4:112::1", "2620:4f:8000::1", "192.31.196.1", "192.52.193.1", "192.175.48.1",
  ])
  func `what lies beside is the Internet's`(text: String) throws {
    #expect(SpecialUse.words(try #require(IPAddress(text))) == nil)
  }

  @Test(arguments: [
    ("9.8.7.6", true), ("2600::1", true), ("64:ff9b::9.8.7.6", true), ("64:ff9b::10.0.0.1", false),
    ("64:ff9b::127.0.0.1", false), ("::ffff:9.8.7.6", false), ("2002:908:706::1", false),
    ("64:ff9b:1::9.8.7.6", false), ("192.168.1.1", false), ("fd00::1", false), ("::9.8.7.6", false),
  ])
  func `a server is asked through a translator, but never at home`(
    text: String,
    isAsked: Bool
  ) throws {
    #expect(SpecialUse.isInternetAddress(try #require(IPAddress(text))) == isAsked)
  }
}

/// A resolver that must not be asked.
private struct NoTexts: TextLookup {
  func texts(of name: String) async throws(DiagnosticError) -> [String] {
    Issue.record("asked for \(name)")
    return []
  }
}
