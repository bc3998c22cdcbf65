import HTTPTypes
import Hummingbird

/// Adds the security headers: no foreign or inline content, no framing, no MIME sniffing.
struct HeadersMiddleware: RouterMiddleware {
  typealias Context = HomeRequestContext

  static let contentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    + "connect-src 'self'; manifest-src 'self'; font-src 'none'; base-uri 'none'; "
    + "form-action 'self'; frame-ancestors 'none'"

  private static let fields: HTTPFields = {
    var fields: HTTPFields = [
      .contentSecurityPolicy: contentSecurityPolicy,
      .xContentTypeOptions: "nosniff",
      .referrerPolicy: "no-referrer",
      .permissionsPolicy: "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
      .crossOriginOpenerPolicy: "same-origin",
      .crossOriginResourcePolicy: "same-origin",
    ]
    fields[.xFrameOptions] = "DENY"
    return fields
  }()

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
  /// The names are tokens (RFC 9110, section 5.6.2), which is all that is checked.
  private static func name(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .server }

  static let referrerPolicy = name("Referrer-Policy")
  static let permissionsPolicy = name("Permissions-Policy")
  static let crossOriginOpenerPolicy = name("Cross-Origin-Opener-Policy")
  static let crossOriginResourcePolicy = name("Cross-Origin-Resource-Policy")
  static let xFrameOptions = name("X-Frame-Options")
  static let secFetchSite = name("Sec-Fetch-Site")
  static let secFetchMode = name("Sec-Fetch-Mode")
  static let host = name("Host")
  static let lastEventID = name("Last-Event-ID")
  static let forwardedProto = name("X-Forwarded-Proto")
}
