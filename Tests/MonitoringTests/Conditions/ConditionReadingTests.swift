import Model
import Monitoring
import Testing

@Suite struct `Conditions as users write them` {
  @Test(arguments: [
    // The examples of Gatus's manual.
    "[STATUS] == 200", "[STATUS] < 300", "[STATUS] <= 299", "[STATUS] > 400",
    "[STATUS] == any(200, 429)", "[CONNECTED] == true", "[RESPONSE_TIME] < 500",
    "[IP] == 127.0.0.1", "[BODY] == 1", "[BODY].user.name == john", "[BODY].data[0].id == 1",
    "[BODY].age == [BODY].id", "len([BODY].data) < 5", "len([BODY].name) == 8",
    "has([BODY].errors) == false", "has([BODY].users) == true", "[BODY].name == pat(john*)",
    "[BODY].id == any(1, 2)", "[CERTIFICATE_EXPIRATION] > 48h", "[BODY].ip == any(127.0.0.1, ::1)",
    "[IP] == pat(192.168.*)", "[STATUS] == pat(2*)", "[DNS_RCODE] == NOERROR",
    "[BODY] == pat(*<h1>Example Domain</h1>*)",
    // Without blanks, with many, and the other way round.
    "[STATUS]==200", "  [STATUS]\t==\n200  ", "200 <= [STATUS]", "any(200, 204) == [STATUS]",
    // Ways to parts.
    "[BODY].\"a key\".'b' == x", "[BODY][\"a.b\"][3] != null", "[BODY][0] == 1",
    "[HEADERS].Content-Type == pat(text/*)", "[HEADERS].\"x-a\" == 5", "[ANSWERS][0] == 10.0.0.1",
    // Values.
    "[RESPONSE_TIME] < 200ms", "[CERTIFICATE_EXPIRATION] >= 1d12h", "[LOSS] < 5%", "[LOSS] < 0.05",
    "[LOSS] == 0", "[CERTIFICATE_EXPIRATION] > 0", "[BODY].t < -3.5e2", "[BODY].s == 'it is'",
    "[BODY].s == \"\\\"\\u00e9\\n\\\\\"", "[BODY].s == don't", "[BODY].load <= 70%",
    "[PRESENCE] == any(present, Asleep)", "[TRUSTED] != false", "[AUTHENTICATED] == true",
    "[CERTIFICATE_NAME] == pat(*.example.org)", "len([ANSWERS]) >= 2", "[ANSWERS] != 0",
    // Functions.
    "has([BODY].users)", "has([CERTIFICATE_NAME]) == false", "len([BODY]) > 0",
    "[BODY].s == pat((v2) *)", "[BODY].s == pat(\"*)*\")", "[STATUS] == any(pat(2*), 304)",
    "[BODY].s == any([BODY].a, [BODY].b)", "len( [BODY].a ) == len([BODY].b)",
  ])
  func `are read`(text: String) throws {
    let condition = try Condition(text)
    #expect(condition.text == text)
    #expect(!condition.placeholders.isEmpty)
  }

