internal import AsyncHTTPClient
internal import NIOCore
internal import Net

extension HTTPClient {
  /// A client that takes each step once, and leaves redirections to its user.
  ///
  /// - Parameters:
  ///   - wait: How long connecting and each silence may last.
  ///   - trust: Whose certificates are believed; the system's where `nil`.
  /// - Returns: One to be shut down after use.
  /// - Throws: That this machine has no room for its threads.
  static func careful(
    waiting wait: Duration,
    trust: StreamSecurity.Trust? = nil
  ) throws(LocalFailure) -> HTTPClient {
    var configuration = Configuration()
    configuration.tlsConfiguration = trust?.configuration
    configuration.redirectConfiguration = .disallow
    configuration.timeout = .init(connect: TimeAmount(wait), read: TimeAmount(wait))
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(
      eventLoopGroupProvider: .shared(try EventLoops.shared()),
      configuration: configuration
    )
  }
}
