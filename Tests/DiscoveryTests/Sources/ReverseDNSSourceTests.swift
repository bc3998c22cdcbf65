import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Model
@testable import Discovery

private typealias Driver = SourceDriver<ReverseDNSSource>
private typealias Exchange = (ticket: Ticket, probe: Probe, payload: [UInt8])

private func started(resolvers: [IPAddress] = [.home(1)]) -> Driver {
  var plan = ScanPlan.test
  plan.resolvers = resolvers
  var driver = Driver(ReverseDNSSource(generator: SplitMix64(seed: 1)), plan: plan)
  driver.start()
  return driver
}

private func answer(
  to exchange: Exchange,
  _ name: String?,
  change: (inout DNSMessage) -> Void = { _ in }
) throws -> [UInt8] {
  var message = try DNSMessage(parsing: exchange.payload)
  message.flags.isResponse = true
  if let question = message.questions.first, let name = name.flatMap({ DNSName($0) }) {
    message.answers = [DNSRecord(question.name, .ptr(name))]
  } else {
    message.flags.responseCode = 3
  }
  change(&message)
  return message.serialised
}

extension Driver {
  fileprivate mutating func end(
    _ exchange: Exchange,
    with payload: [UInt8]? = nil,
    from sender: Endpoint? = nil,
    outcome: ProbeOutcome = .timedOut
  ) {
    guard let payload else {
      handle(.probed(exchange.ticket, exchange.probe.target, outcome))
      return
    }
    let datagram = Datagram(
      source: sender ?? exchange.probe.target,
      interface: 2,
      payload: payload,
      receivedAt: now
    )
    handle(.datagram(exchange.ticket, datagram))
    handle(.probed(exchange.ticket, exchange.probe.target, .open(rtt: .milliseconds(1))))
  }
}

@Suite("Reverse look-ups")
struct ReverseDNSSourceTests {
  @Test func `the resolver's name for a host that answers is told`() throws {
    var driver = started()
    driver.learn(.answered(.home(20), interface: 2))
    let exchange = try #require(driver.takeExchanges().first)
    #expect(exchange.probe.target == Endpoint(.home(1), port: 53))
    let query = try DNSMessage(parsing: exchange.payload)
    #expect(query.flags.isRecursionDesired)
    #expect(query.questions.map { "\($0.name)" } == ["20.77.168.192.in-addr.arpa"])
    #expect(driver.source.isActive)
    driver.end(exchange, with: try answer(to: exchange, "living-room.fritz.box"))
    #expect(!driver.source.isActive)
    let findings = driver.takeReports()
    #expect(findings.map(\.subject) == [.home(20)])
    #expect(findings.map(\.fact) == [.name("living-room.fritz.box")])
  }

  @Test func `an alias is followed, a circle of them is not`() throws {
    var driver = started()
    driver.learn(.answered(.home(20), interface: 2))
    let exchange = try #require(driver.takeExchanges().first)
    let alias = try #require(DNSName("20.0-31.77.168.192.in-addr.arpa"))
    let payload = try answer(to: exchange, "a.lan") { message in
      let owner = message.answers[0].name
      message.answers[0].name = alias
      message.answers.append(DNSRecord(owner, .cname(alias)))
    }
    driver.end(exchange, with: payload)
    #expect(driver.takeReports().map(\.fact) == [.name("a.lan")])

    driver.learn(.answered(.home(21), interface: 2))
    let second = try #require(driver.takeExchanges().first)
    driver.end(
      second,
      with: try answer(to: second, "a.lan") {
        $0.answers = [DNSRecord($0.answers[0].name, .cname($0.answers[0].name))]
      }
    )
    #expect(driver.takeReports().isEmpty)
    #expect(!driver.source.isActive)
  }

  @Test func `answers with another number, question or sender are not believed`() throws {
    var driver = started()
    driver.learn(.answered(.home(20), interface: 2))
    let exchange = try #require(driver.takeExchanges().first)
    let forged: [[UInt8]] = [
      try answer(to: exchange, "evil.lan") { $0.id &+= 1 },
      try answer(to: exchange, "evil.lan") { $0.flags.isResponse = false },
      try answer(to: exchange, "evil.lan") {
        $0.questions[0].name = DNSName(reverseOf: .home(21))
      },
      try answer(to: exchange, "evil.lan") {
        $0.answers[0].name = DNSName(reverseOf: .home(21))
        $0.questions = []
      },
      [0xFF],
    ]
    for payload in forged {
      let datagram = Datagram(
        source: exchange.probe.target,
        interface: 2,
        payload: payload,
        receivedAt: driver.now
      )
      driver.handle(.datagram(exchange.ticket, datagram))
    }
    driver.end(
      exchange,
      with: try answer(to: exchange, "evil.lan"),
      from: Endpoint(.home(66), port: 53)
    )
    #expect(driver.takeReports().isEmpty)
  }

  @Test func `a lost question is asked again, with another number`() throws {
    var driver = started()
    driver.learn(.answered(.home(20), interface: 2))
    let first = try #require(driver.takeExchanges().first)
    driver.end(first)
    let second = try #require(driver.takeExchanges().first)
    #expect(first.payload != second.payload)
    driver.end(second)
    #expect(driver.takeExchanges().isEmpty)
    #expect(!driver.source.isActive)
  }

  @Test func `who has no name at one resolver is asked for at the next`() throws {
    var driver = started(resolvers: [.v4(IPv4Address(127, 0, 0, 53)), .home(1)])
    driver.learn(.answered(.home(20), interface: 2))
    let first = try #require(driver.takeExchanges().first)
    #expect(first.probe.target.address == .v4(IPv4Address(127, 0, 0, 53)))
    driver.end(first, with: try answer(to: first, nil))
    let second = try #require(driver.takeExchanges().first)
    #expect(second.probe.target.address == .home(1))
    driver.end(second, with: try answer(to: second, nil))
    #expect(driver.takeExchanges().isEmpty)
    #expect(!driver.source.isActive)
  }

  @Test func `a dead resolver doesn't hold up the scan`() {
    var driver = started()
    for host in UInt8(20)..<80 { driver.learn(.answered(.home(host), interface: 2)) }
    var asked = 0
    while case let exchanges = driver.takeExchanges(), !exchanges.isEmpty {
      #expect(exchanges.count <= 8)
      asked += exchanges.count
      for exchange in exchanges { driver.end(exchange) }
    }
    #expect(asked <= 16)
    #expect(!driver.source.isActive)
  }

  @Test func `without a resolver nothing is asked`() {
    var driver = started(resolvers: [])
    driver.learn(.answered(.home(20), interface: 2))
    #expect(driver.takeExchanges().isEmpty)
    #expect(!driver.source.isActive)
  }
}
