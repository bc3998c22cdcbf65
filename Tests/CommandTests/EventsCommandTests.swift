import Foundation
import Home
import LinuxNetwork
import Model
import Storage
import Testing

/// The commands over a stored history, run as a person would run them.
@Suite struct `homenet events and devices --at` {
  /// A home with a history of an hour.
  private struct Past {
    let home: KeptHome
    let now = Timestamp.now
    /// The slot of 192.168.1.20.
    let slot: Int

    var data: [String] { ["--data", home.data.path] }

    init() throws {
      home = try KeptHome()
      let listed = try Command("devices", "--data", home.data.path, "--format", "json").run()
      let devices = try JSON(parsing: listed.output).devices.array
      let box = try #require(devices.first { $0.ip.string == "192.168.1.20" })
      slot = Int(try #require(box.slot.number))
      var batch = HistoryBatch(time: now)
      batch.changes = [
        HomeChange(seq: 1, time: ago(3600), slot: slot, name: "Sam’s = box", kind: .newStation),
        HomeChange(seq: 2, time: ago(1800), kind: .ownNetworkLost),
        HomeChange(seq: 3, time: ago(600), slot: slot, name: "Sam’s = box", kind: .left),
      ]
      batch.versions = [
        ProfileVersion(
          slot: slot,
          since: ago(3600),
          profile: DeviceProfile(id: "x", name: "Sam’s = box", ip: "192.168.1.20")
        )
      ]
      batch.transitions = [
        PresenceTransition(slot: slot, state: .present, since: ago(3600)),
        PresenceTransition(slot: slot, state: .away, since: ago(600)),
      ]
      try SQLiteInventoryStore(directory: home.data.path).append(batch)
    }

    private func ago(_ seconds: Int64) -> Timestamp {
      Timestamp(milliseconds: now.milliseconds - seconds * 1000)
    }

    func run(_ arguments: String...) throws -> Command.Ending {
      var command = Command()
      command.arguments = arguments + data
      return try command.run()
    }
  }

  private static func numbers(_ ending: Command.Ending) throws -> [Double] {
    try JSON(parsing: ending.output).changes.array.compactMap { $0.seq.number }
  }

  @Test func `the JSON follows its schema, and is filtered`() throws {
    let past = try Past()
    let all = try past.run("events", "--format", "json")
    #expect(all.status == 0 && all.errors == "", "\(all.errors)")
    #expect(try JSONSchema("homenet.events-1.json").violations(in: all.output) == [])
    #expect(try Self.numbers(all) == [1, 2, 3])
    #expect(try JSON(parsing: all.output).next.number == 3)
    let json = ["events", "--format", "json"]
    for (options, expected) in [
      (["--limit", "1"], [3]), (["--since", "45m"], [2, 3]), (["--kind", "left"], [3]),
      (["--kind", "left", "--kind", "new_station"], [1, 3]),
      (["--device", "192.168.1.20"], [1, 3]),
      (["--device", "sam’s = BOX", "--since", "45m"], [3]), (["--limit", "0"], []),
    ] as [([String], [Double])] {
      var command = Command()
      command.arguments = json + options + past.data
      #expect(try Self.numbers(command.run()) == expected, "\(options)")
    }
  }

  @Test func `those of a device are also those of what was merged into it`() throws {
    let past = try Past()
    do {
      let store = try SQLiteInventoryStore(directory: past.home.data.path)
      let stored = try store.load()
      var device = try #require(stored.first { $0.key == StoredDevice.Key(past.slot) })
      device.ties = DeviceTies(
        former: [DeviceTies.FormerSlot(slot: 900, until: past.now, id: "mac-da1132000099")]
      )
      try store.save([device])
      var batch = HistoryBatch(time: past.now)
      batch.changes = [
        HomeChange(seq: 4, time: past.now, slot: 900, name: "Sam’s phone", kind: .left)
      ]
      try store.append(batch)
    }
    for device in ["192.168.1.20", "mac-da1132000099", "da:11:32:00:00:99"] {
      let ending = try past.run("events", "--device", device, "--format", "json")
      #expect(try Self.numbers(ending) == [1, 3, 4], "\(ending.errors)")
      let ids = try JSON(parsing: ending.output).changes.array.map { $0.device.string }
      #expect(Set(ids).count == 1 && ids[0] != nil)
    }
    let explained = try past.run("explain", "mac-da1132000099", "--stored", "--format", "json")
    #expect(explained.status == 0, "\(explained.errors)")
  }

