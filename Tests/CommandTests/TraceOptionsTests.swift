import Foundation
import Sealing
import Testing

/// `trace`'s options on real kernels, and what it does where datagrams are filtered.
@Suite(.sealed)
struct TraceOptionsTests {
  private func trace(_ setup: String, _ arguments: [String]) throws -> JSON {
    var command = Command()
    command.arguments = ["trace", "--no-names", "--format", "json"] + arguments
    let lab = Repository.root.appending(path: "Tests/Lab/broken_home.sh").path
    command.setup = ". '\(lab)'\n\(setup)\n:"
    let ending = try command.run()
    #expect(try JSONSchema("homenet.trace-1.json").violations(in: ending.output) == [])
    return try JSON(parsing: ending.output)
  }

  private func way(_ trace: JSON) -> [String] {
    trace.hops.array.map { $0.nodes.array.first?.address.string ?? "*" }
  }

  @Test(arguments: [
    ("203.0.113.9", ["10.9.0.2", "203.0.113.9"]), ("fd00:f::9", ["fd00:2::2", "fd00:f::9"]),
  ])
  func `-f asks from that hop on`(target: String, expected: [String]) throws {
    let found = try trace("", [target, "-f", "2"])
    #expect(way(found) == expected)
    #expect(found.hops.array.map(\.ttl.number) == [2, 3])
    #expect(found.verdict.text.string == "\(target) answers, 3 hops away.")
  }

  /// The router hands on what comes from the second address alone.
  @Test(arguments: ["203.0.113.9", "fd00:f::9"])
  func `-s sends from that address`(target: String) throws {
    let isV6 = target.contains(":")
    let (first, second) =
      isV6 ? ("fd00:1::7", "fd00:1::8") : ("192.168.1.7", "192.168.1.8")
    let setup = """
      ip addr add \(second)/\(isV6 ? "64 nodad" : "24") dev eth0
      within router nft 'add table inet f; add chain inet f c { type filter hook forward priority 0; };'
      within router nft 'add rule inet f c \(isV6 ? "ip6" : "ip") saddr \(first) drop'
      """
    #expect(try trace(setup, [target, "-s", second]).reached.bool == true)
    #expect(try trace(setup, [target, "-s", first]).reached.bool == false)
  }

  @Test func `another method takes over where datagrams are filtered`() throws {
    let noUDP = "drop provider forward 'udp dport 33434-33534'"
    let echoes = try trace(noUDP, ["203.0.113.9"])
    #expect(echoes.reached.bool == true && echoes.method.string == "icmp")
    #expect(way(echoes) == ["192.168.1.1", "10.9.0.2", "203.0.113.9"])
    #expect(echoes.fallback.method.string == "udp" && echoes.fallback.hop.number == 2)
    let noEchoes = """
      \(noUDP)
      within provider nft 'add rule ip f c icmp type echo-request drop'
      """
    let connects = try trace(noEchoes, ["203.0.113.9"])
    #expect(connects.reached.bool == true && connects.method.string == "tcp")
    let chosen = try trace(noUDP, ["203.0.113.9", "--mode", "udp"])
    #expect(chosen.reached.bool == false && chosen.fallback == .null)
    #expect(
      chosen.verdict.text.string?.contains("echoes (ICMP) or TCP connects show the way") == true
    )
  }
}
