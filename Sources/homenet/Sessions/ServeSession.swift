import Diagnostics
import Discovery
import Home
import LinuxNetwork
import Logging
import Networking
import Probing
import Server
import ServiceLifecycle
import Storage
import Wire

/// Watches a home, keeps what is known of it, and serves it, until a signal ends all three.
struct ServeSession {
  var listening: ListenArguments
  /// Where the inventory and the password are kept.
  var directory: String
  var options: ScanOptions
  /// How long it waits from sweep to sweep.
  var pause: Duration
  var isJSON: Bool
  var logLevels: LogLevels
  var isDemo = false
  /// Where its tools run.
  var toolEnvironment = ToolEnvironment.thisMachine

  /// A service that takes longer to end is cut off; all of it ends within a second.
  private static let grace = Duration.milliseconds(800)

  /// Serves until SIGINT, SIGTERM or SIGHUP; `life` goes on beside it, from when it listens.
  func serve(
    on network: LinuxNetwork,
    beside life: @escaping @Sendable () async -> Void = {}
  ) async throws {
    let access = try await ListenPlan(listening, in: directory)
    let store = try openStore()
    let logger = logLevels.logger(.server)
    let framework = logLevels.logger(.framework)
    let steps = StepLog(logLevels)
    var options = options
    options.leastStepLevel = steps.leastLevel
    let watch = HomeWatch(
      on: network,
      sources: standardSources(for:),
      options: WatchOptions(
        scan: options,
        every: pause,
        canUseRawSockets: await network.capabilities().packetSocket.works,
        onStep: steps.sink
      ),
      store: store,
      now: { .now }
    )
    // Each open page keeps a connection.
    let descriptors = DescriptorLimit.raise()
    do {
      // The server's, too.
      _ = try EventLoops.shared()
    } catch {
      throw Failure(error, during: "can't serve")
    }
    // The first page that is opened shows what is remembered.
    await watch.load()
    let listens = Gate()
    let toolLogger = logLevels.logger(.tools)
    let tools = ToolRegistry(environment: toolEnvironment, home: watch).tools.map {
      $0.logged(by: toolLogger)
    }
    let server: HomeServer
    do {
      server = try HomeServer(
        HomeServer.Configuration(
          listen: access.endpoints,
          tls: listening.tls,
          trustedHosts: listening.trustedHosts,
          ownNames: Self.ownNames,
          mostConnections: HomeServer.Configuration.mostConnections(ofDescriptors: descriptors),
          password: access.passwordFile,
          isDemo: isDemo,
          version: Program.version,
          logger: logger,
          frameworkLogger: framework
        ),
        watching: watch,
        tools: tools
      ) { bound in
        greet(
          await ListenPlan.reachable(bound),
          password: access.newPassword,
          data: store.state.path
        )
        listens.open()
      }
    } catch {
      throw failure(error)
    }
    warnOfOthers(access.passwordFile)
    // Nothing is sent before it is sure that the port is free.
    var configuration = ServiceGroupConfiguration(
      services: [
        UntilShutdown {
          await listens.wait()
          await watch.run()
        },
        UntilShutdown {
          await listens.wait()
          await life()
          try await Task.sleep(for: .seconds(Int64(Int32.max)))
        },
        UntilShutdown {
          await listens.wait()
          try await Self.staySmall()
        },
        UntilShutdown { [logLevels] in
          await InventoryLog(logLevels).follow(watch)
          // A service that ends before the others would end them all.
          try await Task.sleep(for: .seconds(Int64(Int32.max)))
        },
        server,
      ],
      logger: framework
    )
    configuration.maximumGracefulShutdownDuration = Self.grace
    let group = ServiceGroup(configuration: configuration)
    let signals = Signals(onEnd: { Task { await group.triggerGracefulShutdown() } })
    do {
      try await group.run()
    } catch let error as ServerError {
      throw failure(error)
    }
    withExtendedLifetime(signals) {}
  }

