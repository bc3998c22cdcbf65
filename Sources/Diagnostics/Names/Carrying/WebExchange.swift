internal import NIOHTTP1
internal import Wire

/// A question by HTTPS (RFC 8484): within the URL, so that what answers may remember.
struct WebExchange {
  let query: DNSQuery
  let url: String
  let trust: StreamSecurity.Trust

  /// The largest message.
  private static let sizeLimit = 0xFFFF
  private static let mediaType = "application/dns-message"

  /// Asks once.
  ///
  /// Whoever is asked is asked by name: an answer from elsewhere, by redirection, isn't theirs.
  func run(within limit: Duration) async -> Result<DNSDelivery, DNSFailure> {
    let request = WebRequest(
      accepting: Self.mediaType,
      limit: Self.sizeLimit,
      trust: trust,
      wantsBody: { Self.refusal($0, $1) == nil }
    )
    let location = Self.location(url, query.bytes)
    let end = ContinuousClock.now + limit
    let outcome = await WebEnd.bounding(limit) { () async throws(WebEnd) in
      try await request.run(at: try await ResolvedURL.looking(up: location), until: end)
    }
    switch outcome {
    case .success(let reply):
      if let refusal = Self.refusal(reply.status, reply.headers) { return .failure(refusal) }
      guard let answer = query.answer(in: reply.body) else {
        return .failure(.malformed("the web server does not send a DNS answer"))
      }
      return .success(DNSDelivery(answer, size: reply.body.count, elapsed: reply.elapsed))
    case .failure(let end): return .failure(DNSFailure(end))
    }
  }

  /// Why what follows a head is no answer; `nil` where it may be one.
  private static func refusal(_ status: Int, _ headers: HTTPHeaders) -> DNSFailure? {
    guard status / 100 == 2 else { return .web("the web server answers with status \(status)") }
    guard headers.first(name: "content-type")?.hasPrefix(mediaType) == true else {
      return .malformed("the web server's answer is not a DNS message")
    }
    return nil
  }

  /// The URL with the question in it; a template's end (RFC 6570) is left out.
  static func location(_ url: String, _ query: [UInt8]) -> String {
    let base = url.hasSuffix("{?dns}") ? String(url.dropLast(6)) : url
    return base + (base.contains("?") ? "&" : "?") + "dns=" + Base64.encodeForURL(query)
  }
}

extension DNSFailure {
  /// What the end of a request means that got no answer.
  init(_ end: WebEnd) {
    self =
      switch end {
      case .stream(let end): DNSFailure(end)
      case .timedOut: .timedOut
      case .interrupted: .cancelled
      case .noHTTP: .malformed("the web server's answer is not HTTP")
      case .tooLong: .malformed("the web server's answer is too long")
      case .noTLS: .closed
      case .refused(let words): .web(words)
      }
  }
}
