import Model
import Monitoring
import NIOCore
import NIOPosix
import Testing
import Wire

@testable import Channels

/// Sending over HTTP to servers on loopback.
@Suite struct WebChannelTests {
  private func deliver(
    _ service: String = "webhook",
    _ settings: [String: String] = [:],
    _ secrets: [String: String] = [:],
    withTLS: Bool = false,
    limit: Duration = .seconds(30),
    _ answer: @escaping @Sendable (RecordingServer.Request) -> RecordingServer.Answer = { _ in
      .init()
    }
  ) async throws -> (Delivery, [RecordingServer.Request]) {
    let server = try await RecordingServer(withTLS: withTLS, answer)
    let sending = Sending(limit: limit)
    let key = service == "webhook" ? "url" : "server"
    let all = settings.merging([key: "\(withTLS ? "https" : "http")://127.0.0.1:\(server.port)/in"])
    { $1 }
    let delivery = await sending.send(service, all, secrets)
    await sending.close()
    await server.close()
    return (delivery, server.requests)
  }

  @Test func `A notice arrives once, signed`() async throws {
    let (delivery, requests) = try await deliver("webhook", [:], ["key": "s3cret"])
    #expect(delivery == .sent)
    #expect(requests.count == 1)
    let request = try #require(requests.first)
    #expect(request.method == "POST")
    #expect(request.uri == "/in")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["idempotency-key"] == "n-1")
    let signature = ChannelRequest.signature(
      of: Array(request.body.utf8),
      key: "s3cret",
      at: Notices.time
    )
    #expect(request.headers["x-homenet-signature"] == signature)
    let tree = try #require(JSONValue(Array(request.body.utf8)))
    #expect(tree[["schema"]].text == "homenet.alert/1")
  }

