import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Listens on a socket in the data directory, for the commands of whoever runs the server.
///
/// The directory is its owner's alone, and so is the socket: who can open it could read the store, too, so
/// no password is needed. The server works without it.
struct OwnerSocketListener: Service {
  private let place: OwnerSocketPlace
  private let application: Application<RouterResponder<HomeRequestContext>>
  private let logger: Logger

  init(
    path: String,
    _ server: HTTPServerBuilder,
    _ responder: RouterResponder<HomeRequestContext>,
    on eventLoops: any EventLoopGroup,
    _ logger: Logger,
    _ frameworkLogger: Logger
  ) {
    let place = OwnerSocketPlace(path)
    self.place = place
    self.logger = logger
    application = Application(
      responder: responder,
      server: server,
      configuration: ApplicationConfiguration(address: .unixDomainSocket(path: place.hidden)),
      onServerRunning: { _ in Self.publish(place, logger) },
      eventLoopGroupProvider: .shared(eventLoops),
      logger: frameworkLogger
    )
  }

  func run() async throws {
    do {
      try place.prepare()
      defer { place.remove() }
      try await application.run()
    } catch {
      Self.warn(of: error, place, logger)
      // A service that returns would end the others.
      try? await gracefulShutdown()
    }
  }

  /// In a function of its own: a closure that catches a typed error is miscompiled by Swift 6.3's optimiser.
  private static func publish(_ place: OwnerSocketPlace, _ logger: Logger) {
    do throws(OwnerSocketPlace.Failure) {
      try place.publish()
    } catch {
      warn(of: error, place, logger)
    }
  }

  private static func warn(of error: any Error, _ place: OwnerSocketPlace, _ logger: Logger) {
    logger.warning(
      "commands such as 'homenet monitor' can't reach this server",
      metadata: ["socket": "\(place.path)", "error": "\(error)"]
    )
  }
}
