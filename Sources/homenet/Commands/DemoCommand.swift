import ArgumentParser
import Glibc
import HomeNet
import Net
import NetLab
import Wire

/// `homenet demo`.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Scan a simulated home of 30 devices, inside this machine.",
    discussion: """
      The home is made of network namespaces: its devices answer as real kernels do, nothing can \
      leave this machine, and everything is gone at the end. It needs no privileges where user \
      namespaces are permitted.
      """
  )

  @Flag(help: "Scan the home with the options of `homenet scan`, then end.")
  var scan = false

  @OptionGroup var arguments: ScanArguments

  func validate() throws {
    if !scan {
      throw ValidationError("say what to do with the simulated home: homenet demo --scan")
    }
  }

  func run() async throws {
    let home: NamespacedHome
    let network: DemoNetwork
    do {
      home = try NamespacedHome()
      network = DemoNetwork(
        kernel: try LinuxNetwork(namespace: home.scannerNamespace),
        resolvers: home.resolvers
      )
    } catch {
      throw Failure(
        "the simulated home needs network namespaces, which this system forbids: \(error.text)",
        .unable
      )
    }
    if !arguments.quiet {
      StandardStream.error.writeLine("scanning a simulated home inside this machine")
    }
    try await ScanSession(arguments: arguments).scan(on: network, canUseRawSockets: false)
    withExtendedLifetime(home) {}
  }

  /// Prepares the process for a demo, if that is what was asked for: an ordinary user may make
  /// namespaces only in a user namespace, which only a process of one thread may enter.
  static func prepareProcess() {
    guard CommandLine.arguments.dropFirst().first == configuration.commandName, geteuid() != 0
    else { return }
    // Where that is forbidden, making the home fails and says so.
    try? UserNamespace.enter()
  }
}

/// The kernel's network in the simulated home, whose resolver is the home's router and not what this
/// machine's resolv.conf says.
private struct DemoNetwork: Network {
  let kernel: LinuxNetwork
  let resolvers: [IPAddress]

  func configuration() async throws(LocalFailure) -> NetworkConfiguration {
    var configuration = try await kernel.configuration()
    configuration.resolvers = resolvers
    return configuration
  }

  func run<Machine: NetworkMachine>(_ machine: Machine) -> AsyncStream<Machine.Output> {
    kernel.run(machine)
  }

  func traffic() async -> TrafficLedger { await kernel.traffic() }
}
