import Model
import Server
import Testing
import Wire

@Suite struct `Whom tools may ask` {
  private static let policy = TargetPolicy(
    own: [
      .v4(IPv4Address(192, 168, 1, 2)), IPAddress("fe80::2"), .v4(IPv4Address(169, 254, 7, 7)),
      IPAddress("fd00::2"), IPAddress("2001:db8::2"), .v4(IPv4Address(203, 0, 113, 2)),
    ].compactMap(\.self).reduce(into: []) { $0.insert($1) }
  )

  @Test(arguments: [
    "192.168.1.1", "192.168.1.3", "10.0.0.1", "100.64.0.1", "169.254.7.8", "192.0.2.1", "8.8.8.8",
    "fe80::1%eth0", "fd00::1", "2001:db8::1", "::ffff:8.8.8.8", "64:ff9b::808:808",
  ])
  func `homes and the Internet`(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(Self.policy.rejection(of: address) == nil)
  }

  @Test(arguments: [
    "127.0.0.1", "127.255.0.9", "::1", "0.0.0.0", "0.1.2.3", "::", "224.0.0.251", "ff02::fb",
    "255.255.255.255", "240.0.0.1", "169.254.169.254", "169.254.170.2", "100.100.100.200",
    "168.63.129.16", "fd00:ec2::254", "fd20:ce::254", "fe80::a9fe:a9fe", "fe80::a9fe:a9fe%eth0",
    "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe", "2002:7f00:1::1", "2002:a9fe:a9fe::", "::ffff:0:127.0.0.1",
    "fe80::2", "fe80::2%eth0", "169.254.7.7", "192.168.1.2", "203.0.113.2", "fd00::2",
    "2001:db8::2", "::ffff:192.168.1.2", "64:ff9b::c0a8:102",
  ])
  func `not what this machine keeps for itself`(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(Self.policy.rejection(of: address) != nil)
  }

  @Test func `the reason is a message, with another in it where an address leads elsewhere`() throws
  {
    let address = try #require(IPAddress("::ffff:127.0.0.1"))
    let reason = try #require(Self.policy.rejection(of: address))
    #expect(reason.code == "error.leads_elsewhere")
    guard case .message(let inner)? = reason.values["reason"] else {
      Issue.record("\(reason.values)")
      return
    }
    #expect(inner.code == "error.this_machine" && inner.values["address"] == .text("127.0.0.1"))
  }

  @Test func `the demo home and nothing else`() throws {
    let prefix = try #require(IPv4Prefix("127.77.0.0/24"))
    let policy = TargetPolicy(.within(prefix))
    #expect(policy.rejection(of: .v4(IPv4Address(127, 77, 0, 9))) == nil)
    for text in ["127.0.0.1", "127.77.1.1", "192.168.1.1", "8.8.8.8", "::1", "::ffff:127.77.0.9"] {
      let address = try #require(IPAddress(text))
      #expect(policy.rejection(of: address) != nil, "\(text)")
    }
  }
}
