import Foundation
import Sealing
import Testing

/// `homenet trace` and `homenet ping` on real kernels, beside the tools that everybody has.
@Suite(.sealed)
struct PathCrossCheckTests {
  private static let ways: [Int: [String]] = [
    4: ["192.168.1.1", "10.9.0.2", "203.0.113.9"], 6: ["fd00:1::1", "fd00:2::2", "fd00:f::9"],
  ]

  private func run(_ setup: String, _ arguments: [String]) throws -> Command.Ending {
    var command = Command()
    command.arguments = arguments
    let lab = Repository.root.appending(path: "Tests/Lab/broken_home.sh").path
    command.setup = ". '\(lab)'\n\(setup)\n:"
    return try command.run()
  }

  /// Every kernel answers six at once, then one a second.
  private static let limited = """
    for name in router provider far; do
      within $name bash -c 'echo 1000 >/proc/sys/net/ipv4/icmp_ratelimit
        echo 6168 >/proc/sys/net/ipv4/icmp_ratemask'
    done
    """

  @Test func `quick rounds take the kernels' limits for no loss`() throws {
    let ending = try run(
      Self.limited,
      ["trace", "203.0.113.9", "--rounds", "10", "-i", "0.2", "--no-names", "--format", "json"]
    )
    let trace = try JSON(parsing: ending.output)
    #expect(trace.hops.array.last?.loss.number.map { $0 > 0 } == true)
    #expect(trace.verdict.code.string == "reached", "\(ending.output)")
    #expect(ending.status == 0)
  }

