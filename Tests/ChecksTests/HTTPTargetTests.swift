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

  @Test func `follows redirects on its host alone`() throws {
    let target = try #require(HTTPTarget("https://nas/a/b?c"))
    #expect(target.following("/x?y#z")?.path == "/x?y")
    #expect(target.following("x")?.path == "/a/x")
    #expect(target.following("?d")?.path == "/a/b?d")
    #expect(target.following("https://NAS:8443/")?.port == 8443)
    #expect(target.following("//nas/y")?.path == "/y")
    #expect(target.following("https://other/") == nil)
    #expect(target.following("//other/") == nil)
    #expect(target.following("http://nas/") == nil)
    #expect(target.following("") == nil)
    let plain = try #require(HTTPTarget("http://nas/"))
    #expect(plain.following("https://nas/")?.isSecure == true)
  }
}
