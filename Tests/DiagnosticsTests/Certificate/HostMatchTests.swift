import Model
import Testing

@testable import Diagnostics

@Suite struct HostMatchTests {
  private func facts(_ names: [CertificateFacts.Name], subject: String = "") -> CertificateFacts {
    CertificateFacts(
      subject: subject,
      issuer: "",
      serial: "",
      names: names,
      validFrom: nil,
      validUntil: nil,
      key: CertificateFacts.Key(type: "EC"),
      signature: "",
      sha256: "",
      sha1: "",
      keySHA256: "",
      isAuthority: false,
      isSelfIssued: false,
      isForServers: true,
      mustStaple: false,
      ocsp: [],
      der: []
    )
  }

  @Test(arguments: [
    ("a.test", "a.test", true), ("A.TEST", "a.test", true), ("a.test.", "a.test", true),
    ("*.a.test", "b.a.test", true), ("*.a.test", "a.test", false),
    ("*.a.test", "c.b.a.test", false), ("*.test", "a.test", false),
    ("b*.a.test", "bc.a.test", false),
    ("*", "a", false), ("b.*.test", "b.a.test", false),
    ("xn--bcher-kva.test", "xn--bcher-kva.test", true),
    ("a.test", "b.test", false), ("127.0.0.1", "127.0.0.1", false), ("", "a.test", false),
    ("*.a.test", ".a.test", false), ("*..test", "a..test", false),
  ])
  func `names are compared as RFC 9525 says`(pattern: String, host: String, matches: Bool) {
    let found = HostMatch.check(host, against: facts([.init(.dns, pattern)]))
    #expect(found.matches == matches)
    #expect(!found.because.isEmpty)
  }

  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1", true), ("::1", "0:0::1", true), ("fe80::1", "fe80::1%eth0", true),
    ("127.0.0.1", "127.0.0.2", false), ("127.0.0.1", "localhost", false),
  ])
  func `addresses match addresses alone`(name: String, host: String, matches: Bool) {
    #expect(HostMatch.check(host, against: facts([.init(.ip, name)])).matches == matches)
  }

  @Test(arguments: [
    (
      "*.test", "nas.test",
      "*.test counts for no host: no star stands for a whole top-level domain's names"
    ),
    ("*.a.test", "c.b.a.test", "*.a.test covers one label only, not c.b.a.test"),
    ("*.a.test", "a.test", "*.a.test covers one label only, not a.test"),
  ])
  func `a star that doesn't reach is told why`(pattern: String, host: String, because: String) {
    #expect(HostMatch.check(host, against: facts([.init(.dns, pattern)])).because == because)
  }

  @Test func `a certificate of thousands of names stands for each`() throws {
    let names = (1...3000).map { "host-\($0).some-long-domain.home.test" }
    let made = try MadeCertificate("big", extensions: [.names(names)])
    let big = try #require(try made.facts)
    #expect(big.names.count == 3000 && big.der.count > 100 << 10)
    #expect(HostMatch.check("host-3000.some-long-domain.home.test", against: big).matches)
  }

  @Test func `the common name counts no more, and that is said`() {
    let found = HostMatch.check("a.test", against: facts([], subject: "CN=a.test,O=Lab"))
    #expect(!found.matches)
    #expect(found.because == "it names no host; its common name (a.test) counts no more (RFC 9525)")
    #expect(found.reason == Message(.certMatchCommonName, ["name": "a.test"]))
  }

  @Test(arguments: [
    ("a.test", "a.test", UInt16(443)), ("a.test:8443", "a.test", 8443), ("::1", "::1", 443),
    ("[::1]:80", "::1", 80), ("[::1]", "::1", 443), ("192.0.2.1:1", "192.0.2.1", 1),
    ("fe80::1%eth0", "fe80::1%eth0", 443),
  ])
  func `hosts and ports as people write them`(text: String, host: String, port: UInt16) throws {
    let found = try HostAndPort(text, port: 443)
    #expect(found.host == host)
    #expect(found.port == port)
  }

  @Test(arguments: ["", ":443", "a:0", "a:65536", "a:b", "[::1", "[a]:1", "[::1]x", "a:1:2", "a:"])
  func `other texts are refused`(text: String) {
    #expect(throws: DiagnosticError.self) { try HostAndPort(text, port: 443) }
  }
}
