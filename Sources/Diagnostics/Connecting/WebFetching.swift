internal import NIOHTTP1
public import Networking

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
  private let lookUp: ResolvedURL.LookUp

  /// The system's.
  public init() {
    self.init(lookUp: ResolvedURL.system)
  }

  /// One that looks hosts up by other means.
  init(lookUp: @escaping ResolvedURL.LookUp) {
    self.lookUp = lookUp
  }

  /// Fetches by clients that live as long as the fetching.
  public func get(
    _ url: String,
    accepting: String,
    limit: Int,
    within time: Duration
  ) async -> WebAnswer {
    let request = WebRequest(accepting: accepting, limit: limit) { status, headers in
      !Self.redirects(status, headers)
    }
    let end = ContinuousClock.now + time
    let outcome = await WebEnd.bounding(time) { () async throws(WebEnd) in
      try await follow(url, request, until: end)
    }
    switch outcome {
    case .success(let reply):
      // Seconds alone: a date would have to be weighed against the server's clock.
      let retry = reply.headers.first(name: "retry-after").flatMap { Int($0) }
      return .answered(
        status: reply.status,
        body: reply.body,
        retryAfter: retry.map { min(max($0, 0), 86_400) }
      )
    case .failure(.stream(.local(let failure))): return .local(failure)
    case .failure(let end): return .failed(end.words)
    }
  }

  private static let mostRedirects = 4

  /// Each redirection is looked at before it is followed.
  private func follow(
    _ url: String,
    _ request: WebRequest,
    until end: ContinuousClock.Instant
  ) async throws(WebEnd) -> WebRequest.Reply {
    var resolved = try await ResolvedURL.looking(up: url, lookUp)
    for _ in 0...Self.mostRedirects {
      let reply = try await request.run(at: resolved, until: end)
      guard Self.redirects(reply.status, reply.headers),
        let location = reply.headers.first(name: "location")
      else { return reply }
      guard let target = WebRedirect.target(location, from: resolved.url) else {
        throw .refused("its redirect names no usable URL")
      }
      resolved = try await WebRedirect.resolved(
        from: resolved,
        at: reply.address,
        to: target,
        lookUp
      )
    }
    throw .refused("it redirects too many times")
  }

  private static func redirects(_ status: Int, _ headers: HTTPHeaders) -> Bool {
    (300..<400).contains(status) && headers.contains(name: "location")
  }
}
