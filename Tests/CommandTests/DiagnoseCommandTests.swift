import Foundation
import Sealing
import Testing

/// `homenet diagnose` on real kernels: a home's network, broken in many ways.
@Suite(.sealed)
struct DiagnoseCommandTests {
  struct Fault: Sendable {
    /// What is done to the network.
    var setup: String
    var arguments: [String] = ["a.lab.test"]
    var code: String
    /// Words of the sentence.
    var says: String
    var status: Int32 = 1
    var isInterrupted = false
  }

  /// What came of a fault, for `make bench-tools`.
  private struct Row: Encodable {
    var setup: String
    var arguments: [String]
    var expected: String
    var code: String?
    var text: String?
    var isRight: Bool
    var seconds: Double?
  }

  private static let names = "names --address=/a.lab.test/203.0.113.9 --local=/test/\n"
  private static let served = names + "serve far 203.0.113.9 good\n"

  /// The default route leaves the main table.
  private static let elsewhere = """
    ip route del default
    ip route add default via 192.168.1.1 table 51820
    ip rule add not fwmark 51820 table 51820
    ip rule add table main suppress_prefixlength 0

    """

  private static let blackHole = "drop provider forward 'meta length > 1400'"

  private static let portal = """
    within router ip addr add 203.0.113.9/32 dev lo
    web router 203.0.113.9 redirect http://192.168.1.1/sign-in

    """

  private static let intercepted = """
    web far 203.0.113.9 page 300
    web router 192.168.1.1 login
    intercept router 80

    """

  private static let routed = "ip route del default; ip route add 203.0.113.0/24 via 192.168.1.1"

