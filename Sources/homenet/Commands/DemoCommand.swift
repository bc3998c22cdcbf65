import ArgumentParser
import Glibc
import HomeNet
import Net
import NetLab
import Wire

/// `homenet demo`.
struct DemoCommand: AsyncParsableCommand, ListensToSignals {
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
    let home: DemoHome
    do {
      home = try DemoHome.start()
    } catch {
      throw Failure(error, during: "can't build the simulated home")
    }
    var session = ScanSession(arguments: arguments)
    if !home.isNamespaced {
      // Outside a namespace nothing but the home itself may be scanned: the rest is real.
      guard arguments.networks.allSatisfy({ $0.lies(within: home.prefix) }) else {
        throw Failure("here the simulated home is \(home.prefix), and nothing else", .usage)
      }
      if arguments.networks.isEmpty { session.arguments.networks = [.prefix(home.prefix)] }
    }
    if !arguments.quiet { StandardStream.error.writeLine(Self.greeting(of: home)) }
    try await session.scan(on: home.network, since: .now)
    withExtendedLifetime(home) {}
  }

  private static func greeting(of home: DemoHome) -> String {
    let devices = "scanning a simulated home of \(home.home.devices.count) devices"
    return home.isNamespaced
      ? devices + ", inside this machine"
      : devices + " on loopback, without MACs: this system forbids network namespaces"
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

extension NetworkSelector {
  fileprivate func lies(within prefix: IPv4Prefix) -> Bool {
    guard case .prefix(let named) = self else { return false }
    return prefix.contains(named.base) && prefix.contains(named.last)
  }
}
