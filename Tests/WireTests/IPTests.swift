import Testing
import Wire

@Suite("IP") struct IPTests {
  @Test func `A kernel's IPv4 packet is read and written as it was`() throws {
    let bytes = Array(CapturedFrames.tcpSYN[14...])
    let packet = try IPv4Packet(parsing: bytes)
    #expect(packet.source == value("192.168.77.1") && packet.destination == value("192.168.77.2"))
    #expect(packet.next == .tcp && packet.timeToLive == 64 && packet.dontFragment)
    #expect(!packet.isFragment)
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
    #expect(read.isFragment && read.fragmentOffset == 0)
    #expect(read.options == [7, 3, 4, 0] && read.payload == [1, 2, 3])
    packet.moreFragments = false
    packet.fragmentOffset = 185
    read = try IPv4Packet(parsing: packet.serialised)
    #expect(read.isFragment && read.fragmentOffset == 185)
  }

  @Test(arguments: ["", "55", "4400 0014", "4500 0013", "6500 0014 0000 0000 4011 0000"])
  func `Lengths and versions that cannot be are refused`(_ text: String) {
    let bytes = hex(text) + Array(repeating: 0, count: text.isEmpty ? 0 : 20)
    #expect(throws: WireError.self) { try IPv4Packet(parsing: bytes) }
  }

  @Test func `A hop-by-hop header is walked over`() throws {
    let bytes = Array(CapturedFrames.listenerReport[14...])
    let packet = try IPv6Packet(parsing: bytes)
    #expect(packet.extensions.map(\.kind.rawValue) == [0])
    // The router alert option of RFC 2711, and padding.
    #expect(packet.extensions.first?.contents == [5, 2, 0, 0, 1, 0])
    #expect(packet.next == .icmpv6 && packet.hopLimit == 1)
    #expect(packet.payload.first == 143)
    #expect(packet.serialised == bytes)
  }

  @Test func `An IPv6 fragment's middle is not taken for a header`() throws {
    let ends: (IPv6Address, IPv6Address) = (value("fd00::1"), value("fd00::2"))
    func packet(_ fragment: [UInt8]) throws -> IPv6Packet {
      let header = IPv6Packet.Extension(IPProtocol(rawValue: 44), contents: fragment)
      let sent = IPv6Packet(
        from: ends.0,
        to: ends.1,
        IPProtocol(rawValue: 60),
        extensions: [header],
        payload: [58, 0, 0, 0, 0, 0, 0, 0, 128]
      )
      return try IPv6Packet(parsing: sent.serialised)
    }
    let first = try packet([0, 1, 0, 0, 0, 9])
    #expect(first.isFragment && first.extensions.count == 2 && first.next == .icmpv6)
    let middle = try packet([0, 8, 0, 0, 0, 9])
    #expect(middle.isFragment && middle.extensions.count == 1 && middle.payload.count == 9)
    let atomic = try packet([0, 0, 0, 0, 0, 9])
    #expect(!atomic.isFragment && atomic.payload == [128])
  }

  @Test func `Extension headers are bounded`() throws {
    let header = IPv6Packet.Extension(IPProtocol(rawValue: 60), contents: [])
    var packet = IPv6Packet(from: .any, to: .loopback, .none, payload: [])
    packet.extensions = Array(repeating: header, count: IPv6Packet.mostExtensions)
    let bytes = packet.serialised
    #expect(try IPv6Packet(parsing: bytes).extensions.count == IPv6Packet.mostExtensions)
    var chained = bytes
    chained[bytes.count - 8] = 60
    chained[5] += 8
    #expect(throws: WireError(.tooMany("extension headers"), at: bytes.count)) {
      try IPv6Packet(parsing: chained + [59, 0, 0, 0, 0, 0, 0, 0])
    }
  }
}
