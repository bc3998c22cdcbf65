import Foundation
import Model
import Monitoring
import Testing

@testable import Channels

/// What each service over HTTP takes, as it documents it, beside what it is sent.
///
/// `ServiceBodyTests` has the bodies word by word; here are the members that there are, their types and how
/// long they may be, so that a mistake in both a template and its row is seen.
@Suite struct ServiceSchemaTests {
  /// Bot API, *sendMessage*; text is counted after its markup is read, here before.
  private static let telegram = JSONSchema.object(
    [
      "chat_id": .text(),
      "message_thread_id": .number(1...2_147_483_647),
      "text": .text(most: 4096),
      "parse_mode": .matching { ["HTML", "MarkdownV2", "Markdown"].contains($0) },
      "link_preview_options": .object(["is_disabled": .flag]),
      "disable_notification": .flag,
    ],
    required: ["chat_id", "text"]
  )

  /// *Webhook Resource*, *Execute Webhook*; of the flags 4 and 4096 may be set beside that of components.
  private static let discord = JSONSchema.object(
    [
      "content": .text(most: 2000),
      "username": .text(most: 80),
      "flags": .number(4...4),
      "allowed_mentions": .object([
        "parse": .list(.matching { ["roles", "users", "everyone"].contains($0) })
      ]),
    ],
    required: ["content"]
  )

  /// *Sending messages using incoming webhooks*, and what *chat.postMessage* says of the members that both have.
  private static let slack = JSONSchema.object(
    [
      "text": .text(most: 4000), "mrkdwn": .flag, "link_names": .flag, "unfurl_links": .flag,
      "unfurl_media": .flag,
    ],
    required: ["text"]
  )

  /// *Client-Server API*, `m.room.message` with `m.text`.
  private static let matrix = JSONSchema.object(
    [
      "msgtype": .matching { $0 == "m.text" },
      "body": .text(),
      "format": .matching { $0 == "org.matrix.custom.html" },
      "formatted_body": .text(),
      "m.mentions": .object(["room": .flag, "user_ids": .list(.text())]),
    ],
    required: ["msgtype", "body"]
  )

  /// *Publish as JSON*; a longer message than 4,096 bytes becomes an attachment.
  private static let ntfy = JSONSchema.object(
    [
      "topic": .matching(isIdentifier),
      "title": .text(),
      "message": .text(bytes: 4096),
      "priority": .number(1...5),
      "tags": .list(.text()),
      "click": .matching(isAddress),
      "sequence_id": .matching(isIdentifier),
    ],
    required: ["topic"]
  )

  /// Its REST API, `Message`; *Message extras*.
  private static let gotify = JSONSchema.object(
    [
      "title": .text(),
      "message": .text(),
      "priority": .number(0...10),
      "extras": .object([
        "client::display": .object([
          "contentType": .matching { ["text/plain", "text/markdown"].contains($0) }
        ]),
        "client::notification": .object(["click": .object(["url": .matching(isAddress)])]),
      ]),
    ],
    required: ["message"]
  )

  /// *Pushing messages*, *Limitations*; priority 2 needs members that aren't here.
  private static let pushover = JSONSchema.object(
    [
      "token": .text(most: 64),
      "user": .text(most: 64),
      "device": .text(),
      "title": .text(most: 250),
      "message": .text(most: 1024),
      "priority": .number(-2...1),
      "timestamp": .number(0...4_294_967_295),
      "url": .text(most: 512),
    ],
    required: ["token", "user", "message"]
  )

  /// Prometheus documentation, *Configuration*, `<webhook_config>`.
  private static let alertmanager: JSONSchema = {
    let labels = JSONSchema.map(.text())
    let status = JSONSchema.matching { ["firing", "resolved"].contains($0) }
    let alert = [
      "status": status, "labels": labels, "annotations": labels, "startsAt": .matching(isTime),
      "endsAt": .matching(isTime), "generatorURL": .matching { $0.isEmpty || isAddress($0) },
      "fingerprint": .matching {
        $0.utf8.count == 16 && UInt64($0, radix: 16) != nil
      },
    ]
    let group: [String: JSONSchema] = [
      "version": .matching { $0 == "4" }, "groupKey": .text(),
      "truncatedAlerts": .number(0...1_000_000), "status": status, "receiver": .text(),
      "groupLabels": labels, "commonLabels": labels, "commonAnnotations": labels,
      "externalURL": .matching { $0.isEmpty || isAddress($0) },
      "alerts": .list(.object(alert, required: Set(alert.keys)), most: AlertNotice.mostItems),
    ]
    return .object(group, required: Set(group.keys))
  }()

