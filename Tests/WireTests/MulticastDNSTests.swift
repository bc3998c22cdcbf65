import Testing
import Wire

@Suite("Multicast DNS packets") struct MulticastDNSTests {
  private func question(_ number: Int) -> DNSQuestion {
    DNSQuestion(name("_a-rather-long-service-\(number)._tcp.local"), .ptr)
  }

  private func answer(_ question: Int, _ number: Int) -> DNSRecord {
    let service = self.question(question).name
    let instance = name("A device of some length, number \(number)").inside(service) ?? .root
    return DNSRecord(service, .ptr(instance), ttl: 4500)
  }

  @Test func `Many questions fit into few packets, and none is lost`() throws {
    let questions = (0..<100).map(question)
    let packets = MulticastDNSQuery(questions: questions).packets()
    #expect(packets.count == 3)
    #expect(packets.allSatisfy { $0.count <= 1440 })
    let messages = try packets.map { try DNSMessage(parsing: $0) }
    #expect(messages.flatMap(\.questions) == questions)
    #expect(messages.allSatisfy { $0.flags == .query && $0.answers.isEmpty })
  }

  @Test func `Known answers follow their question, with TC on all packets but the last`() throws {
    let known = (0..<60).map { answer(1, $0) } + [answer(5, 0)]
    let query = MulticastDNSQuery(questions: [question(0), question(1)], knownAnswers: known)
    let packets = query.packets()
    let messages = try packets.map { try DNSMessage(parsing: $0) }
    #expect(messages.count > 1)
    #expect(packets.allSatisfy { $0.count <= 1440 })
    #expect(messages.map(\.questions.count) == [2] + Array(repeating: 0, count: messages.count - 1))
    #expect(messages.map(\.flags.isTruncated) == messages.indices.map { $0 < messages.count - 1 })
    // The answer to a question that is not asked stays behind.
    #expect(messages.flatMap(\.answers) == Array(known.dropLast()))
  }

  @Test func `Known answers carry no cache-flush bit`() throws {
    var known = answer(0, 0)
    known.cacheFlush = true
    let packets = MulticastDNSQuery(questions: [question(0)], knownAnswers: [known]).packets()
    let message = try DNSMessage(parsing: #require(packets.first))
    #expect(message.answers.map(\.cacheFlush) == [false])
  }

  @Test func `What is longer than a packet is left out, and nothing else`() throws {
    let big = DNSRecord(
      question(0).name,
      .txt(TXTRecord(strings: (0..<8).map { _ in Array(repeating: 1, count: 200) }))
    )
    let packets = MulticastDNSResponse(answers: [answer(0, 0), big, answer(0, 1)]).packets()
    let messages = try packets.map { try DNSMessage(parsing: $0) }
    #expect(messages.flatMap(\.answers) == [answer(0, 0), answer(0, 1)])
    #expect(MulticastDNSResponse(answers: [big]).packets().isEmpty)
    #expect(MulticastDNSQuery(questions: [question(0)]).packets(limit: 20).isEmpty)
  }

  @Test func `A long response is split, and says nothing twice`() throws {
    let answers = (0..<80).map { answer(0, $0) }
    let packets = MulticastDNSResponse(answers: answers, additionals: [answer(1, 0)]).packets()
    let messages = try packets.map { try DNSMessage(parsing: $0) }
    #expect(packets.count > 1 && packets.allSatisfy { $0.count <= 1440 })
    #expect(messages.flatMap(\.answers) == answers)
    #expect(messages.allSatisfy { $0.flags == .authoritativeAnswer })
    #expect(messages.last?.additionals == [answer(1, 0)])
  }

  @Test func `A legacy asker gets number, questions, short times and no flush bits`() throws {
    #expect(MulticastDNS.isLegacy(sourcePort: 50_000))
    #expect(!MulticastDNS.isLegacy(sourcePort: 5353))
    var query = DNSMessage(id: 99, flags: .recursiveQuery, questions: [question(0)])
    query.questions[0].wantsUnicast = true
    let host = name("host.local")
    let place = DNSRecord(
      name("x._tcp.local"),
      .srv(.init(port: 1, target: host)),
      cacheFlush: true
    )
    let response = MulticastDNSResponse(answers: [place], additionals: [DNSRecord(host, .a(.any))])
    let bytes = response.legacyPacket(to: query)
    let message = try DNSMessage(parsing: bytes)
    #expect(message.id == 99)
    #expect(message.questions == [question(0)])
    #expect(message.answers.map(\.ttl) == [10])
    #expect(message.answers.map(\.cacheFlush) == [false])
    #expect(message.additionals.map(\.ttl) == [10])
    // RFC 6762, section 18.14: the SRV target of a legacy answer is not compressed.
    #expect(String(decoding: bytes, as: UTF8.self).contains("\u{4}host\u{5}local\u{0}"))
  }

  @Test func `A known answer suppresses while half of its time is left`() {
    var query = DNSMessage(questions: [question(0)], answers: [answer(0, 0)])
    query.answers[0].ttl = 2250
    #expect(query.suppresses(answer(0, 0)))
    #expect(!query.suppresses(answer(0, 1)))
    query.answers[0].ttl = 2249
    #expect(!query.suppresses(answer(0, 0)))
  }

  @Test func `Compression keeps letter case`() throws {
    let records = ["Host.local", "host.local", "HOST.LOCAL"].map { DNSRecord(name($0), .a(.any)) }
    let packets = MulticastDNSResponse(answers: records).packets()
    let message = try DNSMessage(parsing: #require(packets.first))
    #expect(message.answers.map(\.name.description) == ["Host.local", "host.local", "HOST.LOCAL"])
  }
}
