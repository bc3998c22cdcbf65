import Testing

@testable import homenet

/// On which lines of a configuration file what stands.
@Suite struct TOMLLinesTests {
  private static let document = #"""
    # A comment with [brackets] and "quotes.

    [serve]
    listen = [
      "127.0.0.1:8480", # and a comment: ]
      "[::1]:8480",
    ]
    data = "/srv/a#b"   # no comment before this

    [monitor.nas]
    kind = "http"
    note = """
    [monitor.fake]
    kind = "icmp" \"""
    """""
    options.method = "HEAD"
    options.headers = [ { name = "A", value = "]" },
      { name = "B", value = '\' } ]
    degraded = { rtt_ms = 5,
      loss = 0.5 }

    [[rule]]
    id = "first"
    [[rule]]
    id = "second"
    [rule.hours]
    from = "22:00"
    [ monitor . "web.lan" ]
    'target' = "x"
    last = 1
    """#

  @Test(arguments: [
    ("serve", 3), ("serve.listen", 4), ("serve.listen[0]", 5), ("serve.listen[1]", 6),
    ("serve.data", 8), ("monitor.nas", 10), ("monitor.nas.kind", 11), ("monitor.nas.note", 12),
    ("monitor.nas.options", 16), ("monitor.nas.options.method", 16),
    ("monitor.nas.options.headers", 17), ("monitor.nas.options.headers[0].value", 17),
    ("monitor.nas.options.headers[1]", 18), ("monitor.nas.options.headers[1].name", 18),
    ("monitor.nas.degraded.rtt_ms", 19), ("monitor.nas.degraded.loss", 20),
    ("rule[0].id", 23), ("rule[1]", 24), ("rule[1].id", 25), ("rule[1].hours", 26),
    ("rule[1].hours.from", 27),
  ])
  func `values are found`(path: String, line: Int) {
    let lines = TOMLLines(Self.document)
    #expect(lines.line(of: ConfigurationPath(parsing: path)) == line)
  }

  @Test func `what isn't there is where its table is`() {
    let lines = TOMLLines(Self.document)
    #expect(lines.line(of: ConfigurationPath(parsing: "monitor.nas.target")) == 10)
    #expect(lines.line(of: ConfigurationPath(parsing: "serve.listen[7].x")) == 4)
    #expect(lines.line(of: ConfigurationPath(parsing: "monitor.fake")) == 10)
    #expect(lines.line(of: ConfigurationPath(parsing: "nothing")) == nil)
    #expect(lines.line(of: ConfigurationPath()) == nil)
  }

  @Test func `a byte order mark is no key`() {
    let lines = TOMLLines("\u{FEFF}[serve]\nlan = true\n")
    #expect(lines.line(of: ConfigurationPath(parsing: "serve")) == 1)
    #expect(lines.line(of: ConfigurationPath(parsing: "serve.lan")) == 2)
  }

  @Test func `quoted keys are keys`() {
    let lines = TOMLLines(Self.document)
    let path = ConfigurationPath(keys: ["monitor", "web.lan", "target"])
    #expect(lines.line(of: path) == 29)
    #expect(lines.line(of: ConfigurationPath(keys: ["monitor", "web.lan", "last"])) == 30)
  }

  /// Whatever it is given, it ends.
  @Test(arguments: [
    "", "[", "[[", "[[[[[[", "a", "a =", "a = [", "a = [[[[[[[[[[[[[[[[[[[[[[[[[[", "a = {",
    "a = \"",
    "a = \"\"\"", "a = '''", "= 1", "]]]]", "a = { b = { c = [ { d", "a.b.c.d.e", "\"", "\\",
    "a = \"\\",
    "\u{0}\u{1}", "a = [1, 2", "[a]]\n]\nb = 1",
  ])
  func `broken documents end it, too`(text: String) {
    for count in 1...3 {
      let whole = String(repeating: text + "\n", count: count)
      let line = TOMLLines(whole).line(of: ConfigurationPath(keys: ["a"]))
      #expect((line ?? 1) <= count * 3 + 1)
    }
  }

  @Test func `a document of nothing but brackets is read once`() {
    let text = "a = " + String(repeating: "[", count: 50_000)
    #expect(TOMLLines(text).line(of: ConfigurationPath(keys: ["a"])) == 1)
  }

  @Test func `paths are written as they are read`() {
    for text in ["monitor.nas.conditions[0]", "a", "a[0][1].b", "serve.listen"] {
      #expect(ConfigurationPath(parsing: text).description == text)
    }
  }
}
