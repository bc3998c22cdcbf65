import Foundation
import Sealing
import Testing

/// Whose fault it is that nobody can be asked: exit codes, and words that help.
@Suite(.sealed)
struct UnreachableCommandTests {
  private static let lab = """
    . '\(Repository.root.appending(path: "Tests/Lab/broken_home.sh").path)'

    """

  private func run(_ setup: String, _ arguments: String...) throws -> Command.Ending {
    var command = Command()
    command.arguments = arguments
    command.setup = setup
    command.environment = ["XDG_CACHE_HOME": "/nonexistent"]
    return try command.run()
  }

  @Test(arguments: [
    ["whois", "example.com"], ["whois", "--rdap", "9.8.7.6"], ["whois", "--whois", "example.com"],
    ["asn", "9.8.7.6"],
  ])
  func `no network ends with 3`(arguments: [String]) throws {
    // With a resolver that nothing leads to: the system's may be on the loopback.
    var command = Command()
    command.arguments = arguments
    command.setup = Self.lab + "ip link set eth0 down"
    command.environment = ["XDG_CACHE_HOME": "/nonexistent"]
    let ending = try command.run()
    #expect(ending.status == 3, "\(ending.errors)")
    let said = ending.errors + ending.output
    #expect(said.contains("see homenet d") || said.contains("no route"), "\(said)")
    #expect(!said.contains("NIO"))
  }

  @Test(arguments: [
    ("within router ip -6 route add prohibit fd00:f::9", "[fd00:f::9]:443"),
    ("within router ip -6 route add unreachable fd00:f::9", "[fd00:f::9]:443"),
    ("within router ip route del default", "203.0.113.9"),
    ("within router ip route add prohibit 203.0.113.9", "203.0.113.9"),
  ])
  func `a router's no is a bad finding`(setup: String, target: String) throws {
    let ending = try run(Self.lab + setup, "cert", target)
    #expect(ending.status == 1, "\(ending.errors)")
    let said = ending.output
    let words = setup.contains("prohibit") ? "a filter forbids the connection" : "can't be reached"
    #expect(said.contains(words), "\(said)")
  }

  @Test(arguments: ["203.0.113.9", "[2001:db8::9]:443"])
  func `no route of one's own ends with 3`(target: String) throws {
    let ending = try run(Self.lab + "ip route del default", "cert", target)
    #expect(ending.status == 3)
    #expect(ending.errors.contains("this machine has no route there; see homenet diagnose"))
  }

  @Test(arguments: ["ping", "trace", "ports", "cert"])
  func `a name can't be looked up without a network`(tool: String) throws {
    for setup in ["ip link set eth0 down", "ip route flush dev eth0"] {
      let ending = try run(Self.lab + setup, tool, "nas.lab.test")
      #expect(ending.status == 3, "\(ending.errors)")
      let words = "can't look up nas.lab.test: this machine has no way to a resolver"
      #expect(ending.errors == "homenet: \(words); see homenet diagnose\n")
      #expect(ending.output == "")
    }
  }

  @Test func `a resolver that refuses is not called silent`() throws {
    // Without a server to ask, dnsmasq answers REFUSED of everything that isn't its own.
    let ending = try run(Self.lab + "names --local=/lab.test/", "ping", "www.shop.net")
    #expect(ending.status == 1)
    #expect(
      ending.errors.contains("the resolver gives no answer, or refuses; see homenet diagnose")
    )
  }

  @Test(arguments: ["ping", "ports"])
  func `one unknown name doesn't keep the others from being asked`(tool: String) throws {
    let setup = Self.lab + "names --address=/a.lab.test/203.0.113.9 --local=/test/"
    let ending = try run(
      setup,
      tool,
      "a.lab.test",
      "nobody.lab.test",
      tool == "ping" ? "-c" : "-p",
      "1",
      "--format",
      "json"
    )
    #expect(ending.status == 1, "\(ending.errors)")
    #expect(ending.errors == "homenet: nobody.lab.test: no such host\n")
    #expect(try JSONSchema("homenet.\(tool)-1.json").violations(in: ending.output) == [])
    let report = try JSON(parsing: ending.output)
    if tool == "ping" {
      #expect(report.targets.array.map(\.host.string) == ["a.lab.test", "nobody.lab.test"])
      #expect(report.targets.array.map(\.received.number) == [1, 0])
      let errors = try #require(report.targets.array.last).errors.array
      #expect(errors.map(\.type.string) == ["unknown_host"])
    } else {
      #expect(report.hosts.array.map(\.host.string) == ["a.lab.test"])
      #expect(report.hosts.array.map(\.counts.closed.number) == [1])
      #expect(report.unknown.array.map(\.host.string) == ["nobody.lab.test"])
      #expect(report.unknown.array.map(\.type.string) == ["unknown_host"])
      #expect(report.unknown.array.map(\.because.string) == ["no such host"])
    }
  }

  @Test(arguments: ["ping", "ports"])
  func `where this machine can't look names up, addresses are asked all the same`(
    tool: String
  ) throws {
    let ending = try run(
      Self.lab + "ip link set eth0 down",
      tool,
      "127.0.0.1",
      "nas.lab.test",
      tool == "ping" ? "-c" : "-p",
      "1",
      "--format",
      "json"
    )
    #expect(ending.status == 3, "\(ending.errors)")
    #expect(ending.errors.contains("can't look up nas.lab.test: this machine has no way"))
    let report = try JSON(parsing: ending.output)
    if tool == "ping" {
      #expect(report.targets.array.map(\.received.number) == [1, 0])
      let errors = try #require(report.targets.array.last).errors.array
      #expect(errors.map(\.type.string) == ["local_no_route"])
    } else {
      #expect(report.hosts.array.map(\.state.string) == ["up"])
      #expect(report.unknown.array.map(\.type.string) == ["local_no_route"])
    }
  }

  @Test func `a name in another script is found, and shown as it was typed`() throws {
    let setup =
      Self.lab + "names --local=/./ --address=/xn--mnchen-3ya.lab.test/203.0.113.9"
    let ping = try run(setup, "ping", "-c", "1", "münchen.lab.test")
    #expect(ping.status == 0, "\(ping.errors)")
    #expect(ping.output.contains("münchen.lab.test"))
    let ports = try run(setup, "ports", "münchen.lab.test", "-p", "9", "--format", "json")
    #expect(try JSON(parsing: ports.output).hosts.array.first?.host.string == "münchen.lab.test")
  }
}
