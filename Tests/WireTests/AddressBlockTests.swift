import Testing
import Wire

@Suite struct AddressBlockTests {
  @Test(arguments: [
    // Network and broadcast address are nobody's, but in /31 and /32.
    ("192.168.1.0/24", "192.168.1.1", "192.168.1.254", 254),
    ("192.168.1.77/30", "192.168.1.77", "192.168.1.78", 2),
    ("10.0.0.0/31", "10.0.0.0", "10.0.0.1", 2), ("10.0.0.7/32", "10.0.0.7", "10.0.0.7", 1),
    ("0.0.0.0/0", "0.0.0.1", "255.255.255.254", 4_294_967_294),
    ("192.168.1.10-20", "192.168.1.10", "192.168.1.20", 11),
    ("192.168.1.0-255", "192.168.1.0", "192.168.1.255", 256),
    ("192.168.1.10-10", "192.168.1.10", "192.168.1.10", 1),
    ("192.168.1.250-192.168.2.5", "192.168.1.250", "192.168.2.5", 12),
    ("fd00::/126", "fd00::", "fd00::3", 4), ("fd00::1/128", "fd00::1", "fd00::1", 1),
    ("fd00::fffe-fd00::1:1", "fd00::fffe", "fd00::1:1", 4),
    ("fe80::1%br-lan-fe80::2%br-lan", "fe80::1%br-lan", "fe80::2%br-lan", 2),
    // Short enough to be one address with a long zone.
    ("fe80::1%lo-fe80::2%lo", "fe80::1%lo", "fe80::2%lo", 2),
    ("fd00::/64", "fd00::", "fd00::ffff:ffff:ffff:ffff", Int.max),
    ("::/0", "::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", Int.max),
  ])
  func `networks and ranges hold their hosts`(
    text: String,
    first: String,
    last: String,
    count: Int
  ) throws {
    let hosts = try #require(try AddressBlock(parsing: text)).hosts
    #expect("\(hosts.first)" == first && "\(hosts.last)" == last)
    #expect(hosts.count == count)
    let few = hosts.addresses(atMost: 300)
    #expect(few.count == min(count, 300))
    #expect(few.first == hosts.first)
    #expect(few == few.sorted() && Set(few).count == few.count)
    if count <= 300 { #expect(few.last == hosts.last) }
    #expect(hosts.contains(hosts.first) && hosts.contains(hosts.last))
  }

  @Test(arguments: [
    "192.168.1.1", "fd00::1", "fe80::1%br-lan", "[fe80::1%br-lan]", "nas", "nas-2", "10-20",
    "1.2.3.4-static.example.org", "10-20.example", "a-b:80", "", "nas/24", "http://10.0.0.1/24",
  ])
  func `names and single addresses are no blocks`(text: String) throws {
    #expect(try AddressBlock(parsing: text) == nil)
  }

  @Test(arguments: [
    ("192.168.1.0/33", AddressBlock.ParseError.malformedNetwork), ("10.0.0.0/", .malformedNetwork),
    ("/24", .malformedNetwork), ("fd00::/129", .malformedNetwork),
    ("192.168.1.10-", .malformedRange), ("192.168.1.10-256", .malformedRange),
    ("192.168.1.10-020", .malformedRange), ("192.168.1-5", .malformedRange),
    ("192.168.1.10-2.20", .malformedRange), ("192.168.1.10-20-30", .malformedRange),
    ("fd00::1-20", .malformedRange), ("fd00::1-", .malformedRange),
    ("192.168.1.20-10", .reversedRange), ("fd00::2-fd00::1", .reversedRange),
    ("fe80::1%a-fe80::2%b", .mixedRange), ("fd00::1-192.168.1.1", .mixedRange),
  ])
  func `what is nearly a block says what is wrong`(
    text: String,
    error: AddressBlock.ParseError
  ) {
    #expect(throws: error) { try AddressBlock(parsing: text) }
  }

  @Test(arguments: [
    ("192.168.1.10-20", "192.168.1.0/27"), ("192.168.1.10-10", "192.168.1.10/32"),
    ("10.0.0.255-10.0.1.0", "10.0.0.0/23"), ("0.0.0.0-255.255.255.255", "0.0.0.0/0"),
    ("fd00::1-fd00::2", "fd00::/126"), ("::-ffff::", "::/0"), ("10.1.2.3/8", "10.0.0.0/8"),
  ])
  func `the smallest network around a range`(text: String, network: String) throws {
    let block = try #require(try AddressBlock(parsing: text))
    #expect("\(block.enclosingNetwork)" == network)
  }
}
