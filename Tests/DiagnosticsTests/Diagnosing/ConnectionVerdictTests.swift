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

  private static func filtered(_ ports: UInt16...) -> ConnectionStep {
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

  private static let target: [Case] = [
    Case(testDescription: "refused", code: .refused, says: "refuses port 443: no service") {
      $0.tcp = .tcp([(443, .refused(rtt: .milliseconds(9)))])
      $0.tls = nil
    },
    Case(testDescription: "one refusal shows more than a silence", code: .refused, says: "port 80:")
    {
      $0.tcp = .tcp([(443, .timedOut), (80, .refused(rtt: .milliseconds(9)))])
    },
    Case(testDescription: "filtered", code: .filtered, says: "ports 443 and 80 are silent") {
      $0.tcp = filtered(443, 80)
    },
    Case(testDescription: "forbidden", code: .prohibited, says: "A filter forbids") {
      $0.tcp = .tcp([(443, .unreachable(.prohibited))])
    },
    Case(
      testDescription: "nothing beyond the gateway",
      code: .nothingBeyondGateway,
      says: "The router answers, but nothing beyond it"
    ) {
      $0.tcp = filtered(443)
      $0.route = Situation.endingRoute(hop: 1)
    },
    Case(testDescription: "path ends", code: .pathEnds, says: "as far as 10.0.4.1 at hop 4") {
      $0.tcp = filtered(443)
      $0.route = Situation.endingRoute(hop: 4)
    },
    Case(
      testDescription: "path blocked",
      code: .pathBlocked,
      says: "The router 10.0.3.1 at hop 3 says"
    ) {
      $0.tcp = filtered(443)
      $0.route = ConnectionStep(
        .route,
        .bad,
        "?",
        fault: .pathBlocked(hop: 3, .v4(IPv4Address(10, 0, 3, 1)), "there is no route")
      )
    },
    Case(
      testDescription: "no line beyond the gateway",
      code: .nothingBeyondGateway,
      says: "The router 192.168.1.1 answers, but says"
    ) {
      $0.tcp = .tcp([(443, .unreachable(.noRoute))])
      $0.route = ConnectionStep(
        .route,
        .bad,
        "?",
        fault: .pathBlocked(hop: 1, Situation.router, "there is no route to that network")
      )
    },
    Case(
      testDescription: "the provider's next hop is dead, as if the target were",
      code: .pathBlocked,
      says: "The router 10.0.2.1 at hop 2 says"
    ) {
      $0.tcp = .tcp([(443, .unreachable(.host))])
      $0.route = ConnectionStep(
        .route,
        .bad,
        "?",
        fault: .pathBlocked(hop: 2, .v4(IPv4Address(10, 0, 2, 1)), "the next does not answer")
      )
    },
    Case(testDescription: "black hole", code: .blackHole, says: "more than 1400 bytes vanish") {
      $0.tls = ConnectionStep(.tls, .bad, "?", fault: .tls(.noCertificate, "no certificate"))
      var finding = PathMTUResult(link: 1500)
      (finding.mtu, finding.isBlackHole) = (1400, true)
      $0.others = [.mtu(finding, to: "far.test.net")]
    },
    Case(
      testDescription: "black hole on the way back",
      code: .blackHole,
      says: "1400 bytes at most"
    ) {
      var finding = PathMTUResult(link: 1500)
      (finding.mtu, finding.limits) = (1400, [.init(address: Situation.router, mtu: 1400)])
      let content = ContentResult(port: 80, end: .timedOut(connected: true))
      $0.others = [.mtu(finding, to: "far.test.net"), .content(content, isDoubted: false)]
    },
    Case(testDescription: "a small path that works", code: .well, says: "nothing is wrong") {
      var finding = PathMTUResult(link: 1500)
      (finding.mtu, finding.limits) = (1400, [.init(address: Situation.router, mtu: 1400)])
      $0.others = [.mtu(finding, to: "far.test.net")]
    },
    Case(testDescription: "content stops", code: .contentStops, says: "stops sending after 900") {
      var content = ContentResult(port: 80, end: .timedOut(connected: true), count: 900)
      content.status = 200
      $0.others = [.content(content, isDoubted: false)]
    },
    Case(testDescription: "redirected to sign in", code: .captivePortal, says: "at 10.1.1.1") {
      var content = ContentResult(port: 80, end: .done, count: 90, status: 302)
      (content.redirect, content.isRedirectNear) = ("10.1.1.1", true)
      $0.others = [.content(content, isDoubted: false)]
    },
    Case(testDescription: "a page in its place", code: .captivePortal, says: "even 192.0.2.1") {
      var content = ContentResult(port: 80, end: .done, count: 900, status: 200)
      content.unassigned = IPAddress("192.0.2.1")
      $0.others = [.content(content, isDoubted: false)]
    },
    Case(testDescription: "a sign-in page", code: .captivePortal, says: "A sign-in page answers") {
      var content = ContentResult(port: 80, end: .done, count: 900, status: 200)
      (content.unassigned, content.isSignIn) = (IPAddress("192.0.2.1"), true)
      $0.others = [.content(content, isDoubted: false)]
    },
    Case(testDescription: "its own sign-in page", code: .well, says: "nothing is wrong") {
      let content = ContentResult(port: 80, end: .done, count: 900, status: 200, isSignIn: true)
      $0.others = [.content(content, isDoubted: false)]
    },
    Case(testDescription: "a made-up address's page", code: .captivePortal, says: "at 10.0.0.1") {
      $0.name = .name("www.shop.net", .success([.v4(IPv4Address(10, 0, 0, 1))]))
      $0.resolver = Situation.resolver(lies: true)
      $0.tls = .skipped(.tls, "TLS is not spoken on port 80")
      let content = ContentResult(port: 80, end: .done, count: 900, status: 200)
      $0.others = [.content(content, isDoubted: false)]
    },
    Case(testDescription: "a page at a private address", code: .well, says: "nothing is wrong") {
      $0.name = .name("www.shop.net", .success([.v4(IPv4Address(10, 0, 0, 1))]))
      $0.tls = .skipped(.tls, "TLS is not spoken on port 80")
      let content = ContentResult(port: 80, end: .done, count: 900, status: 200, isSignIn: true)
      $0.others = [.content(content, isDoubted: false)]
    },
    Case(testDescription: "redirected elsewhere", code: .well, says: "nothing is wrong") {
      let content = ContentResult(
        port: 80,
        end: .done,
        count: 90,
        status: 302,
        redirect: "other.test.org"
      )
      $0.others = [.content(content, isDoubted: false)]
    },
    Case(testDescription: "own route refuses", code: .routeRefuses, says: "9.9.9.0/24 refuses") {
      $0.tcp = .tcp([(443, .unreachable(.noRoute))])
      $0.configuration.routes = [
        StaticRoute(destination: .v4(IPv4Address(9, 9, 9, 0)), length: 24, gateway: nil)
      ]
      $0.others = [.routes($0.configuration, to: Situation.far)]
    },
    Case(testDescription: "lying resolver", code: .resolverLies, says: "can't exist") {
      $0.resolver = Situation.resolver(lies: true)
    },
    Case(testDescription: "router doubled", code: .duplicateAddress, says: "2 devices have") {
      let macs = ["02:00:00:00:00:01", "02:00:00:00:00:02"].compactMap { MACAddress($0) }
      let router = IPv4Address(192, 168, 1, 1)
      $0.others = [.duplicates([router: Set(macs)], own: [IPv4Address(192, 168, 1, 7)])]
    },
    Case(testDescription: "own address doubled", code: .duplicateAddress, says: "this machine's") {
      let macs = ["02:00:00:00:00:01"].compactMap { MACAddress($0) }
      let own = IPv4Address(192, 168, 1, 7)
      $0.others = [.duplicates([own: Set(macs)], own: [own])]
    },
    Case(testDescription: "link to the router loses", code: .gatewayLoss, says: "(12 of 43 echoes)")
    {
      var finding = GatewayResult(address: Situation.router)
      (finding.sent, finding.received) = (20, 15)
      (finding.slowSent, finding.slowReceived) = (23, 16)
      $0.gateway = .gateway([finding], elapsed: .seconds(4))
    },
    Case(testDescription: "router answers only so often", code: .well, says: "nothing is wrong") {
      var finding = GatewayResult(address: Situation.router)
      (finding.sent, finding.received) = (20, 8)
      (finding.slowSent, finding.slowReceived) = (23, 22)
      $0.gateway = .gateway([finding], elapsed: .seconds(4))
    },
    Case(testDescription: "circle", code: .pathLoop, says: "round in circles") {
      $0.tcp = filtered(443)
      $0.route = ConnectionStep(.route, .bad, "?", fault: .pathLoops("It goes round in circles."))
    },
    Case(testDescription: "loss", code: .pathLoss, says: "Loss begins at hop 3") {
      $0.route = ConnectionStep(
        .route,
        .bad,
        "?",
        fault: .pathLoses(hop: 3, share: 0.3, "Loss begins at hop 3.")
      )
    },
    Case(testDescription: "a little loss", code: .well, says: "nothing is wrong") {
      $0.route = ConnectionStep(
        .route,
        .ok,
        "?",
        fault: .pathLoses(hop: 3, share: 0.1, "Loss begins at hop 3.")
      )
    },
    Case(testDescription: "off", code: .hostAbsent, says: "No device on this network has") {
      $0.reach = .near
      $0.tcp = .tcp([(443, .unreachable(.host))])
    },
    Case(testDescription: "in circles, as if absent", code: .pathLoop, says: "round in circles") {
      $0.tcp = .tcp([(443, .unreachable(.host))])
      $0.route = ConnectionStep(
        .route,
        .bad,
        "?",
        fault: .pathLoops("Packets go round in circles.")
      )
    },
    Case(testDescription: "asleep", code: .hostSilent, says: "is on this network, but") {
      $0.reach = .near
      $0.tcp = filtered(443)
      $0.route = ConnectionStep(.route, .unknown, "?", fault: .pathEnds(hop: nil, nil))
    },
    Case(testDescription: "no route", code: .noRoute, says: "no route to far.test.net") {
      $0.tcp = .tcp([(443, .localFailure(.noRoute))])
    },
    Case(testDescription: "expired", code: .certificateExpired, says: "The certificate expired") {
      $0.tls = ConnectionStep(
        .tls,
        .bad,
        "?",
        fault: .tls(.expired, "the certificate expired yesterday")
      )
    },
    Case(testDescription: "another's", code: .certificateMismatch, says: "doesn't stand for") {
      $0.tls = ConnectionStep(.tls, .bad, "?", fault: .tls(.mismatch, "it doesn't stand for it"))
    },
    Case(testDescription: "captive portal", code: .captivePortal, says: "sign in") {
      $0.name = .name("far.test.net", .success([Situation.router]))
      $0.tls = ConnectionStep(.tls, .bad, "?", fault: .tls(.mismatch, "it doesn't stand for it"))
    },
    Case(
      testDescription: "captive portal that knows every name",
      code: .captivePortal,
      says: "sign"
    ) {
      $0.resolver = Situation.resolver(lies: true)
      $0.tls = ConnectionStep(.tls, .bad, "?", fault: .tls(.noTLS, "it doesn't speak TLS"))
    },
    Case(testDescription: "a company's own address for a name", code: .well, says: "nothing") {
      $0.name = .name("far.test.net", .success([Situation.router]))
    },
    Case(testDescription: "no descriptors", code: .ownFailure, says: "This machine failed") {
      $0.tcp = .tcp([(443, .localFailure(.noDescriptors))])
      $0.route = .own(.route, .noDescriptors)
    },
    Case(testDescription: "not permitted", code: .ownFailure, says: "not permitted", host: nil) {
      var finding = GatewayResult(address: Situation.router)
      finding.failure = .notPermitted
      $0.gateway = .gateway([finding], elapsed: .zero)
      $0.resolver = Situation.resolver(nil, failure: .local(.notPermitted))
    },
    Case(testDescription: "nothing seen", code: .notKnown, says: "Too little") {
      $0.gateway = .unfinished(.gateway)
      $0.resolver = .unfinished(.resolver)
      ($0.name, $0.route, $0.tcp, $0.tls) = (.unfinished(.name), nil, nil, nil)
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

@Suite struct `A diagnosis' messages` {
  private let router = IPAddress.v4(IPv4Address(192, 168, 1, 1))

  @Test func `the verdict and what decided it are codes with values`() {
    let dead = ConnectionStep.gateway([GatewayResult(address: router)], elapsed: .seconds(1))
    #expect(dead.message.code == "diagnose.gateway.absent")
    #expect(dead.words == "192.168.1.1 doesn't answer, not even ARP or NDP")
    let verdict = ConnectionVerdict([dead], host: nil)
    #expect(verdict.message.code == "diagnose.verdict.gateway_silent")
    #expect(verdict.message.values == ["router": .text("192.168.1.1")])
    #expect(verdict.reasons == [dead.message])
    #expect(verdict.because == [dead.words])
  }

  @Test func `a fault beside names its step`() {
    let link = ConnectionStep(.link, .bad, "it is off", fault: .interfaceDown("eth0"))
    let gateway = ConnectionStep(.gateway, .bad, "none", fault: .noGateway)
    let open = ConnectionStep.tcp([(443, .open(rtt: .milliseconds(2)))])
    let verdict = ConnectionVerdict([link, gateway, open], host: "nas.lan")
    #expect(verdict.code == .well)
    #expect(verdict.text == "nas.lan: port 443 accepts in 2.0 ms; nothing is wrong.")
    #expect(verdict.message.values["finding"] == .message(open.message))
    #expect(verdict.notes == ["link: it is off", "gateway: none"])
    #expect(verdict.asides.map(\.code) == ["diagnose.note", "diagnose.note"])
  }

  @Test func `lists, plurals and nested failures read as before`() {
    let refused = ConnectionStep.tcp([(443, .refused(rtt: .zero)), (80, .refused(rtt: .zero))])
    #expect(refused.words == "ports 443, 80: refused")
    let one = ConnectionStep.tcp([(80, .timedOut)])
    #expect(one.words == "port 80: no answer")
    let verdict = ConnectionVerdict([refused], host: "nas.lan")
    #expect(
      verdict.text == "nas.lan is there, but refuses ports 443 and 80: no service listens there."
    )
    let failed = ConnectionStep.own(.name, .noRoute)
    let own = ConnectionVerdict([failed], host: nil)
    #expect(own.text == "This machine failed: this machine has no route there.")
    #expect(own.message.values["failure"] == .message(failed.message))
  }

  @Test func `a certificate's problem begins the verdict's sentence`() {
    let problem = CertificateReport.Problem(
      code: .oldVersion,
      Message(.certOldVersion, ["version": "TLS 1.0"])
    )
    let tls = ConnectionStep(
      .tls,
      .bad,
      problem.message,
      fault: .tls(.expired, "the certificate expired")
    )
    let open = ConnectionStep.tcp([(443, .open(rtt: .milliseconds(2)))])
    let verdict = ConnectionVerdict([open, tls], host: "nas.lan")
    #expect(verdict.text == "The certificate expired.")
    #expect(verdict.because == ["TLS 1.0 is still spoken (RFC 8996)"])
  }
}
