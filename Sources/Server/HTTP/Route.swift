import HTTPTypes
import Hummingbird
import Logging
import Model
import NIOCore
import Wire

/// A handler for one method of one path.
struct Route: Sendable {
  let method: HTTPRequest.Method
  /// The router's pattern: `/api/v1/devices/{id}`.
  let path: String
  let audience: Audience
  /// The parameters that a query may have; `nil` where `answer` looks at them.
  let parameters: [String]?
  let answer: @Sendable (Request, HomeRequestContext) async throws -> Response

  /// The clients that may use a route.
  enum Audience: Sendable {
    /// Authenticated clients, where a password is needed.
    case authorised
    /// All clients.
    case everyone
  }

  init(
    _ method: HTTPRequest.Method,
    _ path: String,
    for audience: Audience = .authorised,
    taking parameters: [String]? = [],
    _ answer: @escaping @Sendable (Request, HomeRequestContext) async throws -> Response
  ) {
    self.method = method
    self.path = path
    self.audience = audience
    self.parameters = parameters
    self.answer = answer
  }
}

extension Router<HomeRequestContext> {
  /// Registers the routes; other methods of their paths get 405.
  func add(_ routes: [Route]) {
    for route in routes { on(RouterPath(route.path), method: route.method, use: route.checked) }
    // Only the router can match a path with parameters to its route.
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
  var isVariable: Bool { path.contains("{") }

  /// The answer of a part of the API, where the query has no other parameters; of other paths, what a
  /// proxy or a monitor adds to them is nobody's mistake.
  fileprivate var checked: @Sendable (Request, HomeRequestContext) async throws -> Response {
    guard let parameters, path.hasPrefix("/api/") else { return answer }
    return { [answer] request, context in
      for (name, _) in request.uri.queryParameters where !parameters.contains(String(name)) {
        throw Problem.unknownParameter(of: parameters)
      }
      return try await answer(request, context)
    }
  }
}

extension StringProtocol {
  /// The text without percent-encoding (RFC 3986, section 2.1); `nil` where that is malformed, or no
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

/// The methods of one path, for 405 answers.
struct AllowedMethods: Sendable {
  let methods: Set<HTTPRequest.Method>

  /// The methods of the path's routes; GET implies HEAD.
  init(of routes: [Route]) {
    var methods = Set(routes.map(\.method))
    if methods.contains(.get) { methods.insert(.head) }
    self.methods = methods
  }

  /// The answer to all other methods: 405 with `Allow`.
  var problem: Problem {
    let words = methods.map(\.rawValue).sorted().joined(separator: ", ")
    return Problem(.methodNotAllowed, "Only \(words) can be used here.", [.allow: words])
  }

  /// The methods that are registered for 405 answers (RFC 9110, section 9; `QUERY` is a draft's).
  static let known: [HTTPRequest.Method] =
    [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]
    + [HTTPRequest.Method("QUERY")].compactMap(\.self)
}

/// Answers 405 on constant paths: routes for each disallowed method would take more memory than the
/// pages.
struct AllowedMethodsMiddleware: RouterMiddleware {
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
    // The router ignores empty segments, too.
    let path = "/" + request.uri.path.split(separator: "/").joined(separator: "/")
    if let allowed = byPath[path], !allowed.methods.contains(request.method) {
      throw allowed.problem
    }
    return try await next(request, context)
  }
}

struct HomeRequestContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel
  /// The client, as ``GuardMiddleware`` identified it.
  var visitor = Visitor.unauthenticated

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }

  /// Larger bodies get 413; the longest note takes 16 kB of UTF-8, three times that with escapes.
  var maxUploadSize: Int { 64 << 10 }

  /// The remote address; `nil` in tests without a socket.
  var peer: IPAddress? { channel.remoteAddress.flatMap { IPAddress(of: $0) } }
  /// Whether the request came over the socket in the data directory.
  var isFromOwner: Bool {
    if case .unixDomainSocket? = channel.localAddress { true } else { false }
  }
  /// The local address; `nil` in tests without a socket.
  var ownAddress: IPAddress? { channel.localAddress.flatMap { IPAddress(of: $0) } }
}

extension IPAddress {
  /// The address of a socket; IPv4-mapped addresses (`::ffff:…`) become IPv4.
  init?(of socket: SocketAddress) {
    guard let text = socket.ipAddress, let address = IPAddress(text) else { return nil }
    if case .v6(let v6, _) = address, v6.high == 0, v6.low >> 32 == 0xFFFF {
      self = .v4(IPv4Address(rawValue: UInt32(truncatingIfNeeded: v6.low)))
    } else {
      self = address
    }
  }
}

enum Visitor: Hashable, Sendable {
  /// No valid credentials.
  case unauthenticated
  /// Any client of a server without a password.
  case passwordless
  /// A browser, by the digest of its session cookie.
  case session([UInt8])
  /// Whoever may open the socket in the data directory, which is its owner alone.
  case owner
  /// A script, by its token's name and digest: a replaced token is another identity.
  case token(name: String, digest: [UInt8])

  var isAllowed: Bool { self != .unauthenticated }
}
