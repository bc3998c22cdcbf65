import Testing
@testable import Wire
@testable import LinuxNetwork
@testable import Networking

@Suite struct `Path probes` {
  private let target = IPAddress.v4(IPv4Address(192, 0, 2, 1))

  private func at(_ port: UInt16) -> Endpoint { Endpoint(target, port: port) }

  @Test func `are told by whom they went to`() {
    var matching = PathMatching()
    matching.add(1, to: at(33_434), payload: [1])
    matching.add(2, to: at(33_435), payload: [1])
    #expect(matching.number(target: at(33_434), payload: []) == 1)
    #expect(matching.number(target: at(33_435), payload: [1, 0, 0]) == 2)
    #expect(matching.number(target: at(33_436), payload: []) == nil)
  }

  @Test func `to one port are told by what they carry, cut short or padded`() {
    var matching = PathMatching()
    matching.add(1, to: at(80), payload: [0, 0, 0, 1, 9, 9])
    matching.add(2, to: at(80), payload: [0, 0, 0, 2, 9, 9])
    #expect(matching.number(target: at(80), payload: [0, 0, 0, 2]) == 2)
    #expect(matching.number(target: at(80), payload: [0, 0, 0, 1, 9, 9, 0, 0]) == 1)
    // Too little to tell, or somebody else's.
    #expect(matching.number(target: at(80), payload: []) == nil)
    #expect(matching.number(target: at(80), payload: [0, 0, 0, 3]) == nil)
  }

  @Test func `are forgotten in their order`() {
    var matching = PathMatching()
    for number in 0...UInt32(PathMatching.limit) {
      matching.add(number, to: at(UInt16(truncatingIfNeeded: number)), payload: [])
    }
    // Number 65,536 has number 0's port, and took its place.
    #expect(matching.number(target: at(0), payload: []) == UInt32(PathMatching.limit))
    #expect(matching.number(target: at(1), payload: []) == 1)
  }

  @Test func `a link-local address is known without its zone`() {
    var matching = PathMatching()
    let address = IPv6Address(high: 0xFE80_0000_0000_0000, low: 1)
    matching.add(5, to: Endpoint(.v6(address, zone: "eth0"), port: 7), payload: [])
    #expect(matching.number(target: Endpoint(.v6(address, zone: nil), port: 7), payload: []) == 5)
  }

  @Test func `an error is what its numbers say`() {
    #expect(PathReply.Kind(errorType: 11, code: 0, .v4) == .timeExceeded)
    #expect(PathReply.Kind(errorType: 3, code: 3, .v4) == .portUnreachable)
    #expect(PathReply.Kind(errorType: 3, code: 1, .v4) == .unreachable(.host))
    #expect(PathReply.Kind(errorType: 3, code: 13, .v4) == .unreachable(.prohibited))
    #expect(PathReply.Kind(errorType: 3, code: 0, .v6) == .timeExceeded)
    #expect(PathReply.Kind(errorType: 1, code: 4, .v6) == .portUnreachable)
    #expect(PathReply.Kind(errorType: 1, code: 3, .v6) == .unreachable(.host))
    #expect(PathReply.Kind(errorType: 2, code: 0, .v6) == .unreachable(.tooBig(mtu: nil)))
    #expect(
      PathReply.Kind(errorType: 3, code: 4, .v4, mtu: 1400) == .unreachable(.tooBig(mtu: 1400))
    )
    #expect(PathReply.Kind(errorType: 0, code: 0, .v4) == nil)
    #expect(
      PathReply.Kind(errorType: 3, code: 200, .v4) == .unreachable(.other(type: 3, code: 200))
    )
  }
}

@Suite struct `Echo answers` {
  private let request = ICMPEcho(identifier: 1, sequence: 258, payload: [7, 7, 7, 7])

  @Test func `are read whatever their identifier`() {
    let reply = ICMPEcho(identifier: 999, sequence: 258, payload: [7, 7])
    let answer = EchoAnswer(ICMPv4Message.echoReply(reply).serialised, .v4)
    #expect(answer?.kind == .echoed && answer?.sequence == 258 && answer?.payload == [7, 7])
    #expect(EchoAnswer(ICMPv6Message.echoReply(reply).serialised, .v6)?.kind == .echoed)
  }

  @Test func `are errors that quote the request, with what routers added`() {
    let extensions = ICMPExtensions(labels: [MPLSLabel(label: 5, timeToLive: 1)]).serialised
    var quoted = IPv4Packet(
      from: IPv4Address(10, 0, 0, 1),
      to: IPv4Address(10, 0, 0, 9),
      .icmp,
      timeToLive: 1,
      payload: ICMPv4Message.echoRequest(request).serialised
    )
    .serialised
    while quoted.count < 128 { quoted.append(0) }
    let error = ICMPError(code: 0, parameter: 32 << 16, original: quoted + extensions)
    let answer = EchoAnswer(ICMPv4Message.timeExceeded(error).serialised, .v4)
    #expect(answer?.kind == .timeExceeded && answer?.sequence == 258)
    #expect(answer?.target == .v4(IPv4Address(10, 0, 0, 9)))
    #expect(answer.map { $0.payload.prefix(4) == [7, 7, 7, 7] } == true)
    #expect(answer?.extensions == extensions)
  }

  @Test func `are never made of garbage`() {
    for length in 0..<64 {
      for byte in [UInt8(0), 3, 8, 11, 0x45, 129, 255] {
        let bytes = [UInt8](repeating: byte, count: length)
        _ = EchoAnswer(bytes, .v4)
        _ = EchoAnswer(bytes, .v6)
      }
    }
  }
}
