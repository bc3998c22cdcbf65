import HTTPTypes
import Hummingbird
import Model
import Wire

/// Rejects requests with a foreign `Host` (DNS rebinding), from another origin (CSRF), or without a valid
/// session or token.
struct GuardMiddleware: RouterMiddleware {
  struct Operation: Hashable {
    var method: HTTPRequest.Method
    var path: String
  }

  let access: AccessControl
  let hosts: AllowedHosts
  /// The operations that need no authentication.
  let open: Set<Operation>

  init(access: AccessControl, hosts: AllowedHosts, routes: [Route]) {
    self.access = access
    self.hosts = hosts
    let open = routes.filter { $0.audience == .everyone }
    self.open = Set(open.map { Operation(method: $0.method, path: $0.path) })
  }

  func handle(
    _ request: Request,
    context: HomeRequestContext,
    next: (Request, HomeRequestContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    // No browser gets there, so there is no other site to guard against.
    if context.isFromOwner {
      context.visitor = .owner
      return try await next(request, context)
    }
    try checkHost(request, context)
    try checkOrigin(request, context)
    context.visitor = await access.visitor(of: request)
    guard context.visitor.isAllowed || isOpen(request, context) else {
      if request.method == .get || request.method == .head,
        Pages.start.contains(context.endpointPath ?? "")
      {
        return .empty(.seeOther, [.location: Pages.login])
      }
      throw await access.rejection
    }
    return try await next(request, context)
  }

  private func isOpen(_ request: Request, _ context: HomeRequestContext) -> Bool {
    guard let path = context.endpointPath else { return false }
    let method = request.method == .head ? .get : request.method
    return open.contains(Operation(method: method, path: path))
  }

  private func checkHost(_ request: Request, _ context: HomeRequestContext) throws {
    guard let authority = request.head.authority, !authority.isEmpty else {
      throw Problem(.badRequest, "The request names no host.")
    }
    // The first `Host` became the authority; one that is left is a second (RFC 9112, section 3.2).
    guard request.headers[.host] == nil else {
      throw Problem(.badRequest, "The request names more than one host.")
    }
    guard hosts.knows(authority: authority, at: context.ownAddress) else {
      throw Problem(
        .misdirectedRequest,
        "This server is not known by that name; --trusted-host makes it known."
      )
    }
  }

  /// Checks `Origin` and `Sec-Fetch-Site`; scripts send neither, and hold no cookie.
  private func checkOrigin(_ request: Request, _ context: HomeRequestContext) throws {
    let foreign = Problem(.forbidden, "Pages of other sites may not use this server.")
    if let origin = request.headers[.origin],
      !hosts.trusts(origin: origin, authority: request.head.authority ?? "")
    {
      throw foreign
    }
    if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" {
      // A link from another site to a page is allowed: it changes nothing.
      let isVisit =
        request.headers[.secFetchMode] == "navigate"
        && (request.method == .get || request.method == .head)
      // The matched route, since the router takes many spellings of one path.
      let isAPI = context.endpointPath?.hasPrefix("/api/") ?? false
      guard isVisit, !isAPI else { throw foreign }
    }
  }
}

extension Request {
  private static let mostCookies = 8

  /// The values of the cookies of that name, in order; at most ``mostCookies``.
  ///
  /// Another server on this host can set one for a narrower path, which comes first (RFC 6265, 5.4).
  func cookieValues(_ name: String) -> [Substring] {
    var values: [Substring] = []
    for field in headers[values: .cookie] {
      for pair in field.split(separator: ";") {
        let pair = pair.trimmingPrefix { $0 == " " || $0 == "\t" }
        guard pair.hasPrefix(name), pair.dropFirst(name.count).first == "=" else { continue }
        values.append(pair.dropFirst(name.count + 1).trimmingSuffix { $0 == " " || $0 == "\t" })
        if values.count == Self.mostCookies { return values }
      }
    }
    return values
  }

  /// The token of `Authorization: Bearer`, whose scheme is in any case (RFC 9110, section 11.1).
  var bearerToken: Substring? {
    guard let field = headers[.authorization], let end = field.firstIndex(of: " "),
      field[..<end].lowercased() == "bearer"
    else { return nil }
    return field[end...].trimmingPrefix { $0 == " " }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}

/// The values of `Host` and `Origin` that the server accepts.
///
/// With DNS rebinding a foreign page is same-origin to the browser; only `Host` has its name.
struct AllowedHosts: Sendable {
  private let trusted: Set<String>
  private let known: Set<String>

  /// Accepts those names, loopback and the server's own addresses as `Host`; of the names only the
  /// trusted ones as `Origin`, at any port.
  init(trusted: [String], own: [String] = []) {
    self.trusted = Set(trusted.compactMap { Self.host(of: $0) })
    known = self.trusted.union(own.compactMap { Self.host(of: $0) })
  }

  /// Whether `Host` is one of this server's; `own` is the local address of the connection.
  func knows(authority: String, at own: IPAddress?) -> Bool {
    guard let host = Self.host(of: authority) else { return false }
    if host == "localhost" || host.hasSuffix(".localhost") || known.contains(host) { return true }
    guard let address = IPAddress(host) else { return false }
    return address.scope == .loopback || address == own || address == own?.bare
  }

  /// Whether `Origin` equals `Host` with its port, or has a trusted name.
  ///
  /// Other ports of this machine are other sites.
  func trusts(origin: String, authority: String) -> Bool {
    for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
      let page = origin.dropFirst(scheme.count).lowercased()
      if page == authority.lowercased() { return true }
      return Self.host(of: page).map { trusted.contains($0) } ?? false
    }
    return false
  }

  /// The host of `host`, `host:port`, `[address]` or `[address]:port`, in lower case; `nil` if malformed.
  static func host(of authority: String) -> String? {
    guard authority.utf8.count <= 261 else { return nil }
    var host: Substring
    var rest: Substring
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[authority.index(after: authority.startIndex)..<end]
      rest = authority[authority.index(after: end)...]
      guard host.contains(":") else { return nil }
    } else {
      let end = authority.firstIndex(of: ":") ?? authority.endIndex
      host = authority[..<end]
      rest = authority[end...]
      if host.hasSuffix(".") { host = host.dropLast() }
    }
    if !rest.isEmpty {
      guard rest.removeFirst() == ":", UInt16(rest) != nil else { return nil }
    }
    return host.isEmpty ? nil : host.lowercased()
  }
}

extension IPAddress {
  /// The address without the zone, which browsers leave out of `Host`.
  fileprivate var bare: IPAddress {
    if case .v6(let v6, _) = self { .v6(v6, zone: nil) } else { self }
  }
}
