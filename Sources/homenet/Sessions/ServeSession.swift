import Channels
import Diagnostics
import Discovery
import Glibc
import Home
import Identification
import LinuxNetwork
import Logging
import Monitoring
import Networking
import Probing
import ServedTools
import Server
import ServiceLifecycle
import Storage
import Wire

/// Watches, stores and serves a home until a signal.
struct ServeSession {
  var listening: ListenArguments
  var directory: String
  var identifier: Identifier
  var options: ScanOptions
  var pause: Duration
  var isJSON: Bool
  var logLevels: LogLevels
  var isDemo = false
  var toolEnvironment = ToolEnvironment.thisMachine
  /// What the configuration files say.
  var configuration = HomeConfiguration()
  /// The files, which SIGHUP has read anew; without any, it ends the program.
  var configurationFiles: ConfigurationFiles?

  /// Services that take longer to end are cancelled; the whole takes less than a second.
  private static let grace = Duration.milliseconds(800)

  /// Serves until SIGINT or SIGTERM, or SIGHUP without configuration files; `life` runs once it listens.
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
      sources: { [identifier] in standardSources(for: $0, identifier: identifier) },
      identifier: identifier,
      options: WatchOptions(
        scan: options,
        every: pause,
        canUseRawSockets: await network.capabilities().packetSocket.works,
        onStep: steps.sink
      ),
      store: store,
      history: store,
      toolTraffic: .tools,
      now: { .now }
    )
    let descriptors = DescriptorLimit.raise()
    // The tools' threads, shared with the server.
    let eventLoops = try Failure.attempting("can't serve") { () throws(LocalFailure) in
      try EventLoops.shared()
    }
    // The first page shows the stored inventory.
    await watch.load()
    let secrets = Lock(self.configuration.secrets)
    let monitors = try Failure.attempting("can't watch monitors") { () throws(LocalFailure) in
      try MonitorSession(
        directory: directory,
        environment: toolEnvironment,
        declared: self.configuration.declared,
        isDemo: isDemo,
        allowsPrograms: self.configuration.alerts.allowsExec ?? false,
        pageURL: self.configuration.alerts.pageURL,
        mostChecks: CheckBudget(descriptors: Int(clamping: descriptors)).limit,
        declaredSecrets: { secrets.withLock { $0 } }
      ).watch(watch, on: network, store: store)
    }
    await monitors.load()
    let listens = Gate()
    let toolLogger = logLevels.logger(.tools)
    let tools = ToolRegistry(environment: toolEnvironment, home: watch).tools.map {
      $0.logged(by: toolLogger)
    }
    let server: HomeServer
    do throws(ServerError) {
      server = try HomeServer(
        HomeServer.Configuration(
          listen: access.endpoints,
          tls: listening.tls,
          trustedHosts: listening.trustedHosts,
          ownNames: Self.ownNames,
          mostConnections: HomeServer.Configuration.mostConnections(ofDescriptors: descriptors),
          eventLoops: eventLoops,
          ownerSocket: directory + "/control.sock",
          password: access.passwordFile,
          isDemo: isDemo,
          version: Program.version,
          logger: logger,
          frameworkLogger: framework
        ),
        watching: watch,
        history: watch,
        monitoring: monitors,
        tools: tools
      ) { bound in
        let shown = await ListenPlan.reachable(bound)
        greet(shown, password: access.newPassword, data: store.state.path)
        listens.open()
      }
    } catch {
      throw failure(error)
    }
    warnOfPermissions(access.passwordFile)
    // Nothing is sent before the listeners are up.
    var configuration = ServiceGroupConfiguration(
      services: [
        TaskService {
          await listens.wait()
          await watch.run()
        },
        TaskService {
          await listens.wait()
          await monitors.run()
        },
        TaskService { [publisher = try await publisher(of: watch, monitors)] in
          await listens.wait()
          await publisher?.run()
          try await Task.sleep(for: .seconds(Int64(Int32.max)))
        },
        TaskService {
          await listens.wait()
          await life()
          try await Task.sleep(for: .seconds(Int64(Int32.max)))
        },
        TaskService {
          await listens.wait()
          try await Self.releaseMemoryPeriodically()
        },
        TaskService { [logLevels] in
          await InventoryLog(logLevels).follow(watch)
          // A service that returns would end the group.
          try await Task.sleep(for: .seconds(Int64(Int32.max)))
        },
        server,
      ],
      logger: framework
    )
    configuration.maximumGracefulShutdownDuration = Self.grace
    // Whoever holds the store still, it is closed.
    defer { store.close() }
    let group = ServiceGroup(configuration: configuration)
    let signals = Signals(
      onEnd: { Task { await group.triggerGracefulShutdown() } },
      onReload: reloading { configuration in
        secrets.withLock { $0 = configuration.secrets }
        await monitors.declare(configuration.declared)
      }
    )
    do {
      try await group.run()
    } catch let error as ServerError {
      throw failure(error)
    }
    withExtendedLifetime(signals) {}
  }

  /// Reads the configuration files anew and gives on what they say; broken ones change nothing.
  private func reloading(
    _ take: @escaping @Sendable (HomeConfiguration) async -> Void
  ) -> (@Sendable () -> Void)? {
    guard let configurationFiles else { return nil }
    let reload = ConfigurationReload(
      configurationFiles,
      from: configuration,
      logger: logLevels.logger(.server)
    )
    return {
      guard let configuration = reload.read() else { return }
      Task { await take(configuration) }
    }
  }

  /// What publishes the home to a broker, if the configuration names one; never of the simulated home.
  private func publisher(
    of watch: HomeWatch,
    _ monitors: MonitorWatch
  ) async throws(Failure) -> HomeAssistantPublisher? {
    guard !isDemo, var options = configuration.mqtt else { return nil }
    if let reference = configuration.mqttPassword {
      let credentials = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
      switch reference.read(credentials: credentials) {
      case .success(let password): options = options.authenticated(by: password)
      case .failure(let why): throw Failure("mqtt.password: \(why.words)", .usage)
      }
    }
    return HomeAssistantPublisher(
      home: watch,
      history: watch,
      monitoring: monitors,
      options: options,
      version: Program.version,
      now: { .now }
    )
  }

  /// Returns free heap memory to the system every minute, for small machines.
  private static func releaseMemoryPeriodically() async throws {
    try await Task.sleep(for: .seconds(5))
    while true {
      ProcessMemory.release()
      try await Task.sleep(for: .seconds(60))
    }
  }

  /// This machine's host name, alone and in domains that can't be registered (RFC 6762, RFC 8375).
  private static var ownNames: [String] {
    guard let name = NetworkConfiguration.readHostName(),
      let label = name.split(separator: ".").first
    else { return [] }
    return [String(label)] + ["local", "lan", "home.arpa", "internal"].map { "\(label).\($0)" }
  }

  /// The store; if it can't be opened, warns on standard error and watches without one.
  private func openStore() throws(Failure) -> any InventoryStore & HistoryStore & MonitorStore {
    do {
      let store = try SQLiteInventoryStore(directory: directory)
      logLevels.logger(.storage).info("store opened", metadata: ["directory": "\(directory)"])
      return store
    } catch {
      if case .inUse = error { throw Failure(error.description, .unable) }
      let failure = Backups.offer(for: error, in: directory)
      StandardStream.error.writeLine("homenet: " + DisplayText.safe(failure.description))
      return UnavailableStore(directory: directory, failure: failure)
    }
  }

  private func warnOfPermissions(_ passwordFile: PasswordFile) {
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

  /// The URL for the phone as a QR code, on a terminal that can show it.
  private func qrCode(of url: String?) -> [String] {
    let output = StandardStream.output
    guard let url, output.canMoveCursor, StandardStream.writesUTF8, let code = QRCode(url)
    else { return [] }
    let size = output.size
    // A cropped code can't be scanned.
    guard code.size.columns < size.columns, code.size.rows < size.rows else { return [] }
    return [""] + code.lines(isColoured: output.wantsColour)
  }

  /// The password file; creates its directory.
  static func passwordFile(in directory: String) throws(Failure) -> PasswordFile {
    do {
      try DataDirectory.make(directory)
    } catch {
      throw Failure(error.description, .unable)
    }
    return PasswordFile(directory: directory)
  }

  /// The server's failure; advice to set a password names the directory.
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

/// A service whose body is cancelled at graceful shutdown.
private struct TaskService: Service {
  var body: @Sendable () async throws -> Void

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown { try await body() }
    } catch is CancellationError {
      return
    }
  }
}

/// Suspends tasks until it is opened.
private struct Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let opener: AsyncStream<Void>.Continuation

  init() {
    (stream, opener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  func open() { opener.finish() }

  /// Returns when it is open, or the task is cancelled.
  func wait() async { for await _ in stream {} }
}
