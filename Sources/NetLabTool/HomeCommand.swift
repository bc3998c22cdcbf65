import ArgumentParser
import DemoHome
import Glibc
import Networking
import Simulation
import Wire

/// `netlab home`: the simulated home, kept until standard input ends.
struct HomeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home",
    abstract: "Build the simulated home in network namespaces.",
    discussion: """
      With --loss or --delay its switch is this program and its cables are TAP devices, for which \
      it needs to open /dev/net/tun, as root may; the scanner's own cable is clean.

      Prints one line of JSON:
        {"schema":"netlab.home/1","pid","scanner_namespace","user_namespace","resolver_path","interface",
         "address","cidr","gateway","built_ms","devices":[{"label","ip","mac","behaviour"}]}

      Then reads commands from standard input, a line each, and answers each with a line of JSON:
        counters       {"tcp_connections","printed_bytes","scanner_frames_sent",
                        "scanner_bytes_sent","scanner_frames_received"}
        remove LABEL   {"ok":true}: the device is gone, without a goodbye
        add LABEL      {"ok":true}: it is back
      """
  )

  enum Size: String, ExpressibleByArgument, CaseIterable {
    case standard, large, everything, hostile
  }

  @Option(help: "Which home: standard (30 devices), large (43), everything, hostile.")
  var home = Size.standard

  @Option(help: "Instead of a home, so many plain machines spread over --prefix.")
  var hosts: Int?

  @Option(help: "The subnet of --hosts.")
  var prefix = "192.168.77.0/24"

  @Option(help: "The share of frames lost on each device's cable, in either direction (0-1).")
  var loss = 0.0

  @Option(help: "The longest a frame takes on it, in milliseconds; uniform from 0, no reordering.")
  var delay = 0.0

  @Option(help: "Which frames are lost, and how late the others are.")
  var seed: UInt64 = 1

  @Option(help: "End after so many seconds at the latest.")
  var timeLimit = 600

  func run() throws {
    let description: SimulatedHome
    if let hosts {
      guard let prefix = IPv4Prefix(prefix), (16...28).contains(prefix.length) else {
        throw ValidationError("--prefix must be a subnet of /16 to /28")
      }
      guard hosts > 0, hosts <= 1000, hosts < prefix.count - 3 else {
        throw ValidationError("--hosts must be 1 to 1000, and fit the subnet")
      }
      description = .plain(hosts: hosts, prefix: prefix)
    } else {
      description =
        switch home {
        case .standard: .standard
        case .large: .large
        case .everything: .everything
        case .hostile: .hostile
        }
    }
    guard (0...1).contains(loss), (0...1000).contains(delay) else {
      throw ValidationError("--loss must be 0 to 1, --delay 0 to 1000")
    }
    let impairment = Impairment(loss: loss, delay: .zero ... .microseconds(Int(delay * 1000)))
    let start = ContinuousClock.now
    let home: NamespacedHome
    do {
      home = try NamespacedHome(
        description,
        impairment: loss > 0 || delay > 0 ? impairment : nil,
        seed: seed
      )
    } catch {
      throw ValidationError("no network namespaces here: \(error)")
    }
    announce(home, built: ContinuousClock.now - start)
    TimeLimit.seconds(timeLimit).run { line in answer(line, home) }
  }

  private func announce(_ home: NamespacedHome, built: Duration) {
    let devices = home.home.devices.map { device in
      JSONLine.object([
        ("label", .text(device.label)), ("ip", .text("\(device.address)")),
        ("mac", .text("\(device.mac)")), ("behaviour", .text(word(for: device.behaviour))),
      ])
    }
    home.line(schema: "netlab.home/1", built: built, devices: devices).print()
  }

  private func word(for behaviour: SimulatedDevice.Behaviour) -> String {
    switch behaviour {
    case .ordinary: "ordinary"
    case .stealthy: "stealthy"
    case .slow: "slow"
    }
  }

  private func answer(_ line: String, _ home: NamespacedHome) {
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    do {
      switch (parts.first, parts.count == 2 ? home.home.device(parts[1]) : nil) {
      case ("counters", _): try counters(of: home).print()
      case ("remove", let device?):
        try home.remove(device)
        JSONLine.object([("ok", .bool(true))]).print()
      case ("add", let device?):
        try home.add(device)
        JSONLine.object([("ok", .bool(true))]).print()
      default:
        JSONLine.object([("ok", .bool(false)), ("error", .text("unknown: \(line)"))]).print()
      }
    } catch {
      JSONLine.object([("ok", .bool(false)), ("error", .text("\(error)"))]).print()
    }
  }

  private func counters(of home: NamespacedHome) throws -> JSONLine {
    let scanner = try home.traffic()["scanner"] ?? PortTraffic()
    let counters = home.counters
    return JSONLine.object(
      [
        ("tcp_connections", .number(Double(counters.connectionsInAll))),
        ("printed_bytes", .number(Double(counters.printedBytes))),
      ] + scanner.entries
    )
  }
}

extension NamespacedHome {
  /// The line that says where the home's scanner is to run, and who lives there.
  func line(schema: String, built: Duration, devices: [JSONLine]) -> JSONLine {
    .object([
      ("schema", .text(schema)), ("pid", .number(Double(getpid()))),
      ("scanner_namespace", .text(scannerNamespace.path)),
      ("user_namespace", .text("/proc/\(getpid())/ns/user")),
      ("resolver_path", .text(resolverPath)),
      ("interface", .text(NamespacedHome.scannerInterface)),
      ("address", .text("\(home.scannerAddress)")), ("cidr", .text("\(home.prefix)")),
      ("gateway", home.router.map { .text("\($0.address)") } ?? .null),
      ("built_ms", .number(built.milliseconds)), ("devices", .list(devices)),
    ])
  }
}
