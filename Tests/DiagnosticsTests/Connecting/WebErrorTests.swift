import AsyncHTTPClient
import Glibc
import LinuxNetwork
import Model
import NIOCore
import NIOHTTP1
import Networking
import Testing
import Wire
@testable import Diagnostics

@Suite struct `The end of a request over HTTP` {
  private static let far = Endpoint(.v4(IPv4Address(9, 9, 9, 9)), port: 443)

  private struct Unheard: Error {}

  private func end(_ error: any Error) -> WebError { WebError(error, connectingTo: Self.far) }

  @Test func `is told by who caused it`() {
    #expect(end(CancellationError()) == .interrupted)
    #expect(end(HTTPClientError.cancelled) == .interrupted)
    #expect(end(HTTPParserError.invalidVersion) == .noHTTP)
    #expect(end(NIOTooManyBytesError(maxBytes: 1)) == .tooLong)
    #expect(end(HTTPClientError.deadlineExceeded) == .timedOut)
    #expect(end(HTTPClientError.readTimeout) == .timedOut)
    #expect(end(HTTPClientError.connectTimeout) == .stream(.timedOut(connected: false)))
    #expect(end(HTTPClientError.remoteConnectionClosed) == .stream(.closed))
    #expect(end(ChannelError.eof) == .stream(.closed))
    #expect(end(IOError(errnoCode: ECONNRESET, reason: "test")) == .stream(.reset))
    #expect(end(IOError(errnoCode: ECONNREFUSED, reason: "test")) == .stream(.refused))
    #expect(end(IOError(errnoCode: EMFILE, reason: "test")) == .stream(.local(.noDescriptors)))
  }

  @Test func `that nobody foresaw blames nothing that was sent`() {
    #expect(end(Unheard()).message.text == "the connection failed")
  }

  @Test(arguments: [
    (WebError.interrupted, DNSFailure.cancelled), (.timedOut, .timedOut),
    (.stream(.refused), .refused), (.stream(.local(.noRoute)), .local(.noRoute)),
    (.noHTTP, .malformed(Message(.dnsWebNoHTTP))), (.refused("x"), .web("x")),
  ])
  func `means the same to who asks for names`(end: WebError, failure: DNSFailure) {
    #expect(DNSFailure(end) == failure)
  }

  @Test func `is judged by the address that tells most`() {
    let refused = WebError.stream(.refused)
    let local = WebError.stream(.local(.noRoute))
    #expect(WebError.ofAll([local, refused, .stream(.unreachable)]) == refused)
    #expect(WebError.ofAll([local]) == local)
    #expect(WebError.ofAll([]) == nil)
    #expect(refused.isUnconnected && local.isUnconnected)
    #expect(!WebError.stream(.reset).isUnconnected && !WebError.timedOut.isUnconnected)
  }

  @Test func `tells a host that nobody knows from resolvers that are silent`() {
    let end = { (failure: HostLookup.Failure, isOnline: Bool) in
      WebError(failure, lookingUp: "a.test", isOnline: isOnline)
    }
    #expect(end(.unknown, true) == .refused(Message(.webNoHost, ["host": "a.test"])))
    #expect(
      end(.unanswered, true)
        == .refused(Message(.webHostUnresolved, ["host": "a.test"]))
    )
    #expect(end(.unanswered, false) == .stream(.local(.noRoute)))
    #expect(end(.cancelled, false) == .interrupted)
    #expect(end(.local(.noBuffers), true) == .stream(.local(.noBuffers)))
  }
}

@Suite struct `A resolved URL` {
  @Test(arguments: [
    ("https://a.test/x", "a.test", 443), ("HTTP://A.test", "A.test", 80),
    ("http://a.test.:8080/", "a.test.", 8080), ("http://[::1]:81/", "::1", 81),
    ("http://2130706433/", "2130706433", 80),
  ])
  func `has a host and a port`(url: String, host: String, port: UInt16) throws {
    let found = try #require(ResolvedURL.hostAndPort(of: url))
    #expect(found.host == host && found.port == port)
  }

  @Test(arguments: [
    "", "/x", "ftp://a.test/", "http:///x", "http://a..test/", "http://a%2Eb.test/",
    "http://a.test:70000/",
  ])
  func `is none`(url: String) {
    #expect(ResolvedURL.hostAndPort(of: url) == nil)
  }

  @Test func `tries families in turn, and not for ever`() {
    let order = { (texts: [String]) in
      texts.compactMap { IPAddress($0) }.inConnectingOrder.map(\.description)
    }
    #expect(
      order(["2001:db8::1", "2001:db8::2", "9.9.9.1", "9.9.9.2", "9.9.9.3"])
        == ["2001:db8::1", "9.9.9.1", "2001:db8::2", "9.9.9.2"]
    )
    #expect(order(["9.9.9.1", "::1", "::2"]) == ["9.9.9.1", "::1", "::2"])
    #expect(order([]) == [])
  }

  @Test func `without an address is none`() async {
    await #expect(throws: WebError.self) {
      try await ResolvedURL.looking(up: "http://a.test/") { _ in .success([]) }
    }
    await #expect(throws: WebError.interrupted) {
      try await ResolvedURL.looking(up: "http://a.test/") { _ in .failure(.cancelled) }
    }
  }
}
