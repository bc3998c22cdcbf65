import Foundation
import Sealing
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

  @Test(.sealed)
  func `a name, an id or a MAC that nobody here has is told so`() throws {
    for device in ["nobody", "mac-021122334455", "02:11:22:33:44:55"] {
      var command = Command("explain", device)
      command.setup = """
        ip link add lab0 type veth peer name lab1
        ip addr add 192.168.7.1/30 dev lab0
        ip link set lab0 up
        ip link set lab1 up
        """
      let ending = try command.run()
      #expect(ending.status == 1, "\(ending.errors)")
      #expect(ending.output == "")
      #expect(ending.errors.contains("no device here is called '\(device)'"), "\(ending.errors)")
    }
  }

  @Test(.sealed)
  func `a device is found by its MAC, then by its id`() throws {
    let setup = """
      ip link add lab0 type veth peer name lab1
      # Foundation waits for whoever has inherited its descriptors.
      (for n in /proc/self/fd/*; do n=${n##*/}; [ $n -le 2 ] || eval "exec $n>&-"; done
       exec unshare --net sleep 60) &
      here=$(readlink /proc/self/ns/net)
      until [ "$(readlink /proc/$!/ns/net)" != "$here" ]; do sleep 0.02; done
      ip link set lab1 netns $!
      nsenter -t $! -n ip link set lab1 address 00:11:32:44:55:66 up
      nsenter -t $! -n ip addr add 192.168.7.2/30 dev lab1
      ip addr add 192.168.7.1/30 dev lab0
      ip link set lab0 up
      until ip link show lab0 | grep -q LOWER_UP; do sleep 0.02; done
      """
    var command = Command("explain", "00:11:32:44:55:66", "--format", "json")
    command.setup = setup
    let byMAC = try command.run()
    #expect(byMAC.status == 0, "\(byMAC.errors)")
    #expect(try JSONSchema("homenet.explain-1.json").violations(in: byMAC.output) == [])
    let device = try JSON(parsing: byMAC.output).device
    #expect(device.ip.string == "192.168.7.2")
    command.arguments[1] = try #require(device.id.string)
    let byID = try command.run()
    #expect(byID.status == 0, "\(byID.errors)")
    #expect(try JSON(parsing: byID.output).device.ip.string == "192.168.7.2")
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
