internal import AsyncHTTPClient
internal import HomeNet
public import Net
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

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
    let client: HTTPClient
    do throws(LocalFailure) {
      // Each redirection is looked at before it is followed.
      client = try .careful(waiting: time)
    } catch {
      return .local(error)
    }
    let end = ContinuousClock.now + time
    var answer = Step.answer(.failed("it redirects without end"))
    var next = url
    for _ in 0...Self.mostRedirects {
      answer = await fetch(client, next, accepting, limit, TimeAmount(end - .now))
      guard case .redirect(let target) = answer else { break }
      answer = .answer(.failed("it redirects without end"))
      if let refusal = await WebRedirect.refusal(from: next, to: target) {
        answer = .answer(.failed(refusal))
        break
      }
      next = target
    }
    try? await client.shutdown()
    if case .answer(let answer) = answer { return answer }
    return .failed("it redirects without end")
  }

  private static let mostRedirects = 4

  /// What one request came to.
  private enum Step {
    case answer(WebAnswer)
    case redirect(String)
  }

  private func fetch(
    _ client: HTTPClient,
    _ url: String,
    _ accepting: String,
    _ limit: Int,
    _ wait: TimeAmount
  ) async -> Step {
    var request = HTTPClientRequest(url: url)
    request.headers.add(name: "accept", value: accepting)
    request.headers.add(name: "user-agent", value: "homenet")
    do {
      let response = try await client.execute(request, timeout: wait)
      if (300..<400).contains(Int(response.status.code)),
        let location = response.headers.first(name: "location"),
        let target = WebRedirect.target(location, from: url)
      {
        return .redirect(target)
      }
      // Seconds alone: a date would have to be weighed against the server's clock.
      let retry = response.headers.first(name: "retry-after").flatMap { Int($0) }
      let body = try await response.body.collect(upTo: limit)
      return .answer(
        .answered(
          status: Int(response.status.code),
          body: Array(body.readableBytesView),
          retryAfter: retry.map { min(max($0, 0), 86_400) }
        )
      )
    } catch {
      return .answer(Self.answer(error, fetching: url))
    }
  }

  private static func answer(_ error: any Error, fetching url: String) -> WebAnswer {
    switch error {
    case let error as HTTPClientError:
      switch error {
      case .connectTimeout, .readTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout:
        return .failed("no answer in time")
      case .remoteConnectionClosed: return .failed("the connection was closed")
      default: return .failed("\(error.shortDescription)")
      }
    case is NIOTooManyBytesError: return .failed("it says too much")
    case let error as NIOConnectionError:
      switch WebUnreached(error) {
      case .ended(let end): return answer(end)
      case .unknownHost(let words): return .failed(words)
      }
    default:
      let end = StreamEnd(error, StreamStage(of: error, fetching: url))
      guard end == .closed else { return answer(end) }
      return .failed(error is NIOSSLError ? "TLS with it fails" : "what it sends is no HTTP")
    }
  }

  private static func answer(_ end: StreamEnd) -> WebAnswer {
    if case .local(let failure) = end { .local(failure) } else { .failed(end.words) }
  }
}
