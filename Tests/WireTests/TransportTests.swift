import Testing
import Wire

@Suite("UDP and TCP") struct TransportTests {
  private let client: IPAddress = value("192.168.77.1")
  private let server: IPAddress = value("192.168.77.2")

  @Test func `A kernel's SYN is read and written as it was, but for padding`() throws {
    let bytes = Array(CapturedFrames.tcpSYN[34...])
    let segment = try TCPSegment(parsing: bytes)
    #expect(segment.destinationPort == 80 && segment.flags == .syn)
    #expect(segment.options.first == .maximumSegmentSize(1460))
    #expect(segment.options.contains(.selectiveAcknowledgementPermitted))
    #expect(segment.options.count == 4 && segment.payload.isEmpty)
    #expect(try TCPSegment(parsing: segment.serialised) == segment)
    #expect(segment.serialised.count == bytes.count)
  }

  @Test func `A refusal acknowledges the SYN`() throws {
    let syn = try TCPSegment(parsing: Array(CapturedFrames.tcpSYN[34...]))
    let reset = try TCPSegment(parsing: Array(CapturedFrames.tcpReset[34...]))
    #expect(reset.flags == [.rst, .ack])
    #expect(reset.acknowledgement == syn.sequence &+ 1)
    #expect(reset.sourcePort == syn.destinationPort)
  }

  @Test func `The kernel's checksum is ours`() throws {
    // The kernel finishes the checksum of what it sends itself only on the wire; that of a reset is
    // always whole.
    let bytes = Array(CapturedFrames.tcpReset[34...])
    let segment = try TCPSegment(parsing: bytes, from: server, to: client)
    #expect(segment.serialised(from: server, to: client) == bytes)
    var changed = bytes
    changed[0] ^= 1
    #expect(throws: WireError(.invalid("TCP checksum"), at: 16)) {
      try TCPSegment(parsing: changed, from: server, to: client)
    }
    #expect(throws: WireError.self) {
      try TCPSegment(parsing: bytes, from: server, to: value("192.168.77.3"))
    }
  }

  @Test func `Our SYN passes for a kernel's`() throws {
    let bytes = TCPSegment.syn(from: 40_000, to: 443, sequence: 7).serialised(
      from: client,
      to: server
    )
    let segment = try TCPSegment(parsing: bytes, from: client, to: server)
    #expect(segment.flags == .syn && segment.sequence == 7 && segment.destinationPort == 443)
    #expect(segment.options.contains(.maximumSegmentSize(1460)))
  }

  @Test func `A broken option costs only what follows it`() throws {
    var segment = TCPSegment(from: 1, to: 2, sequence: 0, flags: .ack)
    segment.options = [.windowScale(7), .other(kind: 254, [1, 2, 3])]
    var bytes = segment.serialised
    #expect(try TCPSegment(parsing: bytes).options == segment.options)
    // The second option's length: too long, zero, one.
    for length: UInt8 in [40, 0, 1] {
      bytes[24] = length
      #expect(try TCPSegment(parsing: bytes).options == [.windowScale(7)])
    }
    bytes[12] = 0x40
    #expect(throws: WireError(.invalid("TCP data offset"), at: 12)) {
      try TCPSegment(parsing: bytes)
    }
  }

  @Test func `UDP's checksum covers addresses, and may be absent over IPv4 only`() throws {
    let datagram = UDPDatagram(from: 5353, to: 5353, payload: [1, 2, 3])
    let ends6: (IPAddress, IPAddress) = (value("fe80::1"), value("ff02::fb"))
    for (source, destination) in [(client, server), ends6] {
      var bytes = datagram.serialised(from: source, to: destination)
      #expect(try UDPDatagram(parsing: bytes, from: source, to: destination) == datagram)
      bytes[8] ^= 1
      #expect(throws: WireError(.invalid("UDP checksum"), at: 6)) {
        try UDPDatagram(parsing: bytes, from: source, to: destination)
      }
    }
    let bare = datagram.serialised
    #expect(throws: Never.self) {
      try UDPDatagram(parsing: bare, from: client, to: server)
    }
    #expect(throws: WireError.self) {
      try UDPDatagram(parsing: bare, from: ends6.0, to: ends6.1)
    }
  }

  @Test func `UDP's length counts, not the packet's`() throws {
    let bytes = UDPDatagram(from: 1, to: 2, payload: [9]).serialised
    #expect(try UDPDatagram(parsing: bytes + [0, 0]).payload == [9])
    #expect(throws: WireError(.truncated(missing: 1), at: 8)) {
      try UDPDatagram(parsing: Array(bytes.dropLast()))
    }
    #expect(throws: WireError(.invalid("UDP length"), at: 4)) {
      try UDPDatagram(parsing: hex("0001 0002 0007 0000"))
    }
  }
}
