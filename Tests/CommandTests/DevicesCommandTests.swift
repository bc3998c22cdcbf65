import Foundation
import Sealing
import Testing

@Suite struct `homenet devices and explain --stored` {
  @Test func `the JSON follows its schema, and what the user says comes first`() throws {
    let home = try KeptHome()
    let ending = try Command("devices", "--data", home.data.path, "--format", "json").run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.errors == "1 more is hidden; --all\n")
    #expect(try JSONSchema("homenet.devices-1.json").violations(in: ending.output) == [])
    let devices = try JSON(parsing: ending.output).devices.array
    #expect(devices.allSatisfy { $0.state.string == "unconfirmed" && $0.hidden.bool == false })
    let box = try #require(devices.first { $0.ip.string == "192.168.1.20" })
    #expect(box.name.string == "Sam’s = box")
    #expect(box.category.string == "gaming")
    #expect(box.note.string == "lent, till May")
  }

  @Test func `makers are those of the newest registry`() throws {
    let home = try KeptHome()
    try "00:11:32\tNew\tNewcomer Limited\n".write(
      toFile: home.data.path + "/vendors.txt",
      atomically: false,
      encoding: .utf8
    )
    let data = ["--data", home.data.path, "--format", "json"]
    var command = Command("devices")
    command.arguments += data
    let devices = try JSON(parsing: command.run().output).devices.array
    let box = try #require(devices.first { $0.ip.string == "192.168.1.44" })
    #expect(box.vendor.string == "Newcomer")
    command = Command("explain", "192.168.1.44", "--stored")
    command.arguments += data
    let explanation = try JSON(parsing: command.run().output)
    #expect(explanation.device.vendor.string == "Newcomer")
    #expect(explanation.mac_vendor.string == "Newcomer")
  }

  @Test func `hidden devices are listed with --all alone`() throws {
    let home = try KeptHome()
    let some = try Command("devices", "--data", home.data.path).run()
    let all = try Command("devices", "--data", home.data.path, "--all").run()
    #expect(!some.output.contains("192.168.1.30"))
    #expect(all.output.contains("192.168.1.30"))
    #expect(all.lines.count == some.lines.count + 1)
    #expect(all.errors == "")
  }

  @Test func `the table says when each was last seen`() throws {
    let home = try KeptHome()
    let lines = try Command("devices", "--data", home.data.path).run().lines
    #expect(lines.first?.contains("LAST SEEN") == true)
    let box = try #require(lines.first { $0.contains("192.168.1.20") })
    #expect(box.contains("Sam’s = box") && box.contains("gaming") && box.contains("2026-02-01"))
  }

  @Test func `CSV has the user's words, quoted`() throws {
    let home = try KeptHome()
    let ending = try Command("devices", "--data", home.data.path, "--format", "csv").run()
    #expect(ending.lines.first?.hasSuffix(",id,user_name,user_category,note,hidden,new") == true)
    let box = try #require(ending.lines.first { $0.hasPrefix("192.168.1.20,") })
    #expect(box.hasSuffix(#",Sam’s = box,gaming,"lent, till May",false,false"#), "\(box)")
  }

  @Test func `where nothing is kept the way to fill it is told`() throws {
    let empty = try ScratchFolder()
    let ending = try Command("devices", "--data", empty.path, "--format", "json").run()
    #expect(ending.status == 0)
    #expect(try JSONSchema("homenet.devices-1.json").violations(in: ending.output) == [])
    #expect(ending.errors.contains("'homenet serve' keeps"), "\(ending.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: empty.path) == [])
    let explained = try Command("explain", "x", "--stored", "--data", empty.path).run()
    #expect(explained.status == 2)
    #expect(explained.errors.contains("'homenet serve' keeps"), "\(explained.errors)")
  }

  @Test func `a file that is no inventory is one line`() throws {
    let home = try ScratchFolder()
    try "no database, but long enough to be taken for one".write(
      toFile: home.path + "/homenet.sqlite",
      atomically: false,
      encoding: .utf8
    )
    let ending = try Command("devices", "--data", home.path).run()
    #expect(ending.status == 3)
    #expect(ending.output == "")
    #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
  }

  @Test(arguments: ["sam’s = BOX", "192.168.1.20", "d0:81:7a:d9:af:37"])
  func `a device is explained from memory, by the user's own name too`(name: String) throws {
    let home = try KeptHome()
    var command = Command("explain", name, "--stored", "--data", home.data.path)
    let text = try command.run()
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.lines.first == "Sam’s = box")
    #expect(text.output.contains("you say so"))
    command.arguments += ["--format", "json"]
    let json = try command.run()
    #expect(try JSONSchema("homenet.explain-1.json").violations(in: json.output) == [])
    let device = try JSON(parsing: json.output).device
    #expect(device.category.string == "gaming")
    #expect(device.ip.string == "192.168.1.20")
  }

  @Test func `whom nobody remembers is told so`() throws {
    let home = try KeptHome()
    let ending = try Command("explain", "nobody", "--stored", "--data", home.data.path).run()
    #expect(ending.status == 2)
    #expect(ending.errors == "homenet: no device in the inventory is 'nobody'\n")
  }

  @Test(.sealed)
  func `a device that doesn't answer is explained from memory, and that is said`() throws {
    let home = try KeptHome()
    for name in ["192.168.1.20", "Sam’s = box"] {
      var command = Command("explain", name, "--data", home.data.path, "--format", "json")
      command.setup = """
        ip link add lab0 type veth peer name lab1
        ip addr add 192.168.1.7/24 dev lab0
        ip link set lab0 up
        ip link set lab1 up
        """
      let ending = try command.run()
      #expect(ending.status == 1, "\(ending.errors)")
      #expect(try JSON(parsing: ending.output).device.name.string == "Sam’s = box")
      #expect(ending.errors.contains("'\(name)' doesn't answer; this is remembered"))
    }
  }
}
