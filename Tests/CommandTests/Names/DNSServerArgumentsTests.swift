import Testing

@testable import homenet

/// What servers say themselves, so that options about it have no effect.
@Suite struct DNSServerWordsTests {
  @Test(
    arguments: [
      ([], false), (["@192.0.2.1"], false), (["@tls://192.0.2.1"], true), (["UDP://a.test"], true),
      (["@tcp://192.0.2.1"], false), (["@tls://192.0.2.1", "@192.0.2.2"], false),
      (["@tls://192.0.2.1", "@TCP://192.0.2.2"], false),
    ] as [([String], Bool)]
  )
  func `how they are asked`(words: [String], all: Bool) {
    #expect(DNSServerArguments(words).allSpecifyTransport(otherThan: "tcp") == all)
  }

  @Test(
    arguments: [
      ([], false), (["@192.0.2.1"], false), (["@192.0.2.1:53"], true), (["a.test:53"], true),
      (["@2001:db8::1"], false), (["@[2001:db8::1]"], false), (["@[2001:db8::1]:53"], true),
      (["@tls://192.0.2.1#a.test"], false), (["@tls://192.0.2.1:853#a.test"], true),
      (["@https://a.test/dns:53"], false), (["@https://a.test:8443/dns-query"], true),
      (["@192.0.2.1:53", "@192.0.2.2"], false),
    ] as [([String], Bool)]
  )
  func `where they listen`(words: [String], all: Bool) {
    #expect(DNSServerArguments(words).allSpecifyPort == all)
  }

  @Test(
    arguments: [
      ([], false, true), ([], true, false), (["@192.0.2.1"], false, true),
      (["@192.0.2.1"], true, false), (["@tcp://192.0.2.1"], true, true),
      (["@udp://192.0.2.1"], false, false), (["@tls://192.0.2.1", "@192.0.2.2"], true, false),
    ] as [([String], Bool, Bool)]
  )
  func `whether a datagram is sent at all`(words: [String], standard: Bool, none: Bool) {
    #expect(DNSServerArguments(words).noneUsesUDP(byDefault: standard) == none)
  }

  @Test(
    arguments: [
      ([], true, false), (["@192.0.2.1"], true, true), (["@192.0.2.1"], false, false),
      (["@https://a.test/"], false, true), (["@https://a.test/", "@tls://a.test"], true, false),
    ] as [([String], Bool, Bool)]
  )
  func `whether all are asked by HTTPS`(words: [String], standard: Bool, all: Bool) {
    #expect(DNSServerArguments(words).allUseHTTPS(byDefault: standard) == all)
  }
}
