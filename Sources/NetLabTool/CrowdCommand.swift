import ArgumentParser
import DemoHome
import Glibc
import Networking
import Simulation
import Wire

/// `netlab crowd`: thousands of hosts behind one TAP device.
struct CrowdCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crowd",
    abstract: "Simulate thousands of hosts that answer ARP and ping, behind one TAP device.",
    discussion: """
      Needs to open /dev/net/tun, which root may. Prints one line of JSON:
        {"schema":"netlab.crowd/1","pid","scanner_namespace","user_namespace","interface",
         "address","cidr","hosts","built_ms"}

      Commands on standard input, a line each:
        counters    {"scanner_frames_sent","scanner_bytes_sent","scanner_frames_received"}
        addresses   {"hosts":[{"ip","mac"}]}
      """
  )

  @Option(help: "The subnet, /16 to /30.")
  var prefix = "10.0.0.0/16"

  @Option(help: "How many live hosts.")
  var hosts = 4000

  @Option(help: "The scanner's interface.")
  var tap = "eth0"

  @Option(help: "Which of the addresses are taken.")
  var seed: UInt64 = 1

  @Flag(help: "Answer ARP only, not ping.")
  var arpOnly = false

  @Option(help: "End after so many seconds at the latest.")
  var timeLimit = 600

  func run() throws {
    guard let prefix = IPv4Prefix(prefix), (16...30).contains(prefix.length) else {
      throw ValidationError("--prefix must be a subnet of /16 to /30")
    }
    guard (1...prefix.count).contains(hosts) else {
      throw ValidationError("--hosts must fit the subnet")
    }
    guard (1...15).contains(tap.utf8.count) else {
      throw ValidationError("--tap must have 1 to 15 bytes")
    }
    let start = ContinuousClock.now
    let crowd: CrowdedNetwork
    do {
      crowd = try CrowdedNetwork(
        prefix: prefix,
        hosts: hosts,
        interface: tap,
        seed: seed,
        answersEcho: !arpOnly
      )
    } catch {
      throw ValidationError("no TAP device in a namespace of its own here: \(error)")
    }
    JSONLine.object([
      ("schema", .text("netlab.crowd/1")), ("pid", .number(Double(getpid()))),
      ("scanner_namespace", .text(crowd.scannerNamespace.path)),
      ("user_namespace", .text("/proc/\(getpid())/ns/user")),
      ("interface", .text(tap)), ("address", .text("\(crowd.scannerAddress)")),
      ("cidr", .text("\(prefix)")), ("hosts", .number(Double(crowd.hosts.count))),
      ("built_ms", .number((ContinuousClock.now - start).milliseconds)),
    ]).print()
    TimeLimit.seconds(timeLimit).run { line in
      switch line {
      case "counters": JSONLine.object(crowd.traffic.entries).print()
      case "addresses": addresses(of: crowd).print()
      default: JSONLine.object([("ok", .bool(false))]).print()
      }
    }
  }

  private func addresses(of crowd: CrowdedNetwork) -> JSONLine {
    let hosts = crowd.hosts.sorted { $0.key < $1.key }.map { entry in
      JSONLine.object([("ip", .text("\(entry.key)")), ("mac", .text("\(entry.value)"))])
    }
    return .object([("hosts", .list(hosts))])
  }
}

extension PortTraffic {
  /// The scanner's counters, as every command prints them.
  var entries: [(String, JSONLine)] {
    [
      ("scanner_frames_sent", .number(Double(framesSent))),
      ("scanner_bytes_sent", .number(Double(bytesSent))),
      ("scanner_frames_received", .number(Double(framesReceived))),
    ]
  }
}
