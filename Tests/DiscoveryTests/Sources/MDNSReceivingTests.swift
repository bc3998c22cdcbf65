import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Model

@Suite("What multicast DNS makes of answers")
struct MDNSReceivingTests {
  @Test func `a whole answer becomes one service at its sender's address`() {
    var driver = startedMDNS()
    driver.hear(records())
    let findings = driver.takeReports()
    let service = ServiceInstance(
      type: "_airplay._tcp",
      name: "Living Room",
      host: "Living-Room.local",
      port: 7000,
      txt: ["model": .text("AppleTV6,2")]
    )
    #expect(findings.map(\.fact).contains(.service(service)))
    #expect(findings.map(\.fact).contains(.answered(rttMs: nil)))
    #expect(findings.map(\.fact).contains(.name("Living-Room.local")))
    #expect(findings.allSatisfy { $0.subject == .home(20) })
    // Said once, however often it is heard.
    driver.hear(records())
    #expect(driver.takeReports().isEmpty)
  }

  @Test func `new attributes are said, and nothing else`() {
    var driver = startedMDNS()
    driver.hear(records())
    _ = driver.takeReports()
    driver.hear(records(txt: ["model=AppleTV6,2", "features=1"]))
    let services = driver.takeReports()
    #expect(services.count == 1)
  }

