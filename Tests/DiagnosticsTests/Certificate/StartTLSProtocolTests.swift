import Model
import Testing

@testable import Diagnostics

/// What is said before TLS, in memory: in pieces of any size.
@Suite struct StartTLSTalkTests {
  /// What an exchange answers to bytes that come one by one, and where it ends.
  private func answers(
    _ kind: StartTLS,
    to host: String = "a.test",
    _ said: [[UInt8]]
  ) -> (answers: [String], state: StartTLSProtocol.State) {
    var exchange = StartTLSProtocol(kind, to: host)
    var answers = [String(decoding: exchange.begin(), as: UTF8.self)]
    for bytes in said {
      var answer: [UInt8] = []
      for byte in bytes { answer += exchange.receive([byte]) }
      answers.append(String(decoding: answer, as: UTF8.self))
    }
    return (answers, exchange.state)
  }

  private func answers(
    _ kind: StartTLS,
    to host: String = "a.test",
    _ said: [String]
  ) -> (answers: [String], state: StartTLSProtocol.State) {
    answers(kind, to: host, said.map { Array($0.utf8) })
  }

  @Test func `XMPP's stream names the host, and waits for the whole element`() {
    let features = "<stream:stream id='1'><stream:features><starttls xmlns='x'/></stream:features>"
    let (said, state) = answers(.xmpp, to: "a&b'<", [features, "<proceed xmlns='x'", "/>"])
    #expect(said[0].hasSuffix(" to='a&amp;b&apos;&lt;' version='1.0'>"))
    #expect(said[0].contains("'jabber:client'"))
    #expect(said[1] == "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
    #expect(state == .ready)
    #expect(answers(.xmppServer, [features, "<proceed>"]).state == .waiting)
    #expect(answers(.xmppServer, [features, "<proceed></proceed>"]).state == .ready)
    #expect(answers(.xmpp, [features, "<failure/>"]).state.refusal == "it won't begin TLS")
  }

  @Test func `XMPP's errors are said by their names`() {
    let error = "<stream:error><host-unknown xmlns='urn:x'/></stream:error>"
    #expect(answers(.xmpp, ["<stream:stream>" + error]).state.refusal == "it says host-unknown")
    #expect(answers(.xmpp, ["220 mail"]).state.refusal == "it doesn't speak XMPP")
    let bare = "<stream:stream><stream:features/>"
    #expect(answers(.xmpp, [bare]).state.refusal == "it doesn't offer STARTTLS")
  }

  @Test func `MySQL's greeting is read to its end, and its errors are said`() {
    var body: [UInt8] = [10] + Array("8.0.36".utf8) + [0, 1, 0, 0, 0]
    body += Array("saltsalt".utf8) + [0, 0xFF, 0xFF]
    let greeting = [UInt8(body.count), 0, 0, 0] + body
    #expect(answers(.mysql, [Array(greeting.dropLast())]).state == .waiting)
    var exchange = StartTLSProtocol(.mysql, to: "a.test")
    let request = exchange.receive(greeting)
    #expect(request.count == 36 && request.prefix(4) == [32, 0, 0, 1])
    #expect(exchange.state == .ready)
    let words = Array("Host '10.0.0.1' is not allowed to connect".utf8)
    let error = [UInt8(words.count + 3), 0, 0, 0, 0xFF, 0x6A, 0x04] + words
    #expect(
      answers(.mysql, [error]).state.refusal
        == "it says: Host '10.0.0.1' is not allowed to connect"
    )
    let short: [UInt8] = [3, 0, 0, 0, 10, 0x38, 0]
    #expect(answers(.mysql, [short]).state.refusal == "it doesn't speak MySQL's protocol")
    #expect(
      answers(.mysql, [[0xFF, 0xFF, 0xFF, 0, 10]]).state.refusal == "its answer is too long"
    )
  }

  @Test func `Sieve's capabilities come before its answer`() {
    let greeting = "\"IMPLEMENTATION\" \"x\"\r\n\"STARTTLS\"\r\nOK\r\n"
    let (said, state) = answers(.sieve, [greeting, "OK \"begin\"\r\n"])
    #expect(said == ["", "STARTTLS\r\n", ""])
    #expect(state == .ready)
    let refused = answers(.sieve, [greeting, "NO \"not now\"\r\n"]).state
    #expect(refused.refusal == "it answered NO \"not now\"")
    #expect(
      answers(.sieve, ["BYE \"too many\"\r\n"]).state.refusal == "it answered BYE \"too many\""
    )
  }
}

extension StartTLSProtocol.State {
  /// Why the server refuses, in English, where that has a code.
  fileprivate var refusal: String? {
    if case .refused(let why) = self, !why.isVerbatim { why.text } else { nil }
  }
}
