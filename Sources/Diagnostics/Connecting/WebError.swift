internal import AsyncHTTPClient
internal import Glibc
internal import LinuxNetwork
import Model
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import Wire

/// Why an HTTP request got no response.
enum WebError: Error, Hashable {
  /// The connection failed or ended.
  case stream(StreamEnd)
  /// Timed out.
  case timedOut
  /// The task was cancelled.
  case interrupted
  /// The answer is not HTTP.
  case noHTTP
  /// The body exceeds the limit.
  case tooLong
  /// The TLS handshake failed, other than by the certificate check.
  case noTLS
  /// Another reason.
  case refused(Message)

  /// The end as a message.
  var message: Message {
    switch self {
    case .stream(let end): end.message
    case .timedOut: Message(.webTimedOut)
    case .interrupted: Message(.webInterrupted)
    case .noHTTP: Message(.webNoHTTP)
    case .tooLong: Message(.webTooLong)
    case .noTLS: Message(.webNoTLS)
    case .refused(let why): why
    }
  }

  /// Whether no connection was established, so that another address may succeed.
  var isUnconnected: Bool {
    switch self {
    case .stream(.refused), .stream(.unreachable), .stream(.prohibited), .stream(.local),
      .stream(.timedOut(connected: false)):
      true
    default: false
    }
  }

  /// The most informative of several addresses' errors: the first that isn't local, else the first.
  static func ofAll(_ ends: [WebError]) -> WebError? {
    ends.first { if case .stream(.local) = $0 { false } else { true } } ?? ends.first
  }
}

extension WebError {
  /// Maps an error that AsyncHTTPClient throws.
  init(_ error: any Error, connectingTo endpoint: Endpoint) {
    switch error {
    case is CancellationError: self = .interrupted
    case let error as StreamSecurity.WrongName: self = .stream(.untrusted(error.words))
    case let error as HTTPClientError: self = Self.end(error)
    case is NIOTooManyBytesError: self = .tooLong
    case is HTTPParserError: self = .noHTTP
    default:
      // AsyncHTTPClient doesn't report that `connect` itself failed.
      let stage = StreamStage(of: error, connectingTo: endpoint)
      let end = StreamEnd(error, stage == .calling ? .calling : .connected)
      switch (end, error) {
      case (.closed, NIOSSLError.uncleanShutdown), (.closed, is ChannelError): self = .stream(end)
      case (.closed, is NIOSSLError), (.closed, is NIOSSLExtraError), (.closed, is BoringSSLError):
        self = .noTLS
      case (.closed, _): self = .refused(Message(.webConnectionFailed))
      default: self = .stream(end)
      }
    }
  }

  private static func end(_ error: HTTPClientError) -> WebError {
    switch error {
    case .cancelled, .requestStreamCancelled: .interrupted
    case .connectTimeout, .getConnectionFromPoolTimeout: .stream(.timedOut(connected: false))
    case .readTimeout, .writeTimeout, .deadlineExceeded, .tlsHandshakeTimeout: .timedOut
    case .remoteConnectionClosed, .uncleanShutdown: .stream(.closed)
    default: .refused(.verbatim(error.shortDescription))
    }
  }

  /// Maps a failed lookup; without a route to the Internet (`isOnline`) no resolver is to blame.
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
          .refused(Message(.webNoHost, ["host": host]))
        } else {
          .refused(Message(.webHostUnresolved, ["host": host]))
        }
      }
  }
}

extension WebError {
  /// Runs a request within a time limit that covers lookups, head and body.
  static func bounding<Value: Sendable>(
    _ limit: Duration,
    _ body: @escaping @Sendable () async throws(WebError) -> Value
  ) async -> Result<Value, WebError> {
    switch await bounded(limit, { await result(of: body) }) {
    case .failure(.interrupted)?, nil:
      // A timeout cancels the body too; only the caller's cancellation counts as an interrupt.
      .failure(Task.isCancelled ? .interrupted : .timedOut)
    case let result?: result
    }
  }

