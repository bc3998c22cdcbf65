import HTTPTypes
import Hummingbird
import Wire

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
    for route in routes { on(RouterPath(route.path), method: route.method, use: route.answer) }
    // Where a part of the path is variable only the router knows whose it is.
    let variable = routes.filter(\.isVariable)
    for (path, routes) in Dictionary(grouping: variable, by: \.path) {
      let allowed = AllowedMethods(of: routes)
      for method in AllowedMethods.known where !allowed.methods.contains(method) {
        on(RouterPath(path), method: method) { _, _ -> Response in throw allowed.problem }
      }
    }
  }
}

extension Route {
  /// Whether a part of the path stands for many.
  var isVariable: Bool { path.contains("{") }
}

extension StringProtocol {
  /// The text without percent-encoding (RFC 3986, section 2.1); `nil` where that is broken, or is no
  /// UTF-8.
  var percentDecoded: String? {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst().flatMap(Hex.value),
          let low = rest.popFirst().flatMap(Hex.value)
        else { return nil }
        bytes.append(high << 4 | low)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
