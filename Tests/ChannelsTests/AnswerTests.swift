import Model
import Monitoring
import Testing

@testable import Channels

/// What answers of HTTP mean.
@Suite struct AnswerTests {
  private func delivery(
    _ status: Int,
    _ body: String = "",
    of service: String = "ntfy",
    retryAfter: String? = nil,
    location: String? = nil,
    secrets: [String] = []
  ) throws -> Delivery {
    let service = try #require(ChannelService.named(service))
    guard case .web(let template) = service.transport else {
      throw ServiceBodyTests.ServiceError.notOverWeb
    }
    let answer = ChannelAnswer(
      status: status,
      retryAfter: retryAfter,
      location: location,
      body: Array(body.utf8)
    )
    return answer.delivery(template.answer, host: "h.lan", secrets: secrets, now: Notices.time)
  }

  private func refusal(_ delivery: Delivery) -> String? {
    if case .refused(let message) = delivery { message.code } else { nil }
  }

  private func failure(_ delivery: Delivery) -> (code: String, wait: Duration?)? {
    if case .failed(let message, let wait) = delivery { (message.code, wait) } else { nil }
  }

  @Test(arguments: [
    ("ntfy", 401, "", "channel.unauthorized"),
    ("ntfy", 404, "", "channel.no_topic"),
    ("ntfy", 403, #"{"error":"forbidden"}"#, "channel.forbidden_saying"),
    ("telegram", 401, "", "channel.wrong_token"),
    ("telegram", 404, "", "channel.wrong_token"),
    ("telegram", 400, #"{"description":"Bad Request: chat not found"}"#, "channel.no_chat"),
    (
      "telegram", 403, #"{"description":"Forbidden: bot can't initiate conversation with a user"}"#,
      "channel.no_chat"
    ),
    (
      "telegram", 403, #"{"description":"Forbidden: bot is not a member of the channel chat"}"#,
      "channel.no_chat"
    ),
    (
      "pushover", 400, #"{"user":"invalid","errors":["user identifier is invalid"],"status":0}"#,
      "channel.refused_saying"
    ),
    ("discord", 404, "", "channel.no_webhook"),
    ("slack", 410, "channel_is_archived", "channel.no_webhook"),
    ("slack", 403, "invalid_token", "channel.no_webhook"),
    ("slack", 404, "channel_not_found", "channel.no_webhook"),
    ("slack", 400, "no_active_hooks", "channel.no_webhook"),
    ("slack", 403, "action_prohibited", "channel.forbidden_saying"),
    ("slack", 400, "invalid_payload", "channel.refused_saying"),
    ("matrix", 403, #"{"errcode":"M_FORBIDDEN","error":"User not in room"}"#, "channel.no_room"),
    ("gotify", 413, "", "channel.refused"),
    ("webhook", 404, "", "channel.no_address"),
    ("ntfy", 302, "", "channel.redirects"),
  ])
  func `What no repetition mends is refused`(
    _ service: String,
    _ status: Int,
    _ body: String,
    _ code: String
  ) throws {
    let outcome = try delivery(status, body, of: service)
    #expect(refusal(outcome) == code)
  }

  @Test(arguments: [200, 201, 204]) func `Success is success`(_ status: Int) throws {
    let outcome = try delivery(status, "whatever")
    #expect(outcome == .sent)
  }

  @Test(arguments: [500, 502, 503, 408, 425]) func `Troubles of the server pass`(_ status: Int)
    throws
  {
    let failed = try failure(delivery(status))
    #expect(failed?.code == "channel.trouble")
    let waiting = try failure(delivery(status, retryAfter: "17"))
    #expect(waiting?.wait == .seconds(17))
  }

  @Test func `The time to wait is read from the field and from bodies`() throws {
    let field = try failure(delivery(429, retryAfter: "7"))
    let date = try failure(delivery(429, retryAfter: "Fri, 27 Nov 2026 19:39:00 GMT"))
    let past = try failure(delivery(429, retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT"))
    let body = #"{"ok":false,"parameters":{"retry_after":12}}"#
    let telegram = try failure(delivery(429, body, of: "telegram"))
    let discord = try failure(
      delivery(429, #"{"retry_after":0.3}"#, of: "discord", retryAfter: "1")
    )
    let matrix = try failure(delivery(429, #"{"retry_after_ms":2500}"#, of: "matrix"))
    let mad = try failure(delivery(429, retryAfter: "99999999999"))
    let none = try failure(delivery(429, retryAfter: "soon"))
    #expect(field?.wait == .seconds(7))
    #expect(date?.wait == .seconds(30))
    #expect(past?.wait == .zero)
    #expect(telegram?.wait == .seconds(12))
    #expect(discord?.wait == .milliseconds(300))
    #expect(matrix?.wait == .milliseconds(2500))
    #expect(mad?.wait == .seconds(86_400))
    #expect(none?.wait == nil)
    #expect(none?.code == "channel.too_often")
    #expect(field?.code == "channel.too_often_until")
  }

  @Test func `Matrix names the time in the field, and old servers in the body`() throws {
    // The field has whole seconds, and is what the specification asks to go by.
    let body = #"{"errcode":"M_LIMIT_EXCEEDED","error":"Too Many Requests","retry_after_ms":2500}"#
    let both = try failure(delivery(429, body, of: "matrix", retryAfter: "3"))
    let unreadable = try failure(delivery(429, body, of: "matrix", retryAfter: "soon"))
    #expect(both?.wait == .seconds(3))
    #expect(unreadable?.wait == .milliseconds(2500))
  }

  @Test func `A month's quota isn't asked for every few seconds`() throws {
    let body = #"{"status":0,"errors":["application is over its quota"]}"#
    let spent = try failure(delivery(429, body, of: "pushover"))
    let named = try failure(delivery(429, body, of: "pushover", retryAfter: "5"))
    #expect(spent?.code == "channel.too_often")
    #expect(spent?.wait == .seconds(3600))
    #expect(named?.code == "channel.too_often_until")
    #expect(named?.wait == .seconds(5))
  }

  @Test func `Secrets in answers are not repeated`() throws {
    let outcome = try delivery(400, #"{"error":"no tk_secret here"}"#, secrets: ["tk_secret", ""])
    guard case .refused(let message) = outcome else {
      Issue.record("it was \(outcome)")
      return
    }
    #expect(message.text.contains("no … here"))
    #expect(!message.text.contains("tk_secret"))
  }

  @Test func `A redirect names the host that it points to, and no more`() throws {
    let outcome = try delivery(301, location: "https://other.lan/secret?x=1")
    guard case .refused(let message) = outcome else {
      Issue.record("it was \(outcome)")
      return
    }
    #expect(message.code == "channel.redirects_to")
    #expect(message.values["target"] == .text("other.lan"))
    #expect(!message.text.contains("secret"))
  }

  @Test func `Pages for people are no reason`() throws {
    let outcome = try delivery(400, "<html><body>Bad Request</body></html>")
    #expect(refusal(outcome) == "channel.refused")
  }

  @Test func `Parts of secrets are secrets`() throws {
    let parts = SecretParts.all(
      of: [
        "https://hooks.lan/services/T0/abc", "Bearer sesame-77", "X-Key: 12345678\nX-Other: 1", "",
      ]
    )
    let said = #"{"error":"no /services/T0/abc, sesame-77 or 12345678 for Bearer"}"#
    let outcome = try delivery(400, said, of: "webhook", secrets: parts)
    guard case .refused(let message) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(message.values["reason"] == .text("no …, … or … for Bearer"))
  }
}