  @Test func `attributes without value, of bytes, and repeated keys`() {
    var driver = startedMDNS()
    var all = records()
    let raw = TXTRecord(strings: [
      Array("Flag".utf8), Array("id=".utf8) + [0xFF, 0xFE], Array("A=1".utf8), Array("a=2".utf8),
      Array("empty=".utf8), Array("=nokey".utf8),
    ])
    all[2].data = .txt(raw)
    driver.hear(all)
    #expect(
      driver.takeServices().first?.service.txt == [
        "flag": .present, "id": .bytes([0xFF, 0xFE]), "a": .text("1"), "empty": .text(""),
      ]
    )
  }

  @Test func `a record that comes late is asked for, and the service said when all is there`()
    throws
  {
    var driver = startedMDNS()
    _ = driver.takeSent()
    let all = records()
    driver.hear([all[0]])
    #expect(driver.takeServices().isEmpty)
    driver.advance(.milliseconds(30))
    var asked = try driver.takeSent().flatMap { try message($0.payload).questions }
    #expect(Set(asked.map(\.type)) == [.srv, .txt])
    driver.hear([all[1], all[2]])
    #expect(driver.takeServices().isEmpty)
    driver.advance(.milliseconds(30))
    asked = try driver.takeSent().flatMap { try message($0.payload).questions }
    #expect(asked.filter { $0.name == name("Living-Room.local") }.map(\.type) == [.a, .aaaa])
    driver.hear([all[3]])
    #expect(driver.takeServices().map(\.subject) == [.home(20)])
  }

  @Test func `a service whose host never resolves waits, said once, without an address`() {
    var driver = startedMDNS()
    driver.hear(Array(records("Ghost", host: "Nowhere.local").prefix(3)))
    driver.advance(.milliseconds(100))
    #expect(!driver.source.isActive)
    driver.advance(.seconds(10))
    let services = driver.takeServices()
    #expect(services.count == 1)
    #expect(services.first?.subject == nil)
    #expect(services.first?.service.host == "Nowhere.local")
  }

  @Test func `a proxy's services are not the proxy's own`() {
    var driver = startedMDNS()
    driver.hear(records("Sleeping Mac", host: "Mac.local"), from: .home(40))
    let findings = driver.takeReports()
    #expect(
      findings.contains {
        $0.subject == .home(40)
          && $0.fact == .hostAddress(host: "Mac.local", address: .home(20))
      }
    )
    #expect(!findings.contains { $0.fact == .name("Mac.local") })
    let services = findings.filter { if case .service = $0.fact { true } else { false } }
    #expect(services.map(\.subject) == [nil])
    #expect(!findings.contains { $0.subject == .home(20) })
  }

  @Test func `two devices of one name keep a service each`() {
    var driver = startedMDNS()
    driver.hear(records())
    driver.hear(
      records(address: IPv4Address(192, 168, 77, 21), txt: ["model=AppleTV14,1"]),
      from: .home(21)
    )
    let services = driver.takeServices()
    #expect(services.map(\.subject) == [.home(20), .home(21)])
    #expect(services.last?.service.txt["model"] == .text("AppleTV14,1"))
  }

  @Test(arguments: ["D0817AD9AF37@Wohnzimmer", "Anna’s MacBook Pro", "🎧 Küche", "a.b\\c"])
  func `names come through as they are`(instance: String) {
    var driver = startedMDNS()
    driver.hear(records(instance, type: "_raop._tcp"))
    #expect(driver.takeServices().map(\.service.name) == [instance])
  }

  @Test func `records spread over several packets make one service`() {
    var driver = startedMDNS()
    let all = records()
    for (index, record) in all.enumerated() {
      let flags = index < 3 ? DNSFlags(rawValue: 0x8600) : .authoritativeAnswer
      driver.deliver(
        DNSMessage(flags: flags, answers: [record]).serialised,
        from: .home(20),
        port: 5353,
        to: 5353
      )
    }
    let services = driver.takeServices()
    #expect(services.map(\.subject) == [.home(20)])
    #expect(services.first?.service.txt["model"] == .text("AppleTV6,2"))
  }

  @Test func `a goodbye ends the asking, and a return is heard`() throws {
    var driver = startedMDNS()
    let all = records()
    driver.hear([all[0]])
    driver.hear([records(ttl: 0)[0]])
    _ = driver.takeSent()
    driver.advance(.milliseconds(900))
    let asked = try driver.takeSent().flatMap { try message($0.payload).questions }
    #expect(asked.filter { $0.type != .ptr } == [])
    #expect(driver.takeServices().isEmpty)
    driver.hear(all)
    #expect(driver.takeServices().count == 1)
  }

  @Test func `a goodbye alone tells of no service`() {
    var driver = startedMDNS()
    driver.hear(records(ttl: 0))
    driver.advance(.seconds(10))
    #expect(driver.takeServices().isEmpty)
  }

  @Test func `a host's old address goes when a new one replaces it`() {
    var driver = startedMDNS()
    driver.hear(records(address: IPv4Address(192, 168, 77, 99)))
    #expect(driver.takeServices().map(\.subject) == [nil])
    driver.advance(.seconds(2))
    driver.hear(records())
    #expect(driver.takeServices().map(\.subject) == [.home(20)])
    driver.advance(.seconds(2))
    let state = driver.source.senders[.home(20)]
    #expect(
      state?.cache.addresses(of: name("Living-Room.local"), now: driver.now) == [.home(20)]
    )
  }

  @Test func `what has run out is forgotten, and what is half gone no longer known`() throws {
    var driver = startedMDNS()
    driver.hear(records(ttl: 120))
    let known = { (driver: MDNSDriver) in
      driver.source.senders[.home(20)]?.cache.knownAnswers(now: driver.now).count
    }
    #expect(known(driver) == 1)
    driver.advance(.seconds(59))
    #expect(known(driver) == 1)
    driver.advance(.seconds(2))
    #expect(known(driver) == 0)
    driver.advance(.seconds(200))
    #expect(driver.source.senders[.home(20)]?.cache.entries.isEmpty == true)
    #expect(driver.source.size == 0)
    // It comes back as something new.
    _ = driver.takeReports()
    driver.hear(records(ttl: 120))
    #expect(driver.takeServices().map(\.subject) == [.home(20)])
  }

  @Test func `a model announced beside services is theirs`() {
    var driver = startedMDNS()
    let model = DNSRecord(
      name("Living Room._device-info._tcp.local"),
      .txt(TXTRecord(strings: [Array("model=MacBookPro18,3".utf8)]))
    )
    driver.hear(records(type: "_smb._tcp") + [model])
    let services = driver.takeServices()
    #expect(services.map(\.service.type) == ["_smb._tcp", "_device-info._tcp"])
    #expect(services.last?.subject == .home(20))
    #expect(services.last?.service.txt["model"] == .text("MacBookPro18,3"))
  }

  @Test func `a model that isn't told is asked for, of all and then of its host alone`() throws {
    var driver = startedMDNS()
    driver.hear(records(type: "_smb._tcp"))
    driver.dropSent()
    var asked: [Endpoint] = []
    for _ in 0..<50 {
      driver.advance(.milliseconds(100))
      for packet in driver.takeSent() {
        let questions = try message(packet.payload).questions
        guard questions.map(\.name) == [name("Living Room._device-info._tcp.local")] else {
          continue
        }
        asked.append(packet.to)
      }
    }
    #expect(
      asked == [
        Endpoint(.v4(MulticastDNS.ipv4Group), port: 5353), Endpoint(.home(20), port: 5353),
      ]
    )
  }

  @Test func `who asks is there`() {
    var driver = startedMDNS()
    let query = MulticastDNSQuery(questions: [DNSQuestion(name("_ipp._tcp.local"), .ptr)])
    driver.deliver(query.packets()[0], from: .home(50), port: 5353, to: 5353)
    driver.deliver(query.packets()[0], from: .home(2), port: 5353, to: 5353)
    let findings = driver.takeReports()
    #expect(findings.map(\.subject) == [.home(50)])
    #expect(findings.map(\.fact) == [.answered(rttMs: nil)])
  }
}