  /// Gives back what starting up and the last minute's work left resident: a machine that serves a home
  /// often has little memory and much else to do.
  private static func staySmall() async throws {
    try await Task.sleep(for: .seconds(5))
    while true {
      ProcessMemory.release()
      try await Task.sleep(for: .seconds(60))
    }
  }

  /// What this machine is called at home: by itself, and in the domains that nobody on the Internet can
  /// have (RFC 6762, RFC 8375, and those that routers make up).
  private static var ownNames: [String] {
    guard let name = NetworkConfiguration.readHostName(),
      let label = name.split(separator: ".").first
    else { return [] }
    return [String(label)] + ["local", "lan", "home.arpa", "internal"].map { "\(label).\($0)" }
  }

  /// The store; where it can't be written to, one line says so and the watch goes on without.
  private func openStore() throws(Failure) -> any InventoryStore {
    do {
      let store = try SQLiteInventoryStore(directory: directory)
      logLevels.logger(.storage).info("store opened", metadata: ["directory": "\(directory)"])
      return store
    } catch {
      if case .inUse = error { throw Failure(error.description, .unable) }
      StandardStream.error.writeLine("homenet: " + DisplayText.safe(error.description))
      return UnavailableStore(directory: directory, failure: error)
    }
  }

  /// Says who else could read or replace what is kept, one line each.
  private func warnOfOthers(_ passwordFile: PasswordFile) {
    let warnings = DataPermissions.warnings(in: directory, files: passwordFile.secretFiles)
    for warning in warnings {
      StandardStream.error.writeLine("homenet: " + DisplayText.safe(warning))
    }
  }

  private func greet(_ bound: [Endpoint], password: String?, data: String?) {
    let greeting = ServeGreeting(
      bound,
      isEncrypted: listening.tls != nil,
      isDemo: isDemo,
      password: password,
      data: data
    )
    if isJSON {
      StandardStream.output.writeLine((try? JSONText.encode(greeting)) ?? "{}")
    } else {
      let style = Style(isColoured: StandardStream.output.wantsColour)
      for line in greeting.lines(style: style) { StandardStream.output.writeLine(line) }
      for line in qrCode(of: greeting.phoneURL) { StandardStream.output.writeLine(line) }
    }
  }
}

extension ServeSession {
  /// The phone's address as a QR code, on a terminal that can show it.
  private func qrCode(of url: String?) -> [String] {
    let output = StandardStream.output
    guard let url, output.canMoveCursor, StandardStream.writesUTF8, let code = QRCode(url)
    else { return [] }
    let size = output.size
    // Cut off it would be worth nothing.
    guard code.size.columns < size.columns, code.size.rows < size.rows else { return [] }
    return [""] + code.lines(isColoured: output.wantsColour)
  }

  /// The password's file; its directory is made.
  static func passwordFile(in directory: String) throws(Failure) -> PasswordFile {
    do {
      try DataDirectory.make(directory)
    } catch {
      throw Failure(error.description, .unable)
    }
    return PasswordFile(directory: directory)
  }
}

extension ServeSession {
  /// The server's failure; a password belongs to its directory.
  private func failure(_ error: ServerError) -> Failure {
    switch error {
    case .noPassword where isDemo || listening.data != nil:
      Failure("\(error) --data \(directory)", .usage)
    case .noSuchAddress, .noSuchFamily, .noPassword, .certificate:
      Failure(error.description, .usage)
    case .portTaken, .notPermitted, .notListening, .password: Failure(error.description, .unable)
    }
  }
}

/// A service that is cancelled when all of them are to end.
private struct UntilShutdown: Service {
  var body: @Sendable () async throws -> Void

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown { try await body() }
    } catch is CancellationError {
      return
    }
  }
}

/// Holds back who waits until it is opened.
private struct Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let opener: AsyncStream<Void>.Continuation

  init() { (stream, opener) = AsyncStream.makeStream(of: Void.self) }

  func open() { opener.finish() }

  /// Returns when it is open, or the task is cancelled.
  func wait() async { for await _ in stream {} }
}
