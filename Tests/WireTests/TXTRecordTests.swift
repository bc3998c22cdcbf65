import Testing
import Wire

/// The rules of RFC 6763, section 6.4.
@Suite("TXT records") struct TXTRecordTests {
  private func entries(_ strings: String...) -> [TXTRecord.Entry] {
    TXTRecord(strings: strings.map { Array($0.utf8) }).entries
  }

  @Test func `Key alone, empty value and value are three things`() {
    #expect(entries("a", "b=", "c=d") == [.init("a", nil), .init("b", []), .init("c", text: "d")])
  }

  @Test func `The first occurrence of a key counts, in any case`() {
    #expect(entries("Key=1", "KEY=2", "key") == [.init("Key", text: "1")])
  }

  @Test func `Strings without a key are left out`() {
    #expect(entries("=x", "", "=", "a=b=c") == [.init("a", text: "b=c")])
  }

  @Test func `Bytes that are no text are kept`() {
    let record = TXTRecord(strings: [[0x61, 0x3D, 0xFF, 0x00]])
    #expect(record["A"]?.value == [0xFF, 0x00])
    #expect(record["b"] == nil)
  }

  @Test func `An empty record is one empty string`() throws {
    #expect(TXTRecord([TXTRecord.Entry]()).rawValue == [0])
    let message = DNSMessage(answers: [DNSRecord(.local, .other(.txt, []))])
    let read = try DNSMessage(parsing: message.serialised)
    #expect(read.answers.first?.data == .txt(TXTRecord(strings: [])))
  }

  @Test func `Strings are cut to 255 bytes`() {
    let record = TXTRecord(strings: [Array(repeating: 0x61, count: 300)])
    #expect(record.strings.map(\.count) == [255])
  }
}
