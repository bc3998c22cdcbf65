import Model
import Monitoring
import Testing
import Wire

@testable import Channels

/// What each service is sent, compared with what its documentation says.
///
/// There is a row for each service over HTTP.
@Suite struct ServiceBodyTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var service: String
    var settings: [String: String]
    var secrets: [String: String] = [:]
    var method = "POST"
    var url: String
    var headers: [String: String] = [:]
    var body: String

    var testDescription: String { service }
  }

  static let rows = [
    Row(
      service: "ntfy",
      settings: ["server": "http://ntfy.lan/", "topic": "home_9"],
      secrets: ["token": "tk_1"],
      url: "http://ntfy.lan/",
      headers: ["Authorization": "Bearer tk_1", "X-Sequence-ID": "n-1"],
      body: #"""
        {"topic":"home_9","title":"NAS is down","message":"NAS doesn’t answer\nNo ARP answer either: \#
        it is off","priority":5,"tags":["rotating_light"],"click":"http://home.lan:8480/#alerts",\#
        "sequence_id":"n-1"}
        """#
    ),
    Row(
      service: "telegram",
      settings: ["chat": "-1001"],
      secrets: ["token": "12:AB_c"],
      url: "https://api.telegram.org/bot12:AB_c/sendMessage",
      body: #"""
        {"chat_id":"-1001","text":"<b>NAS is down</b>\nNAS doesn’t answer\nNo ARP answer either: \#
        it is off","parse_mode":"HTML","link_preview_options":{"is_disabled":true}}
        """#
    ),
    Row(
      service: "discord",
      settings: [:],
      secrets: ["webhook": "https://discord.com/api/webhooks/1/abc"],
      url: "https://discord.com/api/webhooks/1/abc?wait=true",
      body: #"""
        {"content":"**NAS is down**\nNAS doesn’t answer\nNo ARP answer either: it is off","flags":4,\#
        "allowed_mentions":{"parse":[]}}
        """#
    ),
    Row(
      service: "slack",
      settings: [:],
      secrets: ["webhook": "https://hooks.slack.com/services/T/B/x"],
      url: "https://hooks.slack.com/services/T/B/x",
      body: #"""
        {"text":"NAS is down\nNAS doesn’t answer\nNo ARP answer either: it is off","mrkdwn":false,\#
        "link_names":false,"unfurl_links":false,"unfurl_media":false}
        """#
    ),
    Row(
      service: "matrix",
      settings: ["server": "https://matrix.lan", "room": "!a/b:matrix.lan"],
      secrets: ["token": "syt_1"],
      method: "PUT",
      url: "https://matrix.lan/_matrix/client/v3/rooms/!a%2Fb:matrix.lan/send/m.room.message/n-1",
      headers: ["Authorization": "Bearer syt_1"],
      body: #"""
        {"msgtype":"m.text","body":"NAS is down\nNAS doesn’t answer\nNo ARP answer either: it is off",\#
        "format":"org.matrix.custom.html","formatted_body":"<strong>NAS is down</strong><br>\#
        NAS doesn’t answer<br>No ARP answer either: it is off","m.mentions":{}}
        """#
    ),
    Row(
      service: "gotify",
      settings: ["server": "http://gotify.lan/push"],
      secrets: ["token": "A.x"],
      url: "http://gotify.lan/push/message",
      headers: ["X-Gotify-Key": "A.x"],
      body: #"""
        {"title":"NAS is down","message":"NAS doesn’t answer\nNo ARP answer either: it is off",\#
        "priority":8,"extras":{"client::display":{"contentType":"text/plain"},"client::notification":\#
        {"click":{"url":"http://home.lan:8480/#alerts"}}}}
        """#
    ),
    Row(
      service: "pushover",
      settings: [:],
      secrets: ["token": "azG", "user": "uQi"],
      url: "https://api.pushover.net/1/messages.json",
      body: #"""
        {"token":"azG","user":"uQi","title":"NAS is down","message":"NAS doesn’t answer\nNo ARP answer \#
        either: it is off","priority":1,"timestamp":1795808310,"url":"http://home.lan:8480/#alerts"}
        """#
    ),
    Row(
      service: "webhook",
      settings: ["url": "http://hook.lan/in", "method": "PUT"],
      secrets: ["authorization": "Bearer t", "headers": "X-One: 1"],
      method: "PUT",
      url: "http://hook.lan/in",
      headers: ["Authorization": "Bearer t", "Idempotency-Key": "n-1", "X-One": "1"],
      body: #"""
        {"schema":"homenet.alert/1","id":"n-1","channel":"Phone","title":"NAS is down","text":"NAS \#
        doesn’t answer\nNo ARP answer either: it is off","severity":"critical","time":\#
        "2026-11-27T19:38:30.000Z","thread":"incident-12","url":"http://home.lan:8480/#alerts","items":[\#
        {"kind":"monitor_down","text":"NAS doesn’t answer","reason":"No ARP answer either: it is off",\#
        "severity":"critical","time":"2026-11-27T19:38:30.000Z","subject":"NAS","monitor":"nas",\#
        "device":"d7","incident":12}],"more":0}
        """#
    ),
    Row(
      service: "alertmanager",
      settings: ["url": "http://am.lan/hook"],
      url: "http://am.lan/hook",
      body: #"""
        {"version":"4","groupKey":"{}:{thread=\"incident-12\"}","truncatedAlerts":0,"status":"firing",\#
        "receiver":"Phone","groupLabels":{"job":"homenet"},"commonLabels":{"alertname":"monitor",\#
        "job":"homenet","instance":"NAS","monitor":"nas","device":"d7","severity":"critical"},\#
        "commonAnnotations":{"title":"NAS is down"},"externalURL":"http://home.lan:8480/#alerts","alerts":[\#
        {"status":"firing","labels":{"alertname":"monitor","job":"homenet","instance":"NAS",\#
        "monitor":"nas","device":"d7","severity":"critical"},"annotations":{"title":"NAS is down",\#
        "summary":"NAS doesn’t answer","description":"No ARP answer either: it is off"},"startsAt":\#
        "2026-11-27T19:38:30.000Z","endsAt":"0001-01-01T00:00:00Z","generatorURL":\#
        "http://home.lan:8480/#alerts","fingerprint":"44829c7ad681ef2e"}]}
        """#
    ),
  ]

  static func request(
    _ row: Row,
    _ notice: AlertNotice = Notices.down
  ) throws -> ChannelRequest {
    let service = try #require(ChannelService.named(row.service))
    guard case .web(let template) = service.transport else {
      throw ServiceError.notOverWeb
    }
    return try #require(
      ChannelRequest(
        notice,
        for: service,
        by: template,
        channel: "Phone",
        values: service.values(row.settings, row.secrets),
        now: Notices.time
      )
    )
  }

  enum ServiceError: Error { case notOverWeb }

  @Test(arguments: rows) func `The request is what the service documents`(_ row: Row) throws {
    let request = try Self.request(row)
    #expect(String(decoding: request.body, as: UTF8.self) == row.body)
    #expect(request.url == row.url)
    #expect(request.method == row.method)
    for (name, value) in row.headers {
      #expect(request.headers.first { $0.name == name }?.value == value)
    }
    #expect(request.headers.first?.value == "application/json")
  }

  @Test func `Each service over HTTP has a row`() {
    let overWeb = ChannelService.all.filter { if case .web = $0.transport { true } else { false } }
    #expect(Set(overWeb.map(\.name)) == Set(Self.rows.map(\.service)))
    #expect(Set(ChannelService.all.map(\.name)).count == ChannelService.all.count)
  }

  @Test(arguments: rows) func `Hostile names stay text`(_ row: Row) throws {
    var notice = Notices.down
    notice.items[0].text = Notices.hostile
    notice.items[0].subject = Notices.hostile
    notice.title = Notices.hostile
    let request = try Self.request(row, notice)
    let tree = try #require(JSONValue(request.body))
    let plain = try Self.request(row)
    let usual = try #require(JSONValue(plain.body))
    #expect(Shape(tree) == Shape(usual))
    let places = ["token", "user", "webhook"].compactMap { row.secrets[$0] }
    for secret in places where row.service != "pushover" {
      #expect(!String(decoding: request.body, as: UTF8.self).contains(secret))
    }
    for header in request.headers {
      #expect(!header.value.utf8.contains { $0 < 0x20 })
    }
  }

  @Test(arguments: rows) func `Many news stay within what the service takes`(_ row: Row) throws {
    let service = try #require(ChannelService.named(row.service))
    let long = String(repeating: "<&*\"", count: 150)
    for notice in [Notices.devices(50, called: long, more: 7), Notices.devices(1, called: long)] {
      let values = service.values(row.settings, row.secrets)
      let places = ChannelRequest.places(notice, service, channel: "Phone", values: values)
      for name in ["text", "rich", "titled"] {
        let text = try #require(places[name])
        #expect(!text.isEmpty)
        #expect(service.limit.holds(text))
      }
    }
  }

  @Test func `What ends has the fingerprint, the labels and the start of what began`() throws {
    let row = try #require(Self.rows.first { $0.service == "alertmanager" })
    func alert(_ notice: AlertNotice) throws -> JSONValue {
      let request = try Self.request(row, notice)
      let tree = try #require(JSONValue(request.body))
      guard case .list(let alerts) = tree[["alerts"]], let alert = alerts.first else {
        return .null
      }
      return alert
    }
    var up = Notices.up
    let down = Notices.down.items[0]
    up.items[0].began = AlertNotice.Item.Beginning(severity: down.severity, time: down.time)
    let began = try alert(Notices.down)
    let ended = try alert(up)
    #expect(began[["fingerprint"]].text != nil)
    for key in ["fingerprint", "labels", "startsAt"] { #expect(began[[key]] == ended[[key]]) }
    #expect(began[["status"]].text == "firing")
    #expect(ended[["status"]].text == "resolved")
    #expect(ended[["endsAt"]].text == up.items[0].time.description)
  }
}

/// The structure of JSON, without its texts.
private enum Shape: Equatable {
  case leaf
  case list([Shape])
  case object([String: Shape])

  init(_ tree: JSONValue) {
    switch tree {
    case .list(let values): self = .list(values.map { Shape($0) })
    case .object(let members):
      self = .object(Dictionary(members.map { ($0.name, Shape($0.value)) }) { $1 })
    default: self = .leaf
    }
  }
}
