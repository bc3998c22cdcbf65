import Testing
@testable import Probing

@Suite("Greetings") struct GreetingTests {
  private func ftp() -> ExchangeDriver {
    ExchangeDriver(
      BannerExchange(port: 21, transport: "ftp", ending: .reply, closing: "QUIT\r\n")
    )
  }

  @Test(arguments: [1, 7, .max])
  func `A greeting of several lines is read to its end, then leave is taken`(_ pieces: Int) {
    var talk = ftp()
    talk.take("220-Welcome\r\n220-to the attic\r\n220 Attic FTP ready\r\n", pieces: pieces)
    #expect(talk.isDone)
    #expect(talk.banners == ["220-Welcome\r\n220-to the attic\r\n220 Attic FTP ready"])
    #expect(talk.sent == Array("QUIT\r\n".utf8))
  }

  @Test func `A line that is no reply is a greeting all the same`() {
    var talk = ftp()
    talk.take("Too many connections\r\n")
    #expect(talk.isDone)
    #expect(talk.banners == ["Too many connections"])
  }

  @Test func `A greeting without an end is told when nothing more comes`() {
    var talk = ftp()
    talk.take("220 half")
    #expect(!talk.isDone && talk.facts.isEmpty)
    talk.end()
    #expect(talk.banners == ["220 half"])
  }

  @Test func `A megabyte without a line break ends at a kilobyte`() {
    var talk = ftp()
    talk.take(Array(repeating: UInt8(ascii: "2"), count: 1 << 20), pieces: 1460)
    #expect(talk.isDone)
    #expect(talk.banners.map(\.utf8.count) == [1024])
  }

  @Test func `Control characters do not come out`() {
    var talk = ftp()
    talk.take([0x32, 0x32, 0x30, 0x20, 0x1B, 0x5B, 0x32, 0x4A, 0, 0xFF, 0x41, 0x0A])
    #expect(talk.banners == ["220 [2J\u{FFFD}A"])
    var empty = ftp()
    empty.take([0, 1, 2, 3, 0x0A])
    #expect(empty.facts.isEmpty && empty.isDone)
  }

  @Test func `A screen's greeting ends with its twelfth byte`() {
    var talk = ExchangeDriver(
      BannerExchange(port: 5900, transport: "vnc", ending: .line(enough: 12))
    )
    talk.take("RFB 003.889\n")
    #expect(talk.isDone && talk.banners == ["RFB 003.889"] && talk.sent.isEmpty)
  }

  @Test(arguments: [1, .max])
  func `Telnet is read up to its prompt, which is not answered`(_ pieces: Int) {
    var talk = ExchangeDriver(TelnetExchange(port: 23))
    talk.take([255, 253, 31] + Array("\r\nAttic OS 3.1\r\n\r\nAttic login: ".utf8), pieces: pieces)
    #expect(talk.isDone)
    #expect(talk.banners == ["Attic OS 3.1\r\n\r\nAttic login:"])
    #expect(talk.sent == [255, 252, 31])
  }

  @Test func `Telnet that goes on for ever is cut`() {
    var talk = ExchangeDriver(TelnetExchange(port: 23))
    talk.take(Array(repeating: UInt8(ascii: "*"), count: 1 << 20), pieces: 1460)
    #expect(talk.isDone && talk.banners.map(\.utf8.count) == [1024])
    var negotiation = ExchangeDriver(TelnetExchange(port: 23))
    negotiation.take((0..<100_000).flatMap { [255, 253, UInt8(truncatingIfNeeded: $0)] })
    #expect(negotiation.sent.count == 256 * 3)
  }
}
