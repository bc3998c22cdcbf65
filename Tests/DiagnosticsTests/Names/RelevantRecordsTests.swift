import Model
import Testing
@testable import Wire

@testable import Diagnostics

/// Which records of an answer are the question's.
@Suite struct OwnRecordsTests {
  private static func name(_ text: String) -> DNSName { DNSName(text) ?? .root }
  private static let good = DNSData.a(IPv4Address(192, 0, 2, 1))
  private static let evil = DNSData.a(IPv4Address(6, 6, 6, 6))

  private static func record(
    _ name: String,
    _ data: DNSData,
    _ recordClass: DNSClass = .internet
  ) -> DNSRecord {
    DNSRecord(Self.name(name), data, ttl: 60, recordClass: recordClass)
  }

  private static func sorted(_ records: DNSRecord..., type: DNSType = .a) -> RelevantRecords {
    RelevantRecords(DNSQuestion(name("www.test"), type), in: DNSMessage(answers: records))
  }

  private static func reply(
    _ records: DNSRecord...,
    transport: DNSTransport = .udp,
    isTruncated: Bool = false
  ) async -> DNSReport.Answer {
    let server = DNSServer(Endpoint(.v4(IPv4Address(127, 0, 0, 1)), port: 53), transport)
    let carrier = FakeCarrier { query in
      var message = query.message
      message.flags.isResponse = true
      message.flags.isTruncated = isTruncated
      message.answers = records
      return .success(DNSResponse(message, size: 100))
    }
    let client = DNSClient([server], carrier: carrier)
    return DNSReport.Answer(await client.ask(DNSQuestion(name("www.test"), .a), of: server))
  }

  @Test func `another name's are nobody's answer`() {
    let sorted = Self.sorted(
      Self.record("other.test", Self.evil),
      Self.record("WWW.test", Self.good),
      Self.record("www.test.evil", Self.evil),
      Self.record("test", Self.evil)
    )
    #expect(sorted.own.map(\.data) == [Self.good] && sorted.wanted == sorted.own)
    #expect(sorted.foreign.count == 3)
  }

  @Test func `another class's are none either`() {
    let chaos = DNSClass(rawValue: 3)
    let sorted = Self.sorted(
      Self.record("www.test", Self.evil, chaos),
      Self.record("www.test", .cname(Self.name("other.test")), chaos),
      Self.record("other.test", Self.evil)
    )
    #expect(sorted.own == [] && sorted.foreign.count == 3)
  }

  @Test func `aliases lead on, in whatever order they stand`() {
    let sorted = Self.sorted(
      Self.record("b.test", Self.good),
      Self.record("a.test", .cname(Self.name("b.test"))),
      Self.record("www.test", .cname(Self.name("a.test"))),
      Self.record("c.test", Self.evil)
    )
    #expect(sorted.own.count == 3 && sorted.wanted.map(\.data) == [Self.good])
    #expect(sorted.foreign.map(\.name) == [Self.name("c.test")])
  }

  @Test func `a tree's alias leads on, and is no answer of the name itself`() {
    let dname = Self.record("test", .dname(Self.name("new.example")))
    let signature = DNSSignature(
      typeCovered: .dname,
      algorithm: .ed25519,
      labels: 1,
      originalTTL: 60,
      expiration: 1,
      inception: 0,
      keyTag: 1,
      signer: Self.name("test"),
      signature: []
    )
    let signed = Self.record("test", .rrsig(signature))
    let address = Self.record("www.new.example", Self.good)
    let other = Self.record("test", Self.evil)
    // With the CNAME that the server makes of it, or without.
    let cname = Self.record("www.test", .cname(Self.name("www.new.example")))
    for sorted in [
      Self.sorted(dname, signed, cname, address, other), Self.sorted(dname, signed, address, other),
    ] {
      #expect(sorted.wanted == [address] && sorted.foreign == [other])
      #expect(sorted.own.contains(dname) && sorted.own.contains(signed))
    }
    #expect(Self.sorted(dname, type: .dname).wanted == [])
    #expect(Self.sorted(dname, type: .dname).own == [dname])
    // It doesn't speak of its own name.
    let own = Self.record("www.test", .dname(Self.name("new.example")))
    #expect(Self.sorted(own, Self.record("new.example", Self.evil)).wanted == [])
  }

  @Test func `aliases in a circle end`() {
    let sorted = Self.sorted(
      Self.record("www.test", .cname(Self.name("b.test"))),
      Self.record("b.test", .cname(Self.name("www.test")))
    )
    #expect(sorted.own.count == 2 && sorted.wanted == [])
    let longer = Self.record("test", .dname(Self.name("a.test")))
    #expect(Self.sorted(longer).own == [longer])
  }

  @Test func `a record that can't be read is no answer`() async {
    let bad = Self.record("www.test", .malformed(.a, [1, 2, 3]))
    #expect(Self.sorted(bad).hasUnreadable)
    #expect(Self.sorted(Self.record("www.test", .malformed(.cname, []))).hasUnreadable)
    // What isn't asked for, and another's, harm nobody.
    #expect(!Self.sorted(Self.record("www.test", .malformed(.mx, []))).hasUnreadable)
    #expect(!Self.sorted(Self.record("other.test", .malformed(.a, []))).hasUnreadable)
    let answer = await Self.reply(bad, Self.record("www.test", Self.good))
    #expect(answer.outcome.word == "malformed" && !answer.outcome.isConclusive)
    #expect(answer.because == "it answers with a record that can't be read")
    #expect(!answer.reply.isConclusive)
  }

  @Test func `what is foreign is told`() async {
    let answer = await Self.reply(Self.record("other.test", Self.evil))
    #expect(answer.outcome == .noData && answer.records == [])
    #expect(answer.because == "the answer holds 1 record of another name or class")
    let mixed = await Self.reply(
      Self.record("other.test", Self.evil),
      Self.record("www.test", Self.good)
    )
    #expect(mixed.outcome == .records && mixed.records.count == 1 && mixed.because != nil)
    #expect(await Self.reply(Self.record("www.test", Self.good)).because == nil)
  }

  @Test(arguments: [DNSTransport.udp, .tcp, .tls])
  func `an answer that is cut short by TCP too is none`(transport: DNSTransport) async {
    let answer = await Self.reply(transport: transport, isTruncated: true)
    let name = transport == .tls ? "TLS" : "TCP"
    #expect(answer.because == "its answer is cut short even by \(name)")
    let why = Message(.dnsCutShort, ["transport": name])
    #expect(answer.outcome == .failed(.malformed(why)))
  }

  @Test func `zero is the exit code only where every server has answered`() async {
    let answer = await Self.reply(Self.record("www.test", Self.good))
    var cancelled = answer
    cancelled.reply.outcome = .failure(.cancelled)
    var report = DNSReport(
      subject: try! DNSSubject("www.test"),
      types: [.a],
      servers: [answer.reply.server]
    )
    report.answers = [answer]
    #expect(!report.isBad)
    report.answers = [answer, cancelled]
    #expect(report.isBad)
    report.answers = [cancelled]
    #expect(report.isBad)
  }
}
