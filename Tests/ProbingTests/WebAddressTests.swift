import HomeSupport
import Testing
@testable import Probing

@Suite struct WebAddressTests {
  @Test func `An address with port and path is read`() throws {
    let web = try #require(WebAddress("http://192.168.77.20:49152/a/b.xml?x=1#top"))
    #expect(web.address == .home(20))
    #expect(web.port == 49152)
    #expect(web.path == "/a/b.xml?x=1")
    #expect(!web.isTLS)
  }

  @Test(arguments: [
    "ftp://192.168.77.20/", "http://example.com/", "http://user@192.168.77.20/",
    "http://192.168.77.20:0/", "http://192.168.77.20:99999/", "javascript:alert(1)", "",
    "http://", "http://192.168.77.20/\r\nX: y", "http://[fe80::1", "//192.168.77.20/",
  ])
  func `Anything else is no address`(text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test(arguments: [
    ("/login", "/login"), ("https://192.168.77.20/x", "/x"), ("index.html", "/a/index.html"),
    ("?q", "/a/?q"),
  ])
  func `A redirect on the same host is followed`(location: String, path: String) throws {
    let base = try #require(WebAddress("http://192.168.77.20/a/b"))
    #expect(base.following(location)?.path == path)
    #expect(base.following(location)?.address == base.address)
  }

  @Test(arguments: [
    "http://192.168.77.21/", "http://router.lan/", "//192.168.77.21/", "javascript:void(0)",
    "http://192.168.77.20.evil.example/", "/with space", "mailto:a@b",
  ])
  func `A redirect to anywhere else is not`(location: String) throws {
    let base = try #require(WebAddress("http://192.168.77.20/a/b"))
    #expect(base.following(location) == nil)
  }

  @Test func `A page's icon is found where it is named`() {
    let page = #"<html><LINK  REL="shortcut icon" HREF='/img/fav.ico'><title>x</title>"#
    #expect(PageIcon.path(in: page) == "/img/fav.ico")
    #expect(PageIcon.path(in: "<link rel=icon href=http://other/x.ico>") == nil)
    #expect(PageIcon.path(in: String(repeating: "<", count: 100_000)) == nil)
  }
}
