import Foundation
import Testing

@Suite struct `homenet vendors` {
  @Test func `says whose addresses are, and follows its schema`() throws {
    let ending = try Command(
      "vendors",
      "--format",
      "json",
      "00:19:fb:00:00:01",
      "00:00:5e:00:01:07",
      "02:42:ac:11:00:02"
    ).run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try JSONSchema("homenet.vendors-1.json").violations(in: ending.output) == [])
    let addresses = try JSON(parsing: ending.output).addresses.array
    #expect(addresses.map { $0.vendor.string } == ["Sky", nil, nil])
    #expect(addresses.map { $0.owner.string } == ["maker", "virtual_router", "virtual_machine"])
  }

  @Test func `takes a newer file of the data directory, and says so`() throws {
    let folder = try ScratchFolder()
    let file = folder.path + "/vendors.txt"
    try "FC:FF:AA\tNew\tNewcomer Limited\n".write(toFile: file, atomically: false, encoding: .utf8)
    let used = try Command(
      "vendors",
      "--data",
      folder.path,
      "--format",
      "json",
      "fc:ff:aa:00:00:01"
    )
    .run()
    let json = try JSON(parsing: used.output)
    #expect(json.in_use.source.string == file)
    #expect(json.in_use.embedded.bool == false)
    #expect(json.addresses.array.first?.vendor.string == "Newcomer")
    #expect(try JSONSchema("homenet.vendors-1.json").violations(in: used.output) == [])
  }

  @Test(
    arguments: [
      ["scan", "--format", "json", "--replay"], ["identify", "--format", "json"],
      ["explain", "192.168.1.44", "--format", "json", "--replay"],
    ]
  )
  func `is about the registry that other commands identify devices with`(arguments: [String])
    throws
  {
    let folder = try ScratchFolder()
    let data = folder.path + "/homenet"
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try "00:11:32\tNew\tNewcomer Limited\n".write(
      toFile: data + "/vendors.txt",
      atomically: false,
      encoding: .utf8
    )
    let recording = Repository.root.appending(path: "Tests/CommandTests/Snapshots/home.jsonl")
    var command = Command()
    command.arguments = arguments + [recording.path]
    command.environment = ["XDG_DATA_HOME": folder.path]
    let ending = try command.run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("Newcomer"))
    #expect(!ending.output.contains("Synology"))
  }

  @Test func `says what is wrong with a broken file, and goes on`() throws {
    let folder = try ScratchFolder()
    let file = folder.path + "/vendors.txt"
    try "what\nis\nthis\n".write(toFile: file, atomically: false, encoding: .utf8)
    let ending = try Command("vendors", "--data", folder.path).run()
    #expect(ending.status == 0)
    #expect(ending.output.contains("\(file)"))
    #expect(ending.output.contains("not used: holds no entry"))
    #expect(ending.output.contains("built in"))
  }

  @Test func `refuses what is no address`() throws {
    let ending = try Command("vendors", "192.168.1.1").run()
    #expect(ending.status == 2)
    #expect(ending.errors.contains("is no MAC address"))
  }
}
