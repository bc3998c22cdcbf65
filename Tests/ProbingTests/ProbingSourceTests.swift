import HomeSupport
import Identification
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Model
@testable import Probing

/// The source that asks hosts what they are, driven by hand.
@Suite struct ProbingSourceTests {
  private let host = IPAddress.home(40)

  @Test func `A device that answers is asked what its evidence makes likely, and others aren't`() {
    var driver = ProbingSourceTests.driver(AskPort(port: 8060))
    driver.learn(.learnt(.name("tv"), about: .home(41)))
    #expect(driver.takeConnects().isEmpty)
    driver.learn(.learnt(.name("tv"), about: host))
    let connects = driver.takeConnects()
    #expect(connects.map(\.probe.target) == [Endpoint(host, port: 8060)])
    #expect(connects.first?.probe.keepsOpen == ProbingSource.streamLifetime)
    driver.learn(.learnt(.name("tv-2"), about: host))
    #expect(driver.takeConnects().isEmpty)
  }

  @Test func `A host's maker is that of the registry which the source was given`() throws {
    let newer = try VendorTable(files: [Array("FC:FF:AA\tNew\tNewcomer Limited\n".utf8)])
    let identifier = Identifier(vendors: VendorRegistry(adding: newer))
    func maker(_ source: ProbingSource) -> String? {
      var driver = SourceDriver(source)
      driver.start()
      driver.learn(.answered(host, interface: 2))
      driver.learn(.learnt(.linkAddress(MACAddress(rawValue: 0xFCFF_AA00_0001)), about: host))
      return driver.source.knowledge.hosts[host]?.macVendor
    }
    let standard = standardSources(for: .test, seed: 1, identifier: identifier)
    let source = try #require(standard.compactMap { $0 as? ProbingSource }.first)
    #expect(maker(source) == "Newcomer")
    #expect(maker(ProbingSource(probes: [])) == nil)
  }

  @Test func `The connection that found the port open is taken over, not opened again`() {
    var driver = ProbingSourceTests.driver(AskPort(port: 80, path: "/a"), AskPort(port: 80))
    driver.learn(.learnt(.port(80, .tcp, .open), about: host))
    #expect(driver.takeConnects().isEmpty)
    let ticket = Ticket(owner: 7, number: 1)
    let isTaken = driver.adopt(OpenConnection(ticket: ticket, target: Endpoint(host, port: 80)))
    #expect(isTaken)
    #expect(driver.takeWrites(over: ticket).hasPrefix("GET /a "))
    driver.handle(.received(ticket, ProbingSourceTests.answer("one")))
    #expect(driver.takeWrites(over: ticket).hasPrefix("GET / "))
    driver.handle(.received(ticket, ProbingSourceTests.answer("two")))
    #expect(driver.takeAnswers().map(\.body) == ["one", "two"])
    #expect(driver.takeCancelled() == [ticket])
    #expect(!driver.source.isActive)
  }

  @Test func `A connection of no use is left, and what waited for another is asked at once`() {
    var driver = ProbingSourceTests.driver(AskPort(port: 80))
    let other = OpenConnection(
      ticket: Ticket(owner: 7, number: 1),
      target: Endpoint(host, port: 22)
    )
    driver.learn(.learnt(.port(22, .tcp, .open), about: host))
    #expect(driver.takeConnects().map(\.probe.target.port) == [80])
    let isTaken = driver.adopt(other)
    #expect(!isTaken)
  }

  @Test func `Requests to one port share a connection, other ports get their own`() {
    var driver = ProbingSourceTests.driver(
      AskPort(port: 80, path: "/a"),
      AskPort(port: 80, path: "/b"),
      AskPort(port: 8080)
    )
    driver.learn(.learnt(.name("x"), about: host))
    let connects = driver.takeConnects()
    #expect(connects.map(\.probe.target.port) == [80, 8080])
    driver.open(connects[0])
    #expect(driver.takeWrites(over: connects[0].ticket).hasPrefix("GET /a "))
    driver.handle(.received(connects[0].ticket, ProbingSourceTests.answer("")))
    #expect(driver.takeWrites(over: connects[0].ticket).hasPrefix("GET /b "))
  }

  @Test func `A device gets three connections at a time and six in all`() {
    var driver = ProbingSourceTests.driver(probes: (0..<12).map { AskPort(port: 2000 + $0) })
    driver.learn(.learnt(.name("x"), about: host))
    var open = driver.takeConnects()
    #expect(open.count == ProbeQueue.mostAtOnce)
    var count = 0
    while !open.isEmpty {
      count += 1
      let next = open.removeFirst()
      driver.handle(.probed(next.ticket, next.probe.target, .timedOut))
      open += driver.takeConnects()
      #expect(open.count <= ProbeQueue.mostAtOnce)
    }
    #expect(count == ProbeQueue.mostConnections)
    #expect(!driver.source.isActive)
  }

