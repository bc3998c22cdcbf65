internal import AsyncHTTPClient
internal import NIOCore
internal import Networking

extension HTTPClient {
  /// A client that takes each step once, and leaves redirections to its user.
  ///
  /// - Parameters:
  ///   - wait: How long each silence may last.
  ///   - patience: How long connecting may last.
  ///   - trust: Whose certificates are believed; the system's where `nil`.
  ///   - name: The name that a certificate must have; `nil` where its address will do, or isn't
  ///   checked.
  ///   - addresses: Where hosts are connected to, by name: these aren't looked up.
  /// - Returns: One to be shut down after use.
  /// - Throws: That this machine has no room for its threads.
  static func careful(
    waiting wait: Duration,
    connecting patience: Duration,
    trust: StreamSecurity.Trust?,
    name: String?,
    addresses: [String: String]
  ) throws(LocalFailure) -> HTTPClient {
    var configuration = Configuration()
    configuration.tlsConfiguration = trust?.configuration
    configuration.redirectConfiguration = .disallow
    configuration.timeout = .init(connect: TimeAmount(patience), read: TimeAmount(wait))
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.dnsOverride = addresses
    if let name {
      // The only place where a connection can be looked at before anything is asked on it.
      let check: @Sendable (any Channel) -> EventLoopFuture<Void> = { channel in
        channel.eventLoop.submit { try StreamSecurity.check(channel, is: name) }
      }
      configuration.http1_1ConnectionDebugInitializer = check
      configuration.http2ConnectionDebugInitializer = check
    }
    return HTTPClient(
      eventLoopGroupProvider: .shared(try EventLoops.shared()),
      configuration: configuration
    )
  }
}
