import LinuxNetwork
import Model
import Networking
import Testing
import Wire
@testable import Diagnostics

@Suite struct `The verdict on a connection` {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code: ConnectionVerdict.Code
    /// Words of the sentence.
    var says: String
    var host: String? = "far.test.net"
    var change: @Sendable (inout Situation) -> Void
  }

  static func filtered(_ ports: UInt16...) -> ConnectionStep {
    .tcp(ports.map { ($0, .timedOut) })
  }

  private static let ownNetwork: [Case] = [
    Case(testDescription: "all well", code: .well, says: "nothing is wrong") { _ in },
    Case(testDescription: "all well without a host", code: .well, says: "name a host", host: nil) {
      _ in
    },
    Case(testDescription: "cable out", code: .noCarrier, says: "eth0 has no link", host: nil) {
      $0.configuration.interfaces[1].hasCarrier = false
      $0.configuration.gateways = []
      $0.gateway = .gateway([], elapsed: .zero)
      $0.resolver = Situation.resolver(nil, failure: .unreachable)
    },
    Case(testDescription: "switched off", code: .interfaceDown, says: "eth0 is switched off") {
      $0.configuration.interfaces[1].isUp = false
      $0.configuration.interfaces[1].hasCarrier = false
      $0.name = .name("far.test.net", .failure(.unanswered))
      ($0.route, $0.tcp, $0.tls) = (nil, nil, nil)
    },
    Case(testDescription: "no interface", code: .noInterface, says: "no network interface") {
      $0.configuration.interfaces.removeLast()
      $0.tcp = .tcp([(443, .localFailure(.noRoute))])
    },
    Case(testDescription: "no address", code: .noAddress, says: "no DHCP server", host: nil) {
      $0.configuration.interfaces[1].ipv4 = []
      $0.gateway = .gateway([], elapsed: .zero)
    },
    Case(
      testDescription: "169.254",
      code: .selfAssigned,
      says: "eth0 has only the address 169.254.7.7",
      host: nil
    ) {
      let own = IPv4Address(169, 254, 7, 7)
      $0.configuration.interfaces[1].ipv4 = [
        .init(address: own, prefix: IPv4Prefix(own, length: 16))
      ]
    },
    Case(testDescription: "no default route", code: .noGateway, says: "no default route") {
      $0.gateway = .gateway([], elapsed: .zero)
      $0.tcp = .tcp([(443, .localFailure(.noRoute))])
    },
    Case(
      testDescription: "gateway silent",
      code: .gatewaySilent,
      says: "The router 192.168.1.1 does not answer",
      host: nil
    ) {
      var finding = GatewayResult(address: Situation.router)
      finding.sent = 3
      $0.gateway = .gateway([finding], elapsed: .seconds(2))
      $0.resolver = Situation.resolver(nil)
    },
    Case(
      testDescription: "gateway gone, though ARP remembers it",
      code: .gatewaySilent,
      says: "does not answer",
      host: nil
    ) {
      var finding = GatewayResult(address: Situation.router)
      finding.sent = 3
      finding.neighbour = Neighbour(
        address: Situation.router,
        interface: 2,
        mac: MACAddress("02:00:00:00:00:01"),
        state: .delay,
        confirmedAgo: .seconds(40)
      )
      $0.gateway = .gateway([finding], elapsed: .seconds(2))
    },
    Case(
      testDescription: "gateway without echoes",
      code: .well,
      says: "are well",
      host: nil
    ) {
      var finding = GatewayResult(address: Situation.router)
      finding.sent = 3
      finding.neighbour = Neighbour(
        address: Situation.router,
        interface: 2,
        mac: MACAddress("02:00:00:00:00:01"),
        state: .reachable
      )
      $0.gateway = .gateway([finding], elapsed: .seconds(2))
    },
    Case(testDescription: "no resolver", code: .noResolver, says: "resolv.conf", host: nil) {
      $0.resolver = .resolver([])
    },
    Case(
      testDescription: "resolver silent",
      code: .resolverSilent,
      says: "The resolver 192.168.1.1 does not answer"
    ) {
      $0.resolver = Situation.resolver(nil)
      $0.name = .name("far.test.net", nil)
      ($0.route, $0.tcp, $0.tls) = (nil, nil, nil)
    },
    Case(testDescription: "resolver fails", code: .resolverFails, says: "can't look names up") {
      $0.resolver = Situation.resolver(.serverFailure)
      $0.name = .name("far.test.net", .failure(.unanswered))
      ($0.route, $0.tcp, $0.tls) = (nil, nil, nil)
    },
    Case(
      testDescription: "resolver lies",
      code: .resolverLies,
      says: "names that can't exist",
      host: nil
    ) { $0.resolver = Situation.resolver(lies: true) },
    Case(testDescription: "name unknown", code: .nameUnknown, says: "no host called far.test.net") {
      $0.resolver = Situation.resolver(.noSuchName)
      $0.name = .name("far.test.net", .failure(.unknown))
      ($0.route, $0.tcp, $0.tls) = (nil, nil, nil)
    },
  ]

  @Test(arguments: ownNetwork + target)
  func `names the nearest fault that explains what is seen`(given: Case) {
    var situation = Situation(host: given.host)
    given.change(&situation)
    let verdict = situation.verdict
    #expect(verdict.code == given.code, "\(verdict)")
    #expect(verdict.text.contains(given.says), "\(verdict.text)")
    #expect(verdict.text.hasSuffix("."))
    #expect(!verdict.text.dropLast().contains(". "), "more than one sentence: \(verdict.text)")
    if ![.notKnown].contains(verdict.code) { #expect(!verdict.because.isEmpty) }
  }

  @Test func `a target that answers proves the way, whatever else is broken`() {
    var situation = Situation()
    situation.gateway = .gateway([GatewayResult(address: Situation.router)], elapsed: .seconds(2))
    situation.resolver = Situation.resolver(nil)
    let verdict = situation.verdict
    #expect(verdict.code == .well)
    #expect(verdict.notes.count == 2, "\(verdict.notes)")
    #expect(verdict.notes.first?.hasPrefix("gateway: 192.168.1.1 doesn't answer") == true)
  }

  @Test func `a point-to-point link needs no gateway`() {
    var situation = Situation(host: nil)
    situation.goDirect()
    #expect(situation.gateway?.state == .skipped)
    #expect(situation.gateway?.words == "ppp0 is a point-to-point link, no gateway")
    #expect(ConnectionStep.link(situation.configuration).words == "ppp0 is up")
    let verdict = situation.verdict
    #expect(verdict.code == .well && verdict.notes.isEmpty, "\(verdict)")
    #expect(verdict.text.hasPrefix("This machine's link, address and resolver are well"))
  }

  @Test func `each family has a way of its own`() throws {
    let other = try #require(IPAddress("fe80::1%eth0"))
    var dead = GatewayResult(address: Situation.router)
    dead.sent = 3
    var alive = GatewayResult(address: other)
    (alive.sent, alive.received, alive.roundTrip) = (3, 3, .milliseconds(1))
    let step = ConnectionStep.gateway([dead, alive], elapsed: .seconds(1))
    #expect(step.state == .bad && step.fault == .gatewaySilent(Situation.router))
    #expect(step.words.contains("fe80::1%eth0 answers in 1.0 ms"))
    var situation = Situation(host: nil)
    situation.gateway = step
    #expect(situation.verdict.code == .gatewaySilent)
    // A target of the other family fails for another reason.
    situation = Situation()
    situation.gateway = step
    situation.tcp = .tcp([(443, .refused(rtt: .milliseconds(1)))])
    #expect(situation.verdict.code == .gatewaySilent)
    situation.address = IPAddress("2001:db8::9")
    #expect(situation.verdict.code == .refused)
  }

  @Test func `without a gateway the way is still looked at`() {
    var situation = Situation()
    situation.goDirect()
    #expect(situation.verdict.code == .well)
    situation.tcp = .tcp([(443, .timedOut)])
    situation.tls = nil
    situation.route = ConnectionStep(.route, .unknown, "?", fault: .pathEnds(hop: nil, nil))
    #expect(situation.verdict.code == .nothingBeyondGateway)
    #expect(situation.verdict.text.hasPrefix("Nothing beyond this machine's link answers"))
    situation.route = Situation.endingRoute(hop: 4)
    #expect(situation.verdict.code == .pathEnds)
    situation.name = .name("far.test.net", nil)
    situation.resolver = Situation.resolver(nil)
    #expect(situation.verdict.code == .resolverSilent)
  }

  @Test func `a default route onto a shared link is none either`() {
    var situation = Situation(host: nil)
    situation.goDirect()
    situation.configuration.interfaces[1].isBroadcast = true
    let step = ConnectionStep.gateway(
      [],
      ways: situation.configuration.directInterfaces,
      elapsed: .zero
    )
    #expect(step.words == "the default route leads straight onto ppp0, no gateway")
    #expect(step.state == .skipped && step.fault == nil)
  }

  @Test func `this machine itself needs no network`() {
    var situation = Situation(host: "127.0.0.1:8080")
    situation.configuration.interfaces.removeLast()
    situation.name = nil
    situation.reach = .itself
    situation.gateway = .gateway([], elapsed: .zero)
    situation.tcp = .tcp([(8080, .refused(rtt: .microseconds(50)))])
    #expect(situation.verdict.code == .refused)
  }

  @Test func `every word for programs can be said`() {
    let said = Set((Self.ownNetwork + Self.target).map(\.code))
    let unsaid = Set(ConnectionVerdict.Code.allCases).subtracting(said)
    // These are the same rule as others with another word.
    #expect(unsaid == [.certificateNotYetValid, .certificateRevoked, .tlsFails, .nameUnresolved])
  }
}