  @Test func `A server that closes after each answer is asked the rest over few connections`() {
    var driver = ProbingSourceTests.driver(
      probes: (0..<20).map { AskPort(port: 80, path: "/\($0)") }
    )
    driver.learn(.learnt(.name("x"), about: host))
    var connections = 0
    while let next = driver.takeConnects().first {
      connections += 1
      driver.open(next)
      driver.handle(.received(next.ticket, ProbingSourceTests.answer("x", closing: true)))
    }
    #expect(connections == ProbeQueue.mostConnections)
    #expect(driver.takeAnswers().count == ProbeQueue.mostConnections)
    #expect(!driver.source.isActive)
  }

  @Test(arguments: [ConnectionEnd.ended, .reset, .exhausted])
  func `A server that answers nothing is not tried again and again`(end: ConnectionEnd) {
    var driver = ProbingSourceTests.driver(
      probes: (0..<20).map { AskPort(port: 80, path: "/\($0)") }
    )
    driver.learn(.learnt(.name("x"), about: host))
    let first = driver.takeConnects()
    #expect(first.count == 1)
    driver.open(first[0])
    driver.handle(.closed(first[0].ticket, end))
    #expect(driver.takeConnects().isEmpty)
    #expect(!driver.source.isActive)
  }

  @Test func `A lost datagram is sent once more, and then no more`() {
    var driver = ProbingSourceTests.driver(AskByDatagram(count: 1))
    driver.learn(.learnt(.name("x"), about: host))
    for _ in 0..<2 {
      let sent = driver.takeExchanges()
      #expect(sent.count == 1)
      driver.handle(.probed(sent[0].ticket, sent[0].probe.target, .timedOut))
    }
    #expect(driver.takeExchanges().isEmpty)
    #expect(!driver.source.isActive)
  }

  @Test func `A refused datagram is not sent again, an answered one is heard`() {
    var driver = ProbingSourceTests.driver(AskByDatagram(count: 2))
    driver.learn(.learnt(.name("x"), about: host))
    let sent = driver.takeExchanges()
    #expect(sent.count == 2)
    driver.handle(.probed(sent[0].ticket, sent[0].probe.target, .refused(rtt: .zero)))
    let reply = Datagram(
      source: sent[1].probe.target,
      interface: 2,
      payload: [7],
      receivedAt: driver.now
    )
    driver.handle(.datagram(sent[1].ticket, reply))
    driver.handle(.probed(sent[1].ticket, sent[1].probe.target, .open(rtt: .zero)))
    #expect(driver.takeReports().map(\.fact) == [.datagram(DatagramAnswer(port: 1, bytes: [7]))])
    #expect(driver.takeExchanges().isEmpty)
  }

  @Test func `A device gets three datagrams at a time and twenty-four in all`() {
    var driver = ProbingSourceTests.driver(AskByDatagram(count: 40))
    driver.learn(.learnt(.name("x"), about: host))
    var waiting = driver.takeExchanges()
    var count = 0
    while !waiting.isEmpty {
      #expect(waiting.count <= ProbeQueue.mostAtOnce)
      count += 1
      let next = waiting.removeFirst()
      driver.handle(.probed(next.ticket, next.probe.target, .timedOut))
      waiting += driver.takeExchanges()
    }
    #expect(count == ProbeQueue.mostDatagrams)
    #expect(!driver.source.isActive)
  }

  @Test func `What is kept of a device's answers is bounded`() {
    var driver = ProbingSourceTests.driver(
      probes: (0..<40).map { AskPort(port: 80, path: "/\($0)") }
    )
    driver.learn(.learnt(.name("x"), about: host))
    let talk = driver.takeConnects()[0]
    driver.open(talk)
    let body = String(repeating: "x", count: 30_000)
    for _ in 0..<40 { driver.handle(.received(talk.ticket, ProbingSourceTests.answer(body))) }
    let kept = driver.takeAnswers()
    #expect((1...8).contains(kept.count))
    #expect(kept.reduce(0) { $0 + ($1.body?.utf8.count ?? 0) } <= ProbeQueue.mostBytes)
  }

