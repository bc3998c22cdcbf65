import Foundation
import Testing

@Suite struct `homenet explain and scan --evidence` {
  private static let recording =
    Repository.root.appending(path: "Tests/CommandTests/Snapshots/home.jsonl").path

  @Test func `nobody of that name is a usage error`() throws {
    let ending = try Command("explain", "nobody", "--replay", Self.recording).run()
    #expect(ending.status == 2)
    #expect(ending.output == "")
    #expect(ending.errors.contains("nobody"))
  }

  @Test func `a name without a recording asks nobody`() throws {
    let ending = try Command("explain", "nobody").run()
    #expect(ending.status == 2)
    #expect(ending.errors.contains("--replay"))
  }

  @Test func `several candidates are listed`() throws {
    let lines = [
      #"{"networks":[],"schema":"homenet.recording/1","started":"2026-01-01T00:00:00.000Z"}"#,
      Self.named("192.168.1.5"), Self.named("192.168.1.6"),
    ]
    let file = try Scratch()
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file.url)
    let ending = try Command("explain", "den.lan", "--replay", file.url.path).run()
    #expect(ending.status == 2)
    #expect(ending.errors.contains("192.168.1.5") && ending.errors.contains("192.168.1.6"))
  }

  private static func named(_ address: String) -> String {
    #"{"fact":{"answered":{}},"source":"tcp","subject":"\#(address)","time":"2026-01-01T00:00:01.000Z"}"#
      + "\n"
      + #"{"fact":{"name":"den.lan"},"source":"dns","subject":"\#(address)","time":"2026-01-01T00:00:01.000Z"}"#
  }

  @Test func `the evidence of a scan identifies as the scan did`() throws {
    let file = try Scratch()
    let scan = try Command(
      "scan",
      "--quiet",
      "--replay",
      Self.recording,
      "--format",
      "json",
      "--evidence",
      file.url.path
    ).run()
    #expect(scan.status == 0, "\(scan.errors)")
    let devices = try JSON(parsing: scan.output).devices.array
    let identified = try Command("identify", file.url.path).run().lines.map(JSON.init(parsing:))
    #expect(identified.count == devices.count)
    for (verdict, device) in zip(identified, devices) {
      for key in ["id", "name", "category", "vendor", "model", "os", "runner_up", "because"] {
        #expect(verdict.object[key] == device.object[key], "\(key)")
      }
    }
  }

  @Test func `anonymous evidence names nobody`() throws {
    let file = try Scratch()
    let scan = try Command(
      "scan",
      "--quiet",
      "--replay",
      Self.recording,
      "--evidence",
      file.url.path,
      "--anonymise"
    ).run()
    #expect(scan.status == 0, "\(scan.errors)")
    let text = try file.text().lowercased()
    #expect(text.contains("appletv6,2"))
    for secret in ["living", "shed", "d9:af:37", "d9af37", "a1:0b:5e", "192.168.", "fritz.box"] {
      #expect(!text.contains(secret), "\(secret)")
    }
    #expect(try Command("scan", "--replay", Self.recording, "--anonymise").run().status == 2)
  }
}
