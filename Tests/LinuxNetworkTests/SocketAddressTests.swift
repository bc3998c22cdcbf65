import Glibc
import LinuxNetwork
import Testing
import Wire

@Suite struct `A socket's address` {
  @Test(arguments: [("lo", 1), ("7", 7), ("0", UInt32(Int32.max)), ("nosuch0", UInt32(Int32.max))])
  func `keeps to the zone that is named, even where there is none`(
    zone: String,
    index: UInt32
  ) throws {
    let address = try #require(IPv6Address("fe80::1"))
    let socketAddress = SocketAddress(Endpoint(.v6(address, zone: zone), port: 9))
    let scope = socketAddress.withPointer { pointer, _ in
      pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { $0.pointee.sin6_scope_id }
    }
    #expect(scope == index)
  }
}
