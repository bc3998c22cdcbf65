import Testing

@testable import Monitoring

@Suite struct `Values in JSON` {
  private static let text = #"""
    {"a": {"b": [10, -2.5e+3, "x\u00e9\ud83c\udfe0\n\/\"", true, false, null, [], {"c": {}}]},
     "a\"b": 1, "": 2, "twice": {"in": 1}, "twice": {"out": 2}, "k\u0065y": "\ud83c", "raw": "a	b"}
    """#

  @Test(
    arguments: [
      ([.key("a"), .key("b"), .index(0)], .number("10")),
      ([.key("a"), .key("b"), .index(1)], .number("-2.5e+3")),
      ([.key("a"), .key("b"), .index(2)], .text("xé🏠\n/\"")),
      ([.key("a"), .key("b"), .index(3)], .flag(true)),
      ([.key("a"), .key("b"), .index(4)], .flag(false)),
      ([.key("a"), .key("b"), .index(5)], .null),
      ([.key("a"), .key("b"), .index(6)], .container(count: 0, json: "[]")),
      ([.key("a"), .key("b"), .index(7)], .container(count: 1, json: #"{"c":{}}"#)),
      ([.key("a"), .key("b"), .index(7), .key("c")], .container(count: 0, json: "{}")),
      ([.key("a"), .key("b"), .index(8)], .absent), ([.key("a"), .key("c")], .absent),
      ([.key("a"), .index(0)], .absent), ([.key("a"), .key("b"), .key("0")], .absent),
      ([.key("a"), .key("b"), .index(0), .key("c")], .absent), ([.key("b")], .absent),
      ([.key("a\"b")], .number("1")), ([.key("")], .number("2")),
      ([.key("key")], .text("\u{FFFD}")),
      ([.key("raw")], .text("a\tb")),
      // Of equal keys the last counts, also where the way goes on only in the first.
      ([.key("twice"), .key("out")], .number("2")), ([.key("twice"), .key("in")], .absent),
    ] as [([ConditionPath.Step], JSONPathResult)]
  )
  func `are found by their path`(path: [ConditionPath.Step], value: JSONPathResult) {
    #expect(JSONPathReader.value(at: path, in: Array(Self.text.utf8)) == value)
  }

  @Test(
    arguments: [
      ("1", .number("1")), (" \"a\" ", .text("a")), ("\u{FEFF}null", .null),
      ("[1 , [2]]", .container(count: 2, json: "[1,[2]]")),
      (#"{"a b" : "c \" d"}"#, .container(count: 1, json: #"{"a b":"c \" d"}"#)),
    ] as [(String, JSONPathResult)]
  )
  func `may be the whole text`(text: String, value: JSONPathResult) {
    #expect(JSONPathReader.value(at: [], in: Array(text.utf8)) == value)
  }

  @Test(arguments: [
    "", " ", "{", "[", "}", "]", "[1", "[1,", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
    "{a:1}",
    "{1:2}", "[1 2]", "[1]]", "1 2", "\"a", "\"a\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "01",
    "1.", ".5",
    "+1", "-", "1e", "1e+", "tru", "nul", "nan", "True", "'a'", "<html>", "[}", "{]", "/", "\u{0}",
  ])
  func `are none where the text is no JSON`(text: String) {
    #expect(JSONPathReader.value(at: [], in: Array(text.utf8)) == .invalid)
  }

  @Test func `are none where the text ends early`() {
    let bytes = Array(Self.text.utf8)
    for count in bytes.indices {
      let value = JSONPathReader.value(at: [.key("a"), .key("b")], in: Array(bytes.prefix(count)))
      #expect(value == .invalid)
    }
  }

  @Test func `are not sought deeper than the limit`() {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    let limit = JSONPathReader.mostLevels
    #expect(JSONPathReader.value(at: [], in: nested(limit)) != .invalid)
    #expect(JSONPathReader.value(at: [], in: nested(limit + 1)) == .invalid)
    #expect(JSONPathReader.value(at: [], in: nested(100_000)) == .invalid)
  }
}
