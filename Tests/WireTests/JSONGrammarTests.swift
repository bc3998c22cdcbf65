import Testing
import Wire

@Suite struct JSONGrammarTests {
  @Test(
    arguments: [
      ("0", 1), ("-0", 2), ("10,", 2), ("1.5]", 3), ("-2.5e+3 ", 7), ("1E2", 3), ("1e-2x", 4),
      ("12a", 2), ("01", nil), ("-01", nil), ("", nil), ("-", nil), ("+1", nil), (".5", nil),
      ("1.", nil), ("1.e1", nil), ("1e", nil), ("1e+", nil), ("x", nil),
    ] as [(String, Int?)]
  )
  func `a number ends where the grammar says`(_ text: String, _ end: Int?) {
    #expect(JSONGrammar.endOfNumber(in: Array(text.utf8), at: 0) == end)
    #expect(JSONGrammar.endOfNumber(in: Array("[\(text)".utf8), at: 1) == end.map { $0 + 1 })
  }

  @Test(
    arguments: [
      ("0041", "A", 4), ("00e9x", "é", 4), ("20AC", "€", 4), ("0000", "\u{0}", 4),
      (#"d83c\udfe0"#, "🏠", 10), (#"DBFF\uDFFF."#, "\u{10FFFF}", 10),
    ] as [(String, Unicode.Scalar, Int)]
  )
  func `digits of an escape are a character`(
    _ text: String,
    _ character: Unicode.Scalar,
    _ end: Int
  ) {
    let escape = JSONGrammar.escapedCharacter(in: Array(text.utf8), at: 0)
    #expect(escape?.character == character)
    #expect(escape?.end == end)
  }

  @Test(arguments: [
    "", "004", "00g0", "+041", "d83c", #"d83c\"#, #"d83c\u"#, #"d83c\udfe"#, #"d83c\u0041"#,
    #"d83cxudfe0"#, "dfe0", #"dfe0\ud83c"#,
  ])
  func `half of a character is none`(_ text: String) {
    #expect(JSONGrammar.escapedCharacter(in: Array(text.utf8), at: 0)?.end == nil)
  }

  @Test func `past the end there is nothing`() {
    #expect(JSONGrammar.endOfNumber(in: [0x31], at: 1) == nil)
    #expect(JSONGrammar.endOfNumber(in: [0x31], at: 2) == nil)
    #expect(JSONGrammar.escapedCharacter(in: [], at: 1)?.end == nil)
  }
}