  @Test func `a rejecting router is as far away as it is`() throws {
    let reject = """
      within provider nft 'add table ip f; add chain ip f c { type filter hook forward priority 0; };'
      within provider nft 'add rule ip f c ip daddr 203.0.113.9 reject with icmp type admin-prohibited'
      """
    let ending = try run(reject, ["trace", "203.0.113.9", "--no-names", "--format", "json"])
    let trace = try JSON(parsing: ending.output)
    #expect(trace.hops.array.count == 2, "\(ending.output)")
    #expect(trace.hops.array.last?.nodes.array.first?.error.string == "prohibited")
    #expect(
      trace.verdict.text.string
        == "10.9.0.2 at hop 2 can't hand packets on: a filter forbids it."
    )
  }

  @Test func `an absent host is no loss, and the router's word is waited for`() throws {
    let absent = try run("", ["trace", "10.9.0.77", "--no-names", "--format", "json"])
    let trace = try JSON(parsing: absent.output)
    #expect(trace.hops.array.map { $0.loss.number } == [0], "\(absent.output)")
    #expect(trace.verdict.code.string == "unreachable")
    let ping = try run("", ["ping", "10.9.0.77", "-c", "1", "-W", "1"])
    #expect(ping.output.contains("1: 192.168.1.1 says: the next on the way"), "\(ping.output)")
    #expect(ping.output.contains("1 × host unreachable from 192.168.1.1") && ping.status == 1)
    // On this machine's own network nobody else says so.
    let near = try run("", ["ping", "192.168.1.77", "-c", "1"])
    #expect(
      near.output.contains("1: no device on this network has the address 192.168.1.77"),
      "\(near.output)"
    )
    #expect(near.output.contains("192.168.1.77: 1 × host unreachable\n"))
    let way = try run("", ["trace", "192.168.1.77", "--no-names", "--format", "json"])
    let verdict = try JSON(parsing: way.output).verdict.text.string
    #expect(
      verdict == "Packets to 192.168.1.77 don't leave this machine: no device on this network has "
        + "the address 192.168.1.77 (no answer to ARP)."
    )
  }

  @Test func `the path MTU is what routers say, or what silence shows`() throws {
    let small = "within provider ip link set wan mtu 1400; within far ip link set lan mtu 1400"
    let trace = { (setup: String) in
      let ending = try self.run(
        setup,
        ["trace", "203.0.113.9", "--mtu", "--no-names", "--format", "json"]
      )
      #expect(try JSONSchema("homenet.trace-1.json").violations(in: ending.output) == [])
      return try JSON(parsing: ending.output).mtu
    }
    #expect(try trace("").path.number == 1500)
    let said = try trace(small)
    #expect(said.path.number == 1400 && said.black_hole.bool == false)
    #expect(said.limits.array.first?.address.string == "10.9.0.2")
    let hidden = try trace("drop provider forward 'meta length > 1400'")
    #expect(hidden.path.number == 1400 && hidden.black_hole.bool == true)
    let ping = try run(
      small,
      ["ping", "203.0.113.9", "-c", "1", "-M", "probe", "-s", "1472", "--format", "json"]
    )
    let target = try JSON(parsing: ping.output).targets.array.first ?? .null
    #expect(target.mtu.number == 1400, "\(ping.output)")
    #expect(target.errors.array.first?.type.string == "too_big")
  }

  @Test func `lines of several hosts say whose they are, and a deadline ends them`() throws {
    let ending = try run(
      "names --address=/a.lab.test/203.0.113.9\n:",
      ["ping", "a.lab.test", "192.168.1.1", "-w", "4", "-i", "0.5"]
    )
    #expect(ending.output.contains("a.lab.test (203.0.113.9)  1: "), "\(ending.output)")
    #expect(ending.output.contains("192.168.1.1  3: ") && ending.status == 0)
    #expect(ending.seconds < 40)
  }

  @Test(arguments: [(4, "203.0.113.9"), (6, "fd00:f::9")])
  func `hops and answers are those of traceroute, mtr and fping`(
    family: Int,
    target: String
  ) throws {
    let scratch = try ScratchFolder()
    var command = Command()
    command.arguments = ["ping", target, "-c", "5", "-i", "0.05", "--format", "json"]
    command.environment = ["OUT": scratch.path]
    command.setup = """
      homenet=$1
      . '\(Repository.root.appending(path: "Tests/Lab/broken_home.sh").path)'
      # Neighbours know each other before anything is compared.
      for _ in 1 2 3; do fping -q -t 1500 \(target) >/dev/null 2>&1 && break; done
      for mode in udp icmp tcp; do
        "$homenet" trace \(target) --mode $mode --no-names --format json >"$OUT/$mode"
      done
      traceroute -\(family) -n -q 1 -w 5,0,0 \(target) >"$OUT/traceroute"
      mtr -\(family) -n --report -c 3 -i 0.1 -G 1 \(target) >"$OUT/mtr"
      fping -\(family) -c 5 -p 50 -t 3000 \(target) >"$OUT/fping" 2>&1
      :
      """
    let ending = try command.run()
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    let read = { (name: String) in
      try String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
    }
    let way = try #require(Self.ways[family])
    for mode in ["udp", "icmp", "tcp"] {
      let trace = try JSON(parsing: read(mode))
      #expect(trace.reached.bool == true)
      let hops = trace.hops.array.map { hop in hop.nodes.array.first?.address.string ?? "?" }
      #expect(hops == way, "\(mode)")
      let losses = trace.hops.array.map { hop in hop.loss.number }
      #expect(losses == [0, 0, 0], "\(mode): \(trace.hops)")
    }
    // ` 1  192.168.1.1  0.030 ms` and `  1.|-- 192.168.1.1  0.0%  3 …`.
    let hops = { (text: String) in
      text.matches(of: #/(?m)^ *[0-9]+(?:\.\|--)? +([0-9a-f.:]+) /#).map { String($0.1) }
    }
    #expect(hops(try read("traceroute")) == way)
    #expect(hops(try read("mtr")) == way)
    #expect(try read("fping").contains("xmt/rcv/%loss = 5/5/0%"))
    let ping = try JSON(parsing: ending.output).targets.array.first ?? .null
    #expect(ping.sent.number == 5)
    #expect(ping.received.number == 5)
    #expect(ping.loss.number == 0)
  }
}
