import Testing
import Wire

@testable import Diagnostics

@Suite("Which exchanges a port is asked in") struct ServicePlanTests {
  /// The exchanges that a plan asks for while each comes to what `outcome` says.
  private func attempts(
    _ port: UInt16,
    _ outcome: (ServicePlan.Attempt) -> ServicePlan.Outcome
  ) -> (words: [String], identity: ServiceIdentity?) {
    var plan = ServicePlan(port: port)
    var words: [String] = []
    while words.count < 50, let attempt = plan.next() {
      words.append((attempt.isTLS ? "tls " : "") + attempt.kind.rawValue)
      plan.take(outcome(attempt))
    }
    return (words, plan.identity)
  }

  @Test func `A port's own protocol comes first, and what it says is enough`() {
    let redis = ServiceIdentity("redis", "Redis 7.0.15")
    let found = attempts(6379) { _ in ServicePlan.Outcome(identity: redis) }
    #expect(found.words == ["redis"] && found.identity == redis)
  }

  @Test func `A server of something else at that port is known by its greeting`() {
    let ssh = ServiceIdentity("ssh", "OpenSSH 9.2p1")
    let found = attempts(6379) { ServicePlan.Outcome(identity: $0.kind == .greeting ? ssh : nil) }
    #expect(found.words == ["redis", "greeting"] && found.identity == ssh)
  }

  @Test func `TLS is tried at any port where nobody speaks plainly`() {
    let http = ServiceIdentity("http", "nginx/1.22.1")
    let found = attempts(8444) { attempt in
      attempt.isTLS
        ? ServicePlan.Outcome(identity: http, isSecured: true)
        : ServicePlan.Outcome(heard: [0x15, 3, 3, 0, 2, 2, 70])
    }
    #expect(found.words == ["greeting", "tls greeting"])
    // nginx names itself while it says so.
    let refusal = "HTTP/1.1 400 Bad Request\r\nServer: nginx\r\n\r\nsent to HTTPS port"
    let named = attempts(8444) { attempt in
      attempt.isTLS
        ? ServicePlan.Outcome(identity: http, isSecured: true)
        : ServicePlan.Outcome(identity: ServiceIdentity("http"), heard: Array(refusal.utf8))
    }
    #expect(named.words == found.words && named.identity == found.identity)
    #expect(found.identity == ServiceIdentity("https", "nginx/1.22.1"))
  }

  @Test func `A handshake alone says that TLS is spoken`() {
    let found = attempts(4433) { ServicePlan.Outcome(isSecured: $0.isTLS) }
    #expect(found.words == ["greeting", "tls greeting"])
    #expect(found.identity == ServiceIdentity("tls"))
  }

  @Test func `A port where TLS is customary may speak plainly`() {
    let http = ServiceIdentity("http", "x")
    let found = attempts(8443) { ServicePlan.Outcome(identity: $0.isTLS ? nil : http) }
    #expect(found.words == ["tls greeting", "greeting"] && found.identity == http)
  }

  @Test func `A silent port is asked in other protocols, each once`() {
    let found = attempts(4242) { _ in ServicePlan.Outcome() }
    #expect(
      found.words == [
        "greeting", "tls greeting", "redis", "memcached", "mqtt", "postgreSQL", "smb", "ldap",
        "rdp",
        "dns", "sip", "rtsp",
      ]
    )
    #expect(found.words.count <= VersionDetector.mostAttempts && found.identity == nil)
    let known = attempts(1883) { _ in ServicePlan.Outcome() }
    #expect(known.words.count { $0 == "mqtt" } == 1)
  }

  @Test func `Who refuses to be spoken to plainly is known, though no handshake succeeds`() {
    let refusal = "HTTP/1.1 400 Bad Request\r\nServer: nginx/1.22.1\r\n\r\nsent to HTTPS port"
    let nginx = ServiceIdentity("http", "nginx/1.22.1")
    let named = attempts(8444) { attempt in
      attempt.isTLS
        ? ServicePlan.Outcome() : ServicePlan.Outcome(identity: nginx, heard: Array(refusal.utf8))
    }
    #expect(named.words == ["greeting", "tls greeting"] && named.identity == nginx)
    let alert = attempts(8444) { attempt in
      attempt.isTLS
        ? ServicePlan.Outcome() : ServicePlan.Outcome(heard: [0x15, 3, 3, 0, 2, 2, 70])
    }
    #expect(alert.words == named.words && alert.identity == ServiceIdentity("tls"))
  }

  @Test(arguments: [465, 990, 993, 995, 2525, 6667, 6697] as [UInt16])
  func `Servers that greet are asked for no page, within TLS neither`(port: UInt16) {
    #expect(ServicePlan.greetingPorts.contains(port))
    var plan = ServicePlan(port: port)
    let first = plan.next()
    #expect(first?.isTLS == (port != 2525 && port != 6667))
    #expect(Self.said(at: port).isEmpty)
  }

  @Test func `Who waits to be asked is asked for a page, and not told of interfaces here`() {
    let words = String(decoding: Self.said(at: 80), as: UTF8.self)
    #expect(words.hasPrefix("GET / HTTP/1.1\r\n"))
    #expect(words.contains("Host: [fe80::1]\r\n") && !words.contains("%"))
  }

  /// What the first exchange says, if it hears nothing.
  private static func said(at port: UInt16) -> [UInt8] {
    let address = IPAddress("fe80::1%lo") ?? .v4(IPv4Address(127, 0, 0, 1))
    var exchange = VersionDetector.exchange(.greeting, address, port, isTLS: false)
    return exchange.begin() + exchange.prompt()
  }

  @Test func `Redis that answers a request for a page is asked which it is`() {
    let found = attempts(7777) { attempt in
      attempt.kind == .redis
        ? ServicePlan.Outcome(identity: ServiceIdentity("redis", "Redis 7.0.15"))
        : ServicePlan.Outcome(identity: ServiceIdentity("redis"), heard: [0x2D])
    }
    #expect(found.words == ["greeting", "redis"])
    #expect(found.identity?.version == "Redis 7.0.15")
  }
}
