import Testing
import Wire

@Suite("DNS round trips") struct DNSRoundTripTests {
  private static let message: DNSMessage = {
    let service = name("Living Room._airplay._tcp.local")
    let host = name("Living-Room.local")
    return DNSMessage(
      id: 7,
      flags: .authoritativeAnswer,
      questions: [DNSQuestion(DNSServiceType.metaQuery, .ptr, wantsUnicast: true)],
      answers: [
        DNSRecord(name("_airplay._tcp.local"), .ptr(service), ttl: 4500),
        DNSRecord(
          service,
          .srv(.init(port: 7000, target: host)),
          ttl: 120,
          cacheFlush: true
        ),
        DNSRecord(
          service,
          .txt(TXTRecord([.init("model", text: "AppleTV6,2"), .init("flag", nil)])),
          cacheFlush: true
        ),
      ],
      authorities: [DNSRecord(host, .cname(service))],
      additionals: [
        DNSRecord(host, .a(IPv4Address(192, 168, 1, 2)), cacheFlush: true),
        DNSRecord(host, .aaaa(.allNodes), cacheFlush: true),
        DNSRecord(host, .nsec(host, [.a, .aaaa, DNSType(rawValue: 257)]), cacheFlush: true),
        DNSRecord(
          .root,
          .opt([.init(code: 4, value: [0, 1, 2])]),
          recordClass: .init(rawValue: 0xFFFF)
        ),
        DNSRecord(host, .other(DNSType(rawValue: 13), [1, 2, 3])),
      ]
    )
  }()

  @Test func `Every kind of record comes back`() throws {
    #expect(try DNSMessage(parsing: Self.message.serialised) == Self.message)
  }

  @Test func `A response's packets come back`() throws {
    let response = MulticastDNSResponse(
      answers: Self.message.answers,
      additionals: Self.message.additionals
    )
    let packet = try #require(response.packets().first)
    let parsed = try DNSMessage(parsing: packet)
    #expect(parsed.answers == Self.message.answers)
    #expect(parsed.additionals == Self.message.additionals)
    #expect(packet.count < Self.message.serialised.count)
  }

  @Test func `Service names are taken apart`() throws {
    let name = try #require(DNSName("Living Room._airplay._tcp.local."))
    let service = try #require(DNSServiceName(name))
    #expect(service.instance == "Living Room")
    #expect(service.type.description == "_airplay._tcp")
    #expect(service.domain == .local)
    #expect(service.name == name)
  }
}
