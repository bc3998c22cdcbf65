import Monitoring
import Testing

@testable import homenet

/// Answers of a server over its socket, however they are cut into pieces.
@Suite struct ServerAnswerTests {
  private func answer(_ text: String, pieces: Int = .max) throws -> ServerAnswer {
    var answer = ServerAnswer()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try answer.receive(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
    }
    if !answer.isComplete { try answer.end() }
    return answer
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func `an answer with a length`(pieces: Int) throws {
    let text =
      "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{\"a\":12}"
    let answer = try answer(text, pieces: pieces)
    #expect(answer.status == 201)
    #expect(String(decoding: answer.body, as: UTF8.self) == "{\"a\":12}")
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func `an answer in chunks`(pieces: Int) throws {
    let text =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n"
    let answer = try answer(text, pieces: pieces)
    #expect(String(decoding: answer.body, as: UTF8.self) == "abc0123456789")
  }

  @Test func `an answer without a body, and one to the end`() throws {
    #expect(try answer("HTTP/1.1 204 No Content\r\n\r\n").isComplete)
    let toEnd = try answer("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nall")
    #expect(String(decoding: toEnd.body, as: UTF8.self) == "all")
  }

  @Test(arguments: [
    "", "SSH-2.0-x\r\n\r\n", "HTTP/1.1 abc\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n",
    "HTTP/1.1 200 OK\r\nX: ",
  ])
  func `others are refused`(text: String) {
    #expect(throws: ServerAnswer.Malformed.self) { try answer(text) }
  }

  @Test func `what is wrong is said in the server's words`() {
    let problem = FieldValue.object(["detail": .text("There is no monitor x.")])
    let failure = ServerConnection.failure(404, problem)
    #expect(failure.message == "There is no monitor x.")
    #expect(failure.status == .usage)
    #expect(ServerConnection.failure(507, .null).status == .unable)
  }

  @Test func `another user's server is told nothing`() {
    #expect(ServerConnection.isStranger(1001, to: 1000))
    #expect(!ServerConnection.isStranger(1000, to: 1000))
    // A service of the system, and root's own look at any server.
    #expect(!ServerConnection.isStranger(0, to: 1000))
    #expect(!ServerConnection.isStranger(1001, to: 0))
  }
}
