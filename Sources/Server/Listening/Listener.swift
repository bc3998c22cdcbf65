import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import Net
import ServiceLifecycle
import Wire

/// Listens at one address.
struct Listener: Service {
  /// As many more than may be open can be about to be closed.
  private static let beingClosed = 64

  private let endpoint: Endpoint
  private let application: Application<RouterResponder<HomeRequestContext>>

  init(
    _ endpoint: Endpoint,
    _ server: HTTPServerBuilder,
    _ responder: RouterResponder<HomeRequestContext>,
    mostConnections: Int,
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
        // The server closes what is too much before that; where it can't keep up, they wait in the
        // kernel.
        availableConnectionsDelegate: MaximumAvailableConnections(
          mostConnections + Self.beingClosed,
          logger: logger
        )
      ),
      onServerRunning: { channel in
        let port = channel.localAddress?.port.flatMap { UInt16(exactly: $0) }
        await onListening(Endpoint(endpoint.address, port: port ?? endpoint.port))
      },
      logger: logger
    )
  }

  /// Listens until it is told to stop.
  func run() async throws {
    do {
      try await application.run()
    } catch let error as ServerError {
      throw error
    } catch {
      throw ServerError(error, at: endpoint)
    }
  }

  /// How connections speak: HTTP/1.1, in TLS where there is a certificate.
  static func server(
    _ files: HomeServer.TLSFiles?,
    times: Times,
    connections: Connections
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

  /// How long clients may take.
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

  /// The listener of that number listens there.
  func note(_ index: Int, _ endpoint: Endpoint) async {
    let all = bound.withLock { bound in
      bound[index] = endpoint
      return bound.compactMap { $0 }.count == bound.count ? bound.compactMap { $0 } : nil
    }
    if let all { await onListening(all) }
  }
}
