import Foundation
import Sealing
import Testing

/// `homenet demo --scan`: the whole way from a packet to a line of output, in namespaces.
@Suite(.serialized, .sealed)
struct DemoScanTests {
  @Test func `the simulated home as JSON follows its schema, nobody twice, nobody missing`() throws
  {
    let ending = try Command("demo", "--scan", "--format", "json").run()
    #expect(ending.status == 0)
    #expect(try JSONSchema("homenet.scan-1.json").violations(in: ending.output) == [])
    let scan = try JSON(parsing: ending.output)
    let addresses = scan.devices.array.compactMap(\.ip.string)
    #expect(addresses.count == 31)
    #expect(Set(addresses).count == addresses.count)
    #expect(Set(scan.devices.array.compactMap(\.id.string)).count == addresses.count)
    #expect(scan.devices.array.count { $0.`self`.bool == true } == 1)
    #expect(scan.devices.array.count { $0.gateway.bool == true } == 1)
    #expect(scan.devices.array.allSatisfy { $0.mac.string != nil })
    #expect(scan.interrupted.bool == false)
    let counters = scan.counters
    #expect(try #require(counters.tcp_connections.number) <= 1100)
    #expect(try #require(counters.peak_sockets.number) <= 30)
    #expect(try #require(counters.updates.number) <= 50)
    // Two Google speakers share their name and stay two.
    let twins = scan.devices.array.filter { $0.name.string == "Bedroom speaker" }
    #expect(twins.count == 2)
    #expect(ending.errors.contains("31 devices in"))
  }

  @Test func `every address and MAC is told in an early line of --watch`() throws {
    let ending = try Command(
      "demo",
      "--scan",
      "--watch",
      "--discover-only",
      "--settle",
      "3s",
      "--quiet"
    ).run()
    #expect(ending.status == 0)
    #expect(ending.errors == "")
    let schema = try JSONSchema("homenet.scan.update-1.json")
    var known: Set<String> = []
    var allKnownAfter: Double?
    for line in ending.lines {
      #expect(try schema.violations(in: line) == [])
      let update = try JSON(parsing: line)
      for device in update.devices.array where device.mac.string != nil {
        known.insert(device.id.string ?? "")
      }
      for id in update.removed.array { known.remove(id.string ?? "") }
      if known.count == 31, allKnownAfter == nil { allKnownAfter = update.elapsed_ms.number }
    }
    let last = try JSON(parsing: try #require(ending.lines.last))
    // 600 ms on an idle machine; one that runs tests answers late, but before the scan settles.
    #expect(try #require(allKnownAfter) < (try #require(last.elapsed_ms.number)))
    #expect(last.finished.bool == true)
    #expect(last.counters.object.isEmpty == false)
  }

  @Test func `interrupting it gives what it has, complete, at once`() throws {
    for number in [SIGINT, SIGTERM] {
      var devices = 0
      // A loaded machine may not have found so many by then.
      for delay in [1.5, 3, 4.5] where devices <= 15 {
        let ending = try Command("demo", "--scan", "--format", "json")
          .run(signal: number, after: delay)
        #expect(ending.status == 0)
        #expect(try JSONSchema("homenet.scan-1.json").violations(in: ending.output) == [])
        let scan = try JSON(parsing: ending.output)
        #expect(scan.interrupted.bool == true)
        devices = scan.devices.array.count
        // 0.2 on an idle machine.
        #expect(ending.seconds < 20)
      }
      #expect(devices > 15)
    }
  }

  @Test func `a recorded scan is shown again, the same`() throws {
    let file = try Scratch()
    let live = try Command(
      "demo",
      "--scan",
      "--format",
      "json",
      "--timeout",
      "5s",
      "--record",
      file.url.path
    ).run()
    let again = try Command("scan", "--replay", file.url.path, "--format", "json").run()
    #expect(again.status == 0)
    let (first, second) = (try JSON(parsing: live.output), try JSON(parsing: again.output))
    #expect(first.devices == second.devices)
    #expect(first.networks == second.networks)
    #expect(first.started == second.started)
    #expect(second.devices.array.count == 31)
  }

  @Test func `piped text is plain, aligned, and free of escape sequences`() throws {
    let ending = try Command("demo", "--scan", "--discover-only", "--settle", "2s").run()
    #expect(ending.lines.count == 32)
    #expect(ending.lines[0].hasPrefix("ADDRESS  "))
    #expect(!ending.output.contains("\u{1B}"))
    #expect(ending.output.contains("192.168.77.2 "))
    #expect(ending.output.contains("this machine"))
  }

  @Test func `excluded addresses are left alone`() throws {
    let ending = try Command(
      "demo",
      "--scan",
      "--discover-only",
      "--format",
      "csv",
      "--exclude",
      "192.168.77.64/26",
      "--exclude",
      "192.168.77.1"
    ).run()
    #expect(ending.lines[0].hasPrefix("ip,mac,name,"))
    let addresses = ending.lines.dropFirst().map { String($0.prefix { $0 != "," }) }
    #expect(addresses.contains("192.168.77.20"))
    #expect(!addresses.contains("192.168.77.1"))
    #expect(!addresses.contains { $0.hasPrefix("192.168.77.7") || $0.hasPrefix("192.168.77.10") })
  }
}
