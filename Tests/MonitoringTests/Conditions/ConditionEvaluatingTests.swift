import Model
import Monitoring
import Testing

@Suite struct `Conditions after a check` {
  @Test(arguments: [
    "[STATUS] == 200", "[STATUS] != 404", "[STATUS] == pat(2*)", "[STATUS] == any(204, pat(20*))",
    "300 > [STATUS]", "[RESPONSE_TIME] < 120.6", "[RESPONSE_TIME] == 120.5ms",
    "[RESPONSE_TIME] < 0.2s", "[IP] == 2001:DB8:0::1", "[IP] == pat(2001:db8:*)",
    "[CONNECTED] == true", "[CERTIFICATE_EXPIRATION] > 48h", "[CERTIFICATE_EXPIRATION] == 2d12h",
    "[CERTIFICATE_EXPIRATION] > 0", "[CERTIFICATE_NAME] == NAS.example.ORG",
    "[CERTIFICATE_NAME] == pat(*.EXAMPLE.org)", "len([CERTIFICATE_NAME]) == 15",
    "[HEADERS].Content-Type == pat(text/html*)", "[HEADERS].content-length > 1000",
    "[HEADERS].content-length == 1256", "has([HEADERS].server) == false",
    "[BODY].user.name == john.doe", "[BODY].data[1].id == 2", "[BODY].data[0].id == \"1\"",
    "[BODY].age == [BODY].id", "len([BODY].data) == 2", "len([BODY].user.name) == 8",
    "len([BODY].user) == 1", "has([BODY].user)", "has([BODY].none)", "has([BODY].errors) == false",
    "[BODY].none == null", "[BODY].age != null", "[BODY].\"a key\" == true",
    "[BODY].version == 1.10",
    "[BODY].version == \"1.10\"", "[BODY].version != 1.2", "[BODY].uptime > 1d",
    "[BODY].uptime == 36h",
    "[BODY].load < 10%", "[BODY].data == '[{\"id\":1},{\"id\":2}]'",
    "[BODY].data == pat(*\"id\":2*)",
    "[BODY].big == 12345678901234567890", "[BODY].big != 12345678901234567891",
    "[BODY].user.name != [BODY].version", "[BODY] == pat({*})", "[BODY].age == any([BODY].big, 1)",
    "[STATUS] > [BODY].age",
  ])
  func `hold of an answer of HTTP`(text: String) throws {
    #expect(try Condition(text).evaluate(Self.answer) == .holds)
  }

  @Test(
    arguments: [
      ("[STATUS] == any(503, 204)", "[STATUS] is 200, and should be one of 503 and 204"),
      ("[STATUS] != any(200, 1, 2)", "[STATUS] is 200, and should be none of 200, 1 and 2"),
      ("[STATUS] == any(503)", "[STATUS] is 200, and should be 503"),
      ("[STATUS] != 200", "[STATUS] is 200, and should not be 200"),
      ("100 > [STATUS]", "[STATUS] is 200, and should be less than 100"),
      ("[RESPONSE_TIME] <= 100", "[RESPONSE_TIME] is 120.5ms, and should be at most 100"),
      (
        "[CERTIFICATE_EXPIRATION] > 30d",
        "[CERTIFICATE_EXPIRATION] is 2.5d, and should be more than 30d"
      ),
      ("[CONNECTED] == false", "[CONNECTED] is true, and should be false"),
      (
        "[BODY].user.name == pat(jane*)",
        "[BODY].user.name is john.doe, and should match pat(jane*)"
      ),
      ("[BODY].user.name != pat(*)", "[BODY].user.name is john.doe, and should not match pat(*)"),
      ("len([BODY].data) >= 5", "len([BODY].data) is 2, and should be at least 5"),
      ("has([BODY].errors)", "has([BODY].errors) is false, and should be true"),
      (
        "[BODY].age == [BODY].user.name",
        "[BODY].age is 1, and should be [BODY].user.name (john.doe)"
      ),
      ("[BODY].user.name > 5", "[BODY].user.name is john.doe, and should be a number"),
      (
        "[BODY].age < [BODY].user", "[BODY].user is {\"name\":\"john.doe\"}, and should be a number"
      ),
      (
        "[BODY].age < 5h",
        "[BODY].age is 1, and should be a duration with its unit, such as 48h or 30d"
      ),
      ("len([BODY].age) == 1", "[BODY].age is 1, which has no length"),
      ("[BODY].missing != 1", "The answer's body has no [BODY].missing"),
      ("[BODY].data[2].id == 1", "The answer's body has no [BODY].data[2].id"),
      ("[BODY].age.x == null", "The answer's body has no [BODY].age.x"),
      ("[HEADERS].server != x", "The answer has no field [HEADERS].server"),
      ("[STATUS] == any(200, [BODY].missing)", "The answer's body has no [BODY].missing"),
    ] as [(String, String)]
  )
  func `fail with what was found`(text: String, message: String) throws {
    #expect(try Self.failure(of: text, Self.answer) == message)
  }

