public import Home
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
import LinuxNetwork
internal import Logging
internal import NIOCore
public import ServiceLifecycle
public import Wire

/// Serves a home to browsers and scripts: the web app, the API, live events.
///
/// It runs until graceful shutdown, which ends it within a second whoever is connected, or until its
/// task is cancelled.
public struct HomeServer: Service {
  private let configuration: Configuration
  private let onListening: @Sendable ([Endpoint]) async -> Void
  private let server: HTTPServerBuilder
  private let hub: EventHub
  private let peerLog: PeerLog
  private let responder: RouterResponder<HomeRequestContext>
  /// Every route, for the tests to compare with the document.
  let routes: [Route]

  /// Connections that are still open after that are cut off.
  private static let grace = Duration.milliseconds(600)

  /// A server of that home; it does not listen yet.
  ///
  /// When it listens everywhere it was told to, it says once where that is. It throws where it would
  /// be open to others without a password, or a file can't be used.
  public init(
    _ configuration: Configuration,
    watching home: any HomeWatching,
    tools: [ServedTool] = [],
    onListening: @escaping @Sendable ([Endpoint]) async -> Void = { _ in }
  ) throws(ServerError) {
    try self.init(
      configuration,
      watching: home,
      tools: tools,
      limits: EventHub.Limits(),
      onListening
    )
  }

  init(
    _ configuration: Configuration,
    watching home: any HomeWatching,
    tools: [ServedTool] = [],
    limits: EventHub.Limits,
    toolLimits: ToolRoutes.Limits = ToolRoutes.Limits(),
    times: Listener.Times = Listener.Times(),
    _ onListening: @escaping @Sendable ([Endpoint]) async -> Void = { _ in }
  ) throws(ServerError) {
    self.configuration = configuration
    self.onListening = onListening
    let logger = configuration.logger
    let peerLog = PeerLog(logger)
    self.peerLog = peerLog
    let access: AccessControl
    do {
      access = try AccessControl(
        configuration.password,
        isAlwaysNeeded: configuration.isOpenToOthers,
        isEncrypted: configuration.tls != nil,
        logger: logger,
        peerLog: peerLog
      )
    } catch {
      throw .password(error)
    }
    guard access.hasPassword || !configuration.isOpenToOthers else { throw .noPassword }
    let connections = Connections(ConnectionTable.Limits(all: configuration.mostConnections)) {
      peerLog.note(.tooManyConnections, from: $0)
    }
    server = try Listener.server(configuration.tls, times: times, connections: connections)
    let about = LiveInventory.About(
      version: configuration.version,
      isDemo: configuration.isDemo,
      started: .now
    )
    hub = EventHub(
      home: home,
      about: about,
      limits: limits,
      isAuthorised: access.isStillAuthorised,
      logger: logger
    )
    let counters = HTTPCounters()
    routes =
      DeviceRoutes(home: home, hub: hub).routes + ScanRoutes(home: home).routes
      + StatusRoutes(hub: hub, counters: counters).routes + EventRoutes(hub: hub).routes
      + ToolRoutes(tools, isAuthorised: access.isStillAuthorised, limits: toolLimits).routes
      + SessionRoutes(access: access, hub: hub).routes + OpenAPIRoutes().routes + Pages().routes
    let router = Router(context: HomeRequestContext.self, options: [.autoGenerateHeadEndpoints])
    router.add(middleware: HeadersMiddleware())
    router.add(middleware: CountingMiddleware(counters: counters, logger: logger))
    router.add(middleware: ProblemMiddleware(peerLog: peerLog))
    let hosts = HostRules(
      trusted: configuration.trustedHosts,
      own: configuration.ownNames
    )
    router.add(
      middleware: GuardMiddleware(
        access: access,
        hosts: hosts,
        routes: routes,
        startPaths: Pages.start,
        loginPath: Pages.login
      )
    )
    router.add(middleware: AllowedMethodsMiddleware(routes))
    router.add(routes)
    responder = router.buildResponder()
  }

  /// Listens and answers.
  public func run() async throws {
    let listening = ListeningCount(of: configuration.listen.count, onListening)
    let listeners = configuration.listen.enumerated().map { index, endpoint in
      Listener(
        endpoint,
        server,
        responder,
        mostConnections: configuration.mostConnections,
        configuration.frameworkLogger
      ) { bound in
        await listening.note(index, bound)
      }
    }
    // The last is stopped first: streams end, then nothing keeps the listeners open.
    var group = ServiceGroupConfiguration(
      services: ([peerLog as any Service] + listeners + [hub]).map { service in
        // Where one can't listen, the others end calmly instead of logging that they were cancelled.
        ServiceGroupConfiguration.ServiceConfiguration(
          service: service,
          failureTerminationBehavior: .gracefullyShutdownGroup
        )
      },
      logger: configuration.frameworkLogger
    )
    group.maximumGracefulShutdownDuration = Self.grace
    try await ServiceGroup(configuration: group).run()
  }

  /// The server without sockets, for tests in memory.
  var application: Application<RouterResponder<HomeRequestContext>> {
    Application(
      responder: responder,
      server: server,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      services: [hub],
      logger: configuration.frameworkLogger
    )
  }
}
