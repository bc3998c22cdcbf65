import DemoHome
import Testing
@testable import Wire
@testable import Model
@testable import Probing
import Simulation

@Suite("SMB conversation") struct SMBExchangeTests {
  private static func response(
    _ command: UInt16,
    status: UInt32 = 0,
    _ body: some WireFormat
  ) -> [UInt8] {
    let message = SMB2Message(
      command: command,
      status: status,
      flags: 1,
      id: 0,
      body: body.serialised
    )
    return SMBTransport(message.serialised).serialised
  }

  private static func challenge(_ version: NTLMChallenge.Version?) -> [UInt8] {
    let challenge = NTLMChallenge(
      version: version,
      information: [
        .init(kind: NTLMChallenge.Information.computerName, "ATTIC-PC"),
        .init(kind: NTLMChallenge.Information.dnsComputerName, "Attic-PC"),
      ]
    )
    return response(
      SMB2Message.sessionSetup,
      status: SMB2Message.moreProcessingRequired,
      SMB2SessionSetup(isResponse: true, token: [0xA1, 0x10] + challenge.serialised)
    )
  }

  private static func learnt(_ version: NTLMChallenge.Version?, pieces: Int = .max) -> [Fact] {
    var talk = ExchangeDriver(SMBExchange())
    talk.take(
      response(SMB2Message.negotiate, SMB2NegotiateResponse(dialect: 0x02FF)),
      pieces: pieces
    )
    talk.take(
      response(SMB2Message.negotiate, SMB2NegotiateResponse(dialect: 0x0302)),
      pieces: pieces
    )
    talk.take(challenge(version), pieces: pieces)
    #expect(talk.isDone)
    return talk.facts
  }

  @Test(arguments: [1, .max])
  func `Windows says its version and its name before anybody logs in`(_ pieces: Int) {
    let facts = Self.learnt(.init(major: 10, minor: 0, build: 22631), pieces: pieces)
    let identity = SMBIdentity(nativeOS: "Windows 11 build 22631", nativeLM: "SMB 3.0.2")
    #expect(facts == [.smb(identity), .name("Attic-PC")])
  }

  @Test func `A server of SMB 3.1.1 alone is offered it, with what belongs to it`() throws {
    var talk = ExchangeDriver(SMBExchange())
    _ = talk.drain()
    talk.take(Self.response(SMB2Message.negotiate, SMB2NegotiateResponse(dialect: 0x02FF)))
    let message = try SMB2Message(parsing: SMBTransport(parsing: talk.drain()).message)
    #expect(try SMB2NegotiateRequest(parsing: message.body).dialects.last == 0x0311)
    // Two contexts, at multiples of eight bytes from the header's start.
    let body = message.body
    let place = Int(body[28]) - 64
    #expect(place == 48 && (place + 64) % 8 == 0 && body[32] == 2)
    #expect(body[place...].starts(with: [1, 0, 38, 0, 0, 0, 0, 0, 1, 0, 32, 0, 1, 0]))
    #expect(body[(place + 48)...] == [2, 0, 6, 0, 0, 0, 0, 0, 2, 0, 2, 0, 1, 0])
    var service = SMB2Service(.init(name: "DEN", dialect: 0x0311)).accept()
    let answer = service.take(SMBTransport(message.serialised).serialised).sending
    talk.take(answer)
    talk.end()
    #expect(talk.facts == [.smb(SMBIdentity(nativeLM: "SMB 3.1.1"))])
  }

  @Test func `Samba is no Windows`() {
    let facts = Self.learnt(.init(major: 6, minor: 1, build: 0))
    #expect(facts.first == .smb(SMBIdentity(nativeLM: "Samba")))
  }

  @Test func `A server that says no version says its dialect`() {
    #expect(Self.learnt(nil).first == .smb(SMBIdentity(nativeLM: "SMB 3.0.2")))
  }

  @Test(
    arguments: [
      (10, 0, 19045, "Windows 10 build 19045"), (10, 0, 20348, "Windows Server 2022 build 20348"),
      (10, 0, 17763, "Windows 10 or Server 2019 build 17763"),
      (6, 1, 7601, "Windows 7 build 7601"), (9, 9, 1, nil), (6, 9, 1, nil), (10, 0, 0, nil),
    ] as [(UInt8, UInt8, UInt16, String?)]
  )
  func `Builds have names`(_ major: UInt8, _ minor: UInt8, _ build: UInt16, _ words: String?) {
    #expect(WindowsVersion(.init(major: major, minor: minor, build: build))?.words == words)
  }

  @Test(arguments: [("Unix", "Unix"), ("Windows 6.1", nil)] as [(String, String?)])
  func `An old server says what it is in SMB 1`(_ claim: String, _ system: String?) {
    var talk = ExchangeDriver(SMBExchange())
    var words = [UInt8](repeating: 0, count: 34)
    words[22] = 0x80
    let negotiated = SMB1Message(command: SMB1Message.negotiate, flags2: 0xC801, words: words)
    talk.take(SMBTransport(negotiated.serialised).serialised)
    #expect(!talk.isDone)
    let answer = SMB1Message(
      command: SMB1Message.sessionSetup,
      status: SMB2Message.moreProcessingRequired,
      flags2: 0x8801,
      words: [0xFF, 0, 0, 0, 0, 0, 0, 0],
      data: [0] + UTF16Bytes.bytes(of: "\(claim)\0Samba 3.0.25b\0HOME\0")
    )
    talk.take(SMBTransport(answer.serialised).serialised)
    #expect(talk.isDone)
    #expect(talk.facts == [.smb(SMBIdentity(nativeOS: system, nativeLM: "Samba 3.0.25b"))])
  }

  @Test func `Nobody logs in where that is all that is left`() {
    var talk = ExchangeDriver(SMBExchange())
    let negotiated = SMB1Message(
      command: SMB1Message.negotiate,
      flags2: 0,
      words: Array(repeating: 0, count: 34)
    )
    _ = talk.drain()
    talk.take(SMBTransport(negotiated.serialised).serialised)
    #expect(talk.isDone && talk.sent.isEmpty)
  }

  @Test func `A server that negotiates for ever is left`() {
    var talk = ExchangeDriver(SMBExchange())
    let again = Self.response(SMB2Message.negotiate, SMB2NegotiateResponse(dialect: 0x02FF))
    for _ in 0..<5 { talk.take(again) }
    #expect(talk.isDone || talk.sent.count < 2000)
    talk.end()
    #expect(talk.facts.count <= 1)
  }

  @Test(
    arguments: [
      [0, 0xFF, 0xFF, 0xFF], [0x85, 0, 0, 0], [0, 0, 0, 4, 1, 2, 3, 4], [0, 0, 0, 0],
      Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8),
    ] as [[UInt8]]
  )
  func `What is no SMB says nothing`(_ bytes: [UInt8]) {
    var talk = ExchangeDriver(SMBExchange())
    talk.take(bytes)
    talk.end()
    #expect(talk.facts.isEmpty)
  }
}