  private static let faults: [Fault] = [
    Fault(setup: served, code: "well", says: "nothing is wrong", status: 0),
    Fault(setup: names, arguments: [], code: "well", says: "name a host", status: 0),
    Fault(
      setup: "ip link set eth0 down",
      arguments: [],
      code: "interface_down",
      says: "eth0 is switched off"
    ),
    Fault(
      setup: "within router ip link set lan down",
      arguments: [],
      code: "no_carrier",
      says: "eth0 has no link"
    ),
    Fault(
      setup: "ip addr flush dev eth0",
      arguments: [],
      code: "no_address",
      says: "eth0 has a link but no address"
    ),
    Fault(
      setup: "ip addr flush dev eth0; ip addr add 169.254.7.7/16 dev eth0",
      arguments: [],
      code: "self_assigned_address",
      says: "169.254.7.7"
    ),
    Fault(
      setup: "ip route del default",
      arguments: ["203.0.113.9"],
      code: "no_gateway",
      says: "no default route"
    ),
    Fault(
      setup: "within router ip addr flush dev lan",
      arguments: ["203.0.113.9"],
      code: "gateway_silent",
      says: "The router 192.168.1.1 does not answer"
    ),
    Fault(
      setup: names + "within router ip link set wan down",
      code: "nothing_beyond_gateway",
      says: "its line to the Internet is down"
    ),
    Fault(
      setup: names + "drop router forward 'ip daddr 203.0.113.9'",
      code: "nothing_beyond_gateway",
      says: "nothing beyond it"
    ),
    Fault(
      setup: names + "drop provider forward 'ip daddr 203.0.113.9'",
      code: "path_ends",
      says: "as far as 10.9.0.2 at hop 2"
    ),
    Fault(
      setup: "drop router input 'udp dport 53'",
      code: "resolver_silent",
      says: "The resolver 192.168.1.1 does not answer"
    ),
    Fault(
      setup: "names '--address=/#/192.168.1.1'",
      arguments: [],
      code: "resolver_lies",
      says: "names that can't exist"
    ),
    Fault(
      setup: "names '--address=/#/192.168.1.1'\nserve router 192.168.1.1 good",
      arguments: ["www.shop.net"],
      code: "captive_portal",
      says: "sign in"
    ),
    Fault(
      setup: names,
      arguments: ["nobody.lab.test"],
      code: "name_unknown",
      says: "no host called nobody.lab.test"
    ),
    Fault(setup: names, arguments: ["a.lab.test:22"], code: "refused", says: "refuses port 22"),
    Fault(
      setup: names + "drop far input 'tcp dport { 80, 443 }'",
      code: "filtered",
      says: "ports 443 and 80 are silent"
    ),
    Fault(
      setup: "",
      arguments: ["192.168.1.99"],
      code: "host_absent",
      says: "No device on this network has the address of 192.168.1.99"
    ),
    Fault(
      setup: served + "drop router forward 'ip protocol icmp numgen random mod 100 < 40'",
      code: "path_loss",
      says: "Loss begins at hop 2"
    ),
    Fault(
      setup: served + "limit far input 'icmp type echo-request' '2/second burst 3 packets'",
      code: "well",
      says: "nothing is wrong",
      status: 0
    ),
    // One answer a second is too seldom for a pattern: asked more slowly, it answers all.
    Fault(
      setup: served + "limit far input 'icmp type echo-request' '1/second burst 1 packets'",
      code: "well",
      says: "nothing is wrong",
      status: 0
    ),
    Fault(setup: served + "line", code: "well", says: "nothing is wrong", status: 0),
    Fault(
      setup: names + "line",
      arguments: [],
      code: "well",
      says: "link, address and resolver are well",
      status: 0
    ),
    // As wg-quick(8) does it: a table of its own that rules choose.
    Fault(
      setup: names + elsewhere,
      arguments: [],
      code: "well",
      says: "link, address, router and resolver are well",
      status: 0
    ),
    Fault(setup: served + elsewhere, code: "well", says: "nothing is wrong", status: 0),
    Fault(
      setup: "names --address=/xn--mnchen-3ya.lab.test/203.0.113.9 --local=/test/",
      arguments: ["münchen.lab.test"],
      code: "refused",
      says: "münchen.lab.test is there, but refuses ports 443 and 80"
    ),
    Fault(
      setup: names + "line; drop router forward 'ip daddr 203.0.113.9'",
      code: "nothing_beyond_gateway",
      says: "nothing beyond it"
    ),
    Fault(
      setup: names + "serve far 203.0.113.9 expired",
      code: "certificate_expired",
      says: "expired"
    ),
    // Path MTU black holes: nobody says why big packets vanish.
    Fault(
      setup: names + "web far 203.0.113.9 page 20000\n" + blackHole,
      arguments: ["http://a.lab.test/"],
      code: "mtu_black_hole",
      says: "Packets of more than 1400 bytes vanish on the way to a.lab.test"
    ),
    Fault(
      setup: served + blackHole,
      code: "mtu_black_hole",
      says: "Packets of more than 1400 bytes vanish on the way to a.lab.test"
    ),
    // A small link whose router says so is none.
    Fault(
      setup: served
        + "within provider ip link set wan mtu 1400; within far ip link set lan mtu 1400",
      code: "well",
      says: "nothing is wrong",
      status: 0
    ),
    Fault(
      setup: names + "web far 203.0.113.9 silent",
      arguments: ["http://a.lab.test/"],
      code: "content_stops",
      says: "accepts connections on port 80, but sends nothing"
    ),
    // Captive portals that redirect: the router answers in the server's place.
    Fault(
      setup: names + portal,
      code: "captive_portal",
      says: "A sign-in page at 192.168.1.1 answers in place of a.lab.test"
    ),
    Fault(
      setup: "names --address=/www.shop.net/203.0.113.9\n" + portal
        + "serve router 203.0.113.9 good",
      arguments: ["https://www.shop.net/"],
      code: "captive_portal",
      says: "A sign-in page at 192.168.1.1 answers in place of www.shop.net"
    ),
    // Captive portals with a page of their own, without a redirect.
    Fault(
      setup: names + intercepted,
      arguments: ["http://a.lab.test/"],
      code: "captive_portal",
      says: "A sign-in page answers in place of a.lab.test"
    ),
    Fault(
      setup: names + "web router 192.168.1.1 page 300\nintercept router 80",
      arguments: ["http://a.lab.test/"],
      code: "captive_portal",
      says: "Another page answers in place of a.lab.test"
    ),
    Fault(
      setup: "names --address=/www.shop.net/203.0.113.9\n" + intercepted
        + "serve router 192.168.1.1 good\nintercept router 443",
      arguments: ["https://www.shop.net/"],
      code: "captive_portal",
      says: "A sign-in page answers in place of www.shop.net"
    ),
    Fault(
      setup: "names '--address=/#/192.168.1.1'\nweb router 192.168.1.1 login",
      arguments: ["www.shop.net"],
      code: "captive_portal",
      says: "A sign-in page at 192.168.1.1 answers in place of www.shop.net"
    ),
    // Pages to sign in on that are the target's own.
    Fault(
      setup: names + "web far 203.0.113.9 login",
      code: "well",
      says: "nothing is wrong",
      status: 0
    ),
    Fault(
      setup: "names --address=/www.shop.net/192.168.1.1 --local=/test/ --local=/invalid/\n"
        + "web router 192.168.1.1 login",
      arguments: ["www.shop.net"],
      code: "well",
      says: "nothing is wrong",
      status: 0
    ),
    // A proxy on the way, which gets the target's own page.
    Fault(
      setup: names + "web router 192.168.1.1 only a.lab.test\nintercept router 80",
      arguments: ["http://a.lab.test/"],
      code: "well",
      says: "nothing is wrong",
      status: 0
    ),
    Fault(
      setup: names + "web far 203.0.113.9 redirect https://elsewhere.example/",
      code: "well",
      says: "nothing is wrong",
      status: 0
    ),
    Fault(
      setup: names + "within far ip addr flush dev lan",
      code: "path_blocked",
      says: "The router 10.9.0.2 at hop 2 says that packets to a.lab.test can't go on"
    ),
    // Half of all, so that chance never makes it a share that is tolerated.
    Fault(
      setup: names + "drop router input 'ip protocol icmp numgen random mod 100 < 50'",
      arguments: [],
      code: "gateway_loss",
      says: "The link to the router 192.168.1.1 loses packets"
    ),
    Fault(
      setup: served + "drop router input 'ip protocol icmp numgen random mod 100 < 50'",
      code: "gateway_loss",
      says: "The link to the router 192.168.1.1 loses packets"
    ),
    // A router that answers only so often loses nothing.
    Fault(
      setup: names + "limit router input 'icmp type echo-request' '10/second burst 5 packets'",
      arguments: [],
      code: "well",
      says: "name a host",
      status: 0
    ),
    Fault(setup: served + routed, code: "well", says: "nothing is wrong", status: 0),
    Fault(setup: names + routed, code: "refused", says: "refuses ports 443 and 80"),
    Fault(
      setup: names + routed,
      arguments: [],
      code: "no_gateway",
      says: "no default route: it reaches 203.0.113.0/24 by a route of its own"
    ),
    Fault(
      setup: names + "ip route add 203.0.113.0/24 via 192.168.1.99",
      code: "gateway_silent",
      says: "own route to 203.0.113.0/24 leads over 192.168.1.99, which does not answer"
    ),
    Fault(
      setup: names + "ip route add unreachable 203.0.113.0/24",
      code: "route_refuses",
      says: "own route to 203.0.113.0/24 refuses packets to a.lab.test"
    ),
    Fault(
      setup: served + """
        within router ip link add twin link lan type macvlan
        within router ip addr add 192.168.1.1/32 dev twin
        within router ip link set twin up
        """,
      code: "doubled_address",
      says: "2 devices have the router's address 192.168.1.1"
    ),
    Fault(
      setup: names + "within router ip addr add 192.168.1.7/32 dev lan",
      arguments: [],
      code: "doubled_address",
      says: "has this machine's address 192.168.1.7 too"
    ),
    Fault(
      setup: "names '--address=/#/203.0.113.9'\nserve far 203.0.113.9 good",
      code: "resolver_lies",
      says: "names that can't exist"
    ),
    Fault(
      setup: names
        + "drop router forward 'ip daddr 203.0.113.9'\n"
        // Two seconds after this shell has become the program.
        + "apart bash -c \"for n in {1..300}; do grep -q homenet /proc/$$/comm && break; sleep 0.1; done; "
        + "sleep 2; kill -INT $$\"",
      code: "unknown",
      says: "Too little",
      status: 0,
      isInterrupted: true
    ),
  ]

