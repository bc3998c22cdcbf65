internal import AsyncHTTPClient
internal import LinuxNetwork
internal import NIOCore
internal import NIOHTTP1
import Networking
internal import Wire

/// An HTTP GET without redirects.
///
/// The ledger counts its connections, and what is sent over them from the first request on: the
/// HTTP client gives no access to the TLS handshake before it.
struct WebRequest: Sendable {
  /// The `Accept` header.
  let accepting: String
  /// The largest body, in bytes.
  let limit: Int
  /// The trusted authorities; the system's where `nil`.
  var trust: StreamSecurity.Trust?
  /// What it is counted under.
  var purpose = Purpose.http
  /// Counts what is sent.
  var ledger = SharedTrafficLedger.tools
  /// Whether the body is wanted, by status and headers.
  let wantsBody: @Sendable (_ status: Int, _ headers: HTTPHeaders) -> Bool

  /// A response.
  struct Reply: Sendable {
    var status: Int
    var headers: HTTPHeaders
    /// Empty unless `wantsBody`.
    var body: [UInt8]
    /// The address that answered.
    var address: IPAddress
    /// The time from connecting to this address to the end of the body.
    var elapsed: Duration = .zero
  }

  /// The connect timeout while another address is left.
  private static let patience = Duration.seconds(2)

  /// Sends the request to the URL's addresses in turn until one accepts, by the deadline `end`.
  func run(
    at resolved: ResolvedURL,
    until end: ContinuousClock.Instant
  ) async throws(WebError) -> Reply {
    // A raw printer prints whatever arrives.
    guard !PortSweeper.isSpared(port: resolved.port) else {
      throw .stream(.local(.printingPort(resolved.port)))
    }
    var ends: [WebError] = []
    for (index, address) in resolved.addresses.enumerated() {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { break }
      let isLast = index == resolved.addresses.count - 1
      let recorder = TrafficRecorder(ledger: ledger, address: address, purpose: purpose)
      let client: HTTPClient
      do throws(LocalFailure) {
        client = try .singleAttempt(
          waiting: left,
          connecting: isLast ? left : min(left / 2, Self.patience),
          trust: trust,
          name: trust == .anybody ? nil : resolved.certificateName,
          // Without this override the client would look the host up again.
          addresses: IPAddress(resolved.host) == nil ? [resolved.host: address.description] : [:],
          recorder: recorder
        )
      } catch {
        throw .stream(.local(error))
      }
      // The client connects once, and only to this address.
      recorder.connected()
      let outcome = await ask(client, resolved, address, TimeAmount(left))
      try? await client.shutdown()
      switch outcome {
      case .success(let reply): return reply
      case .failure(let end):
        guard end.isUnconnected else { throw end }
        ends.append(end)
      }
    }
    throw WebError.ofAll(ends) ?? .timedOut
  }

  private func ask(
    _ client: HTTPClient,
    _ resolved: ResolvedURL,
    _ address: IPAddress,
    _ wait: TimeAmount
  ) async -> Result<Reply, WebError> {
    var request = HTTPClientRequest(url: resolved.url)
    request.headers.add(name: "accept", value: accepting)
    request.headers.add(name: "user-agent", value: "homenet")
    let start = ContinuousClock.now
    do {
      let response = try await client.execute(request, timeout: wait)
      let status = Int(response.status.code)
      var reply = Reply(status: status, headers: response.headers, body: [], address: address)
      if wantsBody(status, response.headers) {
        reply.body = Array(try await response.body.collect(upTo: limit).readableBytesView)
      }
      reply.elapsed = start.duration(to: .now)
      return .success(reply)
    } catch {
      return .failure(WebError(error, connectingTo: Endpoint(address, port: resolved.port)))
    }
  }
}

extension HTTPClient {
  /// A client that retries nothing and follows no redirects; shut it down after use.
  ///
  /// - Parameters:
  ///   - wait: The read timeout.
  ///   - patience: The connect timeout.
  ///   - trust: The trusted authorities; the system's where `nil`.
  ///   - name: The name that the certificate must have; `nil` to accept one for the address, or any.
  ///   - addresses: Host names and their addresses, instead of lookups.
  ///   - recorder: Counts what is sent over the connection, from the first request on.
  /// - Returns: The client.
  /// - Throws: `noDescriptors`.
  static func singleAttempt(
    waiting wait: Duration,
    connecting patience: Duration,
    trust: StreamSecurity.Trust?,
    name: String?,
    addresses: [String: String],
    recorder: TrafficRecorder
  ) throws(LocalFailure) -> HTTPClient {
    var configuration = Configuration()
    configuration.tlsConfiguration = trust?.configuration
    configuration.redirectConfiguration = .disallow
    configuration.timeout = .init(connect: TimeAmount(patience), read: TimeAmount(wait))
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.dnsOverride = addresses
    // The only hook that runs before the first request on a connection.
    let prepare: @Sendable (any Channel) -> EventLoopFuture<Void> = { channel in
      channel.eventLoop.submit {
        try channel.pipeline.syncOperations.addHandler(TrafficHandler(recorder), position: .first)
        if let name { try StreamSecurity.check(channel, is: name) }
      }
    }
    configuration.http1_1ConnectionDebugInitializer = prepare
    configuration.http2ConnectionDebugInitializer = prepare
    return HTTPClient(
      eventLoopGroupProvider: .shared(try EventLoops.shared()),
      configuration: configuration
    )
  }
}
