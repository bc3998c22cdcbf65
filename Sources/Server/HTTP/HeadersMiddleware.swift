import HTTPTypes
import Hummingbird
import Logging
import Networking
import Wire

/// Adds the security headers: no foreign or inline content, no framing, no MIME sniffing.
struct HeadersMiddleware: RouterMiddleware {
  static let contentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    + "connect-src 'self'; manifest-src 'self'; font-src 'none'; base-uri 'none'; "
    + "form-action 'self'; frame-ancestors 'none'"

  private static let fields: HTTPFields = [
    .contentSecurityPolicy: contentSecurityPolicy,
    .xContentTypeOptions: "nosniff",
    .referrerPolicy: "no-referrer",
    .permissionsPolicy: "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    .crossOriginOpenerPolicy: "same-origin",
    .crossOriginResourcePolicy: "same-origin",
    .xFrameOptions: "DENY",
  ]

  func handle(
    _ request: Request,
    context: HomeRequestContext,
    next: (Request, HomeRequestContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    for field in Self.fields { response.headers[field.name] = field.value }
    return response
  }
}

extension HTTPField.Name {
  /// `HTTPField.Name` fails only for text that is no token (RFC 9110, section 5.6.2).
  private static func name(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .server }

  static let referrerPolicy = name("Referrer-Policy")
  static let permissionsPolicy = name("Permissions-Policy")
  static let crossOriginOpenerPolicy = name("Cross-Origin-Opener-Policy")
  static let crossOriginResourcePolicy = name("Cross-Origin-Resource-Policy")
  static let xFrameOptions = name("X-Frame-Options")
  static let xRobotsTag = name("X-Robots-Tag")
  static let secFetchSite = name("Sec-Fetch-Site")
  static let secFetchMode = name("Sec-Fetch-Mode")
  static let host = name("Host")
  static let lastEventID = name("Last-Event-ID")
  static let forwardedProto = name("X-Forwarded-Proto")
}

/// Counts answers by method and status, for `/metrics`.
final class HTTPCounters: Sendable {
  struct Kind: Hashable {
    var method: String
    var status: Int
  }

  private let counts = Lock<[Kind: Int]>([:])

  /// Counts one answer; unknown methods are counted together as `other`.
  func count(_ method: HTTPRequest.Method, _ status: HTTPResponse.Status) {
    let known: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]
    let word = known.contains(method) ? method.rawValue : "other"
    let kind = Kind(method: word, status: status.code)
    counts.withLock { $0[kind, default: 0] += 1 }
  }

  /// The counts so far, in order of method and status.
  var all: [(kind: Kind, count: Int)] {
    let all = counts.withLock { $0 }
    return all.map { (kind: $0.key, count: $0.value) }
      .sorted { ($0.kind.method, $0.kind.status) < ($1.kind.method, $1.kind.status) }
  }
}

struct CountingMiddleware: RouterMiddleware {
  let counters: HTTPCounters
  let logger: Logger

  func handle(
    _ request: Request,
    context: HomeRequestContext,
    next: (Request, HomeRequestContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    counters.count(request.method, response.status)
    logger.debug(
      "request",
      metadata: [
        "method": "\(request.method)", "path": "\(request.uri.path)",
        "status": "\(response.status.code)", "peer": "\(context.peer?.description ?? "-")",
        "ms": "\((ContinuousClock.now - start) / .milliseconds(1))",
      ]
    )
    return response
  }
}
