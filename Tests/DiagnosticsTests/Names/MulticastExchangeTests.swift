import Foundation
import Testing
import Wire

@testable import Diagnostics

/// Questions to a link that can't leave: no packet is sent.
@Suite struct LinkExchangeTests {
  private static let query = DNSQuery(DNSQuestion(.local, .a), id: 0)

  /// Interfaces that no machine has: documentation's address, and an index beyond all.
  private static let links = [
    MulticastExchange.Link(index: 1, address: .v4(IPv4Address(192, 0, 2, 77))),
    MulticastExchange.Link(index: 999_999, address: .v6(.loopback, zone: nil)),
  ]

  /// How many datagram sockets this process has that are connected to nobody.
  private static var sockets: Int {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return (names ?? []).compactMap { Int32($0) }.count { descriptor in
      var kind: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      guard getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &length) == 0,
        kind == Int32(SOCK_DGRAM.rawValue)
      else { return false }
      var peer = sockaddr_storage()
      length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      return withUnsafeMutablePointer(to: &peer) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          getpeername(descriptor, pointer, &length) != 0
        }
      }
    }
  }

  @Test func `sockets are given back where nothing can be sent`() async {
    let before = Self.sockets
    for _ in 0..<100 {
      let outcome = await MulticastExchange(query: Self.query, links: Self.links)
        .run(within: .seconds(60))
      #expect(outcome == .failure(.local(.noRoute)))
    }
    // Two hundred were opened; other tests may have opened a few meanwhile.
    #expect(Self.sockets < before + 100)
  }

  @Test func `so they are where query is ended`() async {
    let before = Self.sockets
    for _ in 0..<100 {
      let task = Task {
        await MulticastExchange(query: Self.query, links: Self.links).run(within: .seconds(60))
      }
      task.cancel()
      _ = await task.value
    }
    #expect(Self.sockets < before + 100)
  }

  @Test func `no interface is no route`() async {
    let outcome = await MulticastExchange(query: Self.query, links: []).run(within: .seconds(60))
    #expect(outcome == .failure(.local(.noRoute)))
  }
}
