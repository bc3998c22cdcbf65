/// A small HTTP/1.1 server of a simulated device (RFC 9112): pages by path.
///
/// Connections stay open unless the other side or a page wants otherwise. A page that isn't there is
/// answered by 404, a method that a path doesn't know by 405; `HEAD` is answered as `GET` without
/// the body.
public struct HTTPService: ListenerService {
  let server: String?
  let pages: [String: Reply]
  let answer: (@Sendable (Request) -> Reply?)?
  let missing: Reply

  /// A server of those pages.
  ///
  /// - Parameters:
  ///   - server: what it calls itself.
  ///   - pages: by path, `/` or, with a query of its own, `/cm?cmnd=Status%200`; a method other than
  ///     GET stands before it: `POST /ipp/print`.
  ///   - missing: what it says where there is no page.
  ///   - answer: looks at requests first; `nil` leaves them to the pages.
  public init(
    server: String? = nil,
    _ pages: [String: Reply] = [:],
    missing: Reply = .status(404),
    answer: (@Sendable (Request) -> Reply?)? = nil
  ) {
    self.server = server
    self.pages = pages
    self.missing = missing
    self.answer = answer
  }

  /// A connection to the server.
  public func accept() -> any ServedConversation { HTTPConversation(service: self) }

  /// The reply to a request.
  func reply(to request: Request) -> Reply {
    if let reply = answer?(request) { return reply }
    let method = request.method == "HEAD" ? "GET" : request.method
    for target in [request.target, request.path] {
      if let reply = pages["\(method) \(target)"] { return reply }
      if method == "GET", let reply = pages[target] { return reply }
    }
    let isKnown = pages.keys.contains { key in
      key == request.path || key.hasSuffix(" \(request.path)")
    }
    return isKnown ? .status(405) : missing
  }
}
