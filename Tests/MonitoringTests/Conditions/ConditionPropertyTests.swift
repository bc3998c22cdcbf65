import Model
import Testing

@testable import Monitoring

@Suite struct `Conditions and bodies at random` {
  @Test(arguments: UInt64(1)...8)
  func `are read and judged without a trap`(seed: UInt64) {
    var random = Generator(state: seed)
    var judged = 0
    for _ in 0..<3000 {
      let text = random.text()
      let count = text.unicodeScalars.count
      let condition: Condition
      do throws(ConditionError) {
        condition = try Condition(text)
      } catch {
        #expect((0...count).contains(error.position), "\(text)")
        #expect(error.message.code.hasPrefix("condition.") && !error.message.text.isEmpty)
        continue
      }
      let facts = random.facts()
      let outcome = condition.evaluate(facts)
      #expect(outcome == condition.evaluate(facts))
      if case .fails(let why) = outcome {
        #expect(why.text.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(text)")
      }
      judged += 1
    }
    #expect(judged > 100)
  }

  @Test(arguments: UInt64(1)...8)
  func `one of a condition and its contrary holds where something was found`(seed: UInt64) throws {
    var random = Generator(state: seed)
    let contraries = [("==", "!="), ("<", ">="), (">", "<=")]
    var compared = 0
    for _ in 0..<2000 {
      let (one, other) = contraries[random.below(contraries.count)]
      let (left, right) = (random.operand(), random.operand())
      guard let condition = try? Condition("\(left) \(one) \(right)") else { continue }
      let contrary = try Condition("\(left) \(other) \(right)")
      let facts = random.facts()
      let (first, second) = (condition.evaluate(facts), contrary.evaluate(facts))
      #expect(first != .holds || second != .holds)
      if first == .holds || second == .holds { compared += 1 }
    }
    #expect(compared > 20)
  }

  @Test(arguments: UInt64(1)...4)
  func `patterns are right for the same texts as by trying everything`(seed: UInt64) {
    var random = Generator(state: seed)
    var matching = 0
    for _ in 0..<4000 {
      let parts = (0...random.below(4)).map { _ in random.letters(upTo: 3) }
      let text = random.letters(upTo: 10)
      let isMatch = WildcardPattern(parts: parts).matches(text)
      let expected = Self.matches(Array(parts.joined(separator: "*"))[...], Array(text)[...])
      #expect(isMatch == expected, "\(parts) \(text)")
      if isMatch { matching += 1 }
    }
    #expect(matching > 100)
  }

  @Test(.timeLimit(.minutes(1)))
  func `patterns take no longer for texts that nearly match`() {
    let text = String(repeating: "a", count: CheckFacts.mostBody)
    let part = String(repeating: "a", count: 200) + "b"
    for _ in 0..<20 {
      #expect(!WildcardPattern(parts: ["", part, ""]).matches(text))
      #expect(!WildcardPattern(parts: Array(repeating: "a", count: 200) + ["b"]).matches(text))
    }
  }

  /// Whether a pattern is right, by every way in which its wildcards can be filled.
  private static func matches(
    _ pattern: ArraySlice<Character>,
    _ text: ArraySlice<Character>
  ) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" {
      return (text.startIndex...text.endIndex).contains { matches(rest, text[$0...]) }
    }
    return text.first == first && matches(rest, text.dropFirst())
  }

  /// Makes texts that are nearly conditions, and what checks may have found.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func letters(upTo count: Int) -> String {
      String((0..<below(count + 1)).map { _ in below(2) == 0 ? "a" : "b" as Character })
    }

    private static let pieces = [
      "[STATUS]", "[BODY]", "[BODY].a", "[BODY].a[0]", "[HEADERS].x", "[ANSWERS]", "[LOSS]", "[IP]",
      "[CERTIFICATE_EXPIRATION]", "[PRESENCE]", "[CONNECTED]", "[", "]", "(", ")", ",", "\"", "'",
      "\\",
      "==", "!=", "<", ">=", "=", " ", " ", " ", "len(", "has(", "pat(", "any(", "200", "48h", "5%",
      "-1",
      "true", "null", "text", "*", ".", "\u{0}", "é", "\u{301}", "\r\n", "\u{202E}", "🏠", "1e999",
    ]

    private static let operands = [
      "[STATUS]", "[BODY]", "[BODY].a", "[BODY].a[0]", "[BODY].b", "len([BODY].a)", "has([BODY].a)",
      "[HEADERS].x", "[LOSS]", "[RESPONSE_TIME]", "[CERTIFICATE_EXPIRATION]", "[IP]", "1", "200",
      "0.5",
      "48h", "5%", "true", "null", "text", "\"1\"", "pat(*1*)", "any(1, text, true)",
    ]

    mutating func operand() -> String { Self.operands[below(Self.operands.count)] }

    mutating func text() -> String {
      switch below(4) {
      case 0:
        return String(decoding: (0..<below(40)).map { _ in UInt8(below(256)) }, as: UTF8.self)
      case 1: return (0..<below(12)).map { _ in Self.pieces[below(Self.pieces.count)] }.joined()
      default:
        var text = "\(operand()) \(["==", "!=", "<", ">="][below(4)]) \(operand())"
        // Some lose or get a character.
        if below(3) == 0, let place = text.indices.randomElement(using: &self) {
          if below(2) == 0 {
            text.remove(at: place)
          } else {
            text.insert(contentsOf: Self.pieces[below(Self.pieces.count)], at: place)
          }
        }
        return text
      }
    }

    mutating func facts() -> CheckFacts {
      var facts = CheckFacts()
      if below(4) > 0 { facts.status = [200, 503, -1, Int.max][below(4)] }
      let times = [0, 0.5, 200, Double.nan, -Double.infinity]
      if below(4) > 0 { facts.responseTimeMs = times[below(times.count)] }
      if below(4) > 0 { facts.address = ["10.0.0.1", "::1", "?"][below(3)] }
      if below(4) > 0 { facts.loss = [0, 0.05, 1, 1e300][below(4)] }
      if below(4) > 0 { facts.certificateExpiration = [0, -1, 172_800, 1e300][below(4)] }
      if below(4) > 0 { facts.headers = ["x": ["1", "text", "", "a\u{1B}b"][below(4)]] }
      if below(4) > 0 { facts.answers = ["1", "text\u{7F}"] }
      if below(4) > 0 { facts.isConnected = below(2) == 0 }
      switch below(4) {
      case 0: facts.body = (0..<below(60)).map { _ in UInt8(below(256)) }
      case 1:
        let pieces = [
          "{", "}", "[", "]", ":", ",", "\"a\"", "\"", "\\", "1", "-", "e", ".", "true", "null",
        ]
        let json = (0..<below(20)).map { _ in pieces[below(pieces.count)] }.joined()
        facts.body = Array(json.utf8)
      default:
        let values = [
          "1", "200", "\"text\"", "[1, 2]", "[\"a\\u0000\"]", "null", "true", "{}", "\"48h\"",
          "1e999",
        ]
        let (a, b) = (values[below(values.count)], values[below(values.count)])
        facts.body = Array("{\"a\": \(a), \"b\": \(b)}".utf8)
      }
      return facts
    }
  }
}
