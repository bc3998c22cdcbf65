internal import Identification
internal import LinuxNetwork
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import NIOTLS
import Networking
internal import Probing
internal import Wire

/// Detects services on open TCP ports by greeting, HTTP request or protocol-specific question, also
/// within TLS.
///
/// Bounded in connections, bytes and time.
struct VersionDetector: Sendable {
  /// Its threads' network namespace is the sockets'.
  let group: any EventLoopGroup
  /// Counts what is sent.
  var ledger = SharedTrafficLedger.tools

  /// Per host.
  private static let mostPorts = 64
  /// Concurrent connections.
  private static let mostAtOnce = 16
  /// Connections per port.
  static let mostAttempts = 14

  /// The wait for a greeting before an HTTP request; short on web ports.
  static func greetingTime(_ port: UInt16) -> TimeAmount {
    let isWeb = PortNames.service(atTCP: port)?.hasPrefix("http") == true
    return .milliseconds(isWeb ? 50 : 600)
  }

  /// The time limit of a connection.
  static func wholeTime(_ attempt: ServicePlan.Attempt, _ port: UInt16) -> TimeAmount {
    guard attempt.kind == .greeting else { return .milliseconds(attempt.isExpected ? 2500 : 700) }
    return .milliseconds(ServicePlan.greetingPorts.contains(port) ? 6000 : 2500)
  }

  /// Adds services and versions to the report's open ports.
  func read(_ report: inout PortScanReport, except spared: Set<Int>) async {
    var places: [(host: Int, port: Int)] = []
    for (number, host) in report.hosts.enumerated() where !spared.contains(number) {
      let open = host.ports.indices.filter { host.ports[$0].state == .open }
      for place in open.prefix(Self.mostPorts) { places.append((number, place)) }
    }
    let hosts = report.hosts
    let found = await withTaskGroup(
      of: (Int, Int, ServiceIdentity?).self
    ) { group -> [(Int, Int, ServiceIdentity?)] in
      var found: [(Int, Int, ServiceIdentity?)] = []
      var next = 0
      while next < places.count || !group.isEmpty {
        while next < places.count, next - found.count < Self.mostAtOnce {
          let (host, place) = places[next]
          next += 1
          let address = hosts[host].address
          let port = hosts[host].ports[place].port
          group.addTask { (host, place, await ask(address, port)) }
        }
        guard let one = await group.next() else { break }
        found.append(one)
      }
      return found
    }
    for (host, place, identity) in found {
      guard let identity else { continue }
      report.hosts[host].ports[place].service = identity.service
      report.hosts[host].ports[place].serviceMethod = .probed
      report.hosts[host].ports[place].version = identity.version
    }
  }

  /// Whether port 631 is a printer's: its `Server` header is not CUPS.
  ///
  /// Sends only an HTTP request, plainly and within TLS.
  func isPrinter(_ address: IPAddress) async -> Bool {
    guard let identity = await ask(address, 631, mostAttempts: 2),
      identity.service.hasPrefix("http")
    else {
      return false
    }
    let server = (identity.version ?? "").uppercased()
    return !server.isEmpty && !server.contains("CUPS")
  }

  /// Runs the attempts of a `ServicePlan` on one port.
  private func ask(
    _ address: IPAddress,
    _ port: UInt16,
    mostAttempts: Int = Self.mostAttempts
  ) async -> ServiceIdentity? {
    var plan = ServicePlan(port: port)
    var attempts = 0
    while attempts < mostAttempts, !Task.isCancelled, let attempt = plan.next() {
      attempts += 1
      plan.take(await converse(address, port, attempt))
    }
    return plan.identity
  }

  static func exchange(
    _ kind: ServicePlan.Kind,
    _ address: IPAddress,
    _ port: UInt16,
    isTLS: Bool
  ) -> any ServiceExchange {
    let host = address.uriHost
    func conversation(_ kind: ServiceProbe.Kind) -> any ServiceExchange {
      ServiceProbeExchange(ServiceProbe(kind, address: address, port: port))
    }
    return switch kind {
    case .greeting:
      GreetingExchange(
        port: port,
        request: ServicePlan.greetingPorts.contains(port) ? [] : ServiceGreeting.request(host: host)
      )
    case .redis: ProbeExchange(.redis)
    case .memcached: ProbeExchange(.memcached)
    case .postgreSQL: ProbeExchange(.postgreSQL)
    case .ldap: ProbeExchange(.ldap)
    case .dns: ProbeExchange(.dnsOverTCP)
    case .rdp: ProbeExchange(.rdp)
    case .sip: ProbeExchange(.sip(to: address, over: isTLS ? "TLS" : "TCP"))
    case .xmpp: ProbeExchange(.xmpp(host: host, isOfServers: port == 5269))
    case .mqtt: conversation(.mqtt)
    case .smb: conversation(.smb)
    case .rtsp: conversation(.rtsp)
    case .telnet: conversation(.telnet)
    }
  }

