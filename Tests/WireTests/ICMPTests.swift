import Testing
@testable import Wire

@Suite("ICMP") struct ICMPTests {
  private func message(_ frame: [UInt8]) throws -> ICMPv4Message {
    try ICMPv4Message(parsing: IPv4Packet(parsing: Array(frame[14...])).payload)
  }

  private func message6(_ frame: [UInt8]) throws -> ICMPv6Message {
    try ICMPv6Message(parsing: Array(frame[54...]))
  }

  private let echo = ICMPEcho(identifier: 1234, sequence: 1, payload: Array("abcdefgh".utf8))

  @Test func `Echoes are what the kernel sends, byte for byte`() throws {
    #expect(try message(CapturedFrames.echoRequest) == .echoRequest(echo))
    #expect(ICMPv4Message.echoRequest(echo).serialised == Array(CapturedFrames.echoRequest[34...]))
    #expect(ICMPv4Message.echoReply(echo).serialised == Array(CapturedFrames.echoReply[34...]))
    #expect(try message6(CapturedFrames.echoReply6) == .echoReply(echo))
    // All but the checksum, which the kernel writes.
    let bytes = ICMPv6Message.echoReply(echo).serialised
    #expect(bytes[4...] == CapturedFrames.echoReply6[58...] && bytes[..<4] == [129, 0, 0, 0])
  }

  @Test func `An unreachable port names the probe's ports`() throws {
    guard case .unreachable(let error) = try message(CapturedFrames.portUnreachable) else {
      Issue.record("not unreachable")
      return
    }
    #expect(error.code == 3)
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
    #expect(error6.code == 4)
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
    #expect(network.code == 0)
    #expect(network.quoted?.destination == value("10.250.0.1"))
    #expect(tooBig.code == 4)
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
  }
}