  /// docs/alerts.md, *Webhooks*.
  private static let webhook: JSONSchema = {
    let severity = JSONSchema.matching { AlertNotice.Severity(rawValue: $0) != nil }
    let item: [String: JSONSchema] = [
      "kind": .text(), "text": .text(), "reason": .nullable(.text()), "severity": severity,
      "time": .matching(isTime), "subject": .nullable(.text()), "monitor": .nullable(.text()),
      "device": .nullable(.text()), "incident": .nullable(.number(0...0x1p53)),
    ]
    let notice: [String: JSONSchema] = [
      "schema": .matching { $0 == "homenet.alert/1" }, "id": .text(), "channel": .text(),
      "title": .text(), "text": .text(), "severity": severity, "time": .matching(isTime),
      "thread": .nullable(.text()), "url": .nullable(.matching(isAddress)),
      "items": .list(.object(item, required: Set(item.keys)), most: AlertNotice.mostItems),
      "more": .number(0...1_000_000),
    ]
    return .object(notice, required: Set(notice.keys))
  }()

  private static let schemas = [
    "telegram": telegram, "discord": discord, "slack": slack, "matrix": matrix, "ntfy": ntfy,
    "gotify": gotify, "pushover": pushover, "alertmanager": alertmanager, "webhook": webhook,
  ]

  /// As ntfy documents topics and sequence ids.
  private static func isIdentifier(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  private static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("http://") || text.hasPrefix("https://")
  }

  /// RFC 3339; Go's zero time, too, which means that an alert lasts.
  private static func isTime(_ text: String) -> Bool {
    text == "0001-01-01T00:00:00Z" || Timestamp(text) != nil
  }

  /// Usual and unusual notices: one piece of news and many, with an address and without, long and hostile ones.
  private static let notices: [AlertNotice] = {
    var bare = Notices.down
    bare.url = nil
    bare.thread = nil
    var hostile = Notices.down
    hostile.id = "n 4/ä\r\n" + String(repeating: "x", count: 200)
    hostile.title = Notices.hostile
    hostile.items[0].text = Notices.hostile
    hostile.items[0].reason = Notices.hostile
    hostile.items[0].subject = Notices.hostile
    let long = String(repeating: "<&*\"é🏠", count: 150)
    var endless = Notices.devices(1, called: long)
    endless.title = long
    return [
      Notices.down, Notices.up, bare, hostile, Notices.devices(2), endless,
      Notices.devices(50, called: long, more: 7),
    ]
  }()

  @Test(arguments: ServiceBodyTests.rows) func `Each body is as its service documents it`(
    _ row: ServiceBodyTests.Row
  ) throws {
    let schema = try #require(Self.schemas[row.service])
    for notice in Self.notices {
      let request = try ServiceBodyTests.request(row, notice)
      let tree = try #require(JSONTree(request.body))
      #expect(schema.problems(of: tree) == [], "\(notice.title.prefix(20))")
      // An event of Matrix has 65,536 bytes at most, with what its server adds.
      if row.service == "matrix" { #expect(request.body.count < 60_000) }
    }
  }

  @Test func `What may be set besides is documented, too`() throws {
    let rows = [
      ServiceBodyTests.Row(
        service: "telegram",
        settings: ["chat": "@home", "topic": "7"],
        secrets: ["token": "1:a"],
        url: "",
        body: ""
      ),
      ServiceBodyTests.Row(
        service: "pushover",
        settings: ["device": "phone,tablet"],
        secrets: ["token": "a", "user": "u"],
        url: "",
        body: ""
      ),
    ]
    for row in rows {
      let schema = try #require(Self.schemas[row.service])
      let request = try ServiceBodyTests.request(row)
      let tree = try #require(JSONTree(request.body))
      #expect(schema.problems(of: tree) == [])
      let name = row.service == "telegram" ? "message_thread_id" : "device"
      #expect(tree[[name]] != .null)
    }
  }

  @Test func `The limits in the documentation are those that are kept`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/alerts.md"), encoding: .utf8)
    let limits = try #require(text.range(of: "\n## Limits\n"))
    let lines = text[limits.upperBound...].split(separator: "\n")
    for service in ChannelService.all {
      let line = lines.first { $0.hasPrefix("| `\(service.name)` |") }
      let cells = line?.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
      #expect(service.pace.seconds == 60)
      try #require(cells.count > 2, "\(service.name) isn't in docs/alerts.md, Limits")
      #expect(cells[2] == "\(service.pace.count) a minute", "\(service.name)")
    }
  }

  @Test(arguments: [
    #"{"text":"x","more":1}"#, #"{"text":"x","flag":1}"#, #"{"flag":true}"#, #"{"text":""}"#,
    #"{"text":"12345"}"#, #"{"text":"x","list":["a","b","c"]}"#, "[]",
  ])
  func `A schema finds what isn't in it`(_ body: String) throws {
    let schema = JSONSchema.object(
      ["text": .text(most: 4), "flag": .flag, "list": .list(.text(), most: 2)],
      required: ["text"]
    )
    let tree = try #require(JSONTree(Array(body.utf8)))
    #expect(schema.problems(of: tree).count == 1)
    let right = try #require(JSONTree(Array(#"{"text":"x","list":["a"]}"#.utf8)))
    #expect(schema.problems(of: right) == [])
  }
}
