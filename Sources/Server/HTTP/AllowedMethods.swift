import HTTPTypes
import Hummingbird

/// What may be asked of one path.
struct AllowedMethods: Sendable {
  let methods: Set<HTTPRequest.Method>

  /// Those that the path's routes have; what can be got, its head can be.
  init(of routes: [Route]) {
    var methods = Set(routes.map(\.method))
    if methods.contains(.get) { methods.insert(.head) }
    self.methods = methods
  }

  /// What is answered to all others.
  var problem: Problem {
    let words = methods.map(\.rawValue).sorted().joined(separator: ", ")
    return Problem(.methodNotAllowed, "Only \(words) can be used here.", [.allow: words])
  }

  /// The methods that a path could have (RFC 9110, section 9; `QUERY` is a draft's).
  static let known: [HTTPRequest.Method] =
    [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]
    + [HTTPRequest.Method("QUERY")].compactMap(\.self)
}

/// Says of constant paths what may be asked of them: a route for each method that may not be would
/// cost more memory than the pages.
struct AllowedMethodsMiddleware: RouterMiddleware {
  typealias Context = HomeRequestContext

  private let byPath: [String: AllowedMethods]

  init(_ routes: [Route]) {
    let constant = routes.filter { !$0.isVariable }
    byPath = Dictionary(grouping: constant, by: \.path).mapValues(AllowedMethods.init)
  }

  func handle(
    _ request: Request,
    context: HomeRequestContext,
    next: (Request, HomeRequestContext) async throws -> Response
  ) async throws -> Response {
    // As the router takes it: without empty parts.
    let path = "/" + request.uri.path.split(separator: "/").joined(separator: "/")
    if let allowed = byPath[path], !allowed.methods.contains(request.method) {
      throw allowed.problem
    }
    return try await next(request, context)
  }
}