  /// In a function of its own: a task's closure that catches a typed error is miscompiled by Swift
  /// 6.3's optimiser.
  private static func result<Value: Sendable>(
    of body: @Sendable () async throws(WebError) -> Value
  ) async -> Result<Value, WebError> {
    do throws(WebError) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}

/// How far a connection had come when an error ended it, which decides what the error means.
enum StreamStage: Hashable {
  /// `connect` itself failed: nothing was sent, so the failure is local.
  case calling
  /// A SYN was sent, and the connection not yet established.
  case connecting
  /// The connection was established.
  case connected

  /// The stage of a failed connect, inferred afterwards from the routing table.
  init(of error: any Error, connectingTo endpoint: Endpoint) {
    guard let error = error as? IOError,
      SystemError(number: error.errnoCode, call: "connect").icmpRejection != nil,
      RoutingTable.refuses(endpoint, with: error.errnoCode)
    else {
      self = .connecting
      return
    }
    self = .calling
  }
}

extension StreamEnd {
  /// Maps an error that NIO throws.
  init(_ error: any Error, _ stage: StreamStage) {
    if let error = error as? IOError {
      self.init(number: error.errnoCode, stage)
    } else if case .connectTimeout = error as? ChannelError {
      self = .timedOut(connected: false)
    } else if let why = StreamSecurity.distrust(error) {
      self = .untrusted(why)
    } else {
      self = .closed
    }
  }

  /// Maps an `errno` at a stage.
  init(number: Int32, _ stage: StreamStage) {
    let error = SystemError(number: number, call: "connect")
    switch (number, error.icmpRejection) {
    case (ECONNREFUSED, _): self = .refused
    case (ECONNRESET, _), (EPIPE, _), (ECONNABORTED, _): self = .reset
    case (ETIMEDOUT, _): self = .timedOut(connected: stage == .connected)
    // An unreachable route gives the same errno: a VPN's kill switch, for instance.
    case (ENETUNREACH, _) where stage == .calling, (EHOSTUNREACH, _) where stage == .calling:
      self = .local(.noRoute)
    // Raised by the local kernel when ARP or NDP fails, yet about the other side.
    case (EHOSTUNREACH, _), (EHOSTDOWN, _): self = .unreachable
    case (_, .prohibited?) where stage != .calling: self = .prohibited
    case (_, .unreachable?) where stage != .calling: self = .unreachable
    default: self = .local(error.localFailure)
    }
  }
}

/// Why a web server gave no document.
extension MessageTemplate {
  static let webTimedOut = MessageTemplate("web.timed_out", "no answer in time")
  static let webInterrupted = MessageTemplate("web.interrupted", "it was interrupted")
  static let webNoHTTP = MessageTemplate("web.no_http", "its answer is not HTTP")
  static let webTooLong = MessageTemplate("web.too_long", "its answer is too long")
  static let webNoTLS = MessageTemplate("web.no_tls", "the TLS handshake fails")
  static let webConnectionFailed = MessageTemplate("web.connection_failed", "the connection failed")
  static let webNoHost = MessageTemplate("web.no_host", "there is no host called {host}")
  static let webHostUnresolved = MessageTemplate(
    "web.host_unresolved",
    "the address of {host} can't be looked up: no resolver gives one"
  )
  static let webMalformedURL = MessageTemplate("web.malformed_url", "its URL names no host")
  static let webMalformedRedirect = MessageTemplate(
    "web.malformed_redirect",
    "its redirect names no usable URL"
  )
  static let webRedirectUnencrypted = MessageTemplate(
    "web.redirect_unencrypted",
    "it redirects to {host} without encryption"
  )
  static let webRedirectPrivate = MessageTemplate(
    "web.redirect_private",
    "it redirects to {host}, which is not on the Internet"
  )
  static let webRedirects = MessageTemplate("web.redirects", "it redirects too many times")
  static let webStatus = MessageTemplate("web.status", "it answers with status {status}")
  static let webTooOften = MessageTemplate(
    "web.too_often",
    "it was asked too often and refuses for now"
  )
  static let webTooOftenUntil = MessageTemplate(
    "web.too_often_until",
    "it was asked too often and refuses for now; it accepts questions again in {seconds} s"
  )
}
