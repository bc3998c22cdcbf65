import Model
internal import NIOHTTP1
internal import Networking
internal import Wire

/// A DNS query over HTTPS (RFC 8484), by GET, which HTTP caches may store.
struct HTTPSExchange {
  let query: DNSQuery
  let url: String
  let trust: StreamSecurity.Trust
  /// Counts what is sent.
  var ledger = SharedTrafficLedger.tools

  private static let sizeLimit = 0xFFFF
  private static let mediaType = "application/dns-message"

  /// Redirections are not followed: the user named the server.
  func run(within limit: Duration) async -> Result<DNSResponse, DNSFailure> {
    let request = WebRequest(
      accepting: Self.mediaType,
      limit: Self.sizeLimit,
      trust: trust,
      purpose: .dns,
      ledger: ledger,
      wantsBody: { Self.rejection($0, $1) == nil }
    )
    let location = Self.location(url, query.bytes)
    let end = ContinuousClock.now + limit
    let outcome = await WebError.bounding(limit) { () async throws(WebError) in
      try await request.run(at: try await ResolvedURL.looking(up: location), until: end)
    }
    switch outcome {
    case .success(let reply):
      if let rejection = Self.rejection(reply.status, reply.headers) { return .failure(rejection) }
      guard let answer = query.answer(in: reply.body) else {
        return .failure(.malformed(Message(.dnsWebNoAnswer)))
      }
      return .success(DNSResponse(answer, size: reply.body.count, elapsed: reply.elapsed))
    case .failure(let end): return .failure(DNSFailure(end))
    }
  }

  /// Why a response head rules out a DNS answer; `nil` where it doesn't.
  private static func rejection(_ status: Int, _ headers: HTTPHeaders) -> DNSFailure? {
    guard status / 100 == 2 else {
      return .web(Message(.dnsWebStatus, ["status": "\(status)"]))
    }
    guard headers.first(name: "content-type")?.hasPrefix(mediaType) == true else {
      return .malformed(Message(.dnsWebNoMessage))
    }
    return nil
  }

  /// The URL with the query; a trailing `{?dns}` (RFC 6570) is dropped.
  static func location(_ url: String, _ query: [UInt8]) -> String {
    let base = url.hasSuffix("{?dns}") ? String(url.dropLast(6)) : url
    return base + (base.contains("?") ? "&" : "?") + "dns=" + Base64.encodeForURL(query)
  }
}

extension DNSFailure {
  /// The failure of a request without an answer.
  init(_ end: WebError) {
    self =
      switch end {
      case .stream(let end): DNSFailure(end)
      case .timedOut: .timedOut
      case .interrupted: .cancelled
      case .noHTTP: .malformed(Message(.dnsWebNoHTTP))
      case .tooLong: .malformed(Message(.dnsWebTooLong))
      case .noTLS: .closed
      case .refused(let why): .web(why)
      }
  }
}
