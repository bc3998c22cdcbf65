import ArgumentParser
import Discovery
import Glibc
import LinuxNetwork
import Logging
import NetLab
import Wire

/// `homenet demo`.
struct DemoCommand: AsyncParsableCommand, ListensToSignals {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    _superCommandName: Program.name,
    abstract: "Show a simulated home of 30 devices, inside this machine.",
    discussion: """
      The home is made of network namespaces: its devices answer as real kernels do, nothing can \
      leave this machine, and everything is gone at the end, but for what you called its devices. \
      It is served as `homenet serve` serves yours; devices come and go. It needs no privileges \
      where user namespaces are permitted.
      """
  )

  @Flag(help: "Scan the home once with the options of `homenet scan`, then end.")
  var scan = false

  @Flag(help: "Let no device join or leave.")
  var still = false

  @OptionGroup(title: "Serving") var listening: ListenArguments

  @OptionGroup(title: "Scanning") var arguments: ScanArguments

  /// Often enough that a visitor sees the home live.
  private static let pause = Duration.seconds(20)

  func validate() throws {
    if scan {
      if let name = listening.firstGiven ?? (still ? "--still" : nil) {
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
      // Outside a namespace nothing but the home itself may be scanned: the rest is real.
      guard options.networks.allSatisfy({ $0.lies(within: home.prefix) }) else {
        throw Failure("here the simulated home is \(home.prefix), and nothing else", .usage)
      }
      if options.networks.isEmpty { options.networks = [.prefix(home.prefix)] }
    }
    if scan {
      if !arguments.quiet {
        StandardStream.error.writeLine("scanning " + Self.description(of: home))
      }
      try await ScanSession(arguments: options).scan(on: home.network, since: .now)
    } else {
      if !arguments.quiet {
        StandardStream.error.writeLine("building " + Self.description(of: home))
      }
      try await serve(home, options.options)
    }
    withExtendedLifetime(home) {}
  }

  private func serve(_ home: DemoHome, _ options: ScanOptions) async throws {
    let environment: ToolEnvironment
    do {
      environment = try ToolEnvironment(in: home)
    } catch {
      throw Failure(error, during: "can't let tools into the simulated home")
    }
    let session = ServeSession(
      listening: listening,
      directory: try StoredInventory.directory(listening.data, for: "demo"),
      options: options,
      pause: listening.every ?? Self.pause,
      isJSON: arguments.format == .json,
      logLevels: try arguments.logLevels(usual: .notice),
      isDemo: true,
      toolEnvironment: environment
    )
    try await session.serve(on: home.network) { [still] in
      if !still { await home.live(DemoLife(in: home.home)) }
    }
  }

  private static func description(of home: DemoHome) -> String {
    let devices = "a simulated home of \(home.home.devices.count) devices"
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

extension ListenArguments {
  /// The first of its options that was given.
  fileprivate var firstGiven: String? {
    if !listen.isEmpty { return "--listen" }
    if lan { return "--lan" }
    if !trustedHosts.isEmpty { return "--trusted-host" }
    if tlsCert != nil { return "--tls-cert" }
    if data != nil { return "--data" }
    return every == nil ? nil : "--every"
  }
}

extension ScanArguments {
  /// The first option that was given which only a single scan knows.
  fileprivate var firstGivenOfScan: String? {
    if format == .csv { return "--format csv" }
    if watch { return "--watch" }
    if timeout != nil { return "--timeout" }
    if discoverOnly { return "--discover-only" }
    if record != nil { return "--record" }
    return evidence == nil ? nil : "--evidence"
  }
}
