import Testing
import Wire

@Suite struct JSONValueTests {
  private func read(_ text: String) -> JSONValue? { JSONValue(Array(text.utf8)) }

  @Test func `every kind of value is read, and members come in order of name`() {
    let list: [JSONValue] = [
      .number(1), .number(-2500), "x", .flag(true), .flag(false), .null, .object([]), .list([]),
    ]
    let expected = JSONValue.object([.init("a", ""), .init("b", .list(list))])
    #expect(
      read(" {\"b\" : [1, -2.5e+3,\n\"x\",true,false,\tnull,{ },[ ]]\r\n, \"a\":\"\" } ")
        == expected
    )
  }

  @Test(
    arguments: [
      "", " ", "{", "}", "[", "]", "[}", "[1]]", "[,]", "[1,,]", "[,1]", "[1 2]", "{,}",
      #"{"a":1,,}"#, #"{"a"}"#, #"{"a":}"#, #"{"a":1 "b":2}"#, #"{"a":1,2}"#, #"{a:1}"#, "{} {}",
      "{}x",
      "{}\u{0}", "{}\u{A0}", "\u{A0}{}", "/**/1", "01", "-01", "+1", "1.", ".1", "1e", "1e+", "-",
      "1e999", "-1e999", "NaN", "Infinity", "0x1", "tru", "nul", "TRUE", "'a'", "\"a", "\"a\nb\"",
      "\"\u{0}\"", #""\"#, #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud800""#, #""\ud83cx""#,
      #""\ud83c\u0041""#, #""\udc00\ud800""#,
    ]
  )
  func `what is not JSON is nothing`(_ text: String) {
    #expect(read(text) == nil)
  }

  @Test(
    arguments: [
      [0xFF], [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0xFF, 0xFE, 0x31, 0x00], [0xEF, 0xBB, 0xBF], [0xEF, 0xBB, 0x31],
    ] as [[UInt8]]
  )
  func `bytes that are no UTF-8 are not JSON`(_ bytes: [UInt8]) {
    #expect(JSONValue(bytes) == nil)
  }

  @Test func `a comma may stand behind the last element`() {
    #expect(read(#"{"a":[1, ],}"#)?.json == #"{"a":[1]}"#)
  }

  @Test func `a byte order mark is passed over`() {
    #expect(JSONValue([0xEF, 0xBB, 0xBF] + Array("1".utf8)) == JSONValue.number(1))
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("-1", -1), ("1E2", 100), ("0.1", 0.1), ("-1.5e-3", -0.0015),
      ("9007199254740991", 9_007_199_254_740_991), ("10e-0", 10),
    ] as [(String, Double)]
  )
  func `numbers are those of the grammar`(_ text: String, _ number: Double) {
    #expect(read(text)?.number == number)
  }

  @Test func `escapes stand for characters`() {
    let escaped = read(#""\"\\\/\b\f\n\r\t\u00e9\u20AC\ud83c\udfe0é🏠x""#)
    #expect(escaped?.text == "\"\\/\u{8}\u{C}\n\r\té€🏠é🏠x")
  }

  @Test func `of members with one name the first counts`() {
    let value = read(#"{"b":1,"a":2,"b":3}"#)
    #expect(value == JSONValue.object([.init("a", .number(2)), .init("b", .number(1))]))
  }

  @Test func `what lies too deep is null, and much deeper is not read`() {
    func nested(_ depth: Int) -> JSONValue? {
      read(String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth))
    }
    func inner(_ value: JSONValue?, _ depth: Int) -> JSONValue? {
      (0..<depth).reduce(value) { value, _ in value?[0] }
    }
    #expect(inner(nested(16), 16) == JSONValue.number(1))
    #expect(inner(nested(17), 16) == JSONValue.list([.null]))
    #expect(inner(nested(128), 16) == JSONValue.list([.null]))
    #expect(nested(129) == nil)
    #expect(nested(100_000) == nil)
    #expect(read(String(repeating: #"{"x":"#, count: 100_000)) == nil)
  }

  @Test func `lists are cut, and too large documents are not read`() {
    let long = read("[" + String(repeating: "[],", count: 20_000) + "1]")
    #expect(long?.list.count == 20_000)
    #expect(long?.list.last == JSONValue.list([]))
    #expect(read("[" + String(repeating: "[],", count: 1 << 20) + "1]") == nil)
    #expect(JSONValue([UInt8](repeating: 0x20, count: 8 << 20) + Array("1".utf8)) == nil)
  }

  @Test func `values are found by name, by index and by path`() throws {
    let value = try #require(read(#"{"a":[{"b":"x"},5,true],"c":{"d":{"e":"y"}}}"#))
    #expect(value["a"][0]["b"].text == "x")
    #expect(value["a"][1].number == 5)
    #expect(value["a"][2].flag == true)
    #expect(value["a"].list.count == 3)
    #expect(value[["c", "d", "e"]].text == "y")
    #expect(value["a"][3] == .null)
    #expect(value["a"][-1] == .null)
    #expect(value["a"]["b"] == .null)
    #expect(value["c"][0] == .null)
    #expect(value[["c", "x", "e"]] == .null)
    #expect(value["c"].list.isEmpty)
    #expect(value.text == nil && value.number == nil && value.flag == nil)
  }

  @Test func `texts are escaped`() {
    let value = JSONValue.object([.init("a\"", .text("\u{1}\\\"\n\u{7F}é"))])
    #expect(value.json == "{\"a\\\"\":\"\\u0001\\\\\\\"\\n\\u007fé\"}")
    #expect(read(value.json) == value)
  }

  @Test func `numbers, flags and null are written as JSON`() {
    let value = JSONValue.list([.number(5), .number(0.5), .number(.infinity), .flag(true), .null])
    #expect(value.json == "[5,0.5,null,true,null]")
  }

  @Test func `members are written in their order`() {
    let value = JSONValue.object([.init("b", .list(["x"])), .init("a", .object([]))])
    #expect(value.json == #"{"b":["x"],"a":{}}"#)
  }
}
