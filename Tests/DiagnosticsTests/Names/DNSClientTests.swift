import Model
import Networking
import Testing
import Wire

@testable import Diagnostics

@Suite struct DNSClientTests {
  private static let question = DNSQuestion(.local, .a)
  private static let address = DNSData.a(IPv4Address(192, 0, 2, 1))
  private static let servers = (1...2).map { number in
    DNSServer(Endpoint(.v4(IPv4Address(127, 0, 0, number)), port: 53))
  }

  private static func client(_ carrier: FakeCarrier) -> DNSClient {
    DNSClient(servers, timeout: .seconds(1), tries: 3, carrier: carrier)
  }

  private static func ask(_ carrier: FakeCarrier) async -> DNSReply {
    await client(carrier).ask(question, of: servers[0])
  }

  @Test func `silence is asked again, with another number`() async {
    let carrier = FakeCarrier(FakeCarrier.failure(.timedOut), FakeCarrier.answer(Self.address))
    let reply = await Self.ask(carrier)
    #expect(reply.tries == 2 && reply.isConclusive)
    // One in 65,536 runs has the same twice.
    #expect(Set(carrier.queries.map(\.message.id)).count == 2)
    let dead = FakeCarrier(FakeCarrier.failure(.timedOut))
    #expect(await Self.ask(dead).tries == 3)
  }

  @Test(arguments: [DNSFailure.refused, .unreachable, .local(.noDescriptors), .cancelled])
  func `what is no silence isn't asked again`(failure: DNSFailure) async {
    let carrier = FakeCarrier(FakeCarrier.failure(failure))
    #expect(await Self.ask(carrier).tries == 1)
  }

  @Test func `an answer that was cut short is asked for by TCP`() async {
    let carrier = FakeCarrier(
      FakeCarrier.answer(isTruncated: true),
      FakeCarrier.answer(Self.address, isTruncated: true)
    )
    let reply = await Self.ask(carrier)
    #expect(carrier.transports == [.udp, .tcp])
    #expect(reply.wasTruncated && reply.transport == .tcp && reply.message?.answers.count == 1)
  }

  @Test func `a server that knows no EDNS is asked without`() async {
    let carrier = FakeCarrier(
      FakeCarrier.answer(code: 1, hasExtensions: false),
      FakeCarrier.answer(Self.address, hasExtensions: false)
    )
    let reply = await Self.ask(carrier)
    #expect(reply.retriedWithoutEDNS && reply.isConclusive)
    #expect(carrier.queries.map { $0.message.extensions != nil } == [true, false])
    let stubborn = FakeCarrier(FakeCarrier.answer(code: 1, hasExtensions: false))
    #expect(await Self.ask(stubborn).tries == 2)
  }

  @Test func `the next server is asked where one doesn't know`() async throws {
    let carrier = FakeCarrier(FakeCarrier.answer(code: 2), FakeCarrier.answer(Self.address))
    let reply = try await Self.client(carrier).resolve(Self.question)
    #expect(reply.server == Self.servers[1])
    let absent = FakeCarrier(FakeCarrier.answer(code: 3))
    #expect(try await Self.client(absent).resolve(Self.question).server == Self.servers[0])
  }

