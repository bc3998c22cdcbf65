import Diagnostics
import LinuxNetwork
import Model
import Monitoring
import Networking
import Testing
import Wire

@testable import Checks

@Suite struct `A check` {
  private func result(
    _ check: MonitorCheck,
    _ environment: CheckEnvironment = .testing(),
    timeout: Duration = .seconds(30)
  ) async -> CheckResult {
    await MonitorChecks(environment)
      .check(Monitor(id: "m", name: "M", check: check, timeout: timeout))
  }

  private func code(_ result: CheckResult) -> String? { result.reason?.code }

  private func isUnknown(_ result: CheckResult) -> Bool {
    if case .unknown = result.outcome { true } else { false }
  }

  private func page(_ status: String, _ fields: String = "", _ body: String = "") -> String {
    "HTTP/1.1 \(status)\r\n\(fields)content-length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  // MARK: TCP

  @Test(arguments: ["127.0.0.1", "::1"]) func `passes where a port accepts`(_ host: String)
    async throws
  {
    let server = try await LoopbackServer(at: host) { _ in nil }
    let found = await result(.tcp(host: host, port: server.port))
    #expect(found.outcome == .passed && found.facts.isConnected == true)
    #expect(found.roundTripMs != nil && found.facts.responseTimeMs == found.roundTripMs)
    #expect(found.facts.address == host)
    await server.close()
  }

  @Test func `fails where a port refuses`() async throws {
    let port = try await LoopbackServer.closedPort()
    let found = await result(.tcp(host: "127.0.0.1", port: port))
    #expect(
      found.outcome
        == .failed(
          Message(
            .checkRefused,
            [
              "host": .text("127.0.0.1"), "port": .text("\(port)"), "limit_s": .number(30),
            ]
          )
        )
    )
    #expect(found.facts.isConnected == false && found.roundTripMs == nil)
  }

  @Test func `never sends to a printer's raw port`() async {
    let tcp = await result(.tcp(host: "127.0.0.1", port: 9100))
    #expect(isUnknown(tcp) && code(tcp) == "failure.printing_port")
    let http = await result(.http(HTTPCheck(url: "http://127.0.0.1:9100/")))
    #expect(isUnknown(http) && code(http) == "failure.printing_port")
    let tls = await result(.tls(TLSCheck(host: "127.0.0.1", port: 515)))
    #expect(isUnknown(tls) && code(tls) == "failure.printing_port")
  }

  @Test func `is unknown where this machine's own network fails`() async {
    let cut = CheckEnvironment.testing(network: StubNetwork(.home(hasCarrier: false)))
    let failed = await MonitorChecks(cut)
      .failed(Message(.checkUnreachable, ["host": "nas"]), at: .v4(IPv4Address(192, 168, 1, 20)))
    #expect(isUnknown(failed) && code(failed) == "check.own_no_link")
    let own = await MonitorChecks(cut).ownFailure()
    #expect(own?.code == "check.own_no_link")
    let none = await MonitorChecks(.testing()).ownFailure()
    #expect(none == nil)
  }

  @Test func `takes each end of a connection for what it is`() async {
    let checks = MonitorChecks(.testing())
    let deadline = CheckDeadline(after: .seconds(30))
    func outcome(_ end: StreamEnd) async -> CheckResult {
      await checks.unconnected(end, "nas", 80, at: Loopback.v4, CheckFacts(), deadline)
    }
    for failure in [
      LocalFailure.noDescriptors, .notPermitted, .interfaceDown, .addressUnavailable,
      .system(errno: 101, call: "connect"),
    ] {
      let local = await outcome(.local(failure))
      #expect(isUnknown(local), "\(failure)")
    }
    let silent = await outcome(.timedOut(connected: false))
    #expect(code(silent) == "check.no_connection" && !isUnknown(silent))
    let closed = await outcome(.closed)
    #expect(closed.reason?.text == "nas gives no answer on port 80: the connection was closed")
    let mute = await outcome(.timedOut(connected: true))
    #expect(code(mute) == "check.no_answer")
    let gone = await outcome(.unreachable)
    #expect(code(gone) == "check.unreachable")
    let filtered = await outcome(.prohibited)
    #expect(code(filtered) == "check.port_fails")
  }

