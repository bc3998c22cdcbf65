import Testing
import Wire
@testable import LinuxNetwork

struct `A half-open sweep's segments` {
  private let segments = SYNSegments(
    key: 0xDEAD_BEEF,
    sources: [40_000, 41_000, 42_000, 43_000, 44_000]
  )

  @Test(arguments: [UInt8(0), 1, 2, 5, 16])
  func `are SYNs with a good checksum`(attempt: UInt8) throws {
    let source = try #require(IPAddress("192.168.77.12"))
    let target = try #require(IPAddress("10.200.255.254"))
    let probe = PortSweep.Probe(host: 3, index: 0, port: 65_535, attempt: attempt)
    var bytes = [UInt8](repeating: 0xFF, count: SYNSegments.length)
    let sum = SYNSegments.constantSum(from: source, to: target)
    bytes.withUnsafeMutableBytes { buffer in
      if let base = buffer.baseAddress { segments.write(probe, constantSum: sum, to: base) }
    }
    let words: [UInt32] = stride(from: 0, to: bytes.count, by: 2).map { index in
      UInt32(bytes[index]) << 8 | UInt32(bytes[index + 1])
    }
    // The pseudo-header (RFC 9293, section 3.1): addresses, protocol and length.
    var total = 6 + UInt32(bytes.count)
    for word in words { total += word }
    for end in [source, target].compactMap(\.v4) {
      total += end.rawValue >> 16
      total += end.rawValue & 0xFFFF
    }
    while total > 0xFFFF { total = total & 0xFFFF + total >> 16 }
    #expect(total == 0xFFFF)
    // A header of 24 bytes, SYN alone, and as the only option the longest segment, 1460 bytes.
    #expect(words[1] == 65_535)
    #expect(words[6] == 0x6002)
    #expect(words[10] == 0x0204)
    #expect(words[11] == 1460)
    let port = UInt16(words[0])
    #expect(port == segments.source(attempt: attempt))
    let found = segments.attempt(
      acknowledging: (words[2] << 16 | words[3]) &+ 1,
      to: port,
      host: 3,
      port: 65_535
    )
    #expect(found == attempt)
  }

  @Test func `are recognised by what they acknowledge, and by nothing else`() {
    let number = segments.sequence(host: 0, port: 80, attempt: 1)
    func attempt(_ number: UInt32, to own: UInt16 = 41_000, host: Int = 0, port: UInt16 = 80)
      -> UInt8?
    { segments.attempt(acknowledging: number, to: own, host: host, port: port) }
    #expect(attempt(number &+ 1) == 1)
    #expect(attempt(number) == nil)
    #expect(attempt(number &+ 1, to: 42_000) == nil)
    #expect(attempt(number &+ 1, to: 1) == nil)
    #expect(attempt(number &+ 1, host: 1) == nil)
    #expect(attempt(number &+ 1, port: 81) == nil)
    #expect(attempt(0) == nil)
  }

  @Test func `come from another port at the next try`() {
    for attempt in UInt8(1)...15 {
      #expect(segments.source(attempt: attempt) != segments.source(attempt: attempt + 1))
      #expect(segments.source(attempt: attempt) != segments.source(attempt: 0))
    }
  }

  @Test func `ICMP's words are told apart`() {
    #expect(PortReason(icmpType: 3, code: 13, isV4: true) == .prohibited)
    #expect(PortReason(icmpType: 3, code: 1, isV4: true) == .hostUnreachable)
    #expect(PortReason(icmpType: 3, code: 3, isV4: true) == .portUnreachable)
    #expect(PortReason(icmpType: 11, code: 0, isV4: true) == nil)
    #expect(PortReason(icmpType: 1, code: 1, isV4: false) == .prohibited)
    #expect(PortReason(icmpType: 1, code: 4, isV4: false) == .portUnreachable)
    #expect(PortReason.allCases.filter { $0.state == .closed } == [.refused, .reset])
  }
}
