import NIOHTTP1
import Sealing
import Testing

@testable import Server

@Suite struct `The target of a request` {
  @Test(arguments: [
    ("http://evil.example/api", "evil.example"), ("HTTPS://evil.example:8/", "evil.example:8"),
    ("http://evil.example?x=/", "evil.example"),
    ("http://localhost@evil.example", "localhost@evil.example"),
    ("http:///api", ""), ("/http://evil.example", nil), ("*", nil), ("localhost:8480", nil),
    ("http:/evil.example", nil),
  ])
  func `names the host in its absolute form`(target: String, host: String?) {
    #expect(HTTPRequestHead.authority(ofTarget: target) == host)
  }

  @Test func `comes before the field, unless there are several`() {
    var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "http://evil.example/")
    head.headers = ["Host": "localhost"]
    head.setHostFromTarget()
    #expect(head.headers["host"] == ["evil.example"])
    head.headers = ["Host": "localhost", "host": "localhost"]
    head.setHostFromTarget()
    #expect(head.headers["host"] == ["localhost", "localhost"])
  }
}

/// These open sockets on loopback, so they run in a sealed namespace only.
@Suite(.sealed, .serialized, .timeLimit(.minutes(2)))
struct `HTTP/1 on a connection` {
  @Test(arguments: [
    ("http://evil.example/healthz", "localhost", "421"),
    ("http://localhost/healthz", "localhost", "200"),
    ("http://localhost:8480/healthz", "evil.example", "200"),
    ("/healthz", "evil.example", "421"),
    ("http://localhost@evil.example/healthz", "localhost", "421"),
  ])
  func `is for the host that the target names`(target: String, host: String, status: String)
    async throws
  {
    try await TestServer.live { port in
      let client = try await RawConnection(port: port)
      try await client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      let heard = await client.hear { $0.contains("\r\n\r\n") }
      #expect(heard.hasPrefix("HTTP/1.1 \(status) "))
    }
  }

  @Test(arguments: [
    "HTTP/1.0\r\n", "HTTP/1.0\r\nConnection: keep-alive\r\n", "HTTP/1.1\r\nConnection: Close\r\n",
    "HTTP/1.1\r\nConnection: keep-alive, close\r\n", "HTTP/1.1\r\nConnection: close\r\n",
  ])
  func `ends with the answer where the client can't or won't go on`(rest: String) async throws {
    try await TestServer.live { port in
      let client = try await RawConnection(port: port)
      try await client.send("GET /healthz \(rest)Host: localhost\r\n\r\n")
      let heard = await client.hear { $0.hasSuffix("ok\n") }
      #expect(heard.lowercased().contains("connection: close\r\n"))
      await client.closed()
    }
  }

  @Test func `goes on otherwise`() async throws {
    try await TestServer.live { port in
      let client = try await RawConnection(port: port)
      for _ in 0..<3 {
        try await client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let heard = await client.hear { $0.hasSuffix("ok\n") }
        #expect(heard.hasPrefix("HTTP/1.1 200 "))
        #expect(!heard.lowercased().contains("connection: close"))
      }
    }
  }

  @Test func `sends no chunks to who knows none`() async throws {
    try await TestServer.live { port in
      let client = try await RawConnection(port: port)
      try await client.send("GET /api/v1/events HTTP/1.0\r\nHost: localhost\r\n\r\n")
      let heard = await client.hear { $0.contains("event: snapshot") }
      #expect(heard.hasPrefix("HTTP/1.0 200 "))
      #expect(!heard.lowercased().contains("transfer-encoding"))
      #expect(heard.contains("\r\n\r\nid: "))
    }
  }
}