  // MARK: HTTP

  @Test func `takes an answer's status, fields and body`() async throws {
    let server = try await LoopbackServer { _ in page("200 OK", "X-Load: 3\r\n", "fine") }
    let found = await result(.http(HTTPCheck(url: "http://127.0.0.1:\(server.port)/health")))
    #expect(found.outcome == .passed)
    #expect(found.facts.status == 200 && found.facts.headers["x-load"] == "3")
    #expect(found.facts.body == Array("fine".utf8))
    await server.close()
  }

  @Test func `sends the request as the monitor says`() async throws {
    let heard = Lock("")
    let server = try await LoopbackServer { request in
      heard.withLock { $0 += request }
      return page("200 OK")
    }
    let check = HTTPCheck(
      url: "http://127.0.0.1:\(server.port)/a?b",
      method: "POST",
      headers: [
        .init("Authorization", "Bearer x"), .init("accept", "text/plain"), .init("Bad\r", "y"),
        .init("Content-Length", "9"),
      ],
      body: "hello"
    )
    let found = await result(.http(check))
    #expect(found.outcome == .passed)
    let request = heard.withLock { $0 }
    #expect(request.hasPrefix("POST /a?b HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"))
    #expect(
      request.contains("Authorization: Bearer x\r\n") && request.contains("accept: text/plain\r\n")
    )
    #expect(!request.contains("*/*") && !request.contains("Bad"))
    #expect(request.contains("Content-Length: 5\r\n") && request.hasSuffix("\r\n\r\nhello"))
    await server.close()
  }

  @Test func `fails by status unless conditions judge it`() async throws {
    let server = try await LoopbackServer { _ in page("503 Service Unavailable") }
    let url = "http://127.0.0.1:\(server.port)/"
    let found = await result(.http(HTTPCheck(url: url)))
    #expect(code(found) == "check.status" && found.facts.status == 503 && !isUnknown(found))
    let judged = await MonitorChecks(.testing())
      .http(HTTPCheck(url: url), isAnyStatusRight: true, CheckDeadline(after: .seconds(30)))
    #expect(judged.outcome == .passed && judged.facts.status == 503)
    await server.close()
  }

  @Test func `follows redirects on the same host, so far`() async throws {
    let server = try await LoopbackServer { request in
      if request.hasPrefix("GET /end") { return page("200 OK", "", "end") }
      if request.hasPrefix("GET /away") {
        return page("302 Found", "Location: http://192.0.2.1/\r\n")
      }
      if request.hasPrefix("GET /name") {
        let port = request.firstMatch(of: /127\.0\.0\.1:([0-9]+)/)?.1 ?? "80"
        return page("302 Found", "Location: http://nas.test:\(port)/end\r\n")
      }
      if request.hasPrefix("GET /far ") {
        let port = request.firstMatch(of: /127\.0\.0\.1:([0-9]+)/)?.1 ?? "80"
        return page("302 Found", "Location: http://nas.test:\(port)/farther\r\n")
      }
      if request.hasPrefix("GET /farther") {
        return page("302 Found", "Location: http://www.nas.test/end\r\n")
      }
      if request.hasPrefix("GET /odd") { return page("302 Found", "Location: ftp://nas/\r\n") }
      if request.hasPrefix("GET /round") { return page("302 Found", "Location: /round\r\n") }
      return page("301 Moved", "Location: /end\r\n")
    }
    let base = "http://127.0.0.1:\(server.port)"
    let followed = await result(.http(HTTPCheck(url: "\(base)/")))
    #expect(followed.facts.status == 200 && followed.facts.body == Array("end".utf8))
    let kept = await result(.http(HTTPCheck(url: "\(base)/", redirects: 0)))
    #expect(kept.facts.status == 301 && kept.outcome == .passed)
    // Elsewhere nobody is asked, and what another host has says nothing of this one.
    let away = await result(.http(HTTPCheck(url: "\(base)/away")))
    #expect(
      away.outcome
        == .failed(Message(.checkRedirectHost, ["host": "127.0.0.1", "target": "192.0.2.1"]))
    )
    #expect(away.facts.status == 302 && away.facts.address == "127.0.0.1")
    let awayAsAnswer = await result(.http(HTTPCheck(url: "\(base)/away", redirects: 0)))
    #expect(awayAsAnswer.outcome == .passed)
    // A name of the same device.
    let byName = HTTPCheck(url: "\(base)/name")
    let here = await result(.http(byName), .testing(lookUp: { _, _ in .success([Loopback.v4]) }))
    #expect(here.outcome == .passed && here.facts.body == Array("end".utf8))
    let other = await result(.http(byName), .testing(lookUp: { _, _ in .success([Loopback.v6]) }))
    #expect(code(other) == "check.redirect_host")
    // Whoever answers under a name doesn't send on to another machine by it.
    let names: [String: IPAddress] = ["nas.test": Loopback.v4, "www.nas.test": Loopback.v6]
    let far = await result(
      .http(HTTPCheck(url: "\(base)/far")),
      .testing(lookUp: { name, _ in names[name].map { .success([$0]) } ?? .failure(.unanswered) })
    )
    #expect(
      far.outcome
        == .failed(
          Message(.checkRedirectHost, ["host": "nas.test", "target": "www.nas.test"])
        )
    )
    let odd = await result(.http(HTTPCheck(url: "\(base)/odd")))
    #expect(code(odd) == "check.redirect_unreadable")
    let round = await result(.http(HTTPCheck(url: "\(base)/round", redirects: 3)))
    #expect(code(round) == "check.redirects")
    await server.close()
  }

  @Test func `follows to another host where the monitor says so, without its headers`() async throws
  {
    let heard = Lock("")
    let other = try await LoopbackServer(at: "::1") { request in
      heard.withLock { $0 += request }
      return page("200 OK", "", "other")
    }
    let target = "http://[::1]:\(other.port)/"
    let server = try await LoopbackServer { _ in page("302 Found", "Location: \(target)\r\n") }
    var check = HTTPCheck(
      url: "http://127.0.0.1:\(server.port)/",
      headers: [.init("X-Key", "secret")]
    )
    let refused = await result(.http(check))
    let unheard = heard.withLock { $0 }
    #expect(code(refused) == "check.redirect_host" && unheard == "")
    check.followsOtherHosts = true
    let followed = await result(.http(check))
    #expect(followed.outcome == .passed && followed.facts.body == Array("other".utf8))
    #expect(followed.facts.address == "::1")
    let request = heard.withLock { $0 }
    #expect(request.hasPrefix("GET / HTTP/1.1\r\nHost: [::1]:\(other.port)\r\n"))
    #expect(!request.contains("secret"))
    await server.close()
    await other.close()
  }

  @Test func `fails where it is no HTTP, is cut short, or takes too long`() async throws {
    let ssh = try await LoopbackServer { _ in "SSH-2.0-x\r\n" }
    let noHTTP = await result(.http(HTTPCheck(url: "http://127.0.0.1:\(ssh.port)/")))
    #expect(code(noHTTP) == "check.no_http")
    await ssh.close()
    let short = try await LoopbackServer { _ in "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx" }
    let cut = await result(.http(HTTPCheck(url: "http://127.0.0.1:\(short.port)/")))
    #expect(code(cut) == "check.port_fails")
    await short.close()
    let silent = try await LoopbackServer { _ in nil }
    let url = "http://127.0.0.1:\(silent.port)/"
    let late = await result(.http(HTTPCheck(url: url)), timeout: .milliseconds(1500))
    #expect(code(late) == "check.no_answer" && !isUnknown(late))
    await silent.close()
  }

  @Test(arguments: ["nas", "ftp://nas/", "http://a@nas/"])
  func `is unknown for what is no request`(_ url: String) async {
    let found = await result(.http(HTTPCheck(url: url)))
    #expect(isUnknown(found) && code(found) == "check.no_url")
  }

  // MARK: TLS

  @Test func `fails where nothing speaks TLS`() async throws {
    let server = try await LoopbackServer { _ in "220 hello\r\n" }
    let found = await result(.tls(TLSCheck(host: "127.0.0.1", port: server.port)))
    #expect(found.reason != nil && !isUnknown(found))
    await server.close()
    let port = try await LoopbackServer.closedPort()
    let refused = await result(.tls(TLSCheck(host: "127.0.0.1", port: port)))
    #expect(code(refused) == "cert.no_connection" && refused.facts.isConnected == false)
    let words = refused.reason?.text ?? ""
    #expect(words.hasPrefix("127.0.0.1 accepts no connection to port \(port): "))
    let unheard = await result(.tls(TLSCheck(host: "127.0.0.1", port: port, startTLS: "gopher")))
    #expect(isUnknown(unheard) && code(unheard) == "check.no_starttls")
  }

  // MARK: ICMP

  @Test func `is unknown where no echo can be sent`() async {
    let found = await result(.icmp(host: "127.0.0.20"))
    #expect(isUnknown(found) && code(found) == "check.own_failure")
    #expect(found.facts.loss == nil)
  }

  @Test func `passes where a host answers echoes, or connections where those aren't permitted`()
    async throws
  {
    let network = try LinuxNetwork()
    let found = await result(.icmp(host: "127.0.0.1", count: 3), .testing(network: network))
    #expect(found.outcome == .passed && found.facts.loss == 0 && found.roundTripMs != nil)
  }

  // MARK: Presence

  @Test func `of presence is what the watch says`() async {
    let address = IPAddress.v4(IPv4Address(192, 168, 1, 20))
    func of(_ presence: InventoryDevice.Presence) async -> CheckResult {
      let device = InventoryDevice.made("TV", at: address, presence: presence)
      return await result(.presence(device: device.id), .testing(devices: [device]))
    }
    let present = await of(.present)
    #expect(present.outcome == .passed && present.facts.presence == "present")
    let asleep = await of(.asleep)
    #expect(asleep.outcome == .passed && asleep.facts.presence == "asleep")
    let away = await of(.away)
    #expect(away.outcome == .failed(Message(.checkAway, ["device": "TV"])))
    let unconfirmed = await of(.unconfirmed)
    #expect(isUnknown(unconfirmed) && unconfirmed.facts.presence == "unknown")
    let forgotten = await result(.presence(device: "gone"))
    #expect(isUnknown(forgotten) && code(forgotten) == "check.no_device")
  }

  // MARK: Conditions

  @Test func `fails by the first condition that doesn't hold, and says how many more`() throws {
    var facts = CheckFacts()
    facts.status = 500
    let conditions = [
      try Condition("[STATUS] == 500"), try Condition("[STATUS] == 200"),
      try Condition("[STATUS] < 300"),
    ]
    let passed = CheckResult(.passed, facts: facts)
    #expect(passed.judged(by: Array(conditions.prefix(1))).outcome == .passed)
    #expect(passed.judged(by: []) == passed)
    let one = passed.judged(by: Array(conditions.prefix(2)))
    #expect(one.reason != nil && one.reason?.code != "check.conditions")
    let two = passed.judged(by: conditions)
    #expect(two.reason?.code == "check.conditions" && two.reason?.values["count"] == .number(1))
    // What failed for itself says why.
    let away = CheckResult(.failed(Message(.checkAway, ["device": "TV"])), facts: facts)
    #expect(away.judged(by: conditions) == away)
  }
}
