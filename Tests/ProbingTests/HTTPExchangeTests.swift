import HomeSupport
import Testing
@testable import Model
@testable import Probing

/// An HTTP conversation driven by hand.
@Suite struct HTTPExchangeTests {
  private func conversation(_ paths: String..., port: UInt16 = 80) -> HTTPExchange {
    var conversation = HTTPExchange(with: .home(20), port: port, isTLS: false)
    for path in paths { conversation.ask(HTTPQuestion(path)) }
    return conversation
  }

  private func answers(in facts: [Fact]) -> [HTTPAnswer] {
    facts.compactMap { if case .http(let answer) = $0 { answer } else { nil } }
  }

  @Test func `A request names the host by its address and asks for nothing else`() {
    var talk = conversation("/query?a=1", port: 8060)
    let text = String(decoding: talk.begin().sending, as: UTF8.self)
    #expect(text.hasPrefix("GET /query?a=1 HTTP/1.1\r\n"))
    #expect(text.lowercased().contains("host: 192.168.77.20:8060\r\n"))
    #expect(text.hasSuffix("\r\n\r\n"))
  }

  @Test func `An answer in pieces is one answer`() {
    var talk = conversation("/")
    _ = talk.begin()
    let whole = Array(
      "HTTP/1.1 200 OK\r\nServer: Boa\r\nContent-Length: 5\r\n\r\nHello".utf8
    )
    var facts: [Fact] = []
    for byte in whole { facts += talk.take([byte]).facts }
    #expect(
      answers(in: facts) == [
        HTTPAnswer(
          port: 80,
          path: "/",
          status: 200,
          headers: ["server": "Boa"],
          body: "Hello"
        )
      ]
    )
    #expect(!talk.isBusy)
  }

  @Test func `Two requests share a connection that stays open`() {
    var talk = conversation("/a", "/b")
    _ = talk.begin()
    let first = talk.take(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8))
    #expect(answers(in: first.facts).map(\.path) == ["/a"])
    let next = talk.proceed()
    #expect(String(decoding: next.sending, as: UTF8.self).hasPrefix("GET /b "))
    #expect(!first.isDone)
  }

  @Test func `A connection that the device closes gives back what it could not carry`() {
    var talk = conversation("/a", "/b")
    _ = talk.begin()
    let step = talk.take(
      Array("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8)
    )
    #expect(step.isDone)
    #expect(talk.takeUnasked().map(\.path) == ["/b"])
  }

  @Test func `A body without a length ends with the connection`() {
    var talk = conversation("/")
    _ = talk.begin()
    let step = talk.take(Array("HTTP/1.0 200 OK\r\n\r\n<title>Cam</title>".utf8))
    #expect(answers(in: step.facts).isEmpty)
    #expect(answers(in: talk.end()).map(\.body) == ["<title>Cam</title>"])
  }

  @Test func `An endless body is cut, and the connection with it`() {
    var talk = conversation("/")
    _ = talk.begin()
    var facts = talk.take(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)).facts
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 16 << 10)
    var pieces = 0
    while !talk.isOver, pieces < 100 {
      facts += talk.take(piece).facts
      pieces += 1
    }
    #expect(pieces <= 3)
    #expect(answers(in: facts).first?.body?.utf8.count == HTTPReply.bodyLimit)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nx",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nx",
    "SSH-2.0-dropbear\r\n",
    "HTTP/9.9 abc\r\n\r\n",
    "\u{0}\u{1}\u{2}\u{3}",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZZZ\r\n",
  ])
  func `What is no HTTP ends the conversation`(text: String) {
    var talk = conversation("/")
    _ = talk.begin()
    let step = talk.take(Array(text.utf8))
    #expect(step.isDone)
    #expect(answers(in: step.facts).allSatisfy { ($0.body ?? "").utf8.count <= 1 })
  }

  @Test func `A flood of header ends the conversation`() {
    var talk = conversation("/")
    _ = talk.begin()
    var isDone = talk.take(Array("HTTP/1.1 200 OK\r\n".utf8)).isDone
    var count = 0
    while !isDone, count < 10_000 {
      isDone = talk.take(Array("X-\(count): \(String(repeating: "y", count: 100))\r\n".utf8)).isDone
      count += 1
    }
    #expect(count <= 110)
  }

  @Test func `An answer that nobody asked for ends the conversation`() {
    var talk = conversation("/")
    _ = talk.begin()
    let step = talk.take(
      Array(
        "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx".utf8
      )
    )
    #expect(step.isDone)
    #expect(answers(in: step.facts).count == 1)
  }

  @Test func `A gigabyte that is promised is not waited for in memory`() {
    var talk = conversation("/")
    _ = talk.begin()
    _ = talk.take(Array("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\nstart".utf8))
    #expect(answers(in: talk.end()).map(\.body) == ["start"])
  }

  @Test func `Bytes that are no UTF-8 are read as ISO 8859-1`() {
    let reply = HTTPReply(
      port: 80,
      isTLS: false,
      path: "/",
      status: 200,
      headers: [:],
      body: [0x4B, 0xFC, 0x63, 0x68, 0x65]
    )
    #expect(reply.text == "Küche")
  }
}
