import LinuxNetwork
import Model
import Networking
import Testing
import Wire
@testable import Diagnostics

/// What is wrong with the target, or on the way to it.
extension `The verdict on a connection` {
  static let target: [Case] = [
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
      $0.tcp?.fault = .filtered([443], isThere: true)
      $0.route = ConnectionStep(.route, .unknown, "?", fault: .pathEnds(hop: nil, nil))
    },
    Case(testDescription: "perhaps off", code: .hostSilent, says: "it is off, asleep") {
      $0.reach = .near
      $0.tcp = filtered(443)
      $0.route = ConnectionStep(.route, .unknown, "?", fault: .pathEnds(hop: nil, nil))
    },
    Case(testDescription: "off, by ARP", code: .hostAbsent, says: "No device on this network has") {
      $0.reach = .near
      $0.tcp = filtered(443)
      $0.tcp?.fault = .filtered([443], isThere: false)
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
}
