import Testing
import Wire

@Suite struct `An ESPHome message` {
  @Test func `is written as its documentation says`() {
    let hello = ESPHomeMessage(
      kind: 1,
      fields: [.init(1, .bytes(Array("ab".utf8))), .init(2, .number(300))]
    )
    #expect(hello.serialised == [0, 7, 1, 0x0A, 2, 0x61, 0x62, 0x10, 0xAC, 2])
  }

  @Test func `is read back, and fields of other types are passed over`() throws {
    var message = ESPHomeMessage(
      kind: 10,
      fields: [.init(13, .bytes(Array("Attic".utf8))), .init(1, .number(.max))]
    )
    #expect(try ESPHomeMessage(parsing: message.serialised) == message)
    #expect(message.text(13) == "Attic" && message.text(2) == nil && message.text(1) == nil)
    message.fields = []
    let others: [UInt8] = [0x0D, 1, 2, 3, 4, 0x11, 1, 2, 3, 4, 5, 6, 7, 8]
    #expect(try ESPHomeMessage(parsing: [0, 14, 10] + others) == message)
  }

  @Test func `that lies about lengths is none`() {
    for bytes in [
      [], [0], [1, 0, 0], [0, 4, 1, 0x0A, 0xFF, 0xFF, 0x7F], [0, 2, 1, 0x0A, 5], [0, 1, 1, 0x0B],
      [0] + Array(repeating: 0xFF, count: 20), [0, 0xFF, 0xFF, 0xFF, 0x7F, 1], [0, 9, 1, 8, 1],
      [0, 0x82, 2, 1] + Array(repeating: [8, 1] as [UInt8], count: 128).flatMap(\.self) + [8, 1],
    ] as [[UInt8]] {
      #expect(throws: WireError.self, "\(bytes.prefix(8))") {
        try ESPHomeMessage(parsing: bytes)
      }
    }
  }

  @Test func `of a stream waits for its end`() throws {
    let whole = ESPHomeMessage(kind: 2, fields: [.init(4, .bytes([0x61]))]).serialised
    for length in whole.indices {
      #expect(try ESPHomeMessage.first(in: whole[..<length], limit: 4096) == nil)
    }
    #expect(try ESPHomeMessage.first(in: whole[...], limit: 4096)?.length == whole.count)
  }
}
