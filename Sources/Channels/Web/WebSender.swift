internal import AsyncHTTPClient
import Model
import Monitoring
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL

/// Sends a request of HTTP once: no redirects, no second attempt, bounded in time and size.
struct WebSender: Sendable {
  var group: any EventLoopGroup
  /// How long all of it may take.
  var limit: Duration

  /// What came of it.
  enum Outcome: Sendable {
    case answered(ChannelAnswer)
    case failed(Delivery)
  }

  /// Sends it, over a client that lives for this call only.
  ///
  /// `authorities` is the path of a PEM file to trust instead of the system's authorities, or empty.
  func send(_ request: ChannelRequest, authorities: String, isVerified: Bool) async -> Outcome {
    var tls = TLSConfiguration.makeClientConfiguration()
    if !isVerified {
      tls.certificateVerification = .none
    } else if !authorities.isEmpty {
      tls.trustRoots = .file(authorities)
      // The client would say so only as a failed connection.
      guard (try? NIOSSLContext(configuration: tls)) != nil else {
        let path = CleanText.line(authorities, most: 200)
        return .failed(.refused(Message(.channelNoAuthorities, ["path": path])))
      }
    }
    let time = TimeAmount(limit)
    var configuration = HTTPClient.Configuration()
    configuration.tlsConfiguration = tls
    configuration.redirectConfiguration = .disallow
    configuration.timeout = .init(connect: time, read: time)
    configuration.connectionPool.retryConnectionEstablishment = false
    let client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    let answered = await Self.bounded(limit) { await ask(client, request, within: time) }
    try? await client.shutdown()
    return answered ?? .failed(.failed(Message(.channelTimedOut, ["host": request.host])))
  }

  /// How long a body is waited for, once the status is known.
  private static let bodyLimit = Duration.seconds(3)

  /// What a call gives, or `nil` after the limit: the client's own doesn't cover looking names up.
  private static func bounded<Value: Sendable>(
    _ limit: Duration,
    _ call: @escaping @Sendable () async -> Value
  ) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask { await call() }
      group.addTask {
        try? await Task.sleep(for: limit)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }

  private func ask(
    _ client: HTTPClient,
    _ request: ChannelRequest,
    within time: TimeAmount
  ) async -> Outcome {
    var asked = HTTPClientRequest(url: request.url)
    asked.method = HTTPMethod(rawValue: request.method)
    for header in request.headers { asked.headers.add(name: header.name, value: header.value) }
    asked.body = .bytes(ByteBuffer(bytes: request.body))
    do {
      let response = try await client.execute(asked, deadline: .now() + time)
      // The status says what became of the notice, whatever comes of the body: a second attempt because of
      // a body that is endless would be a second message.
      let body = await Self.bounded(Self.bodyLimit) {
        (try? await response.body.collect(upTo: ChannelAnswer.mostBody)) ?? ByteBuffer()
      }
      return .answered(
        ChannelAnswer(
          status: Int(response.status.code),
          retryAfter: response.headers.first(name: "retry-after"),
          location: response.headers.first(name: "location"),
          body: Array((body ?? ByteBuffer()).readableBytesView)
        )
      )
    } catch {
      return .failed(WebFailure.delivery(error, host: request.host))
    }
  }
}
