import Testing

@testable import Checks

@Suite struct `A response parser` {
  private func parse(
    _ text: String,
    isHead: Bool = false,
    limit: Int = 1000,
    piece: Int = 1_000_000
  ) -> HTTPResponseParser {
    var parser = HTTPResponseParser(isHead: isHead, bodyLimit: limit)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      parser.receive(Array(rest.prefix(piece)))
      rest = rest.dropFirst(piece)
    }
    return parser
  }

  private func body(_ parser: HTTPResponseParser) -> String {
    String(decoding: parser.body, as: UTF8.self)
  }

  @Test(arguments: [1, 3, 1000]) func `reads a body of known length, however it is cut`(
    _ piece: Int
  ) {
    let parser = parse(
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: a\r\nx:  b \r\n\r\nhellomore",
      piece: piece
    )
    #expect(parser.status == 200 && parser.isOver && !parser.isMalformed)
    #expect(body(parser) == "hello")
    #expect(parser.headers == ["content-length": "5", "x": "a, b"])
  }

  @Test(arguments: [1, 4, 1000]) func `joins chunks`(_ piece: Int) {
    let parser = parse(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1;a=b\r\n!\r\n0\r\nT: 1\r\n\r\n",
      piece: piece
    )
    #expect(parser.isOver && !parser.isMalformed && body(parser) == "hello!")
  }

  @Test(arguments: [7, 65_536, 1_000_000]) func `joins very many small chunks`(_ piece: Int) {
    let chunks = String(repeating: "1\r\na\r\n2\r\nbc\r\n", count: 8000)
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    let parser = parse(head + chunks + "0\r\n\r\n", limit: 24_000, piece: piece)
    #expect(parser.isOver && !parser.isMalformed)
    #expect(body(parser) == String(repeating: "abc", count: 8000))
    let cut = parse(head + chunks, limit: 100, piece: piece)
    #expect(cut.isOver && cut.body.count == 100)
  }

  @Test func `reads to the end of the connection where no length is given`() {
    let parser = parse("HTTP/1.0 404 Not Found\n\nno such page")
    #expect(parser.status == 404 && !parser.isOver && parser.isWholeAtEnd)
    #expect(body(parser) == "no such page")
  }

  @Test func `isn't whole while bytes are missing`() {
    #expect(!parse("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell").isWholeAtEnd)
    #expect(!parse("HTTP/1.1 200 OK\r\nContent-").isWholeAtEnd)
    #expect(
      !parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n").isWholeAtEnd
    )
  }

  @Test func `skips interim responses`() {
    let parser = parse(
      "HTTP/1.1 100 Continue\r\nA: b\r\n\r\nHTTP/1.1 204 No Content\r\nC: d\r\n\r\n"
    )
    #expect(parser.status == 204 && parser.isOver && parser.headers == ["c": "d"])
  }

  @Test func `expects no body of HEAD`() {
    let parser = parse("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", isHead: true)
    #expect(parser.isOver && parser.body.isEmpty)
  }

  @Test func `keeps as much of a body as is wanted`() {
    let parser = parse("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 50), limit: 20)
    #expect(parser.isOver && !parser.isMalformed && parser.body.count == 20)
    let chunked = parse(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n32\r\n"
        + String(repeating: "x", count: 50),
      limit: 20
    )
    #expect(chunked.isOver && chunked.body.count == 20)
  }

  @Test(arguments: [
    "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 abc OK\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1, 2\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
  ])
  func `gives up on what is no HTTP`(_ text: String) {
    #expect(parse(text).isMalformed)
  }

  @Test func `bounds the head`() {
    #expect(parse("HTTP/1.1 200 OK\r\nA: " + String(repeating: "x", count: 20_000)).isMalformed)
    let fields = (0..<300).map { "A\($0): b\r\n" }.joined()
    #expect(parse("HTTP/1.1 200 OK\r\n" + fields + "\r\n").isMalformed)
    let interim = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 4000)
    #expect(parse(interim).isMalformed)
  }
}
