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
  public func accept() -> any ServedConnection { HTTPServedConnection(service: self) }

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

extension HTTPService {
  /// A request as a simulated device sees it.
  public struct Request: Sendable {
    /// `GET`.
    public var method: String
    /// The path with its query.
    public var target: String
    /// Header fields, names in lower case; of repeated ones the last.
    public var headers: [String: String]
    /// The body.
    public var body: [UInt8]
    /// Whether the connection may stay open.
    var keepsAlive: Bool
    /// Whether the asker understands chunks (HTTP/1.1).
    var takesChunks: Bool

    /// The path without its query.
    public var path: String { String(target.prefix { $0 != "?" }) }
  }

  /// A device's reply.
  public struct Reply: Sendable {
    /// The status code.
    public var status: Int
    /// Header fields beyond the length and what the server calls itself.
    public var headers: [(name: String, value: String)]
    /// The body; `{address}` in it, as in header fields, becomes the address that was asked.
    public var body: [UInt8]
    /// Whether the body travels in chunks, its length unsaid.
    public var isChunked = false
    /// Whether the connection is closed afterwards.
    public var closes = false

    /// A reply with a length, unless chunked.
    public init(
      _ status: Int = 200,
      _ headers: [(name: String, value: String)] = [],
      body: [UInt8] = []
    ) {
      self.status = status
      self.headers = headers
      self.body = body
    }

    /// A body of text of some type.
    public static func text(_ text: String, type: String = "text/plain") -> Reply {
      Reply(200, [("Content-Type", type)], body: Array(text.utf8))
    }

    /// A page.
    public static func html(_ text: String) -> Reply { .text(text, type: "text/html") }

    /// A page with that title and not much else.
    public static func page(title: String, _ body: String = "") -> Reply {
      .html(
        "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>\(title)</title></head>"
          + "<body>\(body)</body></html>"
      )
    }

    /// An object.
    public static func json(_ text: String) -> Reply { .text(text, type: "application/json") }

    /// A document.
    public static func xml(_ text: String) -> Reply {
      .text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + text, type: "text/xml")
    }

    /// Bytes of some type.
    public static func bytes(_ bytes: [UInt8], type: String) -> Reply {
      Reply(200, [("Content-Type", type)], body: bytes)
    }

    /// A status with a line of text.
    public static func status(_ status: Int) -> Reply {
      Reply(status, [("Content-Type", "text/html")], body: Array("<h1>\(status)</h1>".utf8))
    }

    /// Another place, of the same host or of one that is said.
    public static func redirect(to location: String, status: Int = 302) -> Reply {
      Reply(status, [("Location", location)])
    }

    /// A question for a name and password.
    public static func unauthorised(realm: String, scheme: String = "Basic") -> Reply {
      Reply(
        401,
        [("WWW-Authenticate", "\(scheme) realm=\"\(realm)\""), ("Content-Type", "text/html")],
        body: Array("<h1>401 Unauthorized</h1>".utf8)
      )
    }

    /// The same in chunks.
    public var chunked: Reply {
      var reply = self
      reply.isChunked = true
      return reply
    }

    /// The same, with the connection closed afterwards.
    public var closing: Reply {
      var reply = self
      reply.closes = true
      return reply
    }

    /// The same with one more header field.
    public func with(_ name: String, _ value: String) -> Reply {
      var reply = self
      reply.headers.append((name, value))
      return reply
    }
  }
}
