import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import Wire

/// Listens at one address.
struct Listener: Service {
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
        // Further ones wait in the kernel.
        availableConnectionsDelegate: MaximumAvailableConnections(mostConnections, logger: logger)
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
    idleTimeout: TimeAmount
  ) throws(ServerError) -> HTTPServerBuilder {
    let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: 16 << 10,
      maxHeaderListSize: 32 << 10,
      maxHeaderFieldCount: 100
    )
    let plain = HTTPServerBuilder.http1(
      configuration: HTTP1Channel.Configuration(
        idleTimeout: idleTimeout,
        httpDecoderConfiguration: decoder
      )
    )
    guard let tls = try files?.configuration() else { return plain }
    do {
      return try .tls(plain, tlsConfiguration: tls)
    } catch {
      throw .certificate("TLS can't be set up: \(error)")
    }
  }
}

/// Tells when all listeners listen.
final class ListeningCount: Sendable {
  private let bound: Mutex<[Endpoint?]>
  private let onListening: @Sendable ([Endpoint]) async -> Void

  init(of count: Int, _ onListening: @escaping @Sendable ([Endpoint]) async -> Void) {
    bound = Mutex(Array(repeating: nil, count: count))
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