  @Test(
    arguments: [
      ("", 0, "empty"), ("   ", 0, "empty"),
      ("[STATUS]", 8, "missing_comparator"), ("[STATUS] 200", 9, "missing_comparator"),
      ("[STATUS] = 200", 9, "comparator_near"), ("[STATUS] => 200", 9, "comparator_near"),
      ("[STATUS] ><> 200", 9, "unknown_comparator"), ("[STATUS] ==", 11, "missing_value"),
      ("== 200", 0, "missing_value"), ("[BODY] == <h1>", 10, "missing_value"),
      ("200 == 200", 0, "no_placeholder"), ("any(1, 2) == pat(3*)", 0, "no_placeholder"),
      // Placeholders.
      ("[STATS] == 200", 0, "unknown_placeholder_near"),
      ("200 == [status]", 7, "unknown_placeholder_near"),
      ("[WEATHER] == 1", 0, "unknown_placeholder"), ("[IP] == [::1]", 8, "unknown_placeholder"),
      ("[STATUS == 200", 0, "unclosed_placeholder"),
      ("[HEADERS] == x", 9, "which_field"), ("[HEADERS].a.b == x", 9, "which_field"),
      ("[ANSWERS].a == 1", 9, "which_answer"), ("[STATUS].code == 1", 8, "no_parts"),
      ("[BODY]. == 1", 7, "missing_key"), ("[BODY].a[x] == 1", 9, "bad_index"),
      ("[BODY].a[-1] == 1", 9, "bad_index"), ("[BODY].a[12345678] == 1", 9, "bad_index"),
      ("[BODY][\"a\" == 1", 10, "unclosed_step"), ("[BODY]a == 1", 6, "too_much"),
      // Texts.
      ("[BODY] == hello world", 16, "too_much"), ("[BODY].\"a == 1", 7, "unclosed_quote"),
      ("[BODY] == \"a\\x\"", 12, "bad_escape"), ("[BODY] == \"\\ud800\"", 11, "bad_escape"),
      ("[BODY] == \"\\u12", 11, "bad_escape"), ("[BODY] == \"\\", 11, "bad_escape"),
      // Functions and parentheses.
      ("len([BODY].a == 1", 3, "unclosed_parenthesis"), ("len(", 3, "unclosed_parenthesis"),
      ("any(200 == [STATUS]", 3, "unclosed_parenthesis"),
      ("[STATUS] == any(200, 204", 15, "unclosed_parenthesis"),
      ("[BODY] == pat((a)", 13, "unclosed_parenthesis"),
      ("[STATUS] == 200)", 15, "extra_parenthesis"), ("[STATUS]) == 200", 8, "extra_parenthesis"),
      ("[STATUS] == )", 12, "extra_parenthesis"), ("len([BODY].a, 3) == 1", 12, "too_much"),
      ("[STATUS] == any()", 12, "empty_any"), ("[STATUS] == any(1,)", 18, "missing_value"),
      ("[STATUS] == any(any(1))", 16, "nested_any"), ("[BODY] == pat()", 14, "empty_pattern"),
      ("[STATUS] == same(200)", 12, "unknown_function"),
      ("[STATUS] == ani(200)", 12, "unknown_function_near"),
      ("len(200) == 3", 4, "no_argument"), ("has() == true", 4, "no_argument"),
      ("len([STATUS]) == 3", 4, "no_length"),
    ] as [(String, Int, String)]
  )
  func `are refused where they are wrong`(text: String, position: Int, code: String) {
    expect(text, isRefusedAt: position, with: code)
  }

  @Test(
    arguments: [
      ("[STATUS] == abc", 12, "wrong_kind"), ("[STATUS] == \"200\"", 12, "wrong_kind"),
      ("[STATUS] == any(200, 5%)", 21, "wrong_kind"), ("[STATUS] < 5s", 11, "wrong_kind"),
      ("[CERTIFICATE_EXPIRATION] > 30", 27, "wrong_kind"),
      ("[CERTIFICATE_EXPIRATION] > soon", 27, "wrong_kind"),
      ("[CONNECTED] == yes", 15, "wrong_kind"), ("[CONNECTED] < true", 12, "no_order"),
      ("[IP] == 10", 8, "wrong_kind"), ("[IP] < 10.0.0.1", 5, "no_order"),
      ("[BODY].name < abc", 14, "wrong_kind"), ("[BODY].name < null", 14, "wrong_kind"),
      ("[STATUS] < any(1, 2)", 9, "function_order"), ("[STATUS] >= pat(2*)", 9, "function_order"),
      ("[RESPONSE_TIME] == pat(2*)", 19, "wrong_kind"), ("len([BODY]) == abc", 15, "wrong_kind"),
      ("[STATUS] == [CONNECTED]", 12, "different_kinds"),
      ("[CERTIFICATE_EXPIRATION] > [RESPONSE_TIME]", 27, "different_kinds"),
      ("[IP] < [BODY].a", 5, "no_order"), ("has([BODY].a) == 1", 17, "wrong_kind"),
      ("[LOSS] < 5", 9, "share_range"), ("[LOSS] < 105%", 9, "share_range"),
      ("[PRESENCE] == presnt", 14, "unknown_presence_near"),
      ("[PRESENCE] == gone", 14, "unknown_presence"),
    ] as [(String, Int, String)]
  )
  func `compare only what is of one kind`(text: String, position: Int, code: String) {
    expect(text, isRefusedAt: position, with: code)
  }

