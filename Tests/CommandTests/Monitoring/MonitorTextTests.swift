import ArgumentParser
import Model
import Monitoring
import Testing

@testable import homenet

/// Monitors as tables, and as they are added.
@Suite struct MonitorTextTests {
  private static let now = Timestamp(milliseconds: 1_772_388_000_000)

  private static let down: FieldValue = .object([
    "id": .text("nas"), "name": .text("NAS"), "kind": .text("http"),
    "target": .text("https://nas.lan/"), "state": .text("down"),
    "since": .text(Timestamp(milliseconds: now.milliseconds - 600_000).description),
    "reason": .object(["text": .text("no answer\u{1B}[31m")]), "flapping": .flag(false),
    "uptime": .object(["24h": .object(["share": .number(0.99999), "coverage": .number(1)])]),
    "incident": .object(["id": .number(7), "acknowledged": .flag(true)]),
  ])

  private var table: MonitorTable { MonitorTable(style: Style(isColoured: false), now: Self.now) }

  @Test func `a row has the state, since when, and why`() {
    let lines = table.lines([Self.down], width: nil)
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("STATE"))
    for words in ["down", "NAS", "http", "https://nas.lan/", "10 min ago", "99.99 %", "nas"] {
      #expect(lines[1].contains(words), "\(lines[1])")
    }
    #expect(lines[1].hasSuffix("no answer\u{FFFD}[31m"))
    #expect(table.lines([], width: nil) == [])
  }

  @Test func `details name the incident`() {
    let lines = table.details(Self.down)
    #expect(lines[0] == "NAS  http  https://nas.lan/")
    #expect(lines.contains("  Incident    7, acknowledged"))
    #expect(lines.contains("  Uptime      99.99 % in 24h"))
  }

  @Test(
    arguments: [
      (1, "100 %"), (0.9999999, "99.99 %"), (0.5, "50 %"), (0.991, "99.10 %"), (0, "0 %"),
      (0.0001, "0.01 %"),
    ] as [(Double, String)]
  )
  func `uptime is rounded down`(share: Double, words: String) {
    let monitor = FieldValue.object([
      "uptime": .object(["7d": .object(["share": .number(share)])])
    ])
    #expect(MonitorTable.uptime(monitor, "7d") == words)
    #expect(MonitorTable.uptime(monitor, "24h") == nil)
  }

  @Test func `CSV has a line each`() {
    let lines = MonitorTable.csvLines([Self.down])
    #expect(lines[0].hasPrefix("id,name,kind,target,state,since,"))
    #expect(lines[1].hasPrefix("nas,NAS,http,https://nas.lan/,down,"))
  }

  @Test func `options become a monitor's fields`() throws {
    let command = try MonitorCommand.Add.parse([
      "http", "https://nas.lan", "--condition", "[STATUS] == 200", "--condition", "-x",
      "--interval", "30s", "--name", "NAS", "--parent", "router", "--down-after", "3/5",
      "--up-after", "2", "--option", "redirects=0", "--option", "verify_certificate=false",
      "--option", "cross_host_redirects=true",
      "--option", "header=Accept: text/html", "--option", "method=HEAD",
    ])
    let fields = command.fields
    #expect(fields["kind"] == .text("http"))
    #expect(fields["conditions"] == .list([.text("[STATUS] == 200"), .text("-x")]))
    #expect(fields["interval_s"] == .number(30))
    #expect(fields["timeout_s"] == nil)
    #expect(fields["down_after"] == .object(["m": .number(3), "n": .number(5)]))
    #expect(fields["up_after"] == .number(2))
    let header = FieldValue.object(["name": .text("Accept"), "value": .text("text/html")])
    #expect(
      fields["options"]
        == .object([
          "redirects": .number(0), "verify_certificate": .flag(false),
          "cross_host_redirects": .flag(true), "headers": .list([header]), "method": .text("HEAD"),
        ])
    )
  }

  @Test(arguments: ["", "x", "3/", "/3", "1/2/3", "3.5"])
  func `other quorums are refused`(text: String) {
    #expect(MonitorCommand.Add.quorum(text) == nil)
  }

  @Test func `a secret is no argument`() {
    #expect(throws: (any Error).self) {
      try ChannelCommand.Add.parse(["ntfy", "--secret", "token=tk_x"])
    }
  }
}
