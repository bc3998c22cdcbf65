import Testing
import Wire

@Suite("Addresses") struct AddressTests {
  @Test(arguments: [
    "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.04", "1..2.3", ".1.2.3.4", "1.2.3.4.",
    " 1.2.3.4", "1.2.3.4 ", "+1.2.3.4", "0x1.2.3.4", "1.2.3.a", "1.2.3.1000", "١.2.3.4",
  ])
  func `Malformed IPv4 is refused`(_ text: String) {
    #expect(IPv4Address(text) == nil)
  }

  @Test(arguments: ["0.0.0.0", "192.168.1.2", "255.255.255.255", "10.0.0.1"])
  func `IPv4 comes back`(_ text: String) {
    #expect(IPv4Address(text)?.description == text)
  }

  /// RFC 5952, sections 1, 2, 4 and 5.
  @Test(arguments: [
    ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("2001:0db8::0001", "2001:db8::1"),
    ("2001:db8:0:0:0:0:2:1", "2001:db8::2:1"), ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
    ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"), ("2001:DB8::AbCd", "2001:db8::abcd"),
    ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("0:0:0:0:0:0:0:1", "::1"),
    ("::ffff:c000:280", "::ffff:192.0.2.128"), ("::FFFF:0:0", "::ffff:0.0.0.0"),
    ("0:0:0:0:0:ffff:255.255.255.255", "::ffff:255.255.255.255"),
    ("::fffe:c000:280", "::fffe:c000:280"), ("::1:ffff:c000:280", "::1:ffff:c000:280"),
    ("1::ffff:192.0.2.128", "1::ffff:c000:280"), ("::192.0.2.1", "::c000:201"),
    ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
    ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
  ])
  func `IPv6 has one text form`(_ text: String, _ canonical: String) {
    #expect(IPv6Address(text)?.description == canonical)
    #expect(IPv6Address(canonical) == IPv6Address(text))
  }

