import Model
import Testing
@testable import homenet

@Suite struct TextTests {
  @Test(arguments: [
    ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("🏠", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2),
    ("한글", 4), ("\u{200B}", 0), ("Ａ", 2), ("", 0),
  ])
  func `columns of a terminal`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test func `nothing from the network acts on a terminal`() {
    #expect(DisplayText.safe("a\u{1B}[31mb\u{7}\u{9B}c") == "a\u{FFFD}[31mb\u{FFFD}\u{FFFD}c")
    #expect(DisplayText.safe("one\ntwo\r\tthree\u{2028}") == "one two  three ")
    #expect(DisplayText.safe("\u{202E}evil\u{2066}") == "evil")
    #expect(DisplayText.safe("in\u{200B}vis\u{AD}ib\u{2060}le\u{FFF9}") == "invisible")
    // Families and Persian words are written with joiners.
    #expect(DisplayText.safe("👨‍👩‍👧 می\u{200C}خواهم") == "👨‍👩‍👧 می\u{200C}خواهم")
  }

  @Test(arguments: [
    ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("=1+1", "'=1+1"),
    ("a,\u{301}b", "\"a,\u{301}b\""), ("\"\u{301}", "\"\"\"\u{301}\""), ("=\u{301}1", "'=\u{301}1"),
    ("plain", "plain"), ("", ""), ("a;=1+1", "a;'=1+1"), ("a; =1", "a;' =1"),
    (";\"=1\"", "\";'\"\"=1\"\"\""),
    ("a;b=c", "a;b=c"), (";;@x;-y", ";;'@x;'-y"), ("a-b@c", "a-b@c"), ("\u{FF1D}1", "'\u{FF1D}1"),
    (" =1", "' =1"), ("a\u{200B};\u{200B}=1", "a;'=1"),
  ])
  func `no field leaves its column or runs as a formula`(field: String, escaped: String) {
    #expect(CSVText.escaped(field).unicodeScalars.elementsEqual(escaped.unicodeScalars))
  }

  @Test func `text is cut at columns, not at characters`() {
    #expect(DisplayText.truncated("abcdef", to: 6) == "abcdef")
    #expect(DisplayText.truncated("abcdef", to: 5) == "abcd…")
    #expect(DisplayText.truncated("日本語", to: 5) == "日本…")
    #expect(DisplayText.truncated("日本語", to: 4) == "日…")
    #expect(DisplayText.truncated("abc", to: 1) == "…")
    #expect(DisplayText.truncated("abc", to: 0) == "")
  }

  @Test(arguments: [
    ("200ms", 200), ("2s", 2000), ("5m", 300_000), ("1.5", 1500), ("0", 0), ("0.25s", 250),
    ("1h", 3_600_000), ("0.5h", 1_800_000), ("1d", 86_400_000),
  ])
  func `durations`(text: String, milliseconds: Int) throws {
    #expect(try parseDuration(text) == .milliseconds(milliseconds))
  }

  @Test(arguments: ["", "s", "ms", "-1s", "25h", "1e3", "nan", "1 s", "2d", "1441m", ".", "1..2"])
  func `other durations are refused`(text: String) {
    #expect(throws: (any Error).self) { try parseDuration(text) }
  }

  @Test func `a narrow table loses room where there is most, then the least important column`() {
    var table = TextTable(columns: [
      TextTable.Column(title: "A", minimum: 3, maximum: 20, importance: 2),
      TextTable.Column(title: "B", minimum: 4, maximum: 20, importance: 1),
    ])
    table.rows = [[TextTable.Cell("alphabet"), TextTable.Cell("beta")]]
    let at = { (width: Int?) in table.lines(width: width) { $0 } }
    #expect(at(nil) == ["A         B", "alphabet  beta"])
    #expect(at(14) == ["A         B", "alphabet  beta"])
    #expect(at(11) == ["A      B", "alph…  beta"])
    #expect(at(6) == ["A", "alpha…"])
    for width in 1...20 {
      #expect(at(width).allSatisfy { DisplayWidth.of($0) <= max(width, 3) })
    }
  }

  @Test func `what is whole is never cut, whatever the room`() {
    var table = TextTable(columns: [
      TextTable.Column(title: "HOP", minimum: 3, maximum: 3, importance: 10, isWhole: true),
      TextTable.Column(title: "ADDRESS", minimum: 15, maximum: 45, importance: 11, isWhole: true),
      TextTable.Column(title: "NAME", minimum: 5, maximum: 9, importance: 6, isWhole: true),
      TextTable.Column(title: "LOSS", minimum: 4, maximum: 7, importance: 8, isWhole: true),
      TextTable.Column(title: "SENT", minimum: 4, maximum: 7, importance: 4, isWhole: true),
    ])
    let long = "2001:db8:1111:2222:3333:4444:5555:6666"
    let row = { (texts: String...) in texts.map { TextTable.Cell($0) } }
    table.rows = [
      row("1", "192.0.2.1", "router.example", "100 %", "3"), row("2", long, "", "0 %", "3"),
    ]
    let at = { (width: Int?) in table.lines(width: width) { $0 } }
    // No maximum cuts it, a name that has no room is left out, and lesser columns come first.
    #expect(at(nil)[1].contains("router.example"))
    #expect(at(77)[1].contains("router.example"))
    #expect(!at(60).joined().contains("router") && at(60)[0].hasSuffix("LOSS   SENT"))
    #expect(!at(52)[0].contains("SENT"))
    let narrow = [
      "HOP  ADDRESS                 LOSS   SENT", "1    192.0.2.1               100 %  3", "2",
      "  " + long, "                             0 %    3",
    ]
    #expect(at(40) == narrow)
    for width in 39...90 {
      #expect(at(width).contains { $0.contains(long) }, "\(at(width))")
      #expect(at(width).joined().contains("100 %") && !at(width).joined().contains("…"))
      #expect(at(width).allSatisfy { DisplayWidth.of($0) <= width }, "\(at(width))")
    }
    // Where it is longer than the line it goes on at a joint.
    #expect(at(30).contains { $0.hasSuffix(" 2001:db8:1111:2222:3333:4444:") })
    for width in 15...38 {
      let text = at(width).joined().replacing(" ", with: "")
      #expect(text.contains(long) && !text.contains("…"), "\(at(width))")
    }
  }

