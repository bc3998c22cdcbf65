import Testing
import Wire

@Suite struct `A CoAP message` {
  private static let question = CoAPMessage(
    kind: .confirmable,
    code: CoAPMessage.get,
    id: 0x1234,
    token: [0x48],
    options: [".well-known", "core"].map {
      CoAPMessage.Option(CoAPMessage.Option.uriPath, Array($0.utf8))
    }
  )

  @Test func `is written as RFC 7252 says`() {
    let bytes: [UInt8] =
      [0x41, 0x01, 0x12, 0x34, 0x48, 0xBB] + Array(".well-known".utf8) + [0x04]
      + Array("core".utf8)
    #expect(Self.question.serialised == bytes)
  }

  @Test func `is read back, long options included`() throws {
    var message = Self.question
    message.kind = .acknowledgement
    message.code = CoAPMessage.content
    message.options = [
      .init(12, [40]), .init(23, [0x0E]), .init(300, Array(repeating: 7, count: 20)),
      .init(60_000, Array(repeating: 9, count: 700)),
    ]
    message.payload = Array("<a>".utf8)
    #expect(try CoAPMessage(parsing: message.serialised) == message)
    #expect(message[CoAPMessage.Option.contentFormat] == [40])
  }

  @Test func `that is cut off, or claims more than there is, is none`() {
    let whole = Self.question.serialised
    // A message ends where its options do: a cut between them makes a shorter one.
    for length in [0, 1, 3, 4, 6, 16, 18, 20] {
      #expect(throws: WireError.self, "\(length)") {
        try CoAPMessage(parsing: Array(whole.prefix(length)))
      }
    }
    for bytes in [
      [0x81, 1, 0, 0, 0], [0x49, 1, 0, 0] + Array(repeating: 0, count: 16),
      [0x40, 1, 0, 0, 0xFF], [0x40, 1, 0, 0, 0xF0], [0x40, 1, 0, 0, 0x0F],
      [0x40, 1, 0, 0, 0xE0, 0xFF, 0xFF, 0xE0, 0xFF, 0xFF],
      [0x40, 1, 0, 0] + Array(repeating: 0, count: 33),
    ] as [[UInt8]] {
      #expect(throws: WireError.self) { try CoAPMessage(parsing: bytes) }
    }
  }
}
