import Testing
import Wire

@testable import Diagnostics

@Suite struct `A redirection` {
  @Test(arguments: [
    ("https://a.example/b/c", "/d", "https://a.example/d"),
    ("https://a.example/b/c", "d?x=1", "https://a.example/b/d?x=1"),
    ("https://a.example/b", "https://c.example/", "https://c.example/"),
    ("http://a.example/b", "//c.example/d", "http://c.example/d"),
  ])
  func `may be relative`(url: String, location: String, target: String) {
    #expect(WebRedirect.target(location, from: url) == target)
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://a.example/", "mailto:a@b.example", "http://",
    "https://" + String(repeating: "a", count: 4000),
  ])
  func `leads to the web alone`(location: String) {
    #expect(WebRedirect.target(location, from: "https://a.example/") == nil)
  }

  private static let hosts: [String: [String]] = [
    "registry.example": ["198.18.0.1"], "other.example": ["2001:db8::1"],
    "home.example": ["192.168.1.1"], "both.example": ["198.18.0.2", "127.0.0.1"],
    "mapped.example": ["::ffff:10.0.0.1"], "lab.example": ["127.0.0.1"],
  ]

  private func refusal(_ from: String, _ target: String) async -> String? {
    let look: @Sendable (String) async -> [IPAddress] = { host in
      (Self.hosts[host] ?? [host]).compactMap { IPAddress($0) }
    }
    return await WebRedirect.refusal(from: from, to: target, addresses: look)
  }

  @Test(arguments: [
    "http://home.example/", "http://both.example/", "http://mapped.example/", "http://127.0.0.1/",
    "http://169.254.169.254/latest", "http://10.0.0.1:8080/",
  ])
  func `from the Internet never leads home`(target: String) async {
    #expect(
      await refusal("http://registry.example/", target)?.contains("not on the Internet") == true
    )
  }

  @Test func `is followed on the Internet, and in a lab`() async {
    #expect(await refusal("https://registry.example/", "https://other.example/") == nil)
    #expect(await refusal("https://registry.example/a", "https://registry.example/b") == nil)
    #expect(await refusal("http://lab.example/", "http://127.0.0.1:8080/") == nil)
  }

  @Test func `keeps its encryption`() async {
    let words = await refusal("https://registry.example/", "http://other.example/")
    #expect(words == "it redirects to other.example without encryption")
  }
}