  /// Waits on a thread of its own, so that as many can wait as like.
  private static func run(_ command: Command) async throws -> Command.Ending {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try command.run() }) }
    }
  }

  /// What `homenet diagnose` says of a fault, with the lab's certificates in that folder.
  private static func diagnose(
    _ fault: Fault,
    certificates path: String
  ) async throws -> Command.Ending {
    let lab = Repository.root.appending(path: "Tests/Lab/broken_home.sh").path
    var command = Command()
    command.arguments =
      ["diagnose", "--format", "json", "--ca-file", path + "/root.pem"] + fault.arguments
    command.environment = ["HOMENET_CERTIFICATES": path]
    command.setup = ". '\(lab)'\n\(fault.setup)\n:"
    return try await run(command)
  }

  /// What is wrong with what was said of a fault.
  private static func mistakes(
    _ ending: Command.Ending,
    of fault: Fault,
    _ schema: JSONSchema
  ) -> [String] {
    let found = (try? JSON(parsing: ending.output)) ?? .null
    var mistakes: [String] = []
    if ending.status != fault.status { mistakes.append("status \(ending.status)") }
    if found.verdict.code.string != fault.code { mistakes.append("\(found.verdict.code)") }
    if found.verdict.text.string?.contains(fault.says) != true {
      mistakes.append("\(found.verdict.text)")
    }
    if found.interrupted.bool != fault.isInterrupted { mistakes.append("\(found.interrupted)") }
    // Ten where nothing else wants the cores.
    if found.duration_ms.number ?? .infinity >= 20_000 { mistakes.append("\(found.duration_ms)") }
    return mistakes + ((try? schema.violations(in: ending.output)) ?? ["no JSON"])
  }

  private static func addRow(_ ending: Command.Ending, of fault: Fault) throws {
    let found = (try? JSON(parsing: ending.output)) ?? .null
    let milliseconds = found.duration_ms.number ?? .infinity
    let isNamed =
      found.verdict.code.string == fault.code
      && found.verdict.text.string?.contains(fault.says) == true
    try ComparisonRows.add(
      Row(
        setup: fault.setup,
        arguments: fault.arguments,
        expected: "\(fault.code): … \(fault.says) …",
        code: found.verdict.code.string,
        text: found.verdict.text.string,
        isRight: isNamed && ending.status == fault.status && milliseconds < 10_000,
        seconds: found.duration_ms.number.map { $0 / 1000 }
      ),
      to: "faults"
    )
  }

  @Test func `the fault is named, from the nearest on`() async throws {
    let folder = try ScratchFolder()
    let made = Process()
    made.executableURL = Repository.root.appending(path: "Tests/Lab/certificates.sh")
    made.arguments = [folder.path]
    made.standardOutput = FileHandle.nullDevice
    try made.run()
    while made.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    let schema = try JSONSchema("homenet.diagnose-1.json")
    let path = folder.path
    let wrong = try await withThrowingTaskGroup(
      of: (Fault, Command.Ending).self,
      returning: [Fault].self
    ) { group in
      var left = Self.faults[...]
      func next() {
        guard let fault = left.popFirst() else { return }
        group.addTask { (fault, try await Self.diagnose(fault, certificates: path)) }
      }
      // Each has namespaces of its own, and mostly waits.
      for _ in 0..<7 { next() }
      var wrong: [Fault] = []
      for try await (fault, ending) in group {
        next()
        try Self.addRow(ending, of: fault)
        if !Self.mistakes(ending, of: fault, schema).isEmpty { wrong.append(fault) }
      }
      return wrong
    }
    // Seven at once on two cores that run other tests: what was wrong may have been measured wrong, and is
    // diagnosed again by itself. A mistake of the program stays.
    #expect(wrong.count <= 5, "\(wrong.map(\.setup))")
    for fault in wrong {
      var (mistakes, said) = ([""], "")
      for _ in 0..<2 where !mistakes.isEmpty {
        let ending = try await Self.diagnose(fault, certificates: path)
        mistakes = Self.mistakes(ending, of: fault, schema)
        said = ending.output + ending.errors
      }
      #expect(mistakes == [], "\(fault.setup) \(fault.arguments): \(said)")
    }
  }
}
