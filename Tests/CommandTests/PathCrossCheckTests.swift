import Foundation
import Testing

/// `homenet trace` and `homenet ping` on real kernels, beside the tools that everybody has.
@Suite(.enabled(if: Sealed.isSealed, "only in a sealed network namespace"))
struct PathCrossCheckTests {
  private static let ways: [Int: [String]] = [
    4: ["192.168.1.1", "10.9.0.2", "203.0.113.9"], 6: ["fd00:1::1", "fd00:2::2", "fd00:f::9"],
  ]

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
      traceroute -\(family) -n -q 1 \(target) >"$OUT/traceroute"
      mtr -\(family) -n --report -c 3 -i 0.1 -G 0.3 \(target) >"$OUT/mtr"
      fping -\(family) -c 5 -p 50 \(target) >"$OUT/fping" 2>&1
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
