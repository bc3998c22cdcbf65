internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
import Networking
internal import Wire

/// A document that is asked for over HTTP by GET, redirections not followed.
struct WebRequest: Sendable {
  /// The type of document that is wanted.
  let accepting: String
  /// How many bytes it may have.
  let limit: Int
  /// Whose certificates are trusted; this system's authorities where `nil`.
  var trust: StreamSecurity.Trust?
  /// Whether the body is wanted, by status and headers.
  let wantsBody: @Sendable (_ status: Int, _ headers: HTTPHeaders) -> Bool

  /// What a server answers.
  struct Reply: Sendable {
    var status: Int
    var headers: HTTPHeaders
    /// Empty where it isn't wanted.
    var body: [UInt8]
    /// The address that answered.
    var address: IPAddress
    /// How long it took from when this address was asked, connecting included.
    var elapsed: Duration = .zero
  }

  /// How long an address may take to be connected to while there is another.
  private static let patience = Duration.seconds(2)

  /// Sends the request to the URL's addresses in turn until one is connected to; ends at once where it
  /// is cancelled.
  ///
  /// - Parameters:
  ///   - resolved: Where the document is.
  ///   - end: When connecting and each silence are over.
  /// - Returns: The answer.
  /// - Throws: Why there is none.
  func run(
    at resolved: ResolvedURL,
    until end: ContinuousClock.Instant
  ) async throws(WebEnd) -> Reply {
    var ends: [WebEnd] = []
    for (index, address) in resolved.addresses.enumerated() {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { break }
      let isLast = index == resolved.addresses.count - 1
      let client: HTTPClient
      do throws(LocalFailure) {
        client = try .careful(
          waiting: left,
          connecting: isLast ? left : min(left / 2, Self.patience),
          trust: trust,
          name: trust == .anybody ? nil : resolved.certificateName,
          // No client looks a host up by itself: it might learn of another address.
          addresses: IPAddress(resolved.host) == nil ? [resolved.host: address.description] : [:]
        )
      } catch {
        throw .stream(.local(error))
      }
      let outcome = await ask(client, resolved, address, TimeAmount(left))
      try? await client.shutdown()
      switch outcome {
      case .success(let reply): return reply
      case .failure(let end):
        guard end.isUnconnected else { throw end }
        ends.append(end)
      }
    }
    throw WebEnd.ofAll(ends) ?? .timedOut
  }

  private func ask(
    _ client: HTTPClient,
    _ resolved: ResolvedURL,
    _ address: IPAddress,
    _ wait: TimeAmount
  ) async -> Result<Reply, WebEnd> {
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
      return .failure(WebEnd(error, connectingTo: Endpoint(address, port: resolved.port)))
    }
  }
}
