import Testing
import Wire

@Suite struct HexTests {
  @Test func `bytes are two digits each, in either case`() {
    #expect(Hex.encode([0x00, 0x0A, 0xF9]) == "000af9")
    #expect(Hex.encode([0x00, 0x0A, 0xF9], .upper) == "000AF9")
    #expect(Hex.encode([]) == "")
  }

  @Test func `every byte comes back from both cases`() {
    let all = Array(UInt8.min...UInt8.max)
    #expect(Hex.decode(Hex.encode(all).utf8) == all)
    #expect(Hex.decode(Hex.encode(all, .upper).utf8) == all)
  }

  @Test(arguments: ["0", "0g", "g0", " 00", "0x", "00:11", "é0", "\u{0}0"])
  func `what is no pairs of digits is refused`(text: String) {
    #expect(Hex.decode(text.utf8) == nil)
  }

  @Test(arguments: [("", []), ("0", []), ("00ff1", [0, 255]), ("0A-B", [10]), ("x00", [])])
  func `the prefix ends before what is no pair of digits`(text: String, bytes: [UInt8]) {
    #expect(Hex.decodePrefix(text.utf8) == bytes)
  }

  @Test func `numbers are filled up to their width, never cut`() {
    #expect(Hex.encode(0x1B as UInt32, digits: 4) == "001b")
    #expect(Hex.encode(UInt64.max, digits: 4) == "ffffffffffffffff")
    #expect(Hex.encode(0 as UInt8, digits: 0) == "0")
  }
}
