import Testing
import Wire

@Suite("DNS names") struct DNSNameTests {
  @Test func `Case makes no difference, to equality and hash alike`() {
    #expect(name("Living-Room.LOCAL") == name("living-room.local"))
    #expect(Set([name("A.b"), name("a.B"), name("a.c")]).count == 2)
    // Only ASCII letters are folded (RFC 4343); `[` and `{` differ by the same bit as `A` and `a`.
    #expect(name("[.local") != name("{.local"))
    #expect(name("ab.c") != name("a.bc"))
  }

  @Test(arguments: [
    ("a.b.", "a.b"), ("a\\.b.c", "a\\.b.c"), ("a\\\\b", "a\\\\b"), ("\\065b", "Ab"),
    ("Küche “Möbel” 🎵.local", "Küche “Möbel” 🎵.local"), ("a\\000b", "a\\000b"),
    ("\\255x", "\\255x"), (".", "."), ("a b.local", "a b.local"), ("\\194\\133", "\\194\\133"),
  ])
  func `Presentation form escapes what it must`(_ text: String, _ canonical: String) {
    #expect(DNSName(text)?.description == canonical)
    #expect(DNSName(canonical) == DNSName(text))
  }

  @Test(arguments: ["", "..", ".a", "a..b", "\\", "\\25", "\\256", "\\2x5", "a\\"])
  func `Malformed text is no name`(_ text: String) {
    #expect(DNSName(text) == nil)
  }

  @Test func `Labels end at 63 bytes and names at 255`() {
    let label = String(repeating: "a", count: 63)
    #expect(DNSName(label) != nil)
    #expect(DNSName(label + "a") == nil)
    let longest = [label, label, label, String(repeating: "b", count: 61)].joined(separator: ".")
    #expect(DNSName(longest) != nil)
    #expect(DNSName(longest + "b") == nil)
    #expect(DNSName(longest)?.inside(.local) == nil)
  }

  @Test func `A name knows its domain`() {
    let service = name("Living Room._airplay._tcp.local")
    #expect(service.isInside(name("_TCP.local")))
    #expect(service.isInside(service))
    #expect(service.isInside(.root))
    // The bytes of the suffix are there, but not at a label's beginning.
    #expect(!name("xlocal").isInside(name("local")))
    #expect(!DNSName.local.isInside(service))
    #expect(service.parent == name("_airplay._tcp.local"))
    #expect(service.firstLabel == "Living Room")
    #expect(DNSName.root.parent == .root && DNSName.root.firstLabel == nil)
  }

  @Test(arguments: [
    ("192.168.1.2", "2.1.168.192.in-addr.arpa"), ("10.0.0.255", "255.0.0.10.in-addr.arpa"),
    // RFC 3596, section 2.5.
    (
      "4321:0:1:2:3:4:567:89ab",
      "b.a.9.8.7.6.5.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.0.0.0.0.1.2.3.4.ip6.arpa"
    ),
  ])
  func `Reverse names lead there and back`(_ address: String, _ reverse: String) {
    let address: IPAddress = value(address)
    #expect(DNSName(reverseOf: address).description == reverse)
    #expect(name(reverse.uppercased()).reverseAddress == address)
  }

  @Test(arguments: [
    "1.168.192.in-addr.arpa", "2.1.168.192.in-addr.arpa.local", "02.1.168.192.in-addr.arpa",
    "256.1.168.192.in-addr.arpa", "1.ip6.arpa", "in-addr.arpa",
    "b._dns-sd._udp.0.77.168.192.in-addr.arpa",
  ])
  func `Other names are nobody's reverse`(_ text: String) {
    #expect(name(text).reverseAddress == nil)
  }

  @Test func `Service types are recognised, instances and other names are not`() {
    #expect(DNSServiceType(name("_AirPlay._TCP.local"))?.description == "_airplay._tcp")
    #expect(DNSServiceType(name("Living Room._airplay._tcp.local")) == nil)
    #expect(DNSServiceType(DNSServiceType.metaQuery) == nil)
    #expect(DNSServiceType("_airplay._tcp.local") == nil)
    #expect(DNSServiceType("airplay._tcp") == nil)
    #expect(DNSServiceType("_airplay._sctp") == nil)
    #expect(DNSServiceName(name("_printer._sub._http._tcp.local")) == nil)
    #expect(DNSServiceName(DNSServiceType.metaQuery) == nil)
    let type: DNSServiceType = value("_airplay._tcp")
    #expect(type.name() == name("_airplay._tcp.local"))
    #expect(DNSServiceName(String(repeating: "x", count: 64), type).name == nil)
    let dotted = DNSServiceName("Dr. No", type)
    #expect(dotted.name?.description == "Dr\\. No._airplay._tcp.local")
    #expect(dotted.name.flatMap(DNSServiceName.init) == dotted)
  }
}