  @Test func `nobody's answer, no resolver and no network are three failures`() async {
    let failure = { (client: DNSClient) -> DiagnosticError? in
      do throws(DiagnosticError) {
        _ = try await client.resolve(Self.question)
        return nil
      } catch {
        return error
      }
    }
    let refusing = FakeCarrier(FakeCarrier.answer(code: 5), FakeCarrier.failure(.timedOut))
    #expect(
      await failure(Self.client(refusing))?.words
        == "no resolver could answer: 127.0.0.1: REFUSED; 127.0.0.2: no answer in time"
    )
    let unplugged = FakeCarrier(FakeCarrier.failure(.local(.interfaceDown)))
    #expect(
      await failure(Self.client(unplugged))
        == .local(.interfaceDown, during: Message(.errorAskingForNames))
    )
    guard case .unable? = await failure(DNSClient.system(ResolverConfiguration(parsing: ""))) else {
      Issue.record("no resolver is no failure")
      return
    }
  }

  @Test func `texts are joined, and aliases are none`() async throws {
    let carrier = FakeCarrier(
      FakeCarrier.answer(
        .cname(.local),
        .txt(TXTRecord(strings: [Array("a ".utf8), Array("b".utf8)])),
        .txt(TXTRecord(strings: [Array("c".utf8)]))
      )
    )
    #expect(try await Self.client(carrier).texts(of: "x.test") == ["a b", "c"])
    let absent = FakeCarrier(FakeCarrier.answer(code: 3))
    #expect(try await Self.client(absent).texts(of: "x.test") == [])
  }

  @Test func `only the answer to this question is one`() throws {
    let query = DNSQuery(Self.question, id: 7)
    var answer = query.message
    answer.flags.isResponse = true
    #expect(query.answer(in: answer.serialised) != nil)
    let variant = { (change: (inout DNSMessage) -> Void) in
      var message = answer
      change(&message)
      return query.answer(in: message.serialised) != nil
    }
    let other = try #require(DNSName("other"))
    #expect(!variant { $0.id = 8 })
    #expect(!variant { $0.flags.isResponse = false })
    #expect(!variant { $0.questions[0].name = other })
    #expect(!variant { $0.questions[0].type = .aaaa })
    #expect(!variant { $0.questions = [] })
    #expect(!variant { $0.questions.append($0.questions[0]) })
    #expect(!variant { $0.flags = DNSFlags(rawValue: $0.flags.rawValue | 0x2000) })
    #expect(variant { $0.questions[0].name = DNSName("LOCAL") ?? .root })
    let refusing = variant {
      $0.questions = []
      $0.flags.responseCode = 1
    }
    #expect(refusing)
    #expect(query.answer(in: []) == nil)
  }

  @Test func `the time is from sending to receiving, not from beginning`() async {
    let start = ContinuousClock.now
    let times = Lock([start, start + .milliseconds(3), start + .milliseconds(5)])
    let query = DNSQuery(Self.question, id: 7)
    var answer = query.message
    answer.flags.isResponse = true
    let bytes = answer.serialised
    var exchange = DNSStreamProtocol(query, now: { times.withLock { $0.removeFirst() } })
    _ = exchange.begin()
    _ = exchange.receive([0])
    _ = exchange.receive([UInt8(bytes.count)] + bytes)
    #expect(exchange.delivery?.elapsed == .milliseconds(5))
    let message = answer
    let carrier = FakeCarrier { query in
      var message = message
      message.id = query.message.id
      return .success(DNSResponse(message, size: 12, elapsed: .microseconds(200)))
    }
    #expect(await Self.ask(carrier).elapsed == .microseconds(200))
  }

  @Test func `a stream's messages may come in pieces`() throws {
    let query = DNSQuery(Self.question, id: 7)
    var answer = query.message
    answer.flags.isResponse = true
    let bytes = answer.serialised
    let framed = [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
    var exchange = DNSStreamProtocol(query)
    #expect(exchange.begin().count == query.bytes.count + 2)
    for byte in framed { _ = exchange.receive([byte]) }
    #expect(exchange.isDone)
    #expect(exchange.delivery?.message == answer && exchange.delivery?.size == bytes.count)
    #expect(exchange.delivery?.elapsed != nil)
    var other = answer
    other.id = 8
    let wrong = other.serialised
    exchange = DNSStreamProtocol(query)
    for _ in 0..<16 { _ = exchange.receive([0, UInt8(wrong.count)] + wrong) }
    guard case .failure(.malformed) = exchange.outcome(.done) else {
      Issue.record("strangers' answers don't end it")
      return
    }
    exchange = DNSStreamProtocol(query)
    _ = exchange.receive([0, 3, 1, 2, 3])
    #expect(exchange.isDone)
    exchange = DNSStreamProtocol(query)
    #expect(exchange.outcome(.closed) == .failure(.closed))
  }

  @Test func `a resolv.conf's resolvers are read, each once`() {
    let configuration = ResolverConfiguration(
      parsing: """
        # comment
        nameserver 192.168.1.1
        nameserver fe80::1%eth0
        nameserver 192.168.1.1
        nameserver nonsense
        nameserver
        domain old.lan
        search lan home.arpa
        options edns0
        """
    )
    #expect(configuration.resolvers.map(\.description) == ["192.168.1.1", "fe80::1%eth0"])
    #expect(configuration.search == ["lan", "home.arpa"])
    let many = (1...200).map { "nameserver 10.0.0.\($0)" }.joined(separator: "\n")
    #expect(ResolverConfiguration(parsing: many).resolvers.count == 8)
    #expect(ResolverConfiguration(path: "/nonexistent/resolv.conf").resolvers == [])
  }
}
