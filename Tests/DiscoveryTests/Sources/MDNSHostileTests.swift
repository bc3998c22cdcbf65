import HomeSupport
import Testing
import Wire
@testable import Model
@testable import Discovery

@Suite("Multicast DNS among liars")
struct MDNSHostileTests {
  @Test(
    arguments: [
      // Nothing, a half header, counts of 65,535 without records, a name that points to itself, a
      // label type that doesn't exist.
      [], [0, 0, 0x84], [0, 0, 0x84, 0] + Array(repeating: 0xFF, count: 8),
      [
        0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0xC0, 0x0C, 0, 12, 0, 1, 0, 0, 0, 9, 0, 2, 0xC0,
        0x0C,
      ],
      [0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0x80, 0x0C, 0, 12, 0, 1, 0, 0, 0, 9, 0, 0],
    ] as [[UInt8]]
  )
  func `broken packets say nothing`(payload: [UInt8]) {
    var driver = startedMDNS()
    driver.deliver(payload, from: .home(66), port: 5353, to: 5353)
    #expect(driver.takeReports().isEmpty)
  }

  @Test func `senders from elsewhere and answers from other ports are not believed`() {
    var driver = startedMDNS()
    driver.hear(records(), from: .v4(IPv4Address(8, 8, 8, 8)))
    driver.hear(records(), from: .v4(IPv4Address(192, 168, 78, 20)))
    driver.deliver(answer(records()), from: .home(20), port: 4444, to: 5353)
    #expect(driver.takeReports().isEmpty)
  }

  @Test func `a flood of instances from one sender is cut short`() {
    var driver = startedMDNS()
    for number in 0..<1500 {
      driver.hear(records("Instance \(number)"), from: .home(20))
    }
    let services = driver.takeServices()
    #expect(services.count <= MDNSCache.mostEntries)
    #expect((driver.source.senders[.home(20)]?.cache.size ?? .max) <= MDNSCache.mostSize)
    #expect(driver.source.size <= MDNSCache.mostSize)
    // Others are heard as before.
    driver.hear(records(address: IPv4Address(192, 168, 77, 21)), from: .home(21))
    #expect(driver.takeServices().map(\.subject) == [.home(21)])
  }

  @Test func `a service that keeps changing is not reported for ever`() {
    var driver = startedMDNS()
    let filler = String(repeating: "x", count: 200)
    for number in 0..<1500 {
      driver.hear(records(txt: ["count=\(number)\(filler)"]), from: .home(20))
    }
    #expect(driver.takeServices().count < 800)
  }

  @Test func `invented types don't make endless questions`() {
    var driver = startedMDNS()
    for sender in UInt8(20)..<60 {
      let pointers = (0..<100).map { number in
        DNSRecord(
          DNSServiceType.metaQuery,
          .ptr(DNSName("_lie\(sender)x\(number)._tcp.local") ?? .root)
        )
      }
      driver.hear(pointers, from: .home(sender))
    }
    #expect(driver.source.types.count <= 192)
    driver.dropSent()
    driver.advance(.seconds(1))
    #expect(driver.takeSent().count < 80)
  }

  @Test func `unresolvable instances make a bounded number of questions`() throws {
    var driver = startedMDNS()
    driver.dropSent()
    for number in 0..<1500 {
      driver.hear([records("Nobody \(number)")[0]], from: .home(20))
    }
    var questions = 0
    for _ in 0..<200 {
      driver.advance(.milliseconds(50))
      questions += try driver.takeSent().reduce(0) {
        let asked = try message($1.payload).questions
        return $0 + asked.filter { $0.type == .srv }.count
      }
    }
    #expect((1...256 * 3).contains(questions))
    #expect(!driver.source.isActive)
  }

  @Test func `claims of a sender are bounded`() {
    var driver = startedMDNS()
    for number in 0..<1000 {
      let host = DNSName("host\(number).local") ?? .root
      driver.hear([DNSRecord(host, .a(IPv4Address(192, 168, 77, 20)))], from: .home(20))
    }
    #expect(driver.takeReports().count <= 70)
  }

  @Test func `records outside local and without use are left out`() {
    var driver = startedMDNS()
    let host = DNSName("www.example.com") ?? .root
    driver.hear(
      [
        DNSRecord(host, .a(IPv4Address(192, 168, 77, 20))),
        DNSRecord(DNSName("x.local") ?? .root, .a(IPv4Address(127, 0, 0, 1))),
        DNSRecord(DNSName("x.local") ?? .root, .a(IPv4Address(0, 0, 0, 0))),
        DNSRecord(DNSName("x.local") ?? .root, .a(IPv4Address(224, 0, 0, 251))),
      ],
      from: .home(20)
    )
    #expect(driver.takeReports().map(\.fact) == [.answered(rttMs: nil)])
  }

  @Test func `the reverse name of another address is nobody's`() {
    var driver = startedMDNS()
    driver.hear(
      [DNSRecord(DNSName(reverseOf: .home(99)), .ptr(DNSName("liar.local") ?? .root))],
      from: .home(20)
    )
    #expect(driver.takeReports().map(\.fact) == [.answered(rttMs: nil)])
  }

  @Test func `random bytes behind a good header never trap`() {
    var driver = startedMDNS()
    var generator = SplitMix64(seed: 7)
    let good = answer(records())
    for _ in 0..<5_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
      }
      driver.deliver(bytes, from: .home(66), port: 5353, to: 5353)
    }
    #expect((driver.source.senders[.home(66)]?.cache.size ?? 0) <= MDNSCache.mostSize)
  }
}
