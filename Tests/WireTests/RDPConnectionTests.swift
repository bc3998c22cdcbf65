import Testing
import Wire

@Suite struct `A remote desktop's first message` {
  @Test func `is written as MS-RDPBCGR shows it`() {
    let request = RDPConnection(isConfirmation: false, negotiation: .protocols(3))
    #expect(
      request.serialised == [
        3, 0, 0, 19, 14, 0xE0, 0, 0, 0, 0, 0, 1, 0, 8, 0, 3, 0, 0, 0,
      ]
    )
  }

  @Test func `is read back, with and without a negotiation`() throws {
    for negotiation in [nil, .protocols(2), .failure(5)] as [RDPConnection.Negotiation?] {
      let answer = RDPConnection(isConfirmation: true, negotiation: negotiation)
      #expect(try RDPConnection(parsing: answer.serialised) == answer)
    }
  }

  @Test func `that lies is none`() {
    for bytes in [
      [], [3, 0, 0], [2, 0, 0, 19], [3, 0, 0, 4], [3, 0, 0xFF, 0xFF], [3, 0, 0, 11, 6, 0xD0],
      [3, 0, 0, 11, 6, 0x10, 0, 0, 0, 0, 0],
    ] as [[UInt8]] {
      #expect(throws: WireError.self) { try RDPConnection(parsing: bytes) }
    }
  }
}
