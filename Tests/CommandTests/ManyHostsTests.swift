import Foundation
import Sealing
import Testing

/// Networks and ranges among the hosts of `ping` and `ports`, on the loopback of a sealed namespace.
@Suite(.sealed)
struct ManyHostsTests {
  @Test func `ping asks every address of a network and a range`() throws {
    let ending = try Command(
      "ping",
      "127.0.1.0/29",
      "127.0.2.9-10",
      "::1",
      "-c",
      "1",
      "--format",
      "json"
    ).run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try JSONSchema("homenet.ping-1.json").violations(in: ending.output) == [])
    let targets = try JSON(parsing: ending.output).targets.array
    #expect(
      targets.compactMap(\.host.string) == [
        "127.0.1.1", "127.0.1.2", "127.0.1.3", "127.0.1.4", "127.0.1.5", "127.0.1.6", "127.0.2.9",
        "127.0.2.10", "::1",
      ]
    )
    #expect(targets.allSatisfy { $0.received.number == 1 })
  }

  @Test func `ping asks a whole slash 22`() throws {
    let ending = try Command("ping", "127.0.16.0/22", "-c", "1", "--format", "json").run()
    #expect(ending.status == 0, "\(ending.errors)")
    let targets = try JSON(parsing: ending.output).targets.array
    #expect(targets.count == 1022)
  }

  @Test func `ping shows people whose answer each is`() throws {
    let ending = try Command("ping", "127.0.1.0/30", "-c", "1").run()
    #expect(ending.status == 0, "\(ending.errors)")
    for address in ["127.0.1.1", "127.0.1.2"] {
      #expect(ending.lines.count { $0.hasPrefix(address + " ") } == 2, "\(ending.output)")
    }
  }

  @Test func `ports asks every address of a range`() throws {
    let ending = try Command(
      "ports",
      "127.0.1.0/30",
      "127.0.1.9-10",
      "-p",
      "1-20",
      "--connect",
      "--format",
      "json"
    ).run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try JSONSchema("homenet.ports-1.json").violations(in: ending.output) == [])
    let hosts = try JSON(parsing: ending.output).hosts.array
    #expect(
      hosts.compactMap(\.host.string) == ["127.0.1.1", "127.0.1.2", "127.0.1.9", "127.0.1.10"]
    )
    #expect(hosts.allSatisfy { $0.counts.closed.number == 20 })
  }
}
