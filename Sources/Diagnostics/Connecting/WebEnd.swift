internal import AsyncHTTPClient
internal import LinuxNetwork
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import Wire

/// How a request over HTTP ended that got no answer.
enum WebEnd: Error, Hashable {
  /// The connection ended like this, or never was there.
  case stream(StreamEnd)
  /// Its time was up.
  case timedOut
  /// The task was cancelled.
  case interrupted
  /// What came is no HTTP.
  case noHTTP
  /// More came than is taken.
  case tooLong
  /// TLS fails, but not for want of trust.
  case noTLS
  /// It doesn't end well for another reason; says which.
  case refused(String)

  /// The end in words.
  var words: String {
    switch self {
    case .stream(let end): end.words
    case .timedOut: "no answer in time"
    case .interrupted: "it was interrupted"
    case .noHTTP: "its answer is not HTTP"
    case .tooLong: "its answer is too long"
    case .noTLS: "the TLS handshake fails"
    case .refused(let words): words
    }
  }

  /// Whether no connection came about, so that another address of the same host may do.
  var isUnconnected: Bool {
    switch self {
    case .stream(.refused), .stream(.unreachable), .stream(.prohibited), .stream(.local),
      .stream(.timedOut(connected: false)):
      true
    default: false
    }
  }

  /// What the address that tells most says: one of a family that isn't spoken here says nothing where
  /// another was tried.
  static func ofAll(_ ends: [WebEnd]) -> WebEnd? {
    ends.first { if case .stream(.local) = $0 { false } else { true } } ?? ends.first
  }
}

extension WebEnd {
  /// What the web client throws.
  init(_ error: any Error, connectingTo endpoint: Endpoint) {
    switch error {
    case is CancellationError: self = .interrupted
    case let error as StreamSecurity.WrongName: self = .stream(.untrusted(error.words))
    case let error as HTTPClientError: self = Self.end(error)
    case is NIOTooManyBytesError: self = .tooLong
    case is HTTPParserError: self = .noHTTP
    default:
      // The web client doesn't say that the call itself failed.
      let stage = StreamStage(of: error, connectingTo: endpoint)
      let end = StreamEnd(error, stage == .calling ? .calling : .connected)
      switch (end, error) {
      case (.closed, NIOSSLError.uncleanShutdown), (.closed, is ChannelError): self = .stream(end)
      case (.closed, is NIOSSLError), (.closed, is NIOSSLExtraError), (.closed, is BoringSSLError):
        self = .noTLS
      case (.closed, _): self = .refused("the connection failed")
      default: self = .stream(end)
      }
    }
  }

  private static func end(_ error: HTTPClientError) -> WebEnd {
    switch error {
    case .cancelled, .requestStreamCancelled: .interrupted
    case .connectTimeout, .getConnectionFromPoolTimeout: .stream(.timedOut(connected: false))
    case .readTimeout, .writeTimeout, .deadlineExceeded, .tlsHandshakeTimeout: .timedOut
    case .remoteConnectionClosed, .uncleanShutdown: .stream(.closed)
    default: .refused(error.shortDescription)
    }
  }

  /// Why a host has no address.
  ///
  /// - Parameters:
  ///   - failure: What the look-up says.
  ///   - host: The host.
  ///   - isOnline: Whether any route leads to the Internet: without one no resolver is to blame.
  init(_ failure: HostLookup.Failure, lookingUp host: String, isOnline: Bool) {
    self =
      switch failure {
      case .cancelled: .interrupted
      case .local(let failure): .stream(.local(failure))
      case .cutOff: .stream(.local(.noRoute))
      case .unknown, .unanswered:
        if !isOnline {
          .stream(.local(.noRoute))
        } else if failure == .unknown {
          .refused("there is no host called \(host)")
        } else {
          .refused("the address of \(host) can't be looked up: no resolver gives one")
        }
      }
  }
}

extension WebEnd {
  /// Does something on the web, and ends it when its time is over: head, body, look-ups and all.
  ///
  /// - Returns: What came of it.
  static func bounding<Value: Sendable>(
    _ limit: Duration,
    _ body: @escaping @Sendable () async throws(WebEnd) -> Value
  ) async -> Result<Value, WebEnd> {
    switch await bounded(limit, { await result(of: body) }) {
    case .failure(.interrupted)?, nil:
      // Who is out of time is interrupted too, but not by the caller.
      .failure(Task.isCancelled ? .interrupted : .timedOut)
    case let result?: result
    }
  }

  /// In a function of its own: a task's closure that catches a typed error is miscompiled by Swift
  /// 6.3's optimiser.
  private static func result<Value: Sendable>(
    of body: @Sendable () async throws(WebEnd) -> Value
  ) async -> Result<Value, WebEnd> {
    do throws(WebEnd) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