  @Test func `The signature is HMAC-SHA-256 over the time, a dot and the body`() {
    // Made with Python's hmac module.
    let hex = "e5e123eda2ce66c13aff6c96b43d308018e816475abb2c6d4b0ffca3fa1e26c4"
    let signature = ChannelRequest.signature(
      of: Array(#"{"a":1}"#.utf8),
      key: "s3cret",
      at: Notices.time
    )
    #expect(signature == "t=1795808310,v1=\(hex)")
  }

  @Test func `A template of the user's is filled`() async throws {
    let template = #"{"text":"{title}: {severity}","list":["{channel_name}","{key}"]}"#
    let (delivery, requests) = try await deliver(
      "webhook",
      ["template": template],
      ["key": "s3cret"]
    )
    #expect(delivery == .sent)
    #expect(requests.first?.body == #"{"list":["Phone","{key}"],"text":"NAS is down: critical"}"#)
  }

  @Test func `User and password are Basic authentication`() async throws {
    let settings = ["topic": "t", "user": "ü"]
    let (delivery, requests) = try await deliver("ntfy", settings, ["password": "p:q"])
    #expect(delivery == .sent)
    #expect(requests.first?.headers["authorization"] == "Basic \(Base64.text("ü:p:q"))")
  }

  @Test func `A redirect is not followed`() async throws {
    let (delivery, requests) = try await deliver { request in
      request.uri == "/in" ? .init(status: 307, headers: ["location": "/other"]) : .init()
    }
    #expect(delivery.code == "channel.redirects")
    #expect(delivery.isRefused)
    #expect(requests.map(\.uri) == ["/in"])
  }

  @Test func `Retry-After is kept`() async throws {
    let (delivery, _) = try await deliver { _ in .init(status: 429, headers: ["retry-after": "7"]) }
    guard case .failed(let message, retryAfter: let wait) = delivery else {
      Issue.record("it was \(delivery)")
      return
    }
    #expect(message.code == "channel.too_often_until")
    #expect(wait == .seconds(7))
  }

  @Test(arguments: [200, 500]) func `An endless body changes nothing`(_ status: Int) async throws {
    let (delivery, _) = try await deliver { _ in .init(status: status, isEndless: true) }
    #expect(delivery.code == (status == 200 ? nil : "channel.trouble"))
  }

  @Test func `A server that says nothing is given up`() async throws {
    let begin = ContinuousClock.now
    let (delivery, requests) = try await deliver(limit: .milliseconds(1500)) { _ in
      .init(isSilent: true)
    }
    #expect(delivery.code == "channel.timed_out")
    #expect(!delivery.isRefused)
    #expect(requests.count == 1)
    #expect(begin.duration(to: .now) < .seconds(20))
  }

  @Test func `Nothing listens there`() async throws {
    let server = try await RecordingServer()
    let port = server.port
    await server.close()
    let sending = Sending()
    let delivery = await sending.send("webhook", ["url": "http://127.0.0.1:\(port)/"])
    await sending.close()
    #expect(delivery.code == "channel.no_connection")
    #expect(!delivery.isRefused)
  }

  @Test func `A certificate that nobody has signed isn’t trusted`() async throws {
    let (delivery, requests) = try await deliver(withTLS: true)
    #expect(delivery.code == "channel.untrusted")
    #expect(requests.isEmpty)
  }

  @Test func `A certificate of an own authority is trusted`() async throws {
    let directory = try TemporaryDirectory()
    let path = try TestCertificate.file(in: directory)
    let (delivery, requests) = try await deliver("webhook", ["tls_ca": path], withTLS: true)
    #expect(delivery == .sent)
    #expect(requests.count == 1)
    let missing = ["tls_ca": "\(directory.path)/none.pem"]
    let (refused, _) = try await deliver("webhook", missing, withTLS: true)
    #expect(refused.code == "channel.no_authorities")
    // Reading it would never end.
    let (endless, _) = try await deliver("webhook", ["tls_ca": "/dev/zero"], withTLS: true)
    #expect(endless.code == "channel.no_authorities")
  }

  @Test func `Verification can be switched off`() async throws {
    let (delivery, requests) = try await deliver("webhook", ["tls_verify": "false"], withTLS: true)
    #expect(delivery == .sent)
    #expect(requests.count == 1)
  }

  @Test func `No TLS where TLS was meant`() async throws {
    let server = try await RecordingServer()
    let sending = Sending()
    let delivery = await sending.send("webhook", ["url": "https://127.0.0.1:\(server.port)/"])
    await sending.close()
    await server.close()
    #expect(["channel.no_tls", "channel.closed"].contains(delivery.code))
  }

  @Test func `A channel is sent to no faster than its service allows`() async throws {
    let server = try await RecordingServer()
    let sending = Sending()
    let settings = ["server": "http://127.0.0.1:\(server.port)", "topic": "t"]
    var codes: [String?] = []
    for _ in 0..<13 { codes.append(await sending.send("ntfy", settings).code) }
    await sending.close()
    await server.close()
    #expect(codes == Array(repeating: nil, count: 12) + ["channel.paced"])
    #expect(server.requests.count == 12)
  }

  @Test func `What can't be right is not sent`() async throws {
    let sending = Sending(allowsPrograms: false)
    let program = await sending.send("exec", ["program": "/bin/true"])
    let setting = await sending.send("ntfy", ["topic": "a b"])
    let service = await sending.send("pager", [:])
    await sending.close()
    #expect(program.code == "channel.programs_off")
    #expect(setting.code == "channel.characters")
    #expect(service.code == "channel.no_service")
    #expect(program.isRefused && setting.isRefused && service.isRefused)
  }
}

@Suite struct ChannelPacerTests {
  private let pace = ChannelService.Pace(count: 2, seconds: 10)

  @Test func `Two within ten seconds, and no more`() {
    var pacer = ChannelPacer()
    let waits = [0, 1000, 2000, 9999, 10_000, 10_500, 11_000].map { pacer.take("a", pace, at: $0) }
    #expect(waits == [nil, nil, 8000, 1, nil, 500, nil])
    let other = pacer.take("b", pace, at: 11_000)
    #expect(other == nil)
  }

  @Test func `A clock that is set back holds nothing up`() {
    var pacer = ChannelPacer()
    let waits = [1_000_000, 1_000_001, 500, 600].map { pacer.take("a", pace, at: $0) }
    #expect(waits == [nil, nil, nil, nil])
  }
}
