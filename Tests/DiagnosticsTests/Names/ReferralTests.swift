import Foundation
import Model
import Testing
@testable import Wire

@testable import Diagnostics

/// What answers without recursion mean, hostile ones included.
@Suite struct ReferralTests {
  private static func name(_ text: String) -> DNSName { DNSName(text) ?? .root }

  private static let reading = ReferralParser(
    zone: name("test"),
    question: DNSQuestion(name("www.house.test"), .a)
  )

  private static func message(
    code: UInt8 = 0,
    isAuthoritative: Bool = false,
    answers: [DNSRecord] = [],
    authorities: [DNSRecord] = [],
    additionals: [DNSRecord] = []
  ) -> DNSMessage {
    var message = DNSMessage(
      questions: [reading.question],
      answers: answers,
      authorities: authorities,
      additionals: additionals
    )
    message.flags.responseCode = code
    message.flags.isAuthoritative = isAuthoritative
    return message
  }

  @Test func `a zone below is a referral, with addresses of its own alone`() {
    let message = Self.message(
      authorities: [
        DNSRecord(Self.name("house.test"), .ns(Self.name("ns.house.test"))),
        DNSRecord(Self.name("house.test"), .ns(Self.name("ns.elsewhere.example"))),
        DNSRecord(Self.name("house.test"), .ns(Self.name("NS.house.test"))),
      ],
      additionals: [
        DNSRecord(Self.name("ns.house.test"), .a(IPv4Address(192, 0, 2, 1))),
        DNSRecord(Self.name("ns.elsewhere.example"), .a(IPv4Address(192, 0, 2, 66))),
      ]
    )
    #expect(
      Self.reading.response(message)
        == .referral(
          Self.name("house.test"),
          servers: [Self.name("ns.house.test"), Self.name("ns.elsewhere.example")]
        )
    )
    #expect(Self.reading.glue(for: Self.name("ns.house.test"), message).count == 1)
    #expect(Self.reading.glue(for: Self.name("ns.elsewhere.example"), message) == [])
  }

  @Test(arguments: [".", "test", "other.test", "example", "x.www.house.test"])
  func `up, sideways or too far down is no referral`(zone: String) {
    let message = Self.message(
      authorities: [DNSRecord(Self.name(zone), .ns(Self.name("ns.evil.test")))]
    )
    guard case .lame = Self.reading.response(message) else {
      Issue.record("\(Self.reading.response(message))")
      return
    }
  }

  @Test func `answers, aliases and nothing are told apart`() {
    let own = Self.name("www.house.test")
    let address = DNSRecord(own, .a(IPv4Address(192, 0, 2, 1)))
    let alias = DNSRecord(own, .cname(Self.name("a.test")))
    let stranger = DNSRecord(Self.name("evil.test"), .a(IPv4Address(192, 0, 2, 66)))
    let start = DNSRecord(
      Self.name("test"),
      .soa(
        SOARecord(
          primary: .root,
          responsible: .root,
          serial: 1,
          refresh: 1,
          retry: 1,
          expire: 1,
          minimum: 1
        )
      )
    )
    #expect(Self.reading.response(Self.message(answers: [address])) == .answer)
    #expect(Self.reading.response(Self.message(answers: [alias])) == .alias(Self.name("a.test")))
    #expect(Self.reading.response(Self.message(code: 3)) == .noSuchName)
    #expect(Self.reading.response(Self.message(authorities: [start])) == .noData)
    #expect(Self.reading.response(Self.message(isAuthoritative: true)) == .noData)
    #expect(
      Self.reading.response(Self.message(code: 5))
        == .lame(Message(.dnsStatus, ["status": "REFUSED"]))
    )
    guard case .lame = Self.reading.response(Self.message(answers: [stranger])) else {
      Issue.record("a stranger's record is taken")
      return
    }
  }

  @Test func `a referral is told from nothing, and from answers`() {
    let own = Self.name("www.house.test")
    let address = DNSRecord(own, .a(IPv4Address(192, 0, 2, 1)))
    let servers = [
      DNSRecord(Self.name("house.test"), .ns(Self.name("ns.house.test"))),
      DNSRecord(Self.name("house.test"), .ns(Self.name("ns.test"))),
    ]
    let read = { (message: DNSMessage) in DNSReferral(Self.reading.question, in: message) }
    let referral = read(Self.message(authorities: servers))
    #expect(referral?.zone == Self.name("house.test"))
    #expect(referral?.servers == [Self.name("ns.house.test"), Self.name("ns.test")])
    #expect(read(Self.message(answers: [address], authorities: servers)) == nil)
    #expect(read(Self.message(isAuthoritative: true, authorities: servers)) == nil)
    #expect(read(Self.message(code: 3, authorities: servers)) == nil)
    #expect(read(Self.message()) == nil)
    let other = DNSRecord(Self.name("other.test"), .ns(Self.name("ns.test")))
    #expect(read(Self.message(authorities: [other])) == nil)
    // An alias of the server's own, whose target others have.
    let alias = DNSRecord(own, .cname(Self.name("web.lower.test")))
    let lower = DNSRecord(Self.name("lower.test"), .ns(Self.name("ns.lower.test")))
    let message = Self.message(isAuthoritative: true, answers: [alias], authorities: [lower])
    #expect(read(message)?.zone == Self.name("lower.test"))
  }

  @Test func `a server that only refers is no resolver`() async throws {
    let carrier = FakeCarrier { query in
      var message = query.message
      message.flags.isResponse = true
      message.authorities = [DNSRecord(.root, .ns(Self.name("a.root")))]
      return .success(DNSResponse(message, size: 100))
    }
    let server = DNSServer(Endpoint(.v4(IPv4Address(127, 0, 0, 1)), port: 53))
    let client = DNSClient([server], carrier: carrier)
    let reply = await client.ask(Self.reading.question, of: server)
    #expect(!reply.isConclusive && DNSReport.Answer(reply).outcome == .referral)
    #expect(reply.words == "it doesn't know, and refers to the servers of .: a.root.")
  }

  @Test func `a walk through hostile zones ends`() async {
    // Whoever is asked delegates one label down to servers that nobody says the address of.
    let carrier = FakeCarrier { query in
      var message = query.message
      message.flags.isResponse = true
      let question = message.questions[0]
      let zone = question.name.labelCount > 1 ? question.name.parent : question.name
      message.authorities = (0..<32).map { index in
        DNSRecord(zone, .ns(DNSName("ns\(index).\(question.name)") ?? .root))
      }
      message.additionals = message.authorities.compactMap { record in
        guard case .ns(let name) = record.data else { return nil }
        return DNSRecord(name, .a(IPv4Address(127, 0, 0, 9)))
      }
      return .success(DNSResponse(message, size: 100))
    }
    let walk = IterativeResolver(
      client: DNSClient([], carrier: carrier),
      hints: RootHints(addresses: [.v4(IPv4Address(127, 0, 0, 1))]),
      port: 53,
      transport: .udp,
      onProgress: { _ in }
    )
    let trace = await walk.run(DNSQuestion(Self.name("a.b.c.d.e.f.g.h"), .a))
    #expect(carrier.queries.count <= 100)
    guard case .stuck = trace.end else {
      Issue.record("\(trace.end)")
      return
    }
  }

  private static func members(_ value: some Encodable) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
    return try #require(object as? [String: Any])
  }

  @Test func `the Internet's zones don't lead into the home`() async throws {
    let carrier = FakeCarrier { query in
      var message = query.message
      message.flags.isResponse = true
      message.extensions = nil
      let zone = DNSName("test") ?? .root
      let server = DNSName("ns.test") ?? .root
      message.authorities = [DNSRecord(zone, .ns(server))]
      message.additionals = [DNSRecord(server, .a(IPv4Address(192, 168, 1, 1)))]
      return .success(DNSResponse(message, size: 100))
    }
    let walk = IterativeResolver(
      client: DNSClient([], carrier: carrier),
      hints: .internet,
      port: 53,
      transport: .udp,
      onProgress: { _ in }
    )
    let trace = await walk.run(DNSQuestion(Self.name("www.test"), .a))
    #expect(carrier.queries.count == 1)
    #expect(trace.steps.last?.response.word == "lame")
    let step = try Self.members(try #require(trace.steps.last))
    let message = try #require(step["message"] as? [String: Any])
    #expect(message["code"] as? String == "dns.special_address")
    #expect((message["values"] as? [String: String])?["purpose"] == "private use (RFC 1918)")
    #expect(step["because"] as? String == message["text"] as? String)
    let end = try Self.members(trace)["message"] as? [String: Any]
    #expect(end?["code"] as? String == "dns.servers_silent")
    #expect(end?["text"] as? String == trace.end.reason?.text)
    #expect(RootHints.internet.servers.count == 13)
    #expect(RootHints.internet.servers.allSatisfy { $0.addresses.count == 2 })
  }
}
