import Foundation
import Testing

/// What users see, word for word; `HOMENET_RECORD_SNAPSHOTS=1` writes it anew.
@Suite struct SnapshotTests {
  @Test(arguments: [
    ("help", ["--help"]), ("help-scan", ["scan", "--help"]), ("help-doctor", ["doctor", "--help"]),
    ("help-explain", ["explain", "--help"]), ("help-devices", ["devices", "--help"]),
    ("help-ports", ["ports", "--help"]),
    ("explain-text", ["explain", "192.168.1.20", "--replay", "@home.jsonl"]),
    ("explain-json", ["explain", "192.168.1.20", "--replay", "@home.jsonl", "--format", "json"]),
    ("help-ping", ["ping", "--help"]), ("help-trace", ["trace", "--help"]),
    ("help-dns", ["dns", "--help"]), ("help-cert", ["cert", "--help"]),
    ("help-whois", ["whois", "--help"]),
    ("whois-private", ["whois", "192.168.1.20"]),
    ("whois-private", ["whois", "--raw", "192.168.1.20"]),
    ("whois-translated", ["whois", "--raw", "64:ff9b::c000:221"]),
    ("help-diagnose", ["diagnose", "--help"]),
    ("help-asn", ["asn", "--help"]), ("asn-private", ["asn", "192.168.1.20", "AS65000"]),
    ("help-vendors", ["vendors", "--help"]), ("help-events", ["events", "--help"]),
    ("help-backup", ["backup", "--help"]), ("help-restore", ["restore", "--help"]),
    ("help-export", ["export", "--help"]), ("help-import", ["import", "--help"]),
    ("help-monitor", ["monitor", "--help"]), ("help-monitor-add", ["monitor", "add", "--help"]),
    ("help-channel", ["channel", "--help"]), ("help-channel-add", ["channel", "add", "--help"]),
    ("help-alert", ["alert", "--help"]), ("help-alert-mute", ["alert", "mute", "--help"]),
    ("help-config", ["config", "--help"]), ("help-config-check", ["config", "check", "--help"]),
    ("help-demo", ["demo", "--help"]), ("help-serve", ["serve", "--help"]),
    ("version", ["--version"]),
    ("replay-text", ["scan", "--quiet", "--replay", "@home.jsonl"]),
    ("replay-json", ["scan", "--quiet", "--replay", "@home.jsonl", "--format", "json"]),
    ("replay-csv", ["scan", "--quiet", "--replay", "@home.jsonl", "--format", "csv"]),
    ("replay-watch", ["scan", "--quiet", "--replay", "@home.jsonl", "--watch"]),
  ])
  func `output is as it was`(name: String, arguments: [String]) throws {
    var command = Command()
    command.arguments = arguments.map { argument in
      argument.hasPrefix("@")
        ? Self.folder.appending(path: String(argument.dropFirst())).path : argument
    }
    let ending = try command.run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.errors == "")
    let file = Self.folder.appending(path: name + ".txt")
    if ProcessInfo.processInfo.environment["HOMENET_RECORD_SNAPSHOTS"] != nil {
      try ending.output.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(Self.masked(ending.output) == Self.masked(expected))
  }

  /// The text without confidences: they change with every new rule, and have tests of their own.
  private static func masked(_ text: String) -> String {
    text
      .replacing(#/"confidence":[0-9.]+/#, with: "\"confidence\":0")
      .replacing(#/[0-9]+ % sure/#, with: "0 % sure")
      .replacing(#/,[0-9.]+,(present|unconfirmed),/#) { ",0,\($0.1)," }
  }

  private static let folder = Repository.root.appending(path: "Tests/CommandTests/Snapshots")

  @Test func `recorded JSON follows its schemas`() throws {
    let text = { (name: String) in
      try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    }
    let scan = try text("replay-json.txt")
    #expect(try JSONSchema("homenet.scan-1.json").violations(in: scan) == [])
    let update = try JSONSchema("homenet.scan.update-1.json")
    for line in try text("replay-watch.txt").split(separator: "\n") {
      #expect(try update.violations(in: line) == [])
    }
    let explained = try text("explain-json.txt")
    #expect(try JSONSchema("homenet.explain-1.json").violations(in: explained) == [])
  }

  @Test func `a recording that was cut short is still good`() throws {
    let whole = try String(contentsOf: Self.folder.appending(path: "home.jsonl"), encoding: .utf8)
    let cut = try Scratch()
    try String(whole.dropLast(400)).write(to: cut.url, atomically: false, encoding: .utf8)
    let ending = try Command("scan", "--quiet", "--replay", cut.url.path, "--format", "json").run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try JSON(parsing: ending.output).interrupted.bool == true)
    #expect(try JSON(parsing: ending.output).devices.array.count > 3)
  }
}
