import Foundation
import Sealing
import Testing

/// `ping`'s options on real kernels: each test fails where its option has no effect.
@Suite(.sealed)
struct PingOptionsTests {
  /// The server behind two routers, by family, and the routers' addresses on the way there.
  struct Way: Sendable, CustomTestStringConvertible {
    var target: String
    var routers: [String]
    /// An address that this machine has beside its first, and the first.
    var second: String
    var first: String
    var testDescription: String { target }
  }

  private static let ways = [
    Way(
      target: "203.0.113.9",
      routers: ["192.168.1.1", "10.9.0.2"],
      second: "192.168.1.8",
      first: "192.168.1.7"
    ),
    Way(
      target: "fd00:f::9",
      routers: ["fd00:1::1", "fd00:2::2"],
      second: "fd00:1::8",
      first: "fd00:1::7"
    ),
  ]

  /// Runs a command in the home's lab.
  ///
  /// A few packets: the first may be lost while neighbours get to know each other.
  private func ping(
    _ setup: String,
    _ arguments: [String],
    as wrapper: String = ""
  ) throws -> JSON {
    var command = Command()
    command.arguments = ["ping", "--format", "json", "-c", "4", "-i", "0.5", "-W", "1"] + arguments
    let lab = Repository.root.appending(path: "Tests/Lab/broken_home.sh").path
    command.setup = "set -- \(wrapper) \"$@\"\n. '\(lab)'\n\(setup)\n:"
    let ending = try command.run()
    let target = try JSON(parsing: ending.output).targets.array.first ?? .null
    if target == .null { Issue.record("\(ending.output)\(ending.errors)") }
    return target
  }

  @Test(arguments: ways)
  func `-t ends packets at that hop`(way: Way) throws {
    for (index, router) in way.routers.enumerated() {
      let target = try ping("", [way.target, "-t", "\(index + 1)"])
      #expect(target.received.number == 0)
      #expect(target.errors.array.first?.type.string == "time_exceeded")
      #expect(target.errors.array.first?.from.string == router)
    }
    #expect(try ping("", [way.target, "-t", "3"]).received.number ?? 0 > 0)
    for method in [["--udp"], ["--tcp", "80"]] {
      let target = try ping("", [way.target, "-t", "2"] + method)
      #expect(target.errors.array.first?.from.string == way.routers[1], "\(method)")
    }
  }

  /// The router does not hand on what matches, of either family.
  private static func keepingBack(_ match: String) -> String {
    """
    within router nft 'add table inet f; add chain inet f c { type filter hook forward priority 0; };'
    within router nft 'add rule inet f c \(match) drop'
    """
  }

  /// The router hands on what comes from the second address alone.
  private static func only(_ way: Way) -> String {
    let family = way.target.contains(":") ? "ip6" : "ip"
    return """
      ip addr add \(way.second)/\(family == "ip" ? 24 : 64) dev eth0 \(family == "ip6" ? "nodad" : "")
      \(keepingBack("\(family) saddr \(way.first)"))
      """
  }

  @Test(arguments: ways, [[], ["--udp"], ["--tcp", "80"]])
  func `-I sends from that address`(way: Way, method: [String]) throws {
    let chosen = try ping(Self.only(way), [way.target, "-I", way.second] + method)
    #expect(chosen.received.number ?? 0 > 0)
    let other = try ping(Self.only(way), [way.target, "-I", way.first] + method)
    #expect(other.received.number == 0)
  }

  /// A second cable to the router, whose routes are the worse ones; the router hands on nothing that
  /// comes by the first.
  private static let twoCables = """
    cable here eth1 192.168.2.7/24,fd00:5::7/64 router lan2 192.168.2.1/24,fd00:5::1/64
    ip route add default via 192.168.2.1 dev eth1 metric 500
    ip route add fd00::/16 via fd00:5::1 dev eth1 metric 2000
    within provider ip route add 192.168.2.0/24 via 10.9.0.1
    within provider ip route add fd00:5::/64 via fd00:2::1
    \(keepingBack("iif lan"))
    """

