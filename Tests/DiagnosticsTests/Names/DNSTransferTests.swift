import Testing
@testable import Wire

@testable import Diagnostics

/// Zones that come in many messages, and cookies, in memory.
@Suite struct DNSTransferTests {
  private static let zone = DNSName("house.test") ?? .root
  private static let query = DNSQuery(DNSQuestion(zone, .axfr), id: 7)
  private static let start = DNSRecord(
    zone,
    .soa(
      SOARecord(
        primary: zone,
        responsible: zone,
        serial: 1,
        refresh: 2,
        retry: 3,
        expire: 4,
        minimum: 5
      )
    )
  )

  private static func address(_ number: UInt8) -> DNSRecord {
    DNSRecord(zone, .a(IPv4Address(192, 0, 2, number)))
  }

  private static func exchange(_ messages: [[DNSRecord]], code: UInt8 = 0) -> DNSStreamProtocol {
    var exchange = DNSStreamProtocol(query)
    _ = exchange.begin()
    for (index, records) in messages.enumerated() {
      var message = DNSMessage(id: 7, answers: records)
      // Only the first needs the question (RFC 5936, section 2.2.1).
      if index == 0 { message.questions = query.message.questions }
      message.flags.isResponse = true
      message.flags.responseCode = code
      let bytes = message.serialised
      _ = exchange.receive([UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes)
    }
    return exchange
  }

  @Test func `a zone ends where its SOA record comes again`() throws {
    let whole = Self.exchange([
      [Self.start, Self.address(1)], [Self.address(2)], [Self.address(3), Self.start],
    ])
    let delivery = try whole.outcome(.done).get()
    #expect(delivery.message.answers.count == 4 && whole.isDone)
    #expect(RelevantRecords(Self.query.message.questions[0], in: delivery.message).own.count == 4)
    let half = Self.exchange([[Self.start, Self.address(1)], [Self.address(2)]])
    #expect(!half.isDone && half.outcome(.closed) == .failure(.closed))
  }

  @Test func `a refusal and nonsense are no zone`() throws {
    let refused = try Self.exchange([[]], code: 5).outcome(.done).get()
    #expect(refused.message.responseCode == .refused)
    guard case .failure(.malformed) = Self.exchange([[Self.address(1)]]).outcome(.done) else {
      Issue.record("a zone without a beginning is taken")
      return
    }
    let foreign = DNSRecord(.root, .a(IPv4Address(6, 6, 6, 6)))
    let mixed = try Self.exchange([[Self.start, foreign, Self.start]]).outcome(.done).get()
    #expect(
      RelevantRecords(Self.query.message.questions[0], in: mixed.message).foreign == [foreign]
    )
  }

  @Test func `a zone is asked for by TCP, without recursion`() async {
    let carrier = FakeCarrier(FakeCarrier.failure(.refused))
    let server = DNSServer(Endpoint(.v4(IPv4Address(127, 0, 0, 1)), port: 53))
    _ = await DNSClient([server], carrier: carrier).ask(Self.query.message.questions[0], of: server)
    #expect(carrier.transports == [.tcp])
    #expect(carrier.queries.first?.message.flags.isRecursionDesired == false)
  }

  @Test func `a cookie that the server wants to see again is sent again`() async {
    var options = DNSQueryOptions()
    options.cookie = DNSCookie(client: [1, 2, 3, 4, 5, 6, 7, 8])
    let carrier = FakeCarrier { query in
      var message = query.message
      message.flags.isResponse = true
      let sent = query.message.cookie
      var extensions = DNSExtensions()
      if sent?.server.isEmpty == true {
        // BADCOOKIE is 23: 1 and 7.
        extensions.upperResponseCode = 1
        message.flags.responseCode = 7
      }
      let cookie = DNSCookie(
        client: sent?.client ?? [],
        server: Array(repeating: 9, count: 8)
      )
      extensions.options = [cookie.dnsOption]
      message.extensions = extensions
      return .success(DNSResponse(message, size: 100))
    }
    let server = DNSServer(Endpoint(.v4(IPv4Address(127, 0, 0, 1)), port: 53))
    let client = DNSClient([server], options: options, carrier: carrier)
    let reply = await client.ask(DNSQuestion(Self.zone, .a), of: server)
    #expect(reply.tries == 2 && reply.message?.responseCode == .noError)
    #expect(carrier.queries.last?.message.cookie?.server.count == 8)
  }

  @Test func `an answer with another's cookie is as if it hadn't come`() {
    var options = DNSQueryOptions()
    options.cookie = DNSCookie(client: [1, 2, 3, 4, 5, 6, 7, 8])
    let query = DNSQuery(DNSQuestion(Self.zone, .a), id: 7, options)
    var message = query.message
    message.flags.isResponse = true
    #expect(query.answer(in: message.serialised) != nil)
    message.extensions = DNSExtensions(
      options: [DNSCookie(client: Array(repeating: 0, count: 8)).dnsOption]
    )
    #expect(query.answer(in: message.serialised) == nil)
    message.extensions = nil
    #expect(query.answer(in: message.serialised) != nil)
  }

  @Test(
    arguments: [
      ("192.0.2.77/24", "192.0.2.0/24", [0, 1, 24, 0, 192, 0, 2]),
      ("192.0.2.255", "192.0.2.0/24", [0, 1, 24, 0, 192, 0, 2]),
      ("10.255.0.0/9", "10.128.0.0/9", [0, 1, 9, 0, 10, 128]),
      ("0.0.0.0/0", "0.0.0.0/0", [0, 1, 0, 0]),
      ("2001:db8::1", "2001:db8::/56", [0, 2, 56, 0, 0x20, 1, 0x0D, 0xB8, 0, 0, 0]),
    ] as [(String, String, [UInt8])]
  )
  func `a network is told by its first bits alone`(
    text: String,
    network: String,
    bytes: [UInt8]
  ) throws {
    let subnet = try #require(ClientSubnet(text))
    #expect(subnet.description == network && subnet.dnsOption.value == bytes)
    #expect(ClientSubnet(subnet.dnsOption) == subnet)
  }

  @Test func `what is no network is none`() {
    for text in ["", "x", "192.0.2.0/33", "2001:db8::/129", "192.0.2.0/-1", "192.0.2.0/"] {
      #expect(ClientSubnet(text) == nil)
    }
    for bytes: [UInt8] in [
      [], [0, 1, 24], [0, 1, 24, 0, 1], [0, 3, 0, 0], [0, 1, 33, 0, 1, 2, 3, 4, 5],
    ] {
      #expect(ClientSubnet(DNSOption(code: 8, value: bytes)) == nil)
      #expect(DNSCookie(DNSOption(code: 10, value: bytes)) == nil)
    }
  }
}
