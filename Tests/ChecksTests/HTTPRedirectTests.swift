import Model
import Monitoring
import Testing

@testable import Checks

@Suite struct `A redirect` {
  private func redirect(
    _ location: String,
    from url: String = "http://example.org/",
    meant: String? = nil
  ) throws -> HTTPRedirect {
    let target = try #require(HTTPTarget(url))
    return HTTPRedirect(location, from: target, meant: meant ?? target.host)
  }

  private func target(_ url: String) throws -> HTTPTarget { try #require(HTTPTarget(url)) }

  @Test(arguments: [
    "/login", "?a=http://other.test/", "https://example.org/", "http://EXAMPLE.org:5001/",
    "https://www.example.org/", "//example.org./x",
  ])
  func `stays where the user meant`(location: String) throws {
    guard case .here = try redirect(location) else {
      Issue.record("\(location)")
      return
    }
  }

  @Test func `from www. may leave that out`() throws {
    let found = try redirect("https://example.org/", from: "https://www.example.org/")
    let next = try target("https://example.org/")
    #expect(found == .here(next))
  }

  @Test func `knows an address however it is written`() throws {
    let found = try redirect("http://[FD00:0::1]/", from: "http://[fd00::1]/")
    let next = try target("http://[FD00:0::1]/")
    #expect(found == .here(next))
  }

  @Test(arguments: [
    "http://login.hotel.test/?to=example.org", "https://example.org.parked.test/", "//other/",
    "https://sub.example.org/", "https://wwwexample.org/", "http://192.0.2.1/",
  ])
  func `to another host leads elsewhere`(location: String) throws {
    guard case .elsewhere = try redirect(location) else {
      Issue.record("\(location)")
      return
    }
  }

  @Test func `back from another host leads to where the user meant`() throws {
    let login = "https://login.test/"
    let back = try redirect("https://example.org/", from: login, meant: "example.org")
    let home = try target("https://example.org/")
    #expect(back == .here(home))
    let within = try redirect("/next", from: login, meant: "example.org")
    let next = try target("https://login.test/next")
    #expect(within == .here(next))
  }

  @Test func `gives up no encryption`() throws {
    let found = try redirect("http://example.org/", from: "https://example.org/")
    let plain = try target("http://example.org/")
    #expect(found == .unencrypted(plain))
  }

  @Test func `has a host that is shown as short plain text`() throws {
    let long = try target("http://\(String(repeating: "a", count: 300)).test/")
    #expect(long.shownHost.count == 101 && long.shownHost.hasSuffix("…"))
    let odd = try target("http://a\u{202E}b/")
    #expect(odd.shownHost == "a?b")
  }

  // MARK: What is done about it

  private func step(
    _ check: HTTPCheck,
    status: Int = 302,
    to location: String
  ) throws -> MonitorChecks.HTTPStep {
    var response = HTTPResponseParser(isHead: true, bodyLimit: 0)
    response.receive(Array("HTTP/1.1 \(status) x\r\nLocation: \(location)\r\n\r\n".utf8))
    let target = try #require(HTTPTarget(check.url))
    return MonitorChecks.step(check, response, from: target, meant: target.host)
  }

  private func code(_ step: MonitorChecks.HTTPStep) -> String? {
    switch step {
    case .fail(let reason), .followToSameAddress(_, to: _, otherwise: let reason): reason.code
    default: nil
    }
  }

  private func check(_ url: String = "https://nas.test/", follows: Bool = true) -> HTTPCheck {
    HTTPCheck(url: url, headers: [.init("X-Key", "x")], followsOtherHosts: follows)
  }

  @Test func `elsewhere takes the monitor's word, and none of its headers`() throws {
    let other = "https://other.test/"
    let refused = try step(check(follows: false), to: other)
    let values = ["host": "nas.test", "target": "other.test"]
    #expect(refused == .fail(Message(.checkRedirectHost, values)))
    let there = try target(other)
    var bare = check()
    bare.headers = []
    let followed = try step(check(), to: other)
    #expect(followed == .follow(bare, to: there))
    let kept = try step(check(), to: "https://www.nas.test/")
    let sibling = try target("https://www.nas.test/")
    #expect(kept == .follow(check(), to: sibling))
  }

  @Test func `from an address to a name leads on where that is the same device`() throws {
    let byAddress = check("http://192.168.1.20/", follows: false)
    let there = try target("https://nas.test:5001/")
    let values = ["host": "192.168.1.20", "target": "nas.test"]
    let reason = Message(.checkRedirectHost, values)
    let named = try step(byAddress, to: "https://nas.test:5001/")
    #expect(named == .followToSameAddress(byAddress, to: there, otherwise: reason))
    let plain = try step(check("https://192.168.1.20/", follows: false), to: "http://nas.test/")
    #expect(plain == .fail(reason))
  }

  @Test func `elsewhere never gets a body, nor what was encrypted`() throws {
    var post = check()
    (post.method, post.body) = ("POST", "token")
    let repeated = try step(post, status: 307, to: "https://other.test/")
    #expect(code(repeated) == "check.redirect_host")
    // The others turn it into a GET.
    let turned = try step(post, status: 303, to: "https://other.test/")
    guard case .follow(let request, to: _) = turned else {
      Issue.record("not followed")
      return
    }
    #expect(request.method == "GET" && request.body == nil)
    let plain = try step(check(), to: "http://other.test/")
    #expect(code(plain) == "check.redirect_unencrypted")
  }

  @Test func `is the answer where none is followed, or its host gives up encryption`() throws {
    var none = check(follows: false)
    none.redirects = 0
    #expect(try step(none, to: "https://other.test/") == .answer)
    #expect(try step(check(), status: 200, to: "https://other.test/") == .answer)
    #expect(try step(check(), to: "") == .answer)
    #expect(try step(check(), to: "http://nas.test/") == .answer)
  }

  @Test func `to what is no page fails`() throws {
    let mail = try step(check(), to: "mailto:a")
    #expect(code(mail) == "check.redirect_unreadable")
  }
}
