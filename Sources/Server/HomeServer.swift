public import Home
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
import LinuxNetwork
public import Logging
import Model
public import Monitoring
public import NIOCore
public import NIOPosix
public import ServiceLifecycle
public import Wire

/// Serves a home to browsers and scripts: the web app, the API, live events.
///
/// It runs until graceful shutdown, which takes less than a second, or until its task is cancelled.
public struct HomeServer: Service {
  private let configuration: Configuration
  private let onListening: @Sendable ([Endpoint]) async -> Void
  private let server: HTTPServerBuilder
  /// The same without TLS, for the owner's socket.
  private let ownerServer: HTTPServerBuilder
  private let hub: EventHub
  private let monitorHub: MonitorHub
  private let peerLog: PeerLog
  private let responder: RouterResponder<HomeRequestContext>
  /// All routes; tests compare them with the OpenAPI document.
  let routes: [Route]

  /// Connections that are still open after that are closed.
  private static let grace = Duration.milliseconds(600)

  /// A server of that home, and of its history if somebody keeps one; it doesn't listen yet.
  ///
  /// `onListening` gets the bound endpoints once all listeners are up. Throws if the server would be
  /// reachable from other machines without a password, or if a file can't be used.
  public init(
    _ configuration: Configuration,
    watching home: any HomeWatching,
    history: (any HomeHistory)? = nil,
    monitoring: (any HomeMonitoring)? = nil,
    tools: [ServedTool] = [],
    onListening: @escaping @Sendable ([Endpoint]) async -> Void = { _ in }
  ) throws(ServerError) {
    try self.init(
      configuration,
      watching: home,
      history: history,
      monitoring: monitoring,
      tools: tools,
      limits: EventHub.Limits(),
      onListening
    )
  }

