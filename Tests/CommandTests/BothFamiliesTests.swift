import Foundation
import Sealing
import Testing

/// Names that have addresses of both families, of which one leads nowhere: nobody should wait for it.
@Suite(.sealed)
struct BothFamiliesTests {
  /// What breaks a family, and the address that is left.
  struct Fault: Sendable, CustomTestStringConvertible {
    var setup: String
    var left: String

    var testDescription: String { setup }
  }

  private static let v4 = "203.0.113.9"
  private static let v6 = "fd00:f::9"
  private static let faults = [
    Fault(setup: "within router ip -6 route add blackhole \(v6)", left: v4),
    Fault(setup: "within router ip -6 route add unreachable \(v6)", left: v4),
    Fault(setup: "within router ip route add blackhole \(v4)", left: v6),
    Fault(setup: "ip -6 route add unreachable \(v6)", left: v4),
  ]

  private func run(_ fault: Fault?, _ arguments: String...) throws -> Command.Ending {
    var command = Command()
    command.arguments = arguments
    command.setup = """
      . '\(Repository.root.appending(path: "Tests/Lab/broken_home.sh").path)'
      names --local=/lab.test/ --address=/both.lab.test/\(Self.v4) --address=/both.lab.test/\(Self.v6)
      apart nsenter -t "$far" -n timeout 60 python3 -c "
      import socket
      server = socket.create_server(('::', 443), family=socket.AF_INET6, dualstack_ipv6=True)
      while True: server.accept()[0].close()"
      for _ in $(seq 1000); do
        within far ss -lntH sport = :443 | grep -q . && break
        sleep 0.02
      done
      \(fault?.setup ?? ":")
      """
    command.environment = ["XDG_CACHE_HOME": "/nonexistent"]
    return try command.run()
  }

  /// The first of the two that the system names.
  private func first() throws -> String {
    let ending = try run(nil, "ping", "-c", "1", "--format", "json", "both.lab.test")
    #expect(ending.status == 0 && ending.errors == "", "\(ending.errors)")
    return try JSON(parsing: ending.output).targets.array[0].address.string ?? ""
  }

  @Test func `ping asks by the family that answers, and says so`() throws {
    let first = try first()
    for fault in Self.faults {
      let ending = try run(fault, "ping", "-c", "1", "--format", "json", "both.lab.test")
      #expect(ending.status == 0, "\(fault): \(ending.errors)")
      let report = try JSON(parsing: ending.output)
      #expect(report.targets.array.map(\.address.string) == [fault.left], "\(fault)")
      let words =
        "homenet: both.lab.test: \(first) doesn't answer, \(fault.left) does and is asked\n"
      // Where this machine has no route, the resolver's order has told already.
      if fault.setup.hasPrefix("within") {
        #expect(ending.errors == (first == fault.left ? "" : words), "\(fault)")
      }
    }
    // Who wants one family gets it.
    let family = first == Self.v4 ? "-4" : "-6"
    let fault = first == Self.v4 ? Self.faults[2] : Self.faults[0]
    let ending = try run(fault, "ping", "-c", "1", family, "--format", "json", "both.lab.test")
    #expect(ending.status == 1 && ending.errors == "")
  }

  @Test(arguments: [0, 2])
  func `ports asks by the family that answers`(index: Int) throws {
    let fault = Self.faults[index]
    let ending = try run(fault, "ports", "-p", "443", "--format", "json", "both.lab.test")
    #expect(ending.status == 0, "\(ending.errors)")
    let report = try JSON(parsing: ending.output)
    #expect(report.hosts.array.map(\.address.string) == [fault.left])
    #expect(report.hosts.array.map(\.counts.open.number) == [1])
  }

  @Test(arguments: faults)
  func `cert says which address answered`(fault: Fault) throws {
    let ending = try run(fault, "cert", "--format", "json", "--timeout", "4", "both.lab.test")
    // The server speaks no TLS: that is found out, by whichever family.
    #expect(ending.status == 1, "\(ending.errors)")
    let report = try JSON(parsing: ending.output)
    #expect(report.address.string == fault.left)
    #expect(report.problems.array.map(\.code.string) == ["no_tls"], "\(ending.output)")
    #expect(try JSONSchema("homenet.cert-1.json").violations(in: ending.output) == [])
    let connected = report.attempts.array.filter { $0.connected.bool == true }
    #expect(connected.map(\.address.string) == [fault.left])
  }
}
