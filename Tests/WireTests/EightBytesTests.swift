import Testing

@testable import Wire

@Suite("Eight bytes") struct EightBytesTests {
  private static let others: [UInt8] = [
    0, 1, 0x1F, 0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7E, 0x7F, 0x80, 0xA2, 0xFF,
  ]
  private let quote = UInt8(ascii: "\"")
  private let escape = UInt8(ascii: "\\")

  private func word(_ bytes: [UInt8]) -> UInt64 { bytes.span.bytes.eightBytes(at: 0) }

  @Test("the first byte that ends a text is found, whatever follows it") func firsts() {
    let bytes = Self.others + [quote, escape]
    for first in bytes {
      for second in bytes {
        for place in 0..<8 {
          var text = [UInt8](repeating: UInt8(ascii: "a"), count: 8)
          text[place] = first
          text[min(place + 1, 7)] = second
          let ends = { (byte: UInt8) in byte < 0x20 || byte == quote || byte == escape }
          let plain = text.firstIndex(where: ends) ?? 8
          #expect(word(text).bytes(before: quote, escape) == plain)
          let ascii = text.firstIndex { ends($0) || $0 >= 0x7F } ?? 8
          #expect(word(text).asciiBytes(before: quote, escape) == ascii)
        }
      }
    }
  }

  @Test("as many bytes as are wanted are copied, and no other is touched", arguments: 0..<40)
  func copies(count: Int) {
    let text = (0..<40).map { UInt8($0 + 100) }
    for offset in [0, 1, 9] {
      var copy = [UInt8](repeating: 7, count: 64)
      var span = copy.mutableSpan
      var bytes = span.mutableBytes
      bytes.store(text.span, count: count, at: offset)
      var expected = [UInt8](repeating: 7, count: 64)
      expected.replaceSubrange(offset..<offset + count, with: text[..<count])
      #expect(copy == expected)
    }
  }
}
