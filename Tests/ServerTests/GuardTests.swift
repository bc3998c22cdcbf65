import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing
import Wire

@testable import Server

@Suite struct `A server that others can reach` {
  @Test func `does not start without a password`() throws {
    #expect(throws: ServerError.noPassword) {
      _ = try TestServer.make(listen: [TestServer.loopback, TestServer.everywhere])
    }
    let empty = PasswordFile(path: NSTemporaryDirectory() + "homenet-none-\(UUID())")
    #expect(throws: ServerError.noPassword) {
      _ = try TestServer.make(listen: [TestServer.everywhere], password: empty)
    }
  }

  @Test func `answers nobody without the password, but for its files and its health`()
    async throws
  {
    let file = try TestServer.passwordFile()
    let server = try TestServer.make(listen: [TestServer.everywhere], password: file)
    let open: Set<String> = ["GET /healthz", "POST /api/v1/session", "GET /login.html"]
    try await server.application.test(.router) { client async throws in
      var refused = 0
      // Every operation of the document, and every page.
      let pages = Pages().routes.map { "\($0.method) \($0.path)" }
      for operation in try APIDocument.operations().union(pages) {
        let parts = operation.split(separator: " ")
        let method = try #require(HTTPRequest.Method(String(parts[0])))
        let path = String(parts[1]).replacing("{id}", with: "d00000")
          .replacing("{token}", with: "0123456789abcdef0123456789abcdef")
        let response = try await client.send(method, path)
        switch operation {
        case "GET /healthz", "GET /login.html": #expect(response.status == .ok)
        case "POST /api/v1/session": #expect(response.status == .unsupportedMediaType)
        // Whoever has its token may see it; nobody can tell that there is one.
        case "GET /status/{token}": #expect(response.status == .notFound && response.isProblem)
        case "GET /", "GET /index.html":
          #expect(response.status == .seeOther)
          #expect(response.headers[.location] == "/login.html")
          #expect(response.body.readableBytes == 0)
        default:
          if pages.contains(operation) {
            #expect(response.status == .ok, "\(operation)")
            #expect(response.headers[.setCookie] == nil)
            #expect(!open.contains(operation))
          } else {
            #expect(response.status == .unauthorized && response.isProblem, "\(operation)")
            refused += 1
          }
        }
      }
      // Nor does it tell what there is and what not.
      let hidden = [
        "/nowhere", "/api/v1/nowhere", "/api/v1/devices.css", "/js/nowhere.js", "//healthz/x",
        "/css/../api/v1/status", "/js/i18n/../main.js",
        // Nor is the page another file by another spelling.
        "/INDEX.HTML", "/%69ndex.html", "/./index.html", "/css/../index.html",
        "/css/..%2findex.html", "/index.html;.js", "/index.html%2f.js", "/JS/main.js", "/js/",
        "/css/..%2f..%2fapi%2fv1%2fdevices",
      ]
      for path in hidden {
        for method in [HTTPRequest.Method.get, .head] {
          let status = try await client.send(method, path).status
          #expect(status == .unauthorized, "\(method) \(path)")
        }
      }
      for path in ["//index.html", "/index.html/", "/index.html?x=.js"] {
        let status = try await client.send(.get, path).status
        #expect(status == .seeOther, "\(path)")
      }
      #expect(try await client.send(.post, "/js/main.js").status == .unauthorized)
      #expect(try await client.send(.put, "/api/v1/scan").status == .unauthorized)
      #expect(try await client.send(.delete, "/healthz").status == .unauthorized)
      #expect(refused > 12)
    }
  }

  @Test func `lets in who gives the password, until he leaves`() async throws {
    let file = try TestServer.passwordFile()
    let server = try TestServer.make(listen: [TestServer.everywhere], password: file)
    try await server.application.test(.router) { client async throws in
      let wrong = try await client.send(.post, "/api/v1/session", #"{"password":"open"}"#)
      #expect(wrong.status == .unauthorized && wrong.isProblem)
      #expect(wrong.headers[.setCookie] == nil)
      let right = try await client.send(
        .post,
        "/api/v1/session",
        #"{"password":"\#(TestServer.password)"}"#
      )
      #expect(right.status == .noContent)
      let cookie = try #require(right.headers[.setCookie])
      for part in ["; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=2592000"] {
        #expect(cookie.contains(part))
      }
      #expect(!cookie.contains("Secure") && !cookie.contains("Domain"))
      let pair = String(try #require(cookie.split(separator: ";").first))
      // 256 bits in hexadecimal.
      #expect(pair.wholeMatch(of: /homenet=[0-9a-f]{64}/) != nil)
      let headers: HTTPFields = [.cookie: "theme=dark; \(pair)"]
      #expect(try await client.send(.get, "/api/v1/devices", nil, headers).status == .ok)
      // Another server on this host can set cookies of that name, too; not so many, though.
      let forged = "homenet=\(String(repeating: "0", count: 64))"
      for (count, status) in [(1, HTTPResponse.Status.ok), (7, .ok), (8, .unauthorized)] {
        let cookies = Array(repeating: forged, count: count) + [pair]
        let joined: HTTPFields = [.cookie: cookies.joined(separator: ";")]
        #expect(try await client.send(.get, "/api/v1/devices", nil, joined).status == status)
        var apart: HTTPFields = [:]
        for cookie in cookies { apart.append(HTTPField(name: .cookie, value: cookie)) }
        #expect(try await client.send(.get, "/api/v1/devices", nil, apart).status == status)
      }
      let state = try await client.send(.get, "/api/v1/session", nil, headers).object()
      #expect(state["required"] as? Bool == true && state["authenticated"] as? Bool == true)
      let left = try await client.send(.delete, "/api/v1/session", nil, headers)
      #expect(left.status == .noContent)
      #expect(left.headers[.setCookie]?.contains("Max-Age=0") == true)
      #expect(try await client.send(.get, "/api/v1/devices", nil, headers).status == .unauthorized)
    }
  }

  @Test func `knows who was let in after a restart, until the password is another`() async throws {
    let file = try TestServer.passwordFile()
    let body = #"{"password":"\#(TestServer.password)"}"#
    let pair = try await TestServer.make(listen: [TestServer.everywhere], password: file)
      .application
      .test(.router) { client async throws in
        let answer = try await client.send(.post, "/api/v1/session", body)
        let cookie = try #require(answer.headers[.setCookie])
        return String(try #require(cookie.split(separator: ";").first))
      }
    let kept = file.path + "-sessions"
    let mode = try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let secret = pair.dropFirst("homenet=".count)
    #expect(try !String(contentsOfFile: kept, encoding: .utf8).contains(secret))
    func status() async throws -> HTTPResponse.Status {
      let server = try TestServer.make(listen: [TestServer.everywhere], password: file)
      return try await server.application.test(.router) { client async throws in
        try await client.send(.get, "/api/v1/devices", nil, [.cookie: pair]).status
      }
    }
    #expect(try await status() == .ok)
    let other = try PasswordHash("another one", cost: (rounds: 16, blockSize: 8, parallelism: 1))
    try file.keep(other)
    #expect(try await status() == .unauthorized)
  }

  @Test func `lets scripts in by a token`() async throws {
    let file = try TestServer.passwordFile()
    let token = try file.makeToken(named: "backup")
    let server = try TestServer.make(listen: [TestServer.everywhere], password: file)
    try await server.application.test(.router) { client async throws in
      func get(_ value: String) async throws -> HTTPResponse.Status {
        try await client.send(.get, "/api/v1/status", nil, [.authorization: value]).status
      }
      for scheme in ["Bearer", "bearer", "BEARER", "Bearer "] {
        #expect(try await get("\(scheme) \(token)") == .ok)
      }
      #expect(try await get("Bearer\(token)") == .unauthorized)
      #expect(try await get("Bearer \(token)0") == .unauthorized)
      #expect(try await get("Basic \(token)") == .unauthorized)
      #expect(try await get("Bearer ") == .unauthorized)
    }
  }

  @Test func `lets a browser that logged in before do so again, whoever guesses meanwhile`()
    async throws
  {
    let file = try TestServer.passwordFile()
    let right = #"{"password":"\#(TestServer.password)"}"#
    var known: HTTPFields = [:]
    // Also when the server was restarted, and the password is another.
    for run in 0..<2 {
      let server = try TestServer.make(listen: [TestServer.everywhere], password: file)
      let before = known
      known = try await server.application.test(.router) { client async throws in
        var known = before
        if run == 0 {
          let answer = try await client.send(.post, "/api/v1/session", right)
          let set = answer.headers[values: .setCookie]
          #expect(set.count == 2)
          let cookie = try #require(set.last)
          #expect(cookie.wholeMatch(of: /homenet_browser=[0-9a-f]{64}; .*/) != nil)
          for part in ["; HttpOnly", "; SameSite=Strict", "; Path=/api/v1/session;"] {
            #expect(cookie.contains(part))
          }
          known = [.cookie: String(try #require(cookie.split(separator: ";").first))]
          // It opens nothing.
          #expect(
            try await client.send(.get, "/api/v1/devices", nil, known).status == .unauthorized
          )
        }
        for _ in 0..<6 { _ = try await client.send(.post, "/api/v1/session", #"{"password":"x"}"#) }
        let stranger = try await client.send(.post, "/api/v1/session", right)
        #expect(stranger.status == .tooManyRequests)
        let forged: HTTPFields = [
          .cookie: "homenet_browser=\(String(repeating: "0", count: 64))"
        ]
        let forger = try await client.send(.post, "/api/v1/session", right, forged)
        #expect(forger.status == .tooManyRequests)
        let owner = try await client.send(.post, "/api/v1/session", right, known)
        #expect(owner.status == .noContent && owner.headers[values: .setCookie].count == 1)
        return known
      }
      try file.keep(
        PasswordHash(TestServer.password, cost: (rounds: 16, blockSize: 8, parallelism: 1))
      )
    }
  }

  @Test func `limits attempts, and says how long to wait`() async throws {
    let file = try TestServer.passwordFile()
    let server = try TestServer.make(listen: [TestServer.everywhere], password: file)
    try await server.application.test(.router) { client async throws in
      for _ in 0..<5 {
        let status = try await client.send(.post, "/api/v1/session", #"{"password":"x"}"#).status
        #expect(status == .unauthorized)
      }
      let right = #"{"password":"\#(TestServer.password)"}"#
      let response = try await client.send(.post, "/api/v1/session", right)
      #expect(response.status == .tooManyRequests && response.isProblem)
      let wait = try #require(response.headers[.retryAfter].flatMap { Int($0) })
      #expect((1...21).contains(wait))
    }
  }
}

@Suite struct `A server on loopback` {
  @Test func `asks for no password unless one is set`() async throws {
    try await TestServer.make().application.test(.router) { client async throws in
      let state = try await client.send(.get, "/api/v1/session").object()
      #expect(state["required"] as? Bool == false && state["authenticated"] as? Bool == true)
    }
    let file = try TestServer.passwordFile()
    try await TestServer.make(password: file).application.test(.router) { client async throws in
      #expect(try await client.send(.get, "/api/v1/status").status == .unauthorized)
    }
  }

  @Test(arguments: [
    ("localhost", true), ("localhost:8480", true), ("127.0.0.1", true), ("127.9.9.9:1", true),
    ("[::1]:8480", true), ("app.localhost", true), ("LOCALHOST.", true), ("home.example", true),
    ("home.example:443", true), ("HOME.example.", true), ("192.168.1.5:8480", true),
    ("evil.example", false), ("localhost.evil.example", false), ("home.example.evil", false),
    ("192.168.1.6", false), ("", false), ("localhost:x", false), ("[::1", false),
    ("127.0.0.1.evil.example", false), ("localhost@evil.example", false), ("[localhost]", false),
    ("xhome.example", false), ("8.8.8.8", false), ("box.local:8480", true), ("box.lan", false),
  ])
  func `is known by loopback's names, its own address and trusted names alone`(
    authority: String,
    isKnown: Bool
  ) {
    let rules = AllowedHosts(trusted: ["home.example"], own: ["box.local"])
    #expect(rules.knows(authority: authority, at: IPAddress("192.168.1.5")) == isKnown)
  }

  @Test(arguments: [
    ("http://localhost:8480", true), ("https://localhost:8480", true),
    ("https://home.example", true), ("http://localhost:8481", false), ("null", false), ("", false),
    ("http://evil.example", false), ("https://home.example.evil", false),
    ("file://localhost:8480", false), ("http://localhost:8480.evil.example", false),
  ])
  func `lets its own pages change things, and those of trusted names`(origin: String, isOwn: Bool) {
    let rules = AllowedHosts(trusted: ["home.example"])
    #expect(rules.trusts(origin: origin, authority: "localhost:8480") == isOwn)
  }

  @Test(arguments: [
    ("http://box.local:8480", true), ("http://BOX.local:8480", true),
    ("http://box.local:8123", false), ("http://box.local", false), ("http://box:8480", false),
  ])
  func `takes what else its machine serves for other sites`(origin: String, isOwn: Bool) {
    let rules = AllowedHosts(trusted: [], own: ["box", "box.local"])
    #expect(rules.trusts(origin: origin, authority: "box.local:8480") == isOwn)
  }

  @Test(arguments: [
    (UInt(0), 64), (256, 64), (1024, 512), (8704, 8192), (524_288, 8192), (.max, 8192),
  ])
  func `leaves descriptors to those who look at the home`(limit: UInt, most: Int) {
    #expect(HomeServer.Configuration.mostConnections(ofDescriptors: limit) == most)
  }

  @Test func `refuses pages of other sites`() async throws {
    try await TestServer.make().application.test(.router) { client async throws in
      let evil: HTTPFields = [.origin: "http://evil.example"]
      for (method, path) in [
        (HTTPRequest.Method.post, "/api/v1/scan"), (.delete, "/api/v1/scan"),
        (.get, "/api/v1/devices"), (.get, "/api/v1/events"), (.post, "/api/v1/session"),
      ] {
        let response = try await client.send(method, path, nil, evil)
        #expect(response.status == .forbidden && response.isProblem)
      }
      let own: HTTPFields = [.origin: "http://localhost"]
      #expect(try await client.send(.post, "/api/v1/scan", nil, own).status == .accepted)
    }
  }

  @Test func `believes what browsers say of where a request comes from`() async throws {
    try await TestServer.make().application.test(.router) { client async throws in
      func status(_ method: HTTPRequest.Method, _ path: String, _ site: String, _ mode: String)
        async throws -> HTTPResponse.Status
      {
        var headers: HTTPFields = [:]
        headers[.secFetchSite] = site
        headers[.secFetchMode] = mode
        return try await client.send(method, path, nil, headers).status
      }
      #expect(try await status(.get, "/api/v1/status", "same-origin", "cors") == .ok)
      #expect(try await status(.get, "/api/v1/status", "none", "navigate") == .ok)
      #expect(try await status(.get, "/api/v1/status", "cross-site", "no-cors") == .forbidden)
      #expect(try await status(.get, "/api/v1/status", "same-site", "navigate") == .forbidden)
      #expect(try await status(.post, "/api/v1/scan", "cross-site", "navigate") == .forbidden)
      for path in ["//api/v1/status", "///api//v1/status", "/./api/v1/status", "/api/v1/status/"] {
        #expect(try await status(.get, path, "cross-site", "navigate") != .ok, "\(path)")
      }
      #expect(try await status(.get, "//api/v1/status", "cross-site", "navigate") == .forbidden)
      #expect(try await status(.get, "/", "cross-site", "navigate") == .ok)
      #expect(try await status(.get, "/", "cross-site", "no-cors") == .forbidden)
    }
  }

  @Test func `changes nothing by GET`() async throws {
    try await TestServer.make().application.test(.router) { client async throws in
      let before = try await client.send(.get, "/api/v1/devices").text
      for operation in try APIDocument.operations() where operation.hasPrefix("GET ") {
        let path = operation.dropFirst(4).replacing("{id}", with: "d00000")
        guard path != "/api/v1/events" else { continue }
        _ = try await client.send(.get, String(path) + "?hidden=true&user_name=x")
      }
      #expect(try await client.send(.get, "/api/v1/devices").text == before)
    }
  }
}