  @Test func `a line has the time and the sentence`() throws {
    let lines = try Past().run("events").lines
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.firstMatch(of: #/^\d{4}-\d\d-\d\d \d\d:\d\d  \S/#) != nil })
    #expect(lines[2].contains("Sam’s = box"))
  }

  @Test func `with --follow there is a line each, until Ctrl-C`() throws {
    let past = try Past()
    var command = Command()
    command.arguments = ["events", "--follow", "--format", "json"] + past.data
    let ending = try command.run(signal: SIGINT, after: 0.5) { output in
      output.split(separator: "\n").count >= 3
    }
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.lines.count == 3)
    let schema = try JSONSchema("homenet.events.change-1.json")
    for line in ending.lines { #expect(try schema.violations(in: line) == []) }
  }

  /// A program that follows a home's events, and writes to a file.
  private final class Follower {
    private let process = Process()
    private let file: URL

    init(_ arguments: [String], in folder: ScratchFolder) throws {
      file = URL(filePath: folder.path + "/followed.txt")
      try Data().write(to: file)
      process.executableURL = Command.binary
      process.arguments = ["events", "--follow", "--format", "json"] + arguments
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: file)
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    /// The numbers of what it wrote, once that is so many lines.
    func numbers(_ count: Int) throws -> [Double] {
      let deadline = ContinuousClock.now + .seconds(60)
      while true {
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        if lines.count >= count || ContinuousClock.now > deadline {
          return try lines.compactMap { try JSON(parsing: String($0)).seq.number }
        }
        Thread.sleep(forTimeInterval: 0.05)
      }
    }

    /// How it ended by itself; `nil` where it did not.
    func status() -> Int32? {
      let deadline = ContinuousClock.now + .seconds(60)
      while process.isRunning, ContinuousClock.now < deadline {
        Thread.sleep(forTimeInterval: 0.05)
      }
      return process.isRunning ? nil : process.terminationStatus
    }

    deinit { if process.isRunning { process.terminate() } }
  }

  @Test func `with --follow it goes on with what a device is merged into`() throws {
    let past = try Past()
    let folder = try ScratchFolder()
    let follower = try Follower(past.data + ["--device", "192.168.1.20"], in: folder)
    #expect(try follower.numbers(2) == [1, 3])
    let store = try SQLiteInventoryStore(directory: past.home.data.path)
    let devices = try store.load()
    let merged = try #require(devices.first { $0.key == StoredDevice.Key(past.slot) })
    var kept = try #require(devices.first { $0.key != merged.key })
    let former = DeviceTies.FormerSlot(
      slot: merged.key,
      until: past.now,
      id: merged.identities.first
    )
    kept.ties = DeviceTies(former: [former])
    try store.write([kept], removing: [merged.key])
    var batch = HistoryBatch(time: past.now)
    batch.changes = [
      HomeChange(seq: 4, time: past.now, slot: Int(kept.key), kind: .merged),
      HomeChange(seq: 5, time: past.now, kind: .ownNetworkBack),
      HomeChange(seq: 6, time: past.now, slot: Int(kept.key), kind: .left),
    ]
    try store.append(batch)
    #expect(try follower.numbers(4) == [1, 3, 4, 6])
  }

  @Test func `with --follow it goes on with another history, and ends where there is none`()
    throws
  {
    let past = try Past()
    let folder = try ScratchFolder()
    let data = past.home.data.path
    let follower = try Follower(past.data, in: folder)
    #expect(try follower.numbers(3) == [1, 2, 3])
    // A history that was begun before, and went on later.
    let other = try ScratchFolder()
    do {
      let store = try SQLiteInventoryStore(directory: other.path)
      var batch = HistoryBatch(time: .now)
      batch.changes = [
        HomeChange(
          seq: 1,
          time: Timestamp(milliseconds: past.now.milliseconds - 86_400_000),
          kind: .ownNetworkLost
        ),
        HomeChange(
          seq: 2,
          time: Timestamp(milliseconds: Timestamp.now.milliseconds + 3000),
          kind: .ownNetworkBack
        ),
      ]
      try store.append(batch)
    }
    let files = FileManager.default
    try files.moveItem(atPath: data, toPath: folder.path + "/aside")
    try files.moveItem(atPath: other.path, toPath: data)
    #expect(try follower.numbers(4) == [1, 2, 3, 2])
    try files.moveItem(atPath: data, toPath: folder.path + "/gone")
    #expect(follower.status() == 3)
  }

  @Test func `with --follow it ends when nobody reads any more`() throws {
    let past = try Past()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", #""$@" | head -n 1 >/dev/null"#, "sh", Command.binary.path, "events", "--follow"]
      + past.data
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let deadline = ContinuousClock.now + .seconds(60)
    while process.isRunning, ContinuousClock.now < deadline { Thread.sleep(forTimeInterval: 0.05) }
    #expect(!process.isRunning)
    if process.isRunning { process.terminate() }
  }

  @Test func `devices --at the present is what the history has last, as it may be going on`()
    throws
  {
    let past = try Past()
    for at in ["0s", "2100-01-01T00:00:00Z"] {
      let ending = try past.run("devices", "--at", at, "--format", "json")
      let states = try JSON(parsing: ending.output).devices.array.map { $0.state.string }
      #expect(states == ["away"], "\(at)")
    }
  }

  @Test func `where there is no history that is told`() throws {
    let empty = try ScratchFolder()
    let events = try Command("events", "--data", empty.path, "--format", "csv").run()
    #expect(events.status == 0)
    #expect(events.lines == ["seq,time,kind,device,name,was,is,reason,sources,text"])
    #expect(events.errors.contains("'homenet serve' stores them"), "\(events.errors)")
    let devices = try Command("devices", "--data", empty.path, "--at", "2h").run()
    #expect(devices.status == 0 && devices.output == "")
    #expect(devices.errors.contains("no history of that time"), "\(devices.errors)")
  }

  @Test func `where no change matches that is told, and what is wrong with a negative value`()
    throws
  {
    let past = try Past()
    let none = try past.run("events", "--kind", "merged")
    #expect(none.status == 0 && none.errors.contains("none of the changes"), "\(none.errors)")
    for (command, option, value, words) in [
      ("events", "--since", "-1h", "'-1h' is neither a time"),
      ("events", "--limit", "-1", "--limit is from 0"),
      ("devices", "--at", "-1h", "'-1h' is neither a time"),
    ] {
      let ending = try past.run(command, option, value)
      #expect(ending.status == 2 && ending.errors.contains(words), "\(ending.errors)")
    }
  }

  @Test(arguments: [
    ["events", "--since", "yesterday"], ["events", "--since", "-1h"], ["events", "--kind", "gone"],
    ["events", "--limit", "-1"],
    ["events", "--device", ""], ["events", "--device", "nobody"], ["devices", "--at", "noon"],
  ])
  func `what can't be meant is a usage error`(arguments: [String]) throws {
    let home = try KeptHome()
    var command = Command()
    command.arguments = arguments + ["--data", home.data.path]
    let ending = try command.run()
    #expect(ending.status == 2)
    #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
  }

  @Test func `the devices are listed as they were`() throws {
    let past = try Past()
    let schema = try JSONSchema("homenet.devices.past-1.json")
    for (at, state) in [("30m", "present"), ("5m", "away")] {
      let ending = try past.run("devices", "--at", at, "--format", "json")
      #expect(ending.status == 0, "\(ending.errors)")
      #expect(try schema.violations(in: ending.output) == [])
      let devices = try JSON(parsing: ending.output).devices.array
      #expect(devices.map { $0.ip.string } == ["192.168.1.20"])
      #expect(devices.first?.state.string == state)
    }
    let before = try past.run("devices", "--at", "2h", "--format", "json")
    #expect(try JSON(parsing: before.output).devices.array == [])
  }

  @Test func `what is backed up is restored`() throws {
    let past = try Past()
    let file = past.home.data.path + "/copy.sqlite"
    let backup = try past.run("backup", file, "--format", "json")
    #expect(backup.status == 0, "\(backup.errors)")
    #expect(try JSONSchema("homenet.backup-1.json").violations(in: backup.output) == [])
    #expect(try past.run("backup", file).status == 2, "a file is not written over")
    let other = try ScratchFolder()
    let restored = try Command("restore", file, "--data", other.path, "--format", "json").run()
    #expect(restored.status == 0, "\(restored.errors)")
    #expect(try JSONSchema("homenet.restore-1.json").violations(in: restored.output) == [])
    #expect(try JSON(parsing: restored.output).moved_to == .null)
    let events = try Command("events", "--data", other.path, "--format", "json").run()
    #expect(try Self.numbers(events) == [1, 2, 3])
    #expect(try Command("restore", file + "x", "--data", other.path).run().status == 2)
  }
  @Test func `what is exported is imported`() throws {
    let past = try Past()
    let exported = try past.run("export")
    #expect(exported.status == 0 && exported.errors == "", "\(exported.errors)")
    #expect(try JSONSchema("homenet.export-1.json").violations(in: exported.output) == [])
    let file = past.home.data.path + "/export.json"
    try exported.output.write(toFile: file, atomically: false, encoding: .utf8)
    let other = try ScratchFolder()
    let imported = try Command("import", file, "--data", other.path, "--format", "json").run()
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try JSONSchema("homenet.import-1.json").violations(in: imported.output) == [])
    let kept = try SQLiteInventoryStore.read(past.home.data.path)
    #expect(try SQLiteInventoryStore.read(other.path) == kept)
    let events = try Command("events", "--data", other.path, "--format", "json").run()
    #expect(try Self.numbers(events) == [1, 2, 3])
    // Some editors put a byte order mark before it.
    try ("\u{FEFF}" + exported.output).write(toFile: file, atomically: false, encoding: .utf8)
    let again = try Command("import", file, "--data", other.path, "--format", "json").run()
    #expect(again.status == 0, "\(again.errors)")
    let table = try past.run("export", "--format", "csv")
    #expect(table.lines.count == kept.count + 1)
  }

