import Testing
import Wire

@Suite("ICMP and neighbour discovery") struct ICMPTests {
  private func message(_ frame: [UInt8]) throws -> ICMPv4Message {
    try ICMPv4Message(parsing: IPv4Packet(parsing: Array(frame[14...])).payload)
  }

  private func message6(_ frame: [UInt8]) throws -> ICMPv6Message {
    let packet = try IPv6Packet(parsing: Array(frame[14...]))
    return try ICMPv6Message(
      parsing: packet.payload,
      from: packet.source,
      to: packet.destination
    )
  }

  private let echo = ICMPEcho(identifier: 1234, sequence: 1, payload: Array("abcdefgh".utf8))

  @Test func `Echoes are what the kernel sends, byte for byte`() throws {
    #expect(try message(CapturedFrames.echoRequest) == .echoRequest(echo))
    #expect(ICMPv4Message.echoRequest(echo).serialised == Array(CapturedFrames.echoRequest[34...]))
    #expect(ICMPv4Message.echoReply(echo).serialised == Array(CapturedFrames.echoReply[34...]))
    #expect(try message6(CapturedFrames.echoReply6) == .echoReply(echo))
    let bytes = ICMPv6Message.echoReply(echo).serialised(
      from: value("fd00:77::2"),
      to: value("fd00:77::1")
    )
    #expect(bytes == Array(CapturedFrames.echoReply6[54...]))
  }

  @Test func `An unreachable port names the probe's ports`() throws {
    guard case .unreachable(let error) = try message(CapturedFrames.portUnreachable) else {
      Issue.record("not unreachable")
      return
    }
    #expect(error.code == ICMPv4Message.Unreachable.port)
    let quoted = try #require(error.quoted)
    #expect(quoted.destination == value("192.168.77.2") && quoted.next == .udp)
    guard case .ports(_, 9999) = quoted.transport else {
      Issue.record("\(quoted.transport)")
      return
    }
    guard case .unreachable(let error6) = try message6(CapturedFrames.portUnreachable6) else {
      Issue.record("not unreachable")
      return
    }
    #expect(error6.code == ICMPv6Message.portUnreachable)
    #expect(error6.quoted?.destination == value("fd00:77::2"))
  }

  @Test func `Errors on the way name the echo that they are about`() throws {
    let transport = QuotedPacket.Transport.echo(identifier: 1234, sequence: 1)
    guard case .timeExceeded(let exceeded) = try message(CapturedFrames.timeExceeded),
      case .timeExceeded(let exceeded6) = try message6(CapturedFrames.timeExceeded6),
      case .unreachable(let network) = try message(CapturedFrames.networkUnreachable),
      case .unreachable(let tooBig) = try message(CapturedFrames.fragmentationNeeded)
    else {
      Issue.record("not the errors that they are")
      return
    }
    #expect(exceeded.quoted?.transport == transport && exceeded.quoted?.hopLimit == 1)
    #expect(exceeded.quoted?.destination == value("10.9.9.9"))
    #expect(exceeded6.quoted?.transport == transport)
    #expect(exceeded6.quoted?.destination == value("fd00:99::9"))
    #expect(network.code == ICMPv4Message.Unreachable.network)
    #expect(network.quoted?.destination == value("10.250.0.1"))
    #expect(tooBig.code == ICMPv4Message.Unreachable.fragmentationNeeded)
    #expect(tooBig.parameter == 1300)
  }

  @Test func `Too little of a packet is not guessed at`() {
    let packet = Array(CapturedFrames.echoRequest[14...])
    #expect(throws: WireError.self) { try QuotedPacket(parsing: Array(packet[..<19])) }
    let headerOnly = try? QuotedPacket(parsing: Array(packet[..<20]))
    #expect(headerOnly?.transport == .other && headerOnly?.next == .icmp)
    #expect(ICMPError(code: 0, original: []).quoted == nil)
    var fragment = packet
    fragment[7] = 1
    #expect((try? QuotedPacket(parsing: fragment))?.transport == .other)
  }

  @Test func `A wrong checksum is refused`() {
    var bytes = Array(CapturedFrames.echoReply[34...])
    bytes[9] ^= 4
    #expect(throws: WireError(.invalid("ICMP checksum"), at: 2)) {
      try ICMPv4Message(parsing: bytes)
    }
    var frame = CapturedFrames.echoReply6
    frame[60] ^= 4
    #expect(throws: WireError(.invalid("ICMPv6 checksum"), at: 2)) { try message6(frame) }
  }

  @Test func `Neighbours ask and answer with their link addresses`() throws {
    let target: IPv6Address = value("fd00:77::2")
    let asked = NeighbourSolicitation(
      target: target,
      options: [.sourceLinkAddress(value("02:00:00:00:00:01"))]
    )
    #expect(try message6(CapturedFrames.neighbourSolicitation) == .neighbourSolicitation(asked))
    let answered = NeighbourAdvertisement(
      target: target,
      options: [.targetLinkAddress(value("b8:27:eb:12:34:56"))]
    )
    #expect(
      try message6(CapturedFrames.neighbourAdvertisement) == .neighbourAdvertisement(answered)
    )
    let bytes = ICMPv6Message.neighbourAdvertisement(answered).serialised(
      from: target,
      to: value("fd00:77::1")
    )
    #expect(bytes == Array(CapturedFrames.neighbourAdvertisement[54...]))
    #expect(target.solicitedNode == value("ff02::1:ff00:2"))
  }

  @Test func `A router's advertisement is read whole`() throws {
    let prefix = NeighbourPrefix(
      base: value("fd00:77::"),
      validLifetime: .max,
      preferredLifetime: .max
    )
    let expected = RouterAdvertisement(
      hasOtherConfiguration: true,
      lifetime: 1800,
      options: [
        .prefix(prefix), .mtu(1500), .sourceLinkAddress(value("02:00:00:00:00:01")),
        .resolvers(lifetime: .max, [value("fd00:77::1")]),
      ]
    )
    #expect(try message6(CapturedFrames.routerAdvertisement) == .routerAdvertisement(expected))
    let written = ICMPv6Message.routerAdvertisement(expected).serialised(
      from: value("fe80::ff:fe00:1"),
      to: .allNodes
    )
    #expect(written == Array(CapturedFrames.routerAdvertisement[54...]))
  }

  @Test func `Options of no length and too many options are refused`() {
    let head = hex("8700 0000 0000 0000") + (value("fd00::1") as IPv6Address).bytes
    #expect(throws: WireError(.invalid("option length"), at: 25)) {
      try ICMPv6Message(parsing: head + hex("0100 0000 0000 0000"))
    }
    let option = hex("0e01 0000 0000 0000")
    let full = head + Array(repeating: option, count: 64).flatMap { $0 }
    #expect(throws: Never.self) { try ICMPv6Message(parsing: full) }
    #expect(throws: WireError(.tooMany("options"), at: full.count)) {
      try ICMPv6Message(parsing: full + option)
    }
  }
}
