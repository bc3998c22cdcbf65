import Testing
import Wire

@Suite("DNS messages") struct DNSMessageTests {
  private let host = name("kitchen-pi.local")
  private let airplay = DNSServiceName("Küche “Möbel”", value("_airplay._tcp"))

  @Test func `A Mac's announcement is read`() throws {
    let message = try DNSMessage(parsing: CapturedDNS.companionLink)
    #expect(message.flags == .authoritativeAnswer)
    #expect(message.id == 0)
    #expect(message.questions.isEmpty)
    let answer = try #require(message.answers.first)
    #expect(answer.name == name("Macbook1._companion-link._tcp.local"))
    #expect(answer.cacheFlush)
    #expect(answer.recordClass == .internet)
    #expect(answer.ttl == MulticastDNS.otherTTL)
    guard case .txt(let attributes) = answer.data else {
      Issue.record("not TXT: \(answer.data)")
      return
    }
    #expect(
      attributes.entries.map(\.key) == ["rpHN", "rpFl", "rpVr", "rpHA", "rpAD", "rpHI", "rpBA"]
    )
    #expect(attributes["RPVR"]?.value == Array("195.2".utf8))
    #expect(message.additionals.map(\.data) == [.nsec(answer.name, [.txt, .srv])])
  }

  @Test func `The unicast bit of a question is not its class`() throws {
    let message = try DNSMessage(parsing: CapturedDNS.chromecastQuestion)
    let question = DNSQuestion(name("_googlecast._tcp.local"), .ptr, wantsUnicast: true)
    #expect(message.questions == [question])
    #expect(message.serialised == CapturedDNS.chromecastQuestion)
  }

  @Test func `A probe claims its records in the authority section`() throws {
    let message = try DNSMessage(parsing: CapturedDNS.avahiProbe)
    #expect(!message.flags.isResponse)
    #expect(message.questions.allSatisfy { $0.type == .any })
    #expect(message.authorities.contains { $0.name == host && $0.type == .aaaa })
    let reverse = try #require(message.questions.first?.name)
    #expect(reverse.reverseAddress == .v6(value("fe80::ba27:ebff:fe12:3456"), zone: nil))
  }

  @Test func `An announcement of many services is read, pointers to pointers included`() throws {
    let message = try DNSMessage(parsing: CapturedDNS.avahiAnnouncement)
    #expect(message.answers.count == 15)
    let types = message.answers.filter { $0.name == DNSServiceType.metaQuery }.map(\.data)
    #expect(
      Set(types)
        == Set(["_ipp", "_airplay", "_workstation"].map { .ptr(name("\($0)._tcp.local")) })
    )
    let place = try #require(message.answers.first { $0.name == airplay.name && $0.type == .srv })
    #expect(place.data == .srv(DNSServiceLocation(port: 7000, target: host)))
    let text = try #require(message.answers.first { $0.name == airplay.name && $0.type == .txt })
    let attributes = TXTRecord([
      .init("model", text: "AppleTV6,2"), .init("deviceid", text: "B8:27:EB:12:34:56"),
      .init("flags", nil),
    ])
    #expect(text.data == .txt(attributes))
    let subtype = name("_universal._sub._ipp._tcp.local")
    #expect(message.answers.contains { $0.name == subtype && $0.type == .ptr })
    #expect(DNSServiceType(subtype)?.description == "_ipp._tcp")
    #expect(message.answers.contains { $0.name == host && $0.data == .a(value("192.168.77.2")) })
  }

  @Test func `A legacy answer repeats number and questions, without cache-flush bits`() throws {
    let message = try DNSMessage(parsing: CapturedDNS.avahiLegacyAnswer)
    #expect(message.id == 0x1234)
    #expect(message.questions.map(\.type) == [.ptr, .ptr, .ptr])
    #expect(message.records.allSatisfy { !$0.cacheFlush && $0.ttl == MulticastDNS.legacyTTL })
  }

  @Test func `One malformed record does not cost the others`() throws {
    let good = DNSRecord(host, .a(value("192.168.77.2")))
    let bad = DNSRecord(host, .other(.aaaa, [1, 2, 3]))
    let message = DNSMessage(flags: .authoritativeAnswer, answers: [bad, good])
    let read = try DNSMessage(parsing: message.serialised)
    #expect(read.answers.map(\.data) == [.malformed(.aaaa, [1, 2, 3]), good.data])
  }

  @Test(arguments: [
    ("000084000000", WireError(.truncated(missing: 2), at: 6)),
    ("0000840000000001000000000141", WireError(.truncated(missing: 1), at: 14)),
    ("000000000001000000000000 8141", WireError(.invalid("label type"), at: 12)),
    ("000000000001000000000000 c00c0001", WireError(.invalid("compression pointer"), at: 12)),
    ("000000000001000000000000 0161c00c0001", WireError(.invalid("compression pointer"), at: 14)),
    ("0000000000010000ffff0000", WireError(.tooMany("records"), at: 4)),
  ])
  func `Broken messages say what is wrong and where`(_ text: String, _ error: WireError) {
    #expect(throws: error) { try DNSMessage(parsing: hex(text)) }
  }

  @Test func `Pointers that lead forwards, to themselves or in a circle end at once`() {
    // Two names that point to each other: the second pointer leads forwards.
    let circle = hex("000000000002000000000000 0161c014 00010001 0162c00c 00010001")
    #expect(throws: WireError.self) { try DNSMessage(parsing: circle) }
  }

  @Test func `The worst message is read in bounded time`() throws {
    // 127 one-letter labels, each behind a pointer to the next, then as many records as are read,
    // each owned by the longest name through all of the pointers.
    var bytes = hex("0000 8400 0000 0800 0000 0000")
    var target = bytes.count
    bytes += [0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    for _ in 0..<126 {
      let here = bytes.count
      // The label hides in the contents of a record of unknown type.
      bytes += [0, 0, 99, 0, 1, 0, 0, 0, 0, 0, 4, 1, 0x61]
      bytes += [0xC0 | UInt8(target >> 8), UInt8(target & 255)]
      target = here + 11
    }
    for _ in 0..<2048 - 127 {
      bytes += [0xC0 | UInt8(target >> 8), UInt8(target & 255), 0, 99, 0, 1, 0, 0, 0, 0, 0, 0]
    }
    let clock = ContinuousClock()
    let start = clock.now
    let message = try DNSMessage(parsing: bytes)
    #expect(message.answers.count == 2048)
    #expect(message.answers.last?.name.labelCount == 126)
    // 10 ms in a release build; the bound leaves room for a busy machine and a debug build.
    #expect(clock.now - start < .seconds(5))
  }
}
