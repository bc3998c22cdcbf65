import ArgumentParser
import DemoHome
import Discovery
import Glibc
import Identification
import LinuxNetwork
import Logging
import Model
import Networking
import ServedTools
import Wire

struct DemoCommand: AsyncParsableCommand, SignalHandling {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    _superCommandName: Program.name,
    abstract: "Serve a simulated home of 30 devices inside this machine.",
    discussion: """
      The home is made of network namespaces: real kernels answer for its devices, nothing can \
      leave this machine, and everything but its store is removed at the end. It is served as by \
      `homenet serve`; devices join and leave, and at the first start a year of history is made \
      up. It needs no privileges where user namespaces are permitted.
      """
  )

  @Flag(help: "Scan the home once with the options of `homenet scan`, then exit.")
  var scan = false

  @Flag(help: "Keep devices from joining and leaving.")
  var still = false

  @Flag(help: "Begin without a simulated past: by default the home has a year of history.")
  var noHistory = false

  @OptionGroup(title: "Serving") var listening: ListenArguments

  @OptionGroup(title: "Scanning") var arguments: ScanArguments

  /// The sweep interval: short, so that changes show soon.
  private static let pause = Duration.seconds(20)
  /// The home is the same everywhere, and the built-in registry knows all its makers.
  private static let identifier = Identifier()

  func validate() throws {
    if scan {
      let flags = [("--still", still), ("--no-history", noHistory)]
      if let name = listening.firstGiven ?? flags.first(where: \.1)?.0 {
        throw ValidationError("\(name) is for a home that is served, --scan looks at it once")
      }
    } else if let name = arguments.firstGivenOfScan {
      throw ValidationError("\(name) needs --scan")
    }
  }

  func run() async throws {
    let home: DemoHome
    do {
      home = try DemoHome.start()
    } catch {
      throw Failure(error, during: "can't build the simulated home")
    }
    var options = arguments
    if !home.isNamespaced {
      // Outside a namespace only the home itself may be scanned: other networks are real.
      guard options.networks.allSatisfy({ $0.lies(within: home.prefix) }) else {
        throw Failure("here the simulated home is \(home.prefix), and nothing else", .usage)
      }
      if options.networks.isEmpty { options.networks = [.prefix(home.prefix)] }
    }
    if scan {
      announce("scanning", home)
      let session = ScanSession(arguments: options, identifier: Self.identifier)
      try await session.scan(on: home.network, since: .now)
    } else {
      announce("building", home)
      try await serve(home, options.options)
    }
    withExtendedLifetime(home) {}
  }

  private func serve(_ home: DemoHome, _ options: ScanOptions) async throws {
    let environment = try Failure.attempting("can't let tools into the simulated home") {
      () throws(LocalFailure) in try ToolEnvironment(in: home)
    }
    let directory = try StoredInventory.directory(listening.data, for: "demo")
    if !noHistory { remember(home, in: directory) }
    let session = ServeSession(
      listening: listening,
      directory: directory,
      identifier: Self.identifier,
      options: options,
      pause: listening.every ?? Self.pause,
      isJSON: arguments.format == .json,
      logLevels: try arguments.logLevels(usual: .notice),
      isDemo: true,
      toolEnvironment: environment
    )
    try await session.serve(on: home.network) { [still] in
      if !still { await home.live(DemoSchedule(in: home.home)) }
    }
  }

  /// Makes up the home's past where its store has none.
  private func remember(_ home: DemoHome, in directory: String) {
    let past = DemoPast(directory: directory, identifier: Self.identifier)
    guard past.isMissing else { return }
    if !arguments.quiet {
      StandardStream.error.writeLine("making up a year of its history, once")
    }
    past.make(of: home, now: .now)
  }

  private func announce(_ what: String, _ home: DemoHome) {
    guard !arguments.quiet else { return }
    let place =
      home.isNamespaced
      ? ", inside this machine"
      : " on loopback, without MACs: this system forbids network namespaces"
    StandardStream.error.writeLine(
      "\(what) a simulated home of \(home.home.devices.count) devices" + place
    )
  }

  /// Enters a user namespace if the command is `demo` and the user isn't root; namespaces need that, and
  /// only a process of one thread may enter one.
  static func prepareProcess() {
    guard CommandLine.arguments.dropFirst().first == configuration.commandName, geteuid() != 0
    else { return }
    // Where that is forbidden, making the home fails with a message.
    try? UserNamespace.enter()
  }
}

extension NetworkSelector {
  fileprivate func lies(within prefix: IPv4Prefix) -> Bool {
    guard case .prefix(let named) = self else { return false }
    return prefix.contains(named.base) && prefix.contains(named.last)
  }
}

extension ListenArguments {
  /// The name of the first option given.
  fileprivate var firstGiven: String? {
    let given = [
      ("--listen", !listen.isEmpty), ("--lan", lan), ("--trusted-host", !trustedHosts.isEmpty),
      ("--tls-cert", tlsCert != nil), ("--data", data != nil), ("--every", every != nil),
    ]
    return given.first(where: \.1)?.0
  }
}

extension ScanArguments {
  /// The name of the first option given that only `--scan` takes.
  fileprivate var firstGivenOfScan: String? {
    let given = [
      ("--format csv", format == .csv), ("--watch", watch), ("--timeout", timeout != nil),
      ("--discover-only", discoverOnly), ("--record", record != nil),
      ("--evidence", evidence != nil),
    ]
    return given.first(where: \.1)?.0
  }
}
