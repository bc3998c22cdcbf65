import Model
import Monitoring

extension Codec {
  /// A condition in the first line and an answer's body after it: whatever they are, the condition is
  /// refused with a place in it, or judged the same each time.
  static let conditions = Codec(
    reading: "condition",
    seeds: texts.map { Array($0.utf8) }
  ) { bytes in
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    let condition: Condition
    do throws(ConditionError) {
      condition = try Condition(text)
    } catch {
      precondition((0...text.unicodeScalars.count).contains(error.position))
      precondition(!error.message.text.isEmpty)
      throw error
    }
    var facts = CheckFacts()
    facts.status = 200
    facts.headers = ["server": String(decoding: bytes.suffix(16), as: UTF8.self)]
    facts.answers = ["10.0.0.1"]
    facts.responseTimeMs = Double(bytes.count)
    facts.body = Array(bytes[end...].dropFirst())
    let outcome = condition.evaluate(facts)
    precondition(outcome == condition.evaluate(facts))
    if case .fails(let message) = outcome {
      precondition(message.text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
    precondition(condition.evaluate(CheckFacts()) != .holds || text.contains("has("))
  }

  /// A condition of each form, each with a body that it can look into.
  private static let texts = [
    "[STATUS] == any(200, pat(2*), [BODY].code)\n{\"code\": 204}",
    "[BODY].data[0].\"a name\" == pat(*a*b*)\n{\"data\": [{\"a name\": \"x\\u00e9aab\"}]}",
    "len([BODY].list) >= 2\n[1, {\"list\": [null, true, -1.5e3]}]",
    "has([BODY][\"k\"])\n{\"k\": {}}",
    "[HEADERS].server != 'a\\n\"'\n",
    "1h30m <= [BODY].uptime\n{\"uptime\": \"2d\"}",
    "[BODY].load < 7.5%\n{\"load\": \"5%\"}",
    "[RESPONSE_TIME] < 200ms\n",
    "[ANSWERS][0] == 10.0.0.1\n",
  ]
}
