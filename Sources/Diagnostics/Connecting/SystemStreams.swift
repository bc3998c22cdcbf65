internal import LinuxNetwork
public import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import NIOTLS
public import Networking
public import Wire

/// TCP connections by NIO, outside the scan's packet budget; what they send is counted in a ledger.
public struct SystemStreams: StreamNetwork {
  private let group: (any EventLoopGroup)?
  private let security: StreamSecurity?
  private let purpose: Purpose
  private let ledger: SharedTrafficLedger

  /// Streams on the threads of `group`, whose network namespace the sockets belong to; `nil` for the
  /// shared threads.
  ///
  /// `ledger` counts what they send for `purpose`.
  public init(
    for purpose: Purpose,
    on group: (any EventLoopGroup)? = nil,
    security: StreamSecurity? = nil,
    ledger: SharedTrafficLedger = .tools
  ) {
    self.purpose = purpose
    self.group = group
    self.security = security
    self.ledger = ledger
  }

  private func recorder(_ address: IPAddress) -> TrafficRecorder {
    TrafficRecorder(ledger: ledger, address: address, purpose: purpose)
  }

  /// The socket address; `nil` where a zone names no interface.
  private static func address(of endpoint: Endpoint) -> NIOCore.SocketAddress? {
    let (host, port) = (endpoint.address.description, Int(endpoint.port))
    if let address = try? NIOCore.SocketAddress(ipAddress: host, port: port) { return address }
    return try? .makeAddressResolvingHost(host, port: port)
  }

  /// Connects and exchanges bytes.
  public func carry<Exchange: StreamProtocol>(
    _ exchange: Exchange,
    to endpoint: Endpoint,
    within limit: Duration
  ) async -> (exchange: Exchange, end: StreamEnd) {
    // JetDirect printers print whatever arrives, a greeting too.
    guard !PortSweeper.isSpared(port: endpoint.port) else {
      return (exchange, .local(.printingPort(endpoint.port)))
    }
    guard let address = Self.address(of: endpoint) else {
      return (exchange, .local(.interfaceDown))
    }
    let group: any EventLoopGroup
    do throws(LocalFailure) {
      if let own = self.group { group = own } else { group = try EventLoops.shared() }
    } catch {
      return (exchange, .local(error))
    }
    let carried = RunningExchange(exchange)
    let security = security
    let recorder = recorder(endpoint.address)
    let limit = TimeAmount(limit)
    let loop = group.any()
    return await withTaskCancellationHandler {
      do {
        // On the loop's thread, since the socket belongs to that thread's network namespace.
        let channel = try await loop.flatSubmit {
          ClientBootstrap(group: loop)
            .connectTimeout(limit)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
              carried.note(channel)
              let expiry = channel.eventLoop.scheduleTask(in: limit) { carried.expire() }
              // Else the loop would keep all of a connection that is over until then.
              channel.closeFuture.whenComplete { _ in expiry.cancel() }
              return channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(TrafficHandler(recorder))
                if let security {
                  try channel.pipeline.syncOperations.addHandler(security.handler())
                }
                try channel.pipeline.syncOperations.addHandler(
                  StreamProtocolHandler(carried, security)
                )
              }
            }
            .connect(to: address)
        }
        .get()
        try? await channel.closeFuture.get()
      } catch {
        // On the loop's thread too: routes belong to a namespace.
        let stage = try? await loop.submit { StreamStage(of: error, connectingTo: endpoint) }.get()
        carried.end(StreamEnd(error, stage ?? .connecting))
      }
      return carried.outcome
    } onCancel: {
      carried.cancel()
    }
  }

  /// Connects once more, and waits a second at most for the filter's ICMP error.
  public func isProhibited(_ endpoint: Endpoint) async -> Bool {
    guard !PortSweeper.isSpared(port: endpoint.port), let group = try? group ?? EventLoops.shared()
    else { return false }
    // Sockets belong to their thread's network namespace.
    guard let attempt = try? await group.any().submit({ ConnectRefusal(endpoint) }).get() else {
      return false
    }
    recorder(endpoint.address).connected()
    for _ in 0..<50 {
      if let isProhibited = attempt.isProhibited() { return isProhibited }
      do { try await Task.sleep(for: .milliseconds(20)) } catch { return false }
    }
    return false
  }
}

