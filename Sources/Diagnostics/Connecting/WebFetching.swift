public import Model
internal import NIOHTTP1
public import Networking

/// Fetches documents over HTTP: the system's, or a test's.
public protocol WebFetching: Sendable {
  /// GETs a URL with an `Accept` header, following redirects; `limit` is the largest body in bytes.
  func get(
    _ url: String,
    accepting: String,
    limit: Int,
    within time: Duration
  ) async -> WebAnswer
}

/// The result of fetching a document.
public enum WebAnswer: Hashable, Sendable {
  /// A response, with `Retry-After` in seconds.
  case answered(status: Int, body: [UInt8], retryAfter: Int?)
  /// No response, and why.
  case failed(Message)
  /// A failure of this machine.
  case local(LocalFailure)
}

/// The system's web client.
public struct WebClient: WebFetching {
  private let lookUp: ResolvedURL.LookUp
  private let ledger: SharedTrafficLedger

  /// A client with the system's host lookup.
  public init() {
    self.init(lookUp: ResolvedURL.system)
  }

  init(
    lookUp: @escaping ResolvedURL.LookUp,
    ledger: SharedTrafficLedger = .tools
  ) {
    self.lookUp = lookUp
    self.ledger = ledger
  }

  /// Fetches by HTTP clients that live for this call only.
  public func get(
    _ url: String,
    accepting: String,
    limit: Int,
    within time: Duration
  ) async -> WebAnswer {
    let request = WebRequest(accepting: accepting, limit: limit, ledger: ledger) {
      status,
      headers in
      !Self.redirects(status, headers)
    }
    let end = ContinuousClock.now + time
    let outcome = await WebError.bounding(time) { () async throws(WebError) in
      try await follow(url, request, until: end)
    }
    switch outcome {
    case .success(let reply):
      // An HTTP date is ignored: it would need the server's clock.
      let retry = reply.headers.first(name: "retry-after").flatMap { Int($0) }
      return .answered(
        status: reply.status,
        body: reply.body,
        retryAfter: retry.map { min(max($0, 0), 86_400) }
      )
    case .failure(.stream(.local(let failure))): return .local(failure)
    case .failure(let end): return .failed(end.message)
    }
  }

  private static let mostRedirects = 4

  /// Follows redirects, each checked by `WebRedirect`.
  private func follow(
    _ url: String,
    _ request: WebRequest,
    until end: ContinuousClock.Instant
  ) async throws(WebError) -> WebRequest.Reply {
    var resolved = try await ResolvedURL.looking(up: url, lookUp)
    for _ in 0...Self.mostRedirects {
      let reply = try await request.run(at: resolved, until: end)
      guard Self.redirects(reply.status, reply.headers),
        let location = reply.headers.first(name: "location")
      else { return reply }
      guard let target = WebRedirect.target(location, from: resolved.url) else {
        throw .refused(Message(.webMalformedRedirect))
      }
      resolved = try await WebRedirect.resolved(
        from: resolved,
        at: reply.address,
        to: target,
        lookUp
      )
    }
    throw .refused(Message(.webRedirects))
  }

  private static func redirects(_ status: Int, _ headers: HTTPHeaders) -> Bool {
    (300..<400).contains(status) && headers.contains(name: "location")
  }
}
