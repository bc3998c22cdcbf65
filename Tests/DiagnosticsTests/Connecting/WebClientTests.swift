import Model
import Networking
import Testing
import Wire

@testable import Diagnostics

@Suite struct `The web client` {
  private typealias Script = ScriptedWebServer.Script

  private static let own = IPAddress.v4(IPv4Address(127, 0, 0, 1))

  private static func document(_ text: String) -> Script {
    .text("HTTP/1.1 200 OK\r\ncontent-length: \(text.utf8.count)\r\n\r\n\(text)")
  }

  private static func redirect(to target: String) -> Script {
    .text("HTTP/1.1 302 Found\r\nlocation: \(target)\r\ncontent-length: 0\r\n\r\n")
  }

  /// Asks a server by a made-up name, which is looked up as given.
  private func get(
    _ server: ScriptedWebServer,
    limit: Int = 1000,
    within time: Duration = .seconds(30),
    addresses: [IPAddress] = [own]
  ) async -> WebAnswer {
    await WebClient(lookUp: { _ in .success(addresses) })
      .get("http://a.test:\(server.port)/", accepting: "*/*", limit: limit, within: time)
  }

  @Test func `connects to the address that was looked up, and to no other`() async throws {
    let server = try await ScriptedWebServer { _ in Self.document("hello") }
    let answer = await get(server)
    #expect(answer == .answered(status: 200, body: Array("hello".utf8), retryAfter: nil))
    #expect(server.requests.first?.lowercased().contains("host: a.test") == true)
    await server.close()
  }

  @Test func `tries the host's next address where nobody listens at the first`() async throws {
    let server = try await ScriptedWebServer { _ in Self.document("hello") }
    let others = [IPAddress.v4(IPv4Address(127, 0, 0, 2)), Self.own]
    let answer = await get(server, addresses: others)
    #expect(answer == .answered(status: 200, body: Array("hello".utf8), retryAfter: nil))
    let refused = await get(server, addresses: [others[0]])
    #expect(refused.words == "the connection was refused")
    await server.close()
  }

  @Test func `is kept waiting no longer by one who never ends`() async throws {
    let server = try await ScriptedWebServer { _ in .drip }
    let answer = await get(server, limit: 1 << 20, within: .seconds(2))
    #expect(answer.words == "no answer in time")
    let query = DNSQuery(DNSQuestion(.local, .a), id: 7)
    let url = "http://127.0.0.1:\(server.port)/dns-query"
    let outcome = await HTTPSExchange(query: query, url: url, trust: .system)
      .run(within: .seconds(2))
    #expect(outcome == .failure(.timedOut))
    await server.close()
  }

  @Test(arguments: [true, false])
  func `says that it was interrupted`(isSilent: Bool) async throws {
    let server = try await ScriptedWebServer { _ in isSilent ? .silence : .drip }
    let fetch = Task { await get(server, limit: 1 << 20, within: .seconds(300)) }
    await server.waitForRequest()
    fetch.cancel()
    let answer = await fetch.value
    #expect(answer.words == "it was interrupted")
    await server.close()
  }

  @Test(arguments: [
    ("SSH-2.0-x\r\n\r\n", "its answer is not HTTP"), ("", "the connection was closed"),
    (
      "HTTP/1.1 200 OK\r\ncontent-length: 2000\r\n\r\n" + String(repeating: ".", count: 2000),
      "its answer is too long"
    ),
  ])
  func `says what is wrong with what comes`(text: String, words: String) async throws {
    let server = try await ScriptedWebServer { _ in .text(text) }
    let answer = await get(server)
    #expect(answer.words == words)
    await server.close()
  }

  @Test func `looks a host up once, however often it redirects to itself`() async throws {
    let server = try await ScriptedWebServer { _ in Self.redirect(to: "/again") }
    let asked = Lock(0)
    let client = WebClient(lookUp: { _ in
      let count = asked.withLock { count in
        count += 1
        return count
      }
      return .success(count == 1 ? [Self.own] : [])
    })
    let answer = await client.get(
      "http://a.test:\(server.port)/",
      accepting: "*/*",
      limit: 1,
      within: .seconds(30)
    )
    #expect(answer.words == "it redirects too many times")
    #expect(server.requests.count == 5 && asked.withLock(\.self) == 1)
    await server.close()
  }

  @Test func `follows a redirection to the document`() async throws {
    let server = try await ScriptedWebServer { request in
      request.hasPrefix("GET /new ") ? Self.document("hello") : Self.redirect(to: "/new")
    }
    let answer = await get(server)
    #expect(answer == .answered(status: 200, body: Array("hello".utf8), retryAfter: nil))
    await server.close()
  }

  @Test func `follows none to a host without an address`() async throws {
    let server = try await ScriptedWebServer { _ in Self.redirect(to: "http://b.test/") }
    let client = WebClient(lookUp: { host in .success(host == "b.test" ? [] : [Self.own]) })
    let url = "http://a.test:\(server.port)/"
    let answer = await client.get(url, accepting: "*/*", limit: 100, within: .seconds(30))
    if case .answered = answer { Issue.record("a host without an address was found") }
    #expect(server.requests.count == 1)
    await server.close()
  }
}