/// A running exchange, shared by the event loop and the task that waits for its end.
private final class RunningExchange<Exchange: StreamProtocol>: Sendable {
  private struct State {
    var exchange: Exchange
    var end: StreamEnd?
    var isConnected = false
    var isCancelled = false
    var channel: (any Channel)?
  }

  private let state: Lock<State>

  init(_ exchange: Exchange) {
    state = Lock(State(exchange: exchange))
  }

  var outcome: (exchange: Exchange, end: StreamEnd) {
    state.withLock { ($0.exchange, $0.end ?? .closed) }
  }

  func note(_ channel: any Channel) {
    let isCancelled = state.withLock { state in
      state.channel = channel
      return state.isCancelled
    }
    if isCancelled { channel.closeAtOnce() }
  }

  func connect() {
    state.withLock { $0.isConnected = true }
  }

  func begin() -> (bytes: [UInt8], isDone: Bool) {
    state.withLock { state in
      guard state.end == nil else { return ([], true) }
      let bytes = state.exchange.begin()
      return (bytes, state.exchange.isDone)
    }
  }

  func receive(_ bytes: [UInt8]) -> (bytes: [UInt8], isDone: Bool) {
    state.withLock { state in
      guard state.end == nil else { return ([], true) }
      let answer = state.exchange.receive(bytes)
      return (answer, state.exchange.isDone)
    }
  }

  /// Stores the first end.
  func end(_ end: StreamEnd) {
    state.withLock { state in
      if state.end == nil { state.end = end }
    }
  }

  func expire() {
    let channel = state.withLock { state -> (any Channel)? in
      if state.end == nil { state.end = .timedOut(connected: state.isConnected) }
      return state.channel
    }
    channel?.closeAtOnce()
  }

  func cancel() {
    let channel = state.withLock { state -> (any Channel)? in
      state.isCancelled = true
      if state.end == nil { state.end = .interrupted }
      return state.channel
    }
    channel?.closeAtOnce()
  }
}

private final class StreamProtocolHandler<Exchange: StreamProtocol>: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let carried: RunningExchange<Exchange>
  private let security: StreamSecurity?

  init(_ carried: RunningExchange<Exchange>, _ security: StreamSecurity?) {
    self.carried = carried
    self.security = security
  }

  func channelActive(context: ChannelHandlerContext) {
    carried.connect()
    if security == nil { say(carried.begin(), context) }
  }

  /// Starts the exchange after the TLS handshake and the certificate check.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard let security, case .handshakeCompleted? = event as? TLSUserEvent else {
      context.fireUserInboundEventTriggered(event)
      return
    }
    security.report(context.pipeline.syncOperations)
    if let why = security.distrust(in: context.pipeline.syncOperations) {
      carried.end(.untrusted(why))
      context.channel.closeAtOnce()
    } else {
      say(carried.begin(), context)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    say(carried.receive(Array(unwrapInboundIn(data).readableBytesView)), context)
  }

  private func say(_ step: (bytes: [UInt8], isDone: Bool), _ context: ChannelHandlerContext) {
    if !step.bytes.isEmpty {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: step.bytes)), promise: nil)
    }
    guard step.isDone else { return }
    carried.end(.done)
    context.channel.closeAtOnce()
  }

  func channelInactive(context: ChannelHandlerContext) {
    carried.end(.closed)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    carried.end(StreamEnd(error, .connected))
    context.channel.closeAtOnce()
  }
}

extension Channel {
  /// Closes the connection; TLS sends close_notify, but doesn't wait for the peer's.
  ///
  /// NIOSSL would wait five seconds, which RFC 8446, section 6.1, doesn't demand.
  fileprivate func closeAtOnce() {
    close(promise: nil)
    eventLoop.execute {
      // Closing from the TLS handler's context skips that handler.
      let tls = try? self.pipeline.syncOperations.context(handlerType: NIOSSLClientHandler.self)
      tls?.close(promise: nil)
    }
  }
}
