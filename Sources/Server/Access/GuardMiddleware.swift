import HTTPTypes
import Hummingbird

/// Lets no request through that isn't meant for this server, comes from another site's page, or is
/// without a valid session or token where one is needed.
struct GuardMiddleware: RouterMiddleware {
  typealias Context = HomeRequestContext

  /// A method of a path.
  struct Operation: Hashable {
    var method: HTTPRequest.Method
    var path: String
  }

  let access: AccessControl
  let hosts: HostRules
  /// What everybody may use.
  let open: Set<Operation>
  /// The pages that lead a browser without a session to the log-in page.
  let startPaths: Set<String>
  /// Where the password is given.
  let loginPath: String

  init(
    access: AccessControl,
    hosts: HostRules,
    routes: [Route],
    startPaths: Set<String>,
    loginPath: String
  ) {
    self.access = access
    self.hosts = hosts
    self.startPaths = startPaths
    self.loginPath = loginPath
    let open = routes.filter { $0.audience == .everybody }
    self.open = Set(open.map { Operation(method: $0.method, path: $0.path) })
  }

  func handle(
    _ request: Request,
    context: HomeRequestContext,
    next: (Request, HomeRequestContext) async throws -> Response
  ) async throws -> Response {
    try checkHost(request, context)
    try checkOrigin(request, context)
    var context = context
    context.visitor = await access.visitor(of: request)
    guard context.visitor.isAllowed || isOpen(request, context) else {
      // A person is led to the page where the password can be given.
      if request.method == .get || request.method == .head,
        startPaths.contains(context.endpointPath ?? "")
      {
        return .empty(.seeOther, [.location: loginPath])
      }
      throw await access.refusal
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
    // The first is taken for the authority, and a second one stays (RFC 9112, section 3.2).
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

  /// A browser says which site's page a request is from; scripts don't, and hold no cookie.
  private func checkOrigin(_ request: Request, _ context: HomeRequestContext) throws {
    let foreign = Problem(.forbidden, "Pages of other sites may not use this server.")
    if let origin = request.headers[.origin],
      !hosts.trusts(origin: origin, authority: request.head.authority ?? "")
    {
      throw foreign
    }
    if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" {
      // Following a link here is everybody's right, where nothing changes.
      let isVisit =
        request.headers[.secFetchMode] == "navigate"
        && (request.method == .get || request.method == .head)
      // As the router took the path: it knows many spellings of one.
      let isAPI = context.endpointPath?.hasPrefix("/api/") ?? false
      guard isVisit, !isAPI else { throw foreign }
    }
  }
}
