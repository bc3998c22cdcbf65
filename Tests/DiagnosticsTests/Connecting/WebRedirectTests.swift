import Model
import LinuxNetwork
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
    "registry.example": ["9.9.9.9"], "other.example": ["2620:fe::9"],
    "home.example": ["192.168.1.1"], "both.example": ["9.9.9.10", "127.0.0.1"],
    "mapped.example": ["::ffff:10.0.0.1"], "lab.example": ["127.0.0.1"], "nobody.example": [],
  ]

  /// Where a redirection leads, sent by the first address that the host has, or by another.
  private func resolved(
    from: String,
    at sender: String? = nil,
    to target: String
  ) async throws(WebError) -> ResolvedURL {
    let lookUp: ResolvedURL.LookUp = { host in
      guard let texts = Self.hosts[host] else { return .failure(.unanswered) }
      return .success(texts.compactMap { IPAddress($0) })
    }
    let old = try await ResolvedURL.looking(up: from, lookUp)
    let address = sender.flatMap { IPAddress($0) } ?? old.addresses[0]
    return try await WebRedirect.resolved(from: old, at: address, to: target, lookUp)
  }

  private func refusal(_ from: String, _ target: String) async -> String? {
    do throws(WebError) {
      _ = try await resolved(from: from, to: target)
      return nil
    } catch {
      return error.message.text
    }
  }

  @Test(arguments: [
    "http://home.example/", "http://both.example/", "http://mapped.example/", "http://127.0.0.1/",
    "http://169.254.169.254/latest", "http://10.0.0.1:8080/", "http://[::ffff:10.0.0.1]/",
  ])
  func `from the Internet never leads home`(target: String) async {
    #expect(
      await refusal("http://registry.example/", target)?.contains("not on the Internet") == true
    )
  }

  @Test(arguments: ["http://nobody.example/", "http://silent.example/", "http://a%2Fb.example/"])
  func `that leads nobody knows where isn't followed`(target: String) async {
    #expect(await refusal("http://registry.example/", target) != nil)
    #expect(await refusal("http://lab.example/", target) != nil)
  }

  @Test func `is judged by the address that sent it, whatever others its host has`() async {
    await #expect(throws: WebError.self) {
      try await resolved(from: "http://both.example/", at: "9.9.9.10", to: "http://home.example/")
    }
  }

  @Test func `is connected to where it was judged`() async throws {
    let other = try await resolved(from: "http://registry.example/", to: "http://other.example:81/")
    #expect(other.addresses.map(\.description) == ["2620:fe::9"] && other.port == 81)
    // The same host isn't looked up again.
    let lookUp: ResolvedURL.LookUp = { _ in .success([.v4(IPv4Address(192, 168, 1, 1))]) }
    let old = try await ResolvedURL.looking(up: "http://registry.example/") { _ in
      .success([.v4(IPv4Address(9, 9, 9, 9))])
    }
    let same = try await WebRedirect.resolved(
      from: old,
      at: old.addresses[0],
      to: "http://REGISTRY.example/x",
      lookUp
    )
    #expect(same.addresses == old.addresses)
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
