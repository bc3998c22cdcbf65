import Testing

@testable import Checks

@Suite struct `A URL` {
  @Test func `has its parts`() throws {
    let plain = try #require(HTTPTarget("http://nas:5000/a/b?c=d#e"))
    #expect(
      plain.host == "nas" && plain.port == 5000 && plain.path == "/a/b?c=d" && !plain.isSecure
    )
    #expect(plain.authority == "nas:5000")
    let secure = try #require(HTTPTarget("HTTPS://[fd00::1]"))
    #expect(secure.host == "fd00::1" && secure.port == 443 && secure.path == "/" && secure.isSecure)
    #expect(secure.authority == "[fd00::1]")
    let query = try #require(HTTPTarget("https://nas?x=1"))
    #expect(query.path == "/?x=1")
  }

  @Test(arguments: [
    "", "nas", "ftp://nas/", "http://", "http:///x", "http://a@nas/", "http://nas:0/",
    "http://nas:99999/",
    "http://[fd00::1/", "http://[fd00::1]x/", "http://na s/", "http://nas/\r\nX: y",
  ])
  func `is refused where it can't be asked as written`(_ text: String) {
    #expect(HTTPTarget(text) == nil)
  }

  @Test func `resolves what a redirect names`() throws {
    let target = try #require(HTTPTarget("https://nas/a/b?c"))
    #expect(target.resolving("/x?y#z")?.path == "/x?y")
    #expect(target.resolving("x")?.path == "/a/x")
    #expect(target.resolving("?d")?.path == "/a/b?d")
    #expect(target.resolving("../login")?.path == "/login")
    #expect(target.resolving("./x/../y/.?a=../b")?.path == "/a/y/?a=../b")
    #expect(target.resolving("/../..")?.path == "/")
    #expect(target.resolving("https://NAS:8443/")?.port == 8443)
    #expect(target.resolving("//nas/y")?.path == "/y")
    #expect(target.resolving("//other/")?.host == "other")
    #expect(target.resolving("") == nil)
    // A colon in a path or a query begins no scheme.
    #expect(target.resolving("/login?next=http://other/")?.host == "nas")
    #expect(target.resolving("x?next=http://other/")?.path == "/a/x?next=http://other/")
    for location in ["ftp://nas/", "javascript:x", "http://a@nas/", "https://nas:0/", "a b"] {
      #expect(target.resolving(location) == nil, "\(location)")
    }
  }
}