  @Test(arguments: [
    "", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "g::",
    ":1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:", "1:2:3:4:5:6:7:8::", "::1.2.3", "1.2.3.4::",
    "::1.2.3.4:5",
    "1:2:3:4:5:6:7:1.2.3.4", "::-1", "::+1", " ::1", "::1%", "fe80::1%0123456789abcdef",
  ])
  func `Malformed IPv6 is refused`(_ text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test func `Bytes are in network order`() {
    let v4: IPv4Address = value("192.168.1.2")
    #expect(v4.bytes == [192, 168, 1, 2] && IPv4Address(192, 168, 1, 2) == v4)
    let v6: IPv6Address = value("2001:db8::ff00:42:8329")
    #expect(v6.bytes == hex("20010db8000000000000ff0000428329"))
    #expect(v6.groups == [0x2001, 0xDB8, 0, 0, 0, 0xFF00, 0x42, 0x8329])
    let mac: MACAddress = value("b8:27:eb:12:34:56")
    #expect(mac.bytes == [0xB8, 0x27, 0xEB, 0x12, 0x34, 0x56])
  }

  @Test func `A zone belongs to the address`() {
    let address = IPAddress("fe80::1%eth0")
    #expect(address == .v6(value("fe80::1"), zone: "eth0"))
    #expect(address?.description == "fe80::1%eth0")
    #expect(address != IPAddress("fe80::1"))
    #expect(IPAddress("192.168.1.2%eth0") == nil)
  }

  @Test func `Lists are in numeric order, IPv4 first`() {
    let sorted = [
      "10.0.0.2", "10.0.0.10", "192.168.1.1", "::1", "fe80::1", "fe80::1%a", "fe80::1%b",
    ]
    let addresses: [IPAddress] = sorted.reversed().map { value($0) }
    #expect(addresses.sorted().map(\.description) == sorted)
  }

  @Test(arguments: [
    ("0.0.0.0", IPAddress.Scope.unspecified), ("127.77.0.1", .loopback),
    ("126.255.255.255", .global),
    ("169.254.0.1", .linkLocal), ("10.255.255.255", .privateUse), ("11.0.0.0", .global),
    ("172.15.255.255", .global), ("172.16.0.0", .privateUse), ("172.31.255.255", .privateUse),
    ("172.32.0.0", .global), ("192.168.0.0", .privateUse), ("192.169.0.0", .global),
    ("100.63.255.255", .global), ("100.64.0.0", .privateUse), ("100.127.255.255", .privateUse),
    ("100.128.0.0", .global), ("224.0.0.251", .multicast), ("239.255.255.250", .multicast),
    ("240.0.0.0", .reserved), ("255.255.255.255", .reserved), ("::", .unspecified),
    ("::1", .loopback),
    ("fe80::1", .linkLocal), ("febf::1", .linkLocal), ("fec0::1", .global),
    ("fd00::1", .privateUse),
    ("fc00::1", .privateUse), ("fe00::1", .global), ("ff02::fb", .multicast),
    ("2001:db8::1", .global),
  ])
  func `Scopes end where their ranges do`(_ text: String, _ scope: IPAddress.Scope) {
    #expect(IPAddress(text)?.scope == scope)
  }

  @Test(arguments: [
    ("::ffff:c000:280", "192.0.2.128"), ("::ffff:0:0", "0.0.0.0"), ("::fffe:c000:280", nil),
    ("::1:ffff:c000:280", nil), ("1::ffff:c000:280", nil), ("::c000:280", nil),
  ])
  func `An IPv4 address is mapped by one prefix`(_ text: String, _ mapped: String?) {
    #expect(IPv6Address(text)?.mappedV4 == mapped.flatMap { IPv4Address($0) })
  }

  @Test func `MAC addresses are read in the usual forms`() {
    let mac: MACAddress = value("b8:27:eb:12:34:56")
    for text in ["B8:27:EB:12:34:56", "b8-27-eb-12-34-56", "b827eb123456"] {
      #expect(MACAddress(text) == mac)
    }
    let bad = [
      "", "b8:27:eb:12:34", "b8:27-eb:12:34:56", "b8:27:eb:12:34:5g", "b8.27.eb.12.34.56",
      "b827eb12345é",
    ]
    for text in bad { #expect(MACAddress(text) == nil) }
    #expect(mac.description == "b8:27:eb:12:34:56" && mac.isUsable && !mac.isLocallyAdministered)
    #expect(MACAddress("02:00:00:00:00:01")?.isLocallyAdministered == true)
    #expect(MACAddress("01:00:5e:00:00:fb")?.isGroup == true)
    #expect(!MACAddress.broadcast.isUsable && !MACAddress(rawValue: 0).isUsable)
  }

  @Test(arguments: [
    ("192.168.1.77/24", "192.168.1.0/24", 256, "192.168.1.255", 254),
    ("10.1.2.3/22", "10.1.0.0/22", 1024, "10.1.3.255", 1022),
    ("10.0.0.3/31", "10.0.0.2/31", 2, "10.0.0.3", 2),
    ("10.0.0.3/32", "10.0.0.3/32", 1, "10.0.0.3", 1),
    ("172.16.9.9/16", "172.16.0.0/16", 65_536, "172.16.255.255", 65_534),
    ("1.2.3.4/0", "0.0.0.0/0", 4_294_967_296, "255.255.255.255", 4_294_967_294),
  ])
  func `Prefixes know their addresses`(
    _ text: String,
    _ canonical: String,
    _ count: Int,
    _ last: String,
    _ hosts: Int
  ) {
    let prefix: IPv4Prefix = value(text)
    #expect(prefix.description == canonical)
    #expect(prefix.count == count && prefix.last.description == last)
    #expect(prefix.hosts.count == hosts)
    #expect(prefix.contains(prefix.base) && prefix.contains(prefix.last))
    #expect(
      prefix.length == 0 || !prefix.contains(IPv4Address(rawValue: prefix.last.rawValue &+ 1))
    )
  }

  @Test(arguments: [
    "", "10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "10/8",
    "10.0.0.0/+8",
  ])
  func `Malformed prefixes are refused`(_ text: String) {
    #expect(IPv4Prefix(text) == nil)
  }

  @Test func `Endpoints are written with brackets where they need them`() {
    #expect(Endpoint(value("192.168.1.2"), port: 80).description == "192.168.1.2:80")
    #expect(Endpoint(value("fe80::1%eth0"), port: 80).description == "[fe80::1%eth0]:80")
    #expect(Endpoint(value("::ffff:c000:201"), port: 80).description == "[::ffff:192.0.2.1]:80")
  }
}
