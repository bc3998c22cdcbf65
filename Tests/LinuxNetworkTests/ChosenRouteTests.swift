import Glibc
import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

/// Default routes that aren't in the main table, as wg-quick(8) makes them.
@Suite struct `The route that rules choose` {
  @Test func `is asked for by an address on the Internet`() throws {
    let four = NetlinkRequest.chosenRoute(to: .v4(IPv4Address(198, 41, 0, 4)))
    // rtmsg: IPv4, /32, RTM_F_FIB_MATCH; RTA_DST.
    #expect(
      four.body == [2, 32, 0, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 8, 0, 1, 0, 198, 41, 0, 4]
    )
    // RTM_GETROUTE; NLM_F_REQUEST and NLM_F_ACK.
    #expect(four.message(sequence: 7).prefix(8) == [36, 0, 0, 0, 26, 0, 5, 0])
    let six = NetlinkRequest.chosenRoute(to: .v6(.loopback, zone: nil))
    #expect(six.body.prefix(2) == [10, 128])
    #expect(six.body.count == 12 + 20)
  }

  /// rtmsg: a prefix of that length, in table 51820 by RTA_TABLE, through interface 7.
  private func route(length: UInt8, type: UInt8 = 1) -> [UInt8] {
    [2, length, 0, 0, 252, 3, 253, type, 0, 0x20, 0, 0, 8, 0, 15, 0, 0x6C, 0xCA, 0, 0]
      + [8, 0, 4, 0, 7, 0, 0, 0]
  }

  private func ways(_ message: [UInt8], isChosen: Bool = true) -> [UInt32] {
    var builder = ConfigurationBuilder()
    builder.take(type: 16, [0, 0, 0, 2, 7, 0, 0, 0, 0x51, 0, 1, 0, 0, 0, 0, 0, 6, 0, 3, 0, 119, 0])
    if isChosen {
      builder.takeChosen(type: 24, message)
    } else {
      builder.take(type: 24, message)
    }
    return builder.configuration(resolvers: []).pointToPointInterfaces
  }

  @Test(arguments: [(UInt8(0), true), (1, true), (3, true), (4, false), (24, false), (32, false)])
  func `is a default one, or what stands in for that`(length: UInt8, hasInternetRoute: Bool) {
    #expect(ways(route(length: length)) == (hasInternetRoute ? [7] : []))
  }

  @Test func `is taken as an answer alone, never from the dump of all tables`() {
    #expect(ways(route(length: 0), isChosen: false) == [])
    // RTN_UNREACHABLE.
    #expect(ways(route(length: 0, type: 7)) == [])
    for length in 0..<28 { _ = ways(Array(route(length: 0).prefix(length))) }
  }

  /// Runs a command of iproute2 in the namespace: a process begins in its thread's.
  private func run(_ command: String, in namespace: NetworkNamespace) throws {
    let status = try namespace.run { () throws(LocalFailure) in system(command) }
    try #require(status == 0, "\(command)")
  }

  private func configuration(of namespace: NetworkNamespace) throws -> NetworkConfiguration {
    try namespace.run { () throws(LocalFailure) in
      do throws(SystemError) {
        return try NetworkConfiguration.read(resolvers: [])
      } catch {
        throw error.localFailure
      }
    }
  }

  @Test func `is read of a real kernel`() throws {
    let lab = try VethPair()
    #expect(try configuration(of: lab.left).gateways.isEmpty)
    try run("ip route add default via 10.77.0.2 table 51820", in: lab.left)
    // Without a rule nobody takes it.
    #expect(try configuration(of: lab.left).gateways.isEmpty)
    try run("ip rule add not fwmark 51820 table 51820", in: lab.left)
    let gateway = Gateway(address: .v4(lab.rightAddress), interface: lab.leftIndex)
    #expect(try configuration(of: lab.left).gateways == [gateway])
    // The same in the main table is the same way.
    try run("ip route add default via 10.77.0.2", in: lab.left)
    #expect(try configuration(of: lab.left).gateways == [gateway])
    try run("ip rule del not fwmark 51820 table 51820", in: lab.left)
    try run("ip route del default", in: lab.left)
    #expect(try configuration(of: lab.left).gateways.isEmpty)
    // As OpenVPN does it, and without a next hop.
    try run("ip route add 128.0.0.0/1 dev left", in: lab.left)
    #expect(try configuration(of: lab.left).pointToPointInterfaces == [lab.leftIndex])
    try run("ip route add unreachable 198.41.0.4", in: lab.left)
    #expect(try configuration(of: lab.left).pointToPointInterfaces == [])
    try run("ip -6 route add default dev left table 9", in: lab.left)
    try run("ip -6 rule add table 9", in: lab.left)
    #expect(try configuration(of: lab.left).pointToPointInterfaces == [lab.leftIndex])
  }
}