  @Test(arguments: ways, [[], ["--udp"], ["--tcp", "80"]])
  func `-I sends by that interface`(way: Way, method: [String]) throws {
    let chosen = try ping(Self.twoCables, [way.target, "-I", "eth1"] + method)
    #expect(chosen.received.number ?? 0 > 0)
    let other = try ping(Self.twoCables, [way.target, "-I", "eth0"] + method)
    #expect(other.received.number == 0)
  }

  @Test func `-I INTERFACE takes no privileges`() throws {
    let target = try ping(
      Self.twoCables + "\necho 0 0 >/proc/sys/net/ipv4/ping_group_range",
      ["203.0.113.9", "-I", "eth1"],
      as: "setpriv --bounding-set=-all --inh-caps=-all"
    )
    #expect(target.received.number ?? 0 > 0 && target.method.string == "icmp")
  }

  @Test func `-I of neither is a mistake of usage, and so is one of the other family`() throws {
    let nowhere = try Command("ping", "127.0.0.1", "-c", "1", "-I", "eth7").run()
    #expect(nowhere.status == 2 && nowhere.output == "")
    #expect(
      nowhere.errors.hasPrefix(
        "homenet: 'eth7' is neither an address nor an interface; there is lo"
      ),
      "\(nowhere.errors)"
    )
    let other = try Command("ping", "127.0.0.1", "-c", "1", "-6", "-I", "127.0.0.1").run()
    #expect(other.status == 2)
    #expect(other.errors.contains("127.0.0.1 is no source of IPv6 packets"), "\(other.errors)")
  }

  /// `2026-08-01T12:00:00.123Z  1: 0.041 ms, ttl 64`.
  private var timed: Regex<Substring> {
    #/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z  1: .*/#
  }

  @Test(arguments: ["127.0.0.1", "::1"])
  func `-D begins lines with the time`(target: String) throws {
    let with = try Command("ping", target, "-c", "1", "-D").run()
    #expect(with.lines.first?.wholeMatch(of: timed) != nil, "\(with.output)")
    let without = try Command("ping", target, "-c", "1").run()
    #expect(without.lines.first?.hasPrefix("1: ") == true, "\(without.output)")
  }

  @Test(arguments: ["127.0.0.1", "::1"])
  func `-w ends it, whatever -c says`(target: String) throws {
    let command = Command("ping", target, "-c", "600", "-i", "0.1", "-w", "2", "--format", "json")
    let ending = try command.run()
    let sent = try JSON(parsing: ending.output).targets.array.first?.sent.number ?? 0
    #expect((1...21).contains(sent) && ending.status == 0, "\(ending.output)")
    #expect(try JSON(parsing: ending.output).interrupted.bool == false)
  }

  @Test func `SIGQUIT prints the figures so far, and it goes on`() throws {
    let command = Command("ping", "127.0.0.1", "::1", "-c", "40", "-i", "0.1", "--format", "json")
    let ending = try command.run(signal: SIGQUIT, after: 0.7)
    let lines = ending.errors.split(separator: "\n")
    let line = #/(?:127\.0\.0\.1|::1): ([0-9]+) of \1 answered, 0 % lost, min/avg/max [0-9.\/]+ ms/#
    #expect(lines.count == 2 && lines.allSatisfy { $0.wholeMatch(of: line) != nil }, "\(lines)")
    #expect(ending.status == 0)
    let targets = try JSON(parsing: ending.output).targets.array
    #expect(targets.map(\.sent.number) == [40, 40])
  }

  @Test func `SIGQUIT ends what has no figures to print`() throws {
    let ending = try Command("trace", "127.0.0.1", "--rounds", "0").run(signal: SIGQUIT, after: 1)
    #expect(ending.status == -1 && ending.output == "")
  }
}