  @Test func `a backup is not imported, but the way to restore it is told`() throws {
    let past = try Past()
    let file = past.home.data.path + "/copy.sqlite"
    let backup = try past.run("backup", file)
    #expect(backup.status == 0, "\(backup.errors)")
    let folder = try ScratchFolder()
    let ending = try Command("import", file, "--data", folder.path + "/data").run()
    #expect(ending.status == 2)
    #expect(ending.errors.contains("'homenet restore'"), "\(ending.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test(arguments: ["json", "csv"])
  func `where nothing is stored there is nothing to export`(format: String) throws {
    let folder = try ScratchFolder()
    let mistyped = folder.path + "/mistyped"
    let ending = try Command("export", "--data", mistyped, "--format", format).run()
    #expect(ending.status == 3)
    #expect(format == "json" ? ending.output.contains("homenet.error/1") : ending.output == "")
    #expect(ending.errors.contains("nothing is stored in"), "\(ending.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `no backup is named like standard output`() throws {
    let past = try Past()
    let ending = try past.run("backup", "-")
    #expect(ending.status == 2)
    #expect(ending.errors.contains("standard output"), "\(ending.errors)")
  }

  @Test func `devices of a table are shown as never seen, and their table is imported again`()
    throws
  {
    let folder = try ScratchFolder()
    let file = folder.path + "/list.csv"
    try "mac,name\n00:11:32:00:00:01,Radio\n".write(
      toFile: file,
      atomically: false,
      encoding: .utf8
    )
    let data = ["--data", folder.path + "/data"]
    var command = Command("import", file)
    command.arguments += data
    let imported = try command.run()
    #expect(imported.status == 0 && imported.errors == "", "\(imported.errors)")
    command.arguments = ["devices", "--format", "json"] + data
    let listed = try command.run()
    #expect(try JSONSchema("homenet.devices-1.json").violations(in: listed.output) == [])
    let devices = try JSON(parsing: listed.output).devices.array
    let device = try #require(devices.first)
    #expect(device.mac.string == "00:11:32:00:00:01" && device.vendor.string == "Synology")
    #expect(device.ip == .null && device.first_seen == .null && device.last_seen == .null)
    #expect(device.state.string == "away" && device.user_name.string == "Radio")
    command.arguments = ["devices"] + data
    command.environment["COLUMNS"] = "200"
    let table = try command.run()
    #expect(table.output.contains("never") && !table.output.contains("0.0.0.0"))
    command.arguments = ["export"] + data
    let json = try command.run()
    #expect(try JSONSchema("homenet.export-1.json").violations(in: json.output) == [])
    command.arguments = ["export", "--format", "csv"] + data
    let exported = try command.run()
    try exported.output.write(toFile: file, atomically: false, encoding: .utf8)
    command.arguments = ["import", file, "--data", folder.path + "/other", "--format", "json"]
    let again = try command.run()
    #expect(try JSON(parsing: again.output).added.number == 1, "\(again.output)")
    let other = try SQLiteInventoryStore.read(folder.path + "/other")
    #expect(other.map(\.marks.name) == ["Radio"] && other.allSatisfy { !$0.wasSeen })
  }

  @Test func `a file that is no import is refused, and makes no store`() throws {
    let folder = try ScratchFolder()
    let file = folder.path + "/list.csv"
    let wide = "mac,name\n02:00:5e:00:00:01,A\n".utf8.flatMap { [$0, 0] as [UInt8] }
    try Data(wide).write(to: URL(filePath: file))
    let utf16 = try Command("import", file, "--data", folder.path + "/data").run()
    #expect(utf16.status == 2 && utf16.errors.contains("UTF-16"), "\(utf16.errors)")
    try Data(Array("{\"schema\":\"".utf8) + [0xE9]).write(to: URL(filePath: file))
    let latin = try Command("import", file, "--data", folder.path + "/data").run()
    #expect(latin.status == 2 && latin.errors.contains("no UTF-8"), "\(latin.errors)")
    for text in ["name,kind\nA,phone\n", "{\"schema\":\"x\"}", ""] {
      try text.write(toFile: file, atomically: false, encoding: .utf8)
      let ending = try Command("import", file, "--data", folder.path + "/data").run()
      #expect(ending.status == 2, "\(text)")
      #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
    }
    let directory = try Command("import", folder.path, "--data", folder.path + "/data").run()
    #expect(directory.status == 2)
    #expect(directory.errors.contains("can't read"), "\(directory.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["list.csv"])
  }
}