  private func converse(
    _ address: IPAddress,
    _ port: UInt16,
    _ attempt: ServicePlan.Attempt
  ) async -> ServicePlan.Outcome {
    let loop = group.any()
    let promise = loop.makePromise(of: ServicePlan.Outcome.self)
    // A numeric address: no DNS look-up.
    guard !PortSweeper.isSpared(port: port),
      let target = try? NIOCore.SocketAddress.makeAddressResolvingHost(
        "\(address)",
        port: Int(port)
      )
    else { return ServicePlan.Outcome() }
    let exchange = Self.exchange(attempt.kind, address, port, isTLS: attempt.isTLS)
    let recorder = TrafficRecorder(ledger: ledger, address: address, purpose: .banner)
    // On the loop's thread, whose namespace the socket gets.
    let connecting = loop.flatSubmit {
      ClientBootstrap(group: loop)
        .connectTimeout(.seconds(1))
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(TrafficHandler(recorder))
            if attempt.isTLS {
              try channel.pipeline.syncOperations.addHandler(
                NIOSSLClientHandler(context: try Self.tls.get(), serverHostname: nil)
              )
            }
            try channel.pipeline.syncOperations.addHandler(
              ExchangeHandler(
                exchange,
                isTLS: attempt.isTLS,
                patience: Self.greetingTime(port),
                limit: Self.wholeTime(attempt, port),
                promise
              )
            )
          }
        }
        .connect(to: target)
    }
    connecting.whenFailure { _ in promise.succeed(ServicePlan.Outcome()) }
    return await withTaskCancellationHandler {
      (try? await promise.futureResult.get()) ?? ServicePlan.Outcome()
    } onCancel: {
      connecting.whenSuccess { $0.close(promise: nil) }
    }
  }

  /// Certificates are not verified: detection only.
  private static let tls = Result {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.certificateVerification = .none
    configuration.minimumTLSVersion = .tlsv1
    return try NIOSSLContext(configuration: configuration)
  }
}

/// Runs an exchange over one connection and fulfils the promise with its outcome.
private final class ExchangeHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private var exchange: any ServiceExchange
  private let isTLS: Bool
  private let patience: TimeAmount
  private let limit: TimeAmount
  private let promise: EventLoopPromise<ServicePlan.Outcome>
  private var isOver = false
  private var hasBegun = false
  private var isSecured = false

  init(
    _ exchange: any ServiceExchange,
    isTLS: Bool,
    patience: TimeAmount,
    limit: TimeAmount,
    _ promise: EventLoopPromise<ServicePlan.Outcome>
  ) {
    self.exchange = exchange
    self.isTLS = isTLS
    self.patience = patience
    self.limit = limit
    self.promise = promise
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let handler = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: limit) {
      let (this, context) = handler.value
      this.finish(context)
    }
    if context.channel.isActive, !isTLS { begin(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    if !isTLS { begin(context) }
    context.fireChannelActive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted? = event as? TLSUserEvent {
      isSecured = true
      begin(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    let bytes = Array(unwrapInboundIn(data).readableBytesView)
    say(exchange.receive(bytes), context)
    if exchange.isDone { finish(context) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    finish(context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    finish(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end()
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard !isOver, !hasBegun else { return }
    hasBegun = true
    say(exchange.begin(), context)
    let handler = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: patience) {
      let (this, context) = handler.value
      // The server waits for the client.
      if !this.isOver { this.say(this.exchange.prompt(), context) }
    }
  }

  private func say(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    guard !bytes.isEmpty else { return }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }

  private func finish(_ context: ChannelHandlerContext) {
    guard !isOver else { return }
    end()
    context.close(promise: nil)
  }

  private func end() {
    guard !isOver else { return }
    isOver = true
    var outcome = ServicePlan.Outcome(identity: exchange.end(), isSecured: isSecured)
    outcome.heard = (exchange as? GreetingExchange)?.heard ?? []
    promise.succeed(outcome)
  }
}