  @Test func `have limits`() throws {
    let deep = String(repeating: ".a", count: 16)
    #expect(throws: Never.self) { try Condition("[BODY]\(deep) == 1") }
    expect("[BODY]\(deep).a == 1", isRefusedAt: 0, with: "deep_path")
    let values = Array(repeating: "1", count: 50).joined(separator: ",")
    #expect(throws: Never.self) { try Condition("[STATUS] == any(\(values))") }
    expect("[STATUS] == any(\(values),1)", isRefusedAt: 116, with: "too_many_values")
    let start = "[BODY] == "
    let longest = start + String(repeating: "a", count: Condition.mostCharacters - start.count)
    #expect(throws: Never.self) { try Condition(longest) }
    expect(longest + "a", isRefusedAt: 500, with: "too_long")
  }

  @Test(
    arguments: [
      ("[STATS] == 200", "There is no placeholder [STATS]; did you mean [STATUS]?"),
      ("[STATUS] = 200", "= compares nothing; write ==."),
      ("[STATUS] == abc", "[STATUS] can't be compared with this, only with a number."),
      (
        "[CERTIFICATE_EXPIRATION] > 30",
        "[CERTIFICATE_EXPIRATION] can't be compared with this, only with "
          + "a duration with its unit, such as 48h or 30d."
      ),
      ("[PRESENCE] == presnt", "presnt is no presence; did you mean present?"),
      ("[STATUS]", "Write ==, !=, <, <=, > or >= and a value after [STATUS]."),
    ] as [(String, String)]
  )
  func `are refused with what would be right`(text: String, message: String) {
    #expect(refusal(of: text)?.message.text == message)
  }

  @Test func `are refused for checks that don't find what they look at`() throws {
    let condition = try Condition("[CONNECTED] == any(true, [BODY].up)")
    #expect(condition.placeholders == [.connected, .body])
    #expect(condition.problem(ofKind: "http") == nil)
    let problem = try #require(condition.problem(ofKind: "icmp"))
    #expect(problem.position == 25)
    #expect(problem.message.code == "condition.not_of_kind")
    #expect(
      problem.message.text
        == "A check of the kind icmp doesn't find [BODY]; it finds [RESPONSE_TIME], [IP], "
        + "[CONNECTED] and [LOSS]."
    )
  }

  @Test(arguments: MonitorCheck.Kind.allCases)
  func `have something to look at in every check`(kind: MonitorCheck.Kind) {
    #expect(!ConditionPlaceholder.placeholders(ofKind: kind.rawValue).isEmpty)
  }

  @Test func `have no placeholder that no check finds`() {
    let found = MonitorCheck.Kind.allCases.flatMap {
      ConditionPlaceholder.placeholders(ofKind: $0.rawValue)
    }
    #expect(Set(found) == Set(ConditionPlaceholder.allCases))
    #expect(ConditionPlaceholder.placeholders(ofKind: "smoke").isEmpty)
  }

  private func expect(
    _ text: String,
    isRefusedAt position: Int,
    with code: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let error = refusal(of: text)
    #expect(error?.position == position, sourceLocation: location)
    #expect(error?.message.code == "condition.\(code)", sourceLocation: location)
  }

  private func refusal(of text: String) -> ConditionError? {
    do throws(ConditionError) {
      _ = try Condition(text)
      return nil
    } catch {
      return error
    }
  }
}