  init(
    _ configuration: Configuration,
    watching home: any HomeWatching,
    history: (any HomeHistory)? = nil,
    monitoring: (any HomeMonitoring)? = nil,
    tools: [ServedTool] = [],
    limits: EventHub.Limits,
    toolLimits: ToolRoutes.Limits = ToolRoutes.Limits(),
    times: Listener.Times = Listener.Times(),
    now: @escaping @Sendable () -> Timestamp = { .now },
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
    let limiter = ConnectionLimiter(ConnectionTable.Limits(all: configuration.mostConnections)) {
      peerLog.note(.tooManyConnections, from: $0)
    }
    server = try Listener.server(configuration.tls, times: times, connections: limiter)
    ownerServer = try Listener.server(nil, times: times, connections: limiter)
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
    monitorHub = MonitorHub(monitoring: monitoring, hub: hub, logger: logger)
    let counters = HTTPCounters()
    let past = HistoryRoutes(history: history, now: now)
    let parts: [[Route]] = [
      DeviceRoutes(home: home, hub: hub, history: past).routes,
      past.routes,
      IdentityRoutes(home: home).routes,
      ScanRoutes(home: home).routes,
      MonitorRoutes(monitoring: monitoring, now: now).routes,
      AlertRoutes(monitoring: monitoring, now: now).routes,
      StatusPageRoutes(monitoring: monitoring, now: now).routes,
      StatusRoutes(hub: hub, monitoring: monitoring, counters: counters).routes,
      EventRoutes(hub: hub, monitors: monitorHub).routes,
      ToolRoutes(tools, isAuthorised: access.isStillAuthorised, limits: toolLimits).routes,
      SessionRoutes(access: access, hub: hub).routes,
      OpenAPIRoutes().routes,
      Pages().routes,
    ]
    routes = parts.flatMap(\.self)
    let router = Router(context: HomeRequestContext.self, options: [.autoGenerateHeadEndpoints])
    router.add(middleware: HeadersMiddleware())
    router.add(middleware: CountingMiddleware(counters: counters, logger: logger))
    router.add(middleware: ProblemMiddleware(peerLog: peerLog))
    let hosts = AllowedHosts(trusted: configuration.trustedHosts, own: configuration.ownNames)
    router.add(middleware: GuardMiddleware(access: access, hosts: hosts, routes: routes))
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
        on: configuration.eventLoops,
        configuration.frameworkLogger
      ) { bound in
        await listening.note(index, bound)
      }
    }
    let ownerListener = configuration.ownerSocket.map { path in
      OwnerSocketListener(
        path: path,
        ownerServer,
        responder,
        on: configuration.eventLoops,
        configuration.logger,
        configuration.frameworkLogger
      )
    }
    var services: [any Service] = [peerLog]
    for listener in listeners { services.append(listener) }
    if let ownerListener { services.append(ownerListener) }
    // Services stop in reverse order: event streams end before the listeners.
    services += [monitorHub, hub]
    var group = ServiceGroupConfiguration(
      services:
        services
        .map { service in
          // If one can't listen, the others shut down without logging a cancellation.
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

  /// The server without listeners, for tests in memory.
  var application: Application<RouterResponder<HomeRequestContext>> {
    Application(
      responder: responder,
      server: server,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      services: [hub, monitorHub],
      logger: configuration.frameworkLogger
    )
  }
}

extension HomeServer {
  /// Where the server listens, and how access to it is controlled.
  public struct Configuration: Sendable {
    /// The endpoints to listen at; port 0 is any free one.
    public var listen: [Endpoint]
    /// The certificate; with one all listeners speak TLS.
    public var tls: TLSFiles?
    /// Names of reverse proxies, accepted as `Host` and `Origin`: `home.example`.
    public var trustedHosts: [String]
    /// Names of this machine, accepted as `Host` only: its other ports are other sites.
    public var ownNames: [String]
    /// The maximum number of open connections over all listeners.
    public var mostConnections: Int
    /// The threads that connections are served on.
    public var eventLoops: any EventLoopGroup
    /// Where the socket for this user's own commands is made; `nil` for none.
    public var ownerSocket: String?
    /// The password file; `nil` for a server without a password.
    public var password: PasswordFile?
    /// Whether the home is the demo, which the page shows.
    public var isDemo: Bool
    /// The program's version.
    public var version: String
    /// The server's logger.
    public var logger: Logger
    /// The logger of Hummingbird and ServiceLifecycle.
    public var frameworkLogger: Logger

    /// The default port.
    public static let defaultPort: UInt16 = 8480

    /// By default it listens on loopback only.
    public init(
      listen: [Endpoint] = [Endpoint(.v4(IPv4Address(127, 0, 0, 1)), port: defaultPort)],
      tls: TLSFiles? = nil,
      trustedHosts: [String] = [],
      ownNames: [String] = [],
      mostConnections: Int = mostConnections(ofDescriptors: .max),
      eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
      ownerSocket: String? = nil,
      password: PasswordFile? = nil,
      isDemo: Bool = false,
      version: String,
      logger: Logger,
      frameworkLogger: Logger? = nil
    ) {
      self.listen = listen
      self.tls = tls
      self.trustedHosts = trustedHosts
      self.ownNames = ownNames
      self.mostConnections = mostConnections
      self.eventLoops = eventLoops
      self.ownerSocket = ownerSocket
      self.password = password
      self.isDemo = isDemo
      self.version = version
      self.logger = logger
      self.frameworkLogger = frameworkLogger ?? logger
    }

    /// The connection limit for a descriptor limit: scanning needs 512 descriptors, and no home needs
    /// more than 8192 connections.
    public static func mostConnections(ofDescriptors limit: UInt) -> Int {
      max(minimumConnections, min(8192, Int(clamping: limit) - 512))
    }

    /// A browser opens six; with too few, open pages would wait for each other.
    private static let minimumConnections = 64

    /// Whether that can be one of ``trustedHosts``: `home.example`, `home.example:8443`, `[fd00::1]`.
    public static func isHost(_ text: String) -> Bool {
      AllowedHosts.host(of: text)?.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-._:".utf8.contains(byte)
        }
      } ?? false
    }

    /// Whether other machines can reach it.
    public var isOpenToOthers: Bool { listen.contains { $0.address.scope != .loopback } }
  }
}

extension Endpoint {
  /// Parses a `--listen` argument: `127.0.0.1:8480`, `[::1]:8480`, `localhost:8480`, an address alone
  /// (with the port of ``HomeServer/Configuration/defaultPort``), or a port alone (on loopback).
  public init?(listening text: String) {
    let standard = HomeServer.Configuration.defaultPort
    if let port = UInt16(text) {
      self.init(.v4(IPv4Address(127, 0, 0, 1)), port: port)
    } else if let address = IPAddress(text) {
      self.init(address, port: standard)
    } else if text.hasPrefix("["), let end = text.lastIndex(of: "]"),
      let address = IPAddress(String(text[text.index(after: text.startIndex)..<end]))
    {
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":"),
        let port = rest.isEmpty ? standard : UInt16(rest.dropFirst())
      else { return nil }
      self.init(address, port: port)
    } else {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let host = parts[0] == "localhost" ? "127.0.0.1" : String(parts[0])
      guard let address = IPv4Address(host),
        let port = parts.count == 2 ? UInt16(parts[1]) : standard
      else { return nil }
      self.init(.v4(address), port: port)
    }
  }
}