  @Test(arguments: [
    "[DNS_RCODE] == noerror", "[ANSWERS] == 10.0.0.2", "[ANSWERS] != 10.0.0.3",
    "[ANSWERS] == any(10.0.0.9, 10.0.0.1)", "[ANSWERS] == pat(10.*)", "len([ANSWERS]) == 2",
    "[ANSWERS][1] == 10.0.0.2", "[ANSWERS][0] != 10.0.0.2", "has([ANSWERS][1])",
    "has([ANSWERS][2]) == false", "len([ANSWERS][0]) == 8", "[AUTHENTICATED] == false",
  ])
  func `hold of an answer of DNS`(text: String) throws {
    #expect(try Condition(text).evaluate(Self.names) == .holds)
  }

  @Test func `take an answer without records for empty`() throws {
    var facts = CheckFacts()
    facts.responseCode = "NXDOMAIN"
    #expect(try Condition("[ANSWERS] != 10.0.0.1").evaluate(facts) == .holds)
    #expect(try Condition("has([ANSWERS]) == false").evaluate(facts) == .holds)
    let one = try Self.failure(of: "[ANSWERS] == 10.0.0.1", facts)
    #expect(one == "[ANSWERS] is empty, and should be 10.0.0.1")
    let several = try Self.failure(of: "[ANSWERS] == any(a, b, c)", facts)
    #expect(several == "[ANSWERS] is empty, and should be a, b or c")
    let answers = try Self.failure(of: "[ANSWERS] == 10.0.0.3", Self.names)
    #expect(answers == "[ANSWERS] is 10.0.0.1, 10.0.0.2, and should be 10.0.0.3")
  }

