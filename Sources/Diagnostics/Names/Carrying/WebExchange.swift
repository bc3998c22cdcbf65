internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Net
internal import Wire

/// A question by HTTPS (RFC 8484): within the URL, so that what answers may remember.
struct WebExchange {
  let asking: DNSAsking
  let url: String
  let trust: StreamSecurity.Trust

  /// The largest message.
  private static let sizeLimit = 0xFFFF
  private static let mediaType = "application/dns-message"

  /// Asks once, by a client that lives as long as the asking.
  func run(within limit: Duration) async -> Result<DNSDelivery, DNSFailure> {
    let client: HTTPClient
    do throws(LocalFailure) {
      // Whoever is asked is asked by name: an answer from elsewhere isn't theirs.
      client = try .careful(waiting: limit, trust: trust)
    } catch {
      return .failure(.local(error))
    }
    let outcome = await ask(client, TimeAmount(limit))
    try? await client.shutdown()
    return outcome
  }

  private func ask(
    _ client: HTTPClient,
    _ wait: TimeAmount
  ) async -> Result<DNSDelivery, DNSFailure> {
    var request = HTTPClientRequest(url: Self.location(url, asking.bytes))
    request.headers.add(name: "accept", value: Self.mediaType)
    request.headers.add(name: "user-agent", value: "homenet")
    do {
      let response = try await client.execute(request, timeout: wait)
      guard response.status.code / 100 == 2 else {
        return .failure(.web("the web server says \(response.status.code)"))
      }
      guard response.headers.first(name: "content-type")?.hasPrefix(Self.mediaType) == true else {
        return .failure(.malformed("what the web server sends is no DNS message"))
      }
      let body = Array(try await response.body.collect(upTo: Self.sizeLimit).readableBytesView)
      guard let answer = asking.answer(in: body) else {
        return .failure(.malformed("what the web server sends is no answer"))
      }
      return .success(DNSDelivery(answer, size: body.count))
    } catch {
      return .failure(failure(error))
    }
  }

  /// The URL with the question in it; a template's end (RFC 6570) is left out.
  static func location(_ url: String, _ query: [UInt8]) -> String {
    let base = url.hasSuffix("{?dns}") ? String(url.dropLast(6)) : url
    return base + (base.contains("?") ? "&" : "?") + "dns=" + Base64.encodeForURL(query)
  }

  private func failure(_ error: any Error) -> DNSFailure {
    switch error {
    case is CancellationError: return .cancelled
    case let error as HTTPClientError:
      switch error {
      case .connectTimeout, .readTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout:
        return .timedOut
      case .cancelled: return .cancelled
      case .remoteConnectionClosed: return .closed
      default: return .web(error.shortDescription)
      }
    case is NIOTooManyBytesError: return .malformed("the web server says too much")
    default:
      if let error = error as? NIOConnectionError { return Self.connecting(error) }
      return DNSFailure(StreamEnd(error, StreamStage(of: error, fetching: url)))
    }
  }

  /// Why no address could be connected to.
  private static func connecting(_ error: NIOConnectionError) -> DNSFailure {
    switch WebUnreached(error) {
    case .ended(let end): DNSFailure(end)
    case .unknownHost(let words): .web(words)
    }
  }
}
