import Home
import Testing

@Suite struct CSVTableTests {
  private static func rows(_ text: String) throws -> [[String]] {
    let table = try CSVTable(Array(text.utf8))
    return [table.header] + table.rows
  }

  @Test(
    arguments: [
      ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
      ("a,b\n1,2", [["a", "b"], ["1", "2"]]),
      ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]),
      ("\u{FEFF}a;b\n1,5;2\n", [["a", "b"], ["1,5", "2"]]),
      ("a\tb\n1\t2\n", [["a", "b"], ["1", "2"]]),
      ("a,b\n\"x, \"\"y\"\"\r\nz\",2\n", [["a", "b"], ["x, \"y\"\r\nz", "2"]]),
      ("a,b\n\n1\n\n,\n1,2,3\n", [["a", "b"], ["1"], ["", ""], ["1", "2", "3"]]),
      ("a,b\nx\"y,\"1\"2\n", [["a", "b"], ["x\"y", "12"]]),
      ("a", [["a"]]),
    ] as [(String, [[String]])]
  )
  func `tables are read as programs write them`(text: String, rows: [[String]]) throws {
    #expect(try Self.rows(text) == rows)
  }

  @Test func `what is no table is said to be none`() {
    #expect(throws: CSVTable.Failure.empty) { try Self.rows("") }
    #expect(throws: CSVTable.Failure.empty) { try Self.rows("\n\r\n") }
    #expect(throws: CSVTable.Failure.openQuote(line: 2)) { try Self.rows("a\n\"b\nc") }
    #expect(throws: CSVTable.Failure.tooManyFields(line: 1)) {
      try Self.rows(String(repeating: ",", count: 1000))
    }
    #expect(throws: CSVTable.Failure.tooManyFields(line: 100_002)) {
      try Self.rows(String(repeating: "a\n", count: 100_100))
    }
    #expect(throws: CSVTable.Failure.tooLong) {
      try CSVTable(Array(repeating: UInt8(ascii: "a"), count: CSVTable.mostBytes + 1))
    }
  }

  @Test func `bytes that are no text are read all the same`() throws {
    let table = try CSVTable([0x61, 0xFF, 0x2C, 0x00, 0x0A, 0xC3])
    #expect(table.header == ["aÿ", "\0"] && table.rows == [["Ã"]])
    #expect(table.isWindows1252)
  }
}