  @Test func `know losses and presences`() throws {
    var facts = CheckFacts()
    facts.loss = 0.05
    facts.presence = "asleep"
    for text in ["[LOSS] == 5%", "[LOSS] <= 0.05", "[PRESENCE] == any(present, ASLEEP)"] {
      #expect(try Condition(text).evaluate(facts) == .holds)
    }
    #expect(
      try Self.failure(of: "[LOSS] < 1%", facts) == "[LOSS] is 5%, and should be less than 1%"
    )
    let away = try Self.failure(of: "[PRESENCE] == away", facts)
    #expect(away == "[PRESENCE] is asleep, and should be away")
  }

  @Test(arguments: ConditionPlaceholder.allCases)
  func `never hold where nothing was found`(placeholder: ConditionPlaceholder) throws {
    let what = "[\(placeholder.rawValue)]" + (placeholder == .headers ? ".server" : "")
    let values = [
      "1", "true", "0", "5%", "48h", "text", "null", "present", "pat(*)", "any(1, 2)", what,
    ]
    var read = 0
    for comparator in ["==", "!=", "<", "<=", ">", ">="] {
      for value in values {
        guard let condition = try? Condition("\(what) \(comparator) \(value)") else { continue }
        read += 1
        guard case .fails(let why) = condition.evaluate(CheckFacts()) else {
          Issue.record("\(condition.text) holds")
          continue
        }
        #expect(why.text == "The check found no \(what)")
      }
    }
    #expect(read >= 4)
  }

  @Test func `never hold of numbers that are none`() throws {
    var facts = CheckFacts()
    facts.responseTimeMs = .nan
    facts.loss = .infinity
    for text in ["[RESPONSE_TIME] != 5", "[RESPONSE_TIME] < 5", "[LOSS] > 5%"] {
      #expect(try Condition(text).evaluate(facts) != .holds)
    }
  }

  @Test func `say what is wrong with a body`() throws {
    let page = Self.facts(body: "<html>\n<title>Login</title>")
    let html = try Self.failure(of: "[BODY].state != down", page)
    #expect(
      html
        == "The answer's body is no JSON, and has no [BODY].state: \"<html> <title>Login</title>\""
    )
    #expect(try Self.failure(of: "has([BODY].errors) == false", page) != nil)
    let empty = try Self.failure(of: "[BODY].state == ok", Self.facts(body: " "))
    #expect(empty == "The answer's body is empty, and has no [BODY].state")
    #expect(try Condition("[BODY] == '<html>\n<title>Login</title>'").evaluate(page) == .holds)
    #expect(try Condition("[BODY] == 1").evaluate(Self.facts(body: "1\r\n")) == .holds)
    #expect(try Condition("len([BODY]) == 3").evaluate(Self.facts(body: "[1, 2, 3]")) == .holds)
    #expect(try Condition("len([BODY]) == 3").evaluate(Self.facts(body: "yes\n")) == .holds)
  }

  @Test func `show values short and without control characters`() throws {
    let long = Self.facts(body: String(repeating: "a", count: 300))
    let cut = try Self.failure(of: "[BODY] == ok", long)
    #expect(cut == "[BODY] is \(String(repeating: "a", count: 80))…, and should be ok")
    let hostile = Self.facts(body: #"{"state":"a\u001b[31m\u202eb\nc"}"#)
    let safe = try Self.failure(of: "[BODY].state == ok", hostile)
    #expect(safe == "[BODY].state is \"a\u{FFFD}[31m\u{FFFD}b c\", and should be ok")
    let nothing = try Self.failure(of: "[BODY].s == x", Self.facts(body: #"{"s":""}"#))
    #expect(nothing == "[BODY].s is \"\", and should be x")
    let accents = Self.facts(body: "a" + String(repeating: "\u{301}", count: 1000))
    let short = try Self.failure(of: "[BODY] == ok", accents) ?? ""
    #expect((80..<120).contains(short.unicodeScalars.count))
  }

  @Test(
    arguments: [
      (-180_000, "-2.1d"), (0.25, "250ms"), (119, "119s"), (7199, "119.9m"), (93_600, "26h"),
      (2_591_999, "29.9d"), (2_592_000, "30d"),
    ] as [(Double, String)]
  )
  func `round durations down`(seconds: Double, text: String) throws {
    var facts = CheckFacts()
    facts.certificateExpiration = seconds
    let message = try Self.failure(of: "[CERTIFICATE_EXPIRATION] > 999d", facts)
    #expect(message == "[CERTIFICATE_EXPIRATION] is \(text), and should be more than 999d")
  }

  private static func failure(of text: String, _ facts: CheckFacts) throws -> String? {
    guard case .fails(let message) = try Condition(text).evaluate(facts) else { return nil }
    return message.text
  }

  private static func facts(body: String) -> CheckFacts {
    var facts = CheckFacts()
    facts.status = 200
    facts.body = Array(body.utf8)
    return facts
  }

  private static let answer: CheckFacts = {
    var facts = Self.facts(
      body: """
        { "user": {"name": "john.doe"}, "data": [ {"id": 1}, {"id": 2} ], "age": 1, "id": 1.0,
          "version": "1.10", "a key": true, "none": null, "uptime": "36h", "load": "7.5%",
          "big": 12345678901234567890 }
        """
    )
    facts.isConnected = true
    facts.responseTimeMs = 120.5
    facts.address = "2001:db8::1"
    facts.headers = ["content-type": "text/html; charset=utf-8", "content-length": "1256"]
    facts.certificateExpiration = 60 * 3600
    facts.certificateName = "nas.example.org"
    facts.isTrusted = true
    return facts
  }()

  private static let names: CheckFacts = {
    var facts = CheckFacts()
    facts.responseCode = "NOERROR"
    facts.answers = ["10.0.0.1", "10.0.0.2"]
    facts.isAuthenticated = false
    return facts
  }()
}