  @Test func `Excluded hosts are neither asked nor adopted for`() {
    var plan = ScanPlan.test
    plan.excluded = Exclusion([.v4(IPv4Prefix(IPv4Address(192, 168, 77, 40), length: 32))])
    var driver = SourceDriver(ProbingSource(probes: [AskPort(port: 80)]), plan: plan)
    driver.start()
    driver.learn(.answered(host, interface: 2))
    driver.learn(.learnt(.name("x"), about: host))
    driver.learn(.learnt(.port(80, .tcp, .open), about: host))
    let connection = OpenConnection(
      ticket: Ticket(owner: 7, number: 1),
      target: Endpoint(host, port: 80)
    )
    let isTaken = driver.adopt(connection)
    #expect(!isTaken)
    #expect(driver.requests.isEmpty)
  }

  @Test func `A failure of this machine is reported and tried again a moment later`() {
    var driver = ProbingSourceTests.driver(AskPort(port: 80), AskPort(port: 80, path: "/b"))
    driver.learn(.learnt(.name("x"), about: host))
    let first = driver.takeConnects()[0]
    driver.handle(.probed(first.ticket, first.probe.target, .localFailure(.noDescriptors)))
    #expect(driver.takeConnects().isEmpty)
    #expect(driver.source.isActive)
    driver.advance(ProbingSource.pause)
    let again = driver.takeConnects()
    #expect(again.count == 1)
    driver.open(again[0])
    #expect(driver.takeWrites(over: again[0].ticket).hasPrefix("GET / "))
  }

  @Test func `A failure that stays ends, too`() {
    var driver = ProbingSourceTests.driver(AskPort(port: 80))
    driver.learn(.learnt(.name("x"), about: host))
    var count = 0
    while let next = driver.takeConnects().first {
      count += 1
      driver.handle(.probed(next.ticket, next.probe.target, .localFailure(.noBuffers)))
      driver.advance(ProbingSource.pause)
    }
    #expect(count == ProbeQueue.mostConnections)
    #expect(!driver.source.isActive)
  }

  @Test func `No question for a printing port is asked, whoever names it`() {
    for port: UInt16 in [515, 9100, 9101, 9107] {
      var driver = ProbingSourceTests.driver(AskPort(port: port))
      driver.learn(.learnt(.name("x"), about: host))
      let questions = driver.requests.filter { if case .wake = $0 { false } else { true } }
      #expect(questions.isEmpty)
    }
  }

  @Test func `A redirect is followed on the same host and nowhere else`() {
    for (location, port) in [
      ("/login", UInt16?(80)), ("https://192.168.77.40/", 443), ("http://192.168.77.41/", nil),
      ("http://evil.example/", nil), ("http://192.168.77.40:9100/", nil),
    ] {
      var driver = ProbingSourceTests.driver(WebPageProbe())
      driver.learn(.learnt(.port(80, .tcp, .open), about: host))
      let ticket = Ticket(owner: 7, number: 1)
      let isTaken = driver.adopt(OpenConnection(ticket: ticket, target: Endpoint(host, port: 80)))
      #expect(isTaken)
      _ = driver.takeWrites(over: ticket)
      let text = "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
      driver.handle(.received(ticket, Array(text.utf8)))
      let isSame = driver.requests.contains { if case .write = $0 { true } else { false } }
      let connects = driver.takeConnects()
      #expect((isSame ? 80 : connects.first?.probe.target.port) == port, "\(location)")
      #expect(connects.allSatisfy { $0.probe.target.address == host })
    }
  }

  @Test func `Redirects in a circle end`() {
    var driver = ProbingSourceTests.driver(WebPageProbe())
    driver.learn(.learnt(.port(80, .tcp, .open), about: host))
    let ticket = Ticket(owner: 7, number: 1)
    _ = driver.adopt(OpenConnection(ticket: ticket, target: Endpoint(host, port: 80)))
    var asked = 0
    while !driver.takeWrites(over: ticket).isEmpty, asked < 100 {
      asked += 1
      let text = "HTTP/1.1 302 Found\r\nLocation: /\(asked)\r\nContent-Length: 0\r\n\r\n"
      driver.handle(.received(ticket, Array(text.utf8)))
    }
    #expect(asked <= 4)
    #expect(!driver.source.isActive)
  }

  @Test func `Events for what is over are ignored`() {
    var driver = ProbingSourceTests.driver(AskPort(port: 80))
    driver.learn(.learnt(.name("x"), about: host))
    let talk = driver.takeConnects()[0]
    driver.open(talk)
    driver.handle(.closed(talk.ticket, .reset))
    _ = driver.takeReports()
    driver.handle(.received(talk.ticket, ProbingSourceTests.answer("late")))
    driver.handle(.closed(talk.ticket, .ended))
    driver.handle(.probed(talk.ticket, talk.probe.target, .open(rtt: .zero)))
    #expect(driver.takeReports().isEmpty)
    #expect(!driver.source.isActive)
  }
}
