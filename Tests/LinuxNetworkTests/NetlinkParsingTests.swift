import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

@Suite struct `Netlink bytes` {
  /// A message as the kernel on a little-endian machine sends it.
  private func message(type: UInt16, _ payload: [UInt8]) -> [UInt8] {
    var request = NetlinkRequest(type: type, header: payload)
    request.flags = 2
    return request.message(sequence: 9)
  }

  private func neighbour(_ payload: [UInt8]) throws -> NeighbourMessage? {
    let bytes = payload.span.bytes
    return try NeighbourMessage(ByteCursor(bytes), bytes)
  }

  // `ip neigh` in a namespace, dumped by RTM_GETNEIGH: 10.77.0.2 lladdr 02:00:00:00:00:02 REACHABLE.
  private let reachable: [UInt8] = [
    0x02, 0, 0, 0, 0x02, 0, 0, 0, 0x02, 0, 0, 0x01,
    0x08, 0, 0x01, 0, 10, 77, 0, 2,
    0x0A, 0, 0x02, 0, 0x02, 0, 0, 0, 0, 0x02, 0, 0,
    0x08, 0, 0x04, 0, 1, 0, 0, 0,
    0x14, 0, 0x03, 0, 7, 0, 0, 0, 9, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0,
  ]

  @Test func `a reachable neighbour with the time of its confirmation`() throws {
    let entry = try #require(try neighbour(reachable)).neighbour { _ in nil }
    #expect(
      entry
        == Neighbour(
          address: .v4(IPv4Address(10, 77, 0, 2)),
          interface: 2,
          mac: MACAddress(rawValue: 0x0200_0000_0002),
          state: .reachable,
          confirmedAgo: .milliseconds(70)
        )
    )
  }

  @Test func `a link-local router has its zone`() throws {
    var bytes: [UInt8] = [0x0A, 0, 0, 0, 0x03, 0, 0, 0, 0x04, 0, 0x80, 0x01, 0x14, 0, 0x01, 0]
    bytes += IPv6Address(high: 0xFE80_0000_0000_0000, low: 1).bytes
    let entry = try #require(try neighbour(bytes)).neighbour { $0 == 3 ? "eth0" : nil }
    #expect(entry.address.description == "fe80::1%eth0")
    #expect(entry.isRouter)
    #expect(entry.state == .stale)
    #expect(entry.mac == nil)
  }

  @Test func `a bridge's table is no neighbour`() throws {
    var bytes = reachable
    bytes[0] = 7
    #expect(try neighbour(bytes) == nil)
  }

  @Test func `every cut of a message is an error or nothing, never a trap`() throws {
    for length in 0..<reachable.count {
      let cut = Array(reachable.prefix(length))
      _ = try? neighbour(cut)
    }
    var lying = reachable
    for index in lying.indices {
      lying[index] = 0xFF
      _ = try? neighbour(lying)
    }
  }

  @Test func `messages of one datagram are read one after the other`() throws {
    let bytes = message(type: 28, reachable) + message(type: 29, reachable)
    let span = bytes.span.bytes
    var messages = NetlinkMessages(span)
    var types: [UInt16] = []
    while let message = try messages.next(span) {
      types.append(message.type)
      #expect(message.sequence == 9)
      #expect(message.payload.remaining == reachable.count)
    }
    #expect(types == [28, 29])
  }

  @Test(arguments: [UInt8(0), 1, 15, 255])
  func `an impossible message length ends the walk`(length: UInt8) {
    var bytes = message(type: 28, reachable)
    bytes[0] = length
    bytes[1] = 0
    bytes[2] = length == 255 ? 255 : 0
    #expect(throws: WireError.self) {
      let span = bytes.span.bytes
      var messages = NetlinkMessages(span)
      while try messages.next(span) != nil {}
    }
  }

  @Test func `nested attributes carry their length`() {
    var request = NetlinkRequest(type: 16, header: [])
    request.nest(18) { $0.add(1, text: "veth") }
    #expect(request.body == [16, 0, 18, 0x80, 9, 0, 1, 0, 118, 101, 116, 104, 0, 0, 0, 0])
  }

  @Test func `a multipath default route has all its hops`() throws {
    // rtmsg: IPv4, /0, table main, unicast; RTA_MULTIPATH of two.
    var bytes: [UInt8] = [2, 0, 0, 0, 254, 4, 0, 1, 0, 0, 0, 0]
    var hops: [UInt8] = []
    for last in [UInt8(1), 2] {
      hops += [16, 0, 0, 0, last, 0, 0, 0, 8, 0, 5, 0, 10, 0, 0, last]
    }
    bytes += [UInt8(4 + hops.count), 0, 9, 0] + hops
    var builder = ConfigurationBuilder()
    builder.take(type: 24, bytes)
    builder.take(type: 24, Array(bytes.prefix(30)))
    let gateways = builder.configuration(resolvers: []).gateways
    #expect(gateways.map(\.address.description) == ["10.0.0.1", "10.0.0.2"])
    #expect(gateways.map(\.interface) == [1, 2])
  }

  @Test func `a default route without a next hop is a way, not a gateway`() throws {
    var builder = ConfigurationBuilder()
    // ifinfomsg: index and flags (IFF_UP, IFF_POINTOPOINT; IFF_LOOPBACK); IFLA_IFNAME.
    for (index, flags, name) in [(UInt8(1), UInt8(0x49), "lo"), (7, 0x51, "p0"), (8, 0x51, "p1")] {
      let name = Array(name.utf8) + [0, 0]
      builder.take(
        type: 16,
        [0, 0, 0, 2, index, 0, 0, 0, flags, 0, 1, 0, 0, 0, 0, 0, 7, 0, 3, 0] + name
      )
    }
    // rtmsg: IPv4 and IPv6, /0, table main, unicast; RTA_OIF.
    for (family, index) in [(UInt8(2), UInt8(7)), (10, 7), (2, 1), (2, 99)] {
      builder.take(
        type: 24,
        [family, 0, 0, 0, 254, 4, 0, 1, 0, 0, 0, 0, 8, 0, 4, 0, index, 0, 0, 0]
      )
    }
    // RTA_MULTIPATH of one without a gateway.
    builder.take(
      type: 24,
      [2, 0, 0, 0, 254, 4, 0, 1, 0, 0, 0, 0, 12, 0, 9, 0, 8, 0, 0, 0, 8, 0, 0, 0]
    )
    let configuration = builder.configuration(resolvers: [])
    #expect(configuration.gateways.isEmpty)
    // Neither loopback nor what is unknown leads anywhere.
    #expect(configuration.pointToPointInterfaces == [7, 8])
  }

  @Test func `resolvers are read from the lines that name them`() {
    let text = """
      # nameserver 9.9.9.9
      search lan
      nameserver 192.168.1.1
      nameserver\tfe80::1%eth0
      nameserver 192.168.1.1
      nameserver nonsense
      options edns0
      """
    #expect(ResolverFile.parse(text).map(\.description) == ["192.168.1.1", "fe80::1%eth0"])
    #expect(ResolverFile.read("/nonexistent").isEmpty)
  }
}
