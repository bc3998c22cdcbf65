import Testing
@testable import Wire

@Suite("IP") struct IPTests {
  @Test func `A kernel's IPv4 packet is read and written as it was`() throws {
    let bytes = Array(CapturedFrames.tcpSYN[14...])
    let packet = try IPv4Packet(parsing: bytes)
    #expect(packet.source == value("192.168.77.1") && packet.destination == value("192.168.77.2"))
    #expect(packet.next == .tcp && packet.timeToLive == 64 && packet.dontFragment)
    #expect(packet.serialised == bytes)
  }

  @Test func `The checksum is that of RFC 1071's successors' favourite example`() throws {
    // Wikipedia, "Internet checksum": 192.168.0.1 to 192.168.0.199, checksum b861.
    let header = hex("4500 0073 0000 4000 4011 b861 c0a8 0001 c0a8 00c7")
    let bytes = header + Array(repeating: 0, count: 0x73 - 20)
    let packet = try IPv4Packet(parsing: bytes)
    #expect(packet.serialised == bytes)
    for bit in 0..<160 {
      var changed = bytes
      changed[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      #expect(throws: WireError.self) { try IPv4Packet(parsing: changed) }
    }
  }

  @Test func `Fragments are flagged and options kept`() throws {
    var packet = IPv4Packet(
      from: value("10.0.0.1"),
      to: value("10.0.0.2"),
      .udp,
      options: [7, 3, 4],
      payload: [1, 2, 3]
    )
    packet.dontFragment = false
    packet.moreFragments = true
    var read = try IPv4Packet(parsing: packet.serialised + [0, 0])
    #expect(read.moreFragments && read.fragmentOffset == 0)
    #expect(read.options == [7, 3, 4, 0] && read.payload == [1, 2, 3])
    packet.moreFragments = false
    packet.fragmentOffset = 185
    read = try IPv4Packet(parsing: packet.serialised)
    #expect(!read.moreFragments && read.fragmentOffset == 185)
  }

  @Test(arguments: ["", "55", "4400 0014", "4500 0013", "6500 0014 0000 0000 4011 0000"])
  func `Lengths and versions that cannot be are refused`(_ text: String) {
    let bytes = hex(text) + Array(repeating: 0, count: text.isEmpty ? 0 : 20)
    #expect(throws: WireError.self) { try IPv4Packet(parsing: bytes) }
  }

  /// The beginning of an IPv6 packet from `::` to `::1`, with what follows its header.
  private func quoted(_ next: UInt8, _ rest: [UInt8]) throws -> QuotedPacket {
    var bytes: [UInt8] = [0x60, 0, 0, 0, 0, UInt8(rest.count), next, 9]
    bytes += [UInt8](repeating: 0, count: 31)
    bytes.append(1)
    return try QuotedPacket(parsing: bytes + rest)
  }

  @Test func `A hop-by-hop header is walked over`() throws {
    let packet = try QuotedPacket(parsing: Array(CapturedFrames.listenerReport[14...]))
    #expect(packet.next == .icmpv6 && packet.hopLimit == 1 && packet.transport == .other)
    // The router alert option of RFC 2711, and padding.
    let behind = try quoted(0, [17, 0, 5, 2, 0, 0, 1, 0, 0, 1, 0, 2])
    #expect(behind.next == .udp && behind.transport == .ports(source: 1, destination: 2))
  }

  @Test func `An IPv6 fragment's middle is not taken for a header`() throws {
    func packet(_ fragment: [UInt8]) throws -> QuotedPacket {
      let rest: [UInt8] = [17, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2]
      return try quoted(44, [60, 0] + fragment + rest)
    }
    let ports = QuotedPacket.Transport.ports(source: 1, destination: 2)
    let first = try packet([0, 1, 0, 0, 0, 9])
    #expect(first.transport == ports && first.next == .udp)
    let middle = try packet([0, 8, 0, 0, 0, 9])
    #expect(middle.transport == .other && middle.next.rawValue == 60)
    let atomic = try packet([0, 0, 0, 0, 0, 9])
    #expect(atomic.transport == ports)
  }

  @Test func `Extension headers are bounded`() throws {
    let header: [UInt8] = [60, 0, 0, 0, 0, 0, 0, 0]
    let most = Array(repeating: header, count: QuotedPacket.mostExtensions - 1).flatMap { $0 }
    let last: [UInt8] = [17, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2]
    #expect(try quoted(60, most + last).transport == .ports(source: 1, destination: 2))
    #expect(try quoted(60, most + header + last).transport == .other)
  }
}
