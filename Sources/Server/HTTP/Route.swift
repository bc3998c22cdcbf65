import HTTPTypes
import Hummingbird

/// One method of one path, and what it does.
struct Route: Sendable {
  /// What is asked for.
  let method: HTTPRequest.Method
  /// Where, in the router's words: `/api/v1/devices/{id}`.
  let path: String
  /// Who is answered.
  let audience: Audience
  /// Answers.
  let answer: @Sendable (Request, HomeRequestContext) async throws -> Response

  /// Who is answered.
  enum Audience: Sendable {
    /// Those who gave the password, where one is needed.
    case household
    /// Everybody.
    case everybody
  }

  init(
    _ method: HTTPRequest.Method,
    _ path: String,
    for audience: Audience = .household,
    _ answer: @escaping @Sendable (Request, HomeRequestContext) async throws -> Response
  ) {
    self.method = method
    self.path = path
    self.audience = audience
    self.answer = answer
  }
}

extension Router<HomeRequestContext> {
  /// Registers the routes; whatever else is asked of their paths is not allowed.
  func add(_ routes: [Route]) {
    let methods =
      [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]
      + [HTTPRequest.Method("QUERY")].compactMap { $0 }
    for (path, routes) in Dictionary(grouping: routes, by: \.path) {
      for route in routes {
        on(RouterPath(path), method: route.method, use: route.answer)
      }
      var taken = Set(routes.map(\.method))
      if taken.contains(.get) { taken.insert(.head) }
      let allowed = taken.map(\.rawValue).sorted().joined(separator: ", ")
      for method in methods where !taken.contains(method) {
        on(RouterPath(path), method: method) { _, _ -> Response in
          throw Problem(.methodNotAllowed, "Only \(allowed) can be used here.", [.allow: allowed])
        }
      }
    }
  }
}