  @Test(
    arguments: [
      ("one two three", 7, ["one two", "three"]), ("one two three", 6, ["one", "two", "three"]),
      ("abcdef", 3, ["abc", "def"]), ("2001:db8::1", 8, ["2001:", "db8::1"]),
      ("to host.example.net", 12, ["to", "host.", "example.net"]), ("a", 0, ["a"]), ("", 3, [""]),
      ("日本語", 3, ["日", "本", "語"]), ("日", 1, ["日"]), ("fits", 4, ["fits"]),
    ] as [(String, Int, [String])]
  )
  func `lines end at spaces, or else at joints`(text: String, width: Int, lines: [String]) {
    #expect(DisplayText.wrapped(text, to: width) == lines)
    #expect(DisplayText.wrapped(text, to: nil) == [text])
  }

  @Test func `an empty column is left out, and no line ends in spaces`() {
    var table = TextTable(columns: [
      TextTable.Column(title: "A", minimum: 1, maximum: 9, importance: 1),
      TextTable.Column(title: "B", minimum: 1, maximum: 9, importance: 1),
      TextTable.Column(title: "C", minimum: 1, maximum: 9, importance: 1),
    ])
    table.rows = [
      [TextTable.Cell("1"), TextTable.Cell(nil), TextTable.Cell("🏠🏠")],
      [TextTable.Cell("22"), TextTable.Cell(""), TextTable.Cell(nil)],
    ]
    #expect(table.lines(width: nil) { $0 } == ["A   C", "1   🏠🏠", "22"])
  }

  @Test func `a field of CSV can't leave its cell, nor run as a formula`() {
    #expect(CSVText.escaped("plain") == "plain")
    #expect(CSVText.escaped("a,b \"c\"") == "\"a,b \"\"c\"\"\"")
    #expect(CSVText.escaped("=HYPERLINK(1)") == "'=HYPERLINK(1)")
    #expect(CSVText.escaped("two\nlines") == "two lines")
  }

  @Test func `a table too high for the screen says how many are left out`() {
    #expect(LiveTableRenderer.fitted(["h", "1", "2"], to: 3) == ["h", "1", "2"])
    #expect(LiveTableRenderer.fitted(["h", "1", "2", "3"], to: 3) == ["h", "1", "… and 2 more"])
  }
}

@Suite struct QRCodeTests {
  @Test func `a code has its three finders, and light around it`() throws {
    let code = try #require(QRCode("http://192.168.178.123:8480/"))
    #expect(code.side == 25)
    for (row, column) in [(0, 0), (0, code.side - 7), (code.side - 7, 0)] {
      for step in 0..<7 {
        #expect(code.isDark(row, column + step) && code.isDark(row + step, column))
        #expect(code.isDark(row + 6, column + step) && code.isDark(row + step, column + 6))
      }
      #expect(!code.isDark(row + 1, column + 1) && code.isDark(row + 3, column + 3))
    }
    let lines = code.lines(isColoured: false)
    #expect(lines.count == code.size.rows)
    #expect(lines.allSatisfy { $0.count == code.size.columns })
    #expect(lines.first?.allSatisfy { $0 == "█" } == true)
    // The other way round on white.
    #expect(code.lines(isColoured: true).first?.contains("█") == false)
  }

  @Test func `what is too long for a code has none`() {
    #expect(QRCode(String(repeating: "x", count: 4000)) == nil)
  }
}

@Suite struct PastTimeTests {
  @Test(
    arguments: [
      (-600, "2027-01-15"), (0, "just now"), (119, "just now"), (180, "3 min ago"),
      (7199, "119 min ago"), (7200, "2 h ago"), (172_800, "2 days ago"), (2_678_400, "2026-12-15"),
    ] as [(Int64, String)]
  )
  func `a time that has passed is said in words`(seconds: Int64, words: String) {
    let now = Timestamp(milliseconds: 1_800_000_000_000)
    let time = Timestamp(milliseconds: now.milliseconds - seconds * 1000)
    #expect(RelativeTime.words(time, now: now) == words)
  }

  @Test func `what never happened has no date`() {
    let now = Timestamp(milliseconds: 1_800_000_000_000)
    #expect(RelativeTime.words(.never, now: now) == "never")
    #expect(RelativeTime.lastSeen(.never, now: now) == "never seen")
    #expect(RelativeTime.lastSeen(now, now: now) == "last seen just now")
  }
}
