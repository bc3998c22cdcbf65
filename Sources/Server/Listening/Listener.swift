import Networking
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import Wire

struct Listener: Service {
  /// How many connections over the limit may be open until they are closed.
  private static let beingClosed = 64

  private let endpoint: Endpoint
  private let application: Application<RouterResponder<HomeRequestContext>>

  init(
    _ endpoint: Endpoint,
    _ server: HTTPServerBuilder,
    _ responder: RouterResponder<HomeRequestContext>,
    mostConnections: Int,
    on eventLoops: any EventLoopGroup,
    _ logger: Logger,
    onListening: @escaping @Sendable (Endpoint) async -> Void
  ) {
    self.endpoint = endpoint
    application = Application(
      responder: responder,
      server: server,
      configuration: ApplicationConfiguration(
        address: .hostname(endpoint.address.description, port: Int(endpoint.port)),
        backlog: 1024,
        // The connection table closes surplus connections first; beyond this they wait in the kernel's
        // backlog.
        availableConnectionsDelegate: MaximumAvailableConnections(
          mostConnections + Self.beingClosed,
          logger: logger
        )
      ),
      onServerRunning: { channel in
        let port = channel.localAddress?.port.flatMap { UInt16(exactly: $0) }
        await onListening(Endpoint(endpoint.address, port: port ?? endpoint.port))
      },
      eventLoopGroupProvider: .shared(eventLoops),
      logger: logger
    )
  }

  func run() async throws {
    do {
      try await application.run()
    } catch let error as ServerError {
      throw error
    } catch {
      throw ServerError(error, at: endpoint)
    }
  }

  /// HTTP/1.1, over TLS where there is a certificate.
  static func server(
    _ files: TLSFiles?,
    times: Times,
    connections: ConnectionLimiter
  ) throws(ServerError) -> HTTPServerBuilder {
    let configuration = HTTP1Channel.Configuration(
      idleTimeout: times.idle,
      httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
        maxHeaderFieldSize: 16 << 10,
        maxHeaderListSize: 32 << 10,
        maxHeaderFieldCount: 100
      )
    )
    let tls = try files?.configuration()
    return HTTPServerBuilder { responder in
      let plain = HTTP1Channel(responder: responder, configuration: configuration)
      func limited(_ base: some ServerChildChannel) -> any ServerChildChannel {
        LimitedChannel(base: base, connections: connections, times: times)
      }
      guard let tls else { return limited(plain) }
      return limited(try TLSChannel(plain, tlsConfiguration: tls))
    }
  }

  struct Times: Sendable {
    /// A connection that no request comes on for that long is closed.
    var idle = TimeAmount.seconds(75)
    /// A request that isn't complete by then is cut off: 64 KiB take that long at 2 KiB a second.
    var request = TimeAmount.seconds(30)
    /// A client that takes less than 32 KiB of an answer in that time, while more waits for it, is cut
    /// off.
    var answer = TimeAmount.seconds(60)
  }
}

/// Tells when all listeners listen.
final class ListeningCount: Sendable {
  private let bound: Lock<[Endpoint?]>
  private let onListening: @Sendable ([Endpoint]) async -> Void

  init(of count: Int, _ onListening: @escaping @Sendable ([Endpoint]) async -> Void) {
    bound = Lock(Array(repeating: nil, count: count))
    self.onListening = onListening
  }

  /// Records the bound endpoint of a listener; reports all of them after the last.
  func note(_ index: Int, _ endpoint: Endpoint) async {
    let all = bound.withLock { bound in
      bound[index] = endpoint
      return bound.compactMap { $0 }.count == bound.count ? bound.compactMap { $0 } : nil
    }
    if let all { await onListening(all) }
  }
}

/// A channel with a place in the ``ConnectionTable``, and with deadlines.
struct LimitedChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base
  let connections: ConnectionLimiter
  let times: Listener.Times

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    let id = connections.open(channel)
    channel.limitKernelBuffers()
    return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      let deadline = RequestDeadlineHandler(
        times: times,
        now: channel.eventLoop.now
      ) { [connections] isWaiting in
        if let id { connections.setWaiting(id, isWaiting) }
      }
      try pipeline.addHandlers(HTTP1SemanticsHandler(), deadline, position: .after(decoder))
      // Closed only now: adding handlers to a closed channel throws, which would look like a failure of
      // the listener.
      if id == nil { channel.close(promise: nil) }
      return value
    }
  }

  func handle(value: Base.Value, logger: Logger) async {
    await base.handle(value: value, logger: logger)
  }
}

extension Channel {
  /// Limits the send buffer, which could grow to 4 MiB for a client that reads nothing, and sets
  /// TCP_USER_TIMEOUT to a minute: a phone that left the house never closes its connection.
  func limitKernelBuffers() {
    _ = setOption(.socketOption(.so_sndbuf), value: SocketOptionValue(64 << 10))
    // TCP_USER_TIMEOUT of linux/tcp.h, in milliseconds.
    let timeout = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: 18))
    _ = setOption(timeout, value: 60_000)
  }
}
