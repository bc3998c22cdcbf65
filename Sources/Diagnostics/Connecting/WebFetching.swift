internal import AsyncHTTPClient
internal import HomeNet
public import Net
internal import NIOCore
internal import NIOHTTP1

/// Fetches documents over HTTP: the system's, or a test's.
public protocol WebFetching: Sendable {
  /// Fetches a document by GET, redirections followed.
  ///
  /// - Parameters:
  ///   - url: Where it is.
  ///   - accepting: The type of document that is wanted.
  ///   - limit: How many bytes it may have.
  ///   - time: How long everything may take.
  /// - Returns: What became of it.
  func get(
    _ url: String,
    accepting: String,
    limit: Int,
    within time: Duration
  ) async -> WebAnswer
}

/// What became of fetching a document.
public enum WebAnswer: Hashable, Sendable {
  /// The server answered; after how many seconds it wants to be asked again, where it said.
  case answered(status: Int, body: [UInt8], retryAfter: Int?)
  /// It didn't; says why.
  case failed(String)
  /// This machine failed.
  case local(LocalFailure)
}

/// The system's web client.
public struct WebClient: WebFetching {
  /// The system's.
  public init() {}

  /// Fetches by a client that lives as long as the fetching.
  public func get(
    _ url: String,
    accepting: String,
    limit: Int,
    within time: Duration
  ) async -> WebAnswer {
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .follow(max: 4, allowCycles: false)
    let wait = TimeAmount(time)
    configuration.timeout = .init(connect: wait, read: wait)
    configuration.connectionPool.retryConnectionEstablishment = false
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let answer = await fetch(client, url, accepting, limit, wait)
    try? await client.shutdown()
    return answer
  }

  private func fetch(
    _ client: HTTPClient,
    _ url: String,
    _ accepting: String,
    _ limit: Int,
    _ wait: TimeAmount
  ) async -> WebAnswer {
    var request = HTTPClientRequest(url: url)
    request.headers.add(name: "accept", value: accepting)
    request.headers.add(name: "user-agent", value: "homenet")
    do {
      let response = try await client.execute(request, timeout: wait)
      // Seconds alone: a date would have to be weighed against the server's clock.
      let retry = response.headers.first(name: "retry-after").flatMap { Int($0) }
      let body = try await response.body.collect(upTo: limit)
      return .answered(
        status: Int(response.status.code),
        body: Array(body.readableBytesView),
        retryAfter: retry.map { min(max($0, 0), 86_400) }
      )
    } catch {
      return Self.answer(error)
    }
  }

  private static func answer(_ error: any Error) -> WebAnswer {
    switch error {
    case let error as HTTPClientError:
      switch error {
      case .connectTimeout, .readTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout:
        return .failed("no answer in time")
      case .redirectLimitReached, .redirectCycleDetected:
        return .failed("it redirects without end")
      case .remoteConnectionClosed: return .failed("the connection was closed")
      default: return .failed("\(error.shortDescription)")
      }
    case is NIOTooManyBytesError: return .failed("it says too much")
    default:
      let end = StreamEnd(error, connected: false)
      if case .local(let failure) = end { return .local(failure) }
      return .failed(end == .closed ? String("\(error)".prefix(160)) : end.words)
    }
  }
}
