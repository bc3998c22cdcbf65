import Testing

@testable import Monitoring

/// Hosts, ports and URLs as people write them.
@Suite struct TargetSyntaxTests {
  @Test(
    arguments: [
      ("nas.lan", "nas.lan"), ("nas", "nas"), ("my_nas.lan.", "my_nas.lan."),
      ("192.168.1.2", "192.168.1.2"), ("fd00::2", "fd00::2"), ("[fd00::2]", "fd00::2"),
      ("fe80::1%eth0", "fe80::1%eth0"), ("küche.lan", "küche.lan"), ("", nil), (".", nil),
      ("a..b", nil), ("-a", nil), ("a-", nil), ("a b", nil), ("a/b", nil), ("a:1", nil),
      ("user@nas", nil), ("192.168.1.300", nil), ("1234", nil), ("[nas]", nil),
      ("[192.168.1.2]", nil), ("a\n", nil), ("a\u{200B}", nil),
      (String(repeating: "a", count: 64), nil), (String(repeating: "a.", count: 128), nil),
    ] as [(String, String?)]
  )
  func `hosts`(text: String, host: String?) {
    #expect(TargetSyntax.host(text) == host)
  }

  @Test(
    arguments: [
      ("nas.lan:22", "nas.lan", 22), ("192.168.1.2:65535", "192.168.1.2", 65_535),
      ("[fd00::2]:22", "fd00::2", 22), ("[fe80::1%eth0]:22", "fe80::1%eth0", 22),
    ] as [(String, String, UInt16)]
  )
  func `hosts with ports`(text: String, host: String, port: UInt16) {
    let found = TargetSyntax.hostAndPort(text)
    #expect(found?.host == host)
    #expect(found?.port == port)
  }

  @Test(arguments: [
    "nas.lan", "nas.lan:", "nas.lan:0", "nas.lan:65536", "nas.lan:+22", "nas.lan:22a", ":22",
    "fd00::2", "fd00::zz:22", "[fd00::2]", "[fd00::2]22", "a b:22", "nas.lan:22:22", "",
  ])
  func `no hosts with ports`(text: String) {
    #expect(TargetSyntax.hostAndPort(text) == nil)
  }

  @Test func `the port may be missing where one is usual`() {
    #expect(TargetSyntax.hostAndPort("nas.lan", usual: 443)?.port == 443)
    #expect(TargetSyntax.hostAndPort("fd00::2", usual: 443)?.host == "fd00::2")
    #expect(TargetSyntax.hostAndPort("[fd00::2]", usual: 443)?.host == "fd00::2")
    #expect(TargetSyntax.hostAndPort("[fd00::2]:8443", usual: 443)?.port == 8443)
    #expect(TargetSyntax.hostAndPort("nas.lan:8443", usual: 443)?.port == 8443)
    #expect(TargetSyntax.hostAndPort("nas.lan:", usual: 443) == nil)
  }

  @Test(arguments: [
    "http://nas.lan", "HTTPS://nas.lan/", "http://192.168.1.2:8080/a?b=c&d[]=%C3%A4#e",
    "https://[fd00::2]:8443/", "http://nas.lan?x=a@b",
  ])
  func `URLs`(text: String) {
    #expect(TargetSyntax.isURL(text))
  }

  @Test(arguments: [
    "", "nas.lan", "ftp://nas.lan/", "http:/nas.lan", "http://", "http:///a", "http://:80/",
    "http://user@nas.lan/", "http://user:pw@nas.lan/", "http://nas.lan:0/", "http://nas.lan:x/",
    "http://fd00::2/", "http://[fe80::1%25eth0]/", "http://nas.lan/a b", "http://nas.lan/ä",
    "http://nas.lan/\r\nX: y", "http://nas.lan/\\a", "http://nas.lan\\@evil/",
    "http://nas.lan/" + String(repeating: "a", count: 2048),
  ])
  func `no URLs`(text: String) {
    #expect(!TargetSyntax.isURL(text))
  }
}
