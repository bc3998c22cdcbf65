import DemoHome
import Glibc
import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

@Suite struct `A probe's error number` {
  @Test(arguments: [
    (EACCES, ProbeOutcome.unreachable(.prohibited)), (EPROTO, .unreachable(.host)),
    (ENOPROTOOPT, .unreachable(.host)), (EPERM, .localFailure(.notPermitted)),
  ])
  func `that is heard of later may be the word of others`(number: Int32, outcome: ProbeOutcome) {
    let error = SystemError(number: number, call: "connect")
    #expect(error.probeOutcome(rtt: .zero, isHeard: true) == outcome)
    #expect(error.probeOutcome(rtt: .zero) == .localFailure(error.localFailure))
  }

  @Test func `of a reset says that the connection was there`() {
    let rtt = Duration.milliseconds(3)
    let outcome = { SystemError(number: $0, call: "connect").probeOutcome(rtt: rtt) }
    #expect(outcome(ECONNRESET) == .open(rtt: rtt))
    #expect(outcome(ECONNREFUSED) == .refused(rtt: rtt))
  }

  @Test func `is the routing table's own where that says so`() throws {
    let lab = try NetworkNamespace.make()
    let (near, far) = try lab.run { () throws(LocalFailure) in
      var netlink = try NetlinkSocket()
      try netlink.perform(.unreachableRoute(to: IPv4Address(10, 88, 0, 0), prefixLength: 16))
      let ask = { (last: UInt8, number: Int32) in
        RoutingTable.refuses(Endpoint(.v4(IPv4Address(10, last, 0, 1)), port: 80), with: number)
      }
      return (
        [ask(88, EHOSTUNREACH), ask(88, ENETUNREACH)],
        [ask(99, ENETUNREACH), RoutingTable.hasInternetRoute]
      )
    }
    #expect(near == [true, false])
    #expect(far == [true, false])
    let loopback = Endpoint(.v4(IPv4Address(127, 0, 0, 1)), port: 80)
    #expect(!RoutingTable.refuses(loopback, with: ENETUNREACH))
  }
}
