import Discovery
import Foundation
import LinuxNetwork
import Model
import Sealing
import Testing
import Wire
@testable import Diagnostics

/// The tools' JSON: what commands print follows the schemas, and so do reports of made-up findings,
/// full and empty ones, which are as they were word for word.
@Suite struct DiagnosticJSONTests {
  @Test(
    .sealed,
    arguments: [
      ("homenet.ping-1.json", ["ping", "127.0.0.1", "-c", "2", "-i", "0.2"], Int32(0)),
      ("homenet.ping-1.json", ["ping", "127.0.0.1", "192.0.2.1", "-c", "1"], 1),
      ("homenet.trace-1.json", ["trace", "127.0.0.1"], 0),
      ("homenet.trace-1.json", ["trace", "::1"], 0),
      ("homenet.ports-1.json", ["ports", "127.0.0.1", "-p", "1-9"], 0),
      ("homenet.cert-1.json", ["cert", "127.0.0.1:1"], 1),
      ("homenet.whois-1.json", ["whois", "192.168.1.20"], 0),
      ("homenet.whois-1.json", ["whois", "2001:db8::1"], 0),
    ]
  )
  func `what commands print follows its schema`(
    schema: String,
    arguments: [String],
    status: Int32
  ) throws {
    var command = Command()
    command.arguments = arguments + ["--format", "json"]
    let ending = try command.run()
    // Where no route leads nothing is sent, which is this machine's own failure.
    #expect(ending.status == status || status == 1 && ending.status == 3, "\(ending.errors)")
    // Where there is no report there is an object all the same, which says why.
    let isReport = try JSON(parsing: ending.output).schema.string != "homenet.error/1"
    #expect(isReport || ending.status == 3)
    let schema = isReport ? schema : "homenet.error-1.json"
    #expect(try JSONSchema(schema).violations(in: ending.output) == [])
    #expect(ending.lines.count == 1)
  }

  @Test func `ping's report`() throws {
    var full = PingReport.Target(host: "nas.home.arpa", address: .v4(IPv4Address(192, 168, 1, 20)))
    full.method = "icmp"
    full.sent = 3
    full.received = 2
    full.duplicates = 1
    full.roundTrips = RoundTrips([.microseconds(1500), .microseconds(2500)])
    full.errors = [
      .init(type: "host_unreachable", from: .v4(IPv4Address(192, 168, 1, 1)), count: 1),
      .init(type: "no_buffers", from: nil, count: 2),
    ]
    try check(
      PingReport(targets: [full, .init(host: "gone", address: nil)]),
      "homenet.ping-1.json",
      "report-ping"
    )
  }

  @Test func `ports' report`() throws {
    let full = PortScanReport.Host(
      host: "nas",
      address: .v4(IPv4Address(192, 168, 1, 20)),
      isUp: true,
      absence: nil,
      method: .syn,
      ports: [
        .init(
          port: 22,
          reason: .accepted,
          service: "ssh",
          serviceMethod: .probed,
          version: "OpenSSH 9.6"
        ),
        .init(port: 80, reason: .accepted, service: "http", serviceMethod: .table, version: nil),
        .init(port: 23, reason: .refused, service: nil, version: nil),
      ],
      open: 2,
      closed: 1,
      filtered: 0,
      unasked: 0,
      expectedMissRate: 0.01,
      loss: 0.1,
      spared: [.init(ports: [515, 9100], because: "printers print what they are sent")],
      failure: nil
    )
    let empty = PortScanReport.Host(
      host: "::1",
      address: .v6(.loopback, zone: nil),
      isUp: nil,
      absence: nil,
      method: .connect,
      ports: [],
      open: 0,
      closed: 0,
      filtered: 0,
      unasked: 9,
      expectedMissRate: nil,
      loss: nil,
      spared: [],
      failure: nil
    )
    let unknown = [
      UnknownHost("gone", because: "no such host"),
      UnknownHost("tv", because: "this machine has no way to a resolver", code: "local_no_route"),
    ]
    try check(
      PortScanReport(hosts: [full, empty], unknown: unknown),
      "homenet.ports-1.json",
      "report-ports"
    )
  }

  @Test func `cert's report where there is no certificate`() throws {
    let report = CertificateReport(
      host: "nas",
      address: .v4(IPv4Address(192, 168, 1, 20)),
      port: 443,
      versions: [.init(version: .tls13, isOffered: nil, reason: "not told")],
      now: Self.started,
      problems: [.init(code: .noTLS, text: "what listens there does not speak TLS")]
    )
    try check(report, "homenet.cert-1.json", "report-cert")
  }

  @Test func `whois' report`() throws {
    var report = WhoisReport(subject: .domain("example.test"), now: Self.started)
    try check(report, "homenet.whois-1.json", "report-whois-empty")
    var registration = Registration()
    registration.handle = "D1-TEST"
    registration.name = "example.test"
    registration.registrar = "Registrar \u{202E}Ltd"
    registration.expires = Timestamp("2027-01-01T00:00:00Z")
    registration.status = ["active"]
    registration.nameServers = ["ns1.example.test"]
    registration.isSigned = true
    registration.abuseEmail = "abuse@example.test"
    registration.first = "192.0.2.0"
    registration.last = "192.0.2.255"
    report.isRegistered = true
    report.registration = registration
    report.raw = "Domain: example.test"
    try check(report, "homenet.whois-1.json", "report-whois")
  }

  @Test func `dns' report, with what DNSSEC says`() throws {
    let (zone, www) = (
      try #require(DNSName("example.test")), try #require(DNSName("www.example.test"))
    )
    var full = DNSSECReport(.bogus, message: "the signature expired")
    full.anchor = .root
    full.brokenLink = .init(zone: zone, name: www, type: .a, message: "the signature expired")
    let key = DNSKey(flags: 257, algorithm: .ed25519, publicKey: [1, 2, 3])
    var link = DNSSECReport.Link(zone, .secure)
    link.keys = [key]
    link.signers = [
      .init(keyTag: key.tag, algorithm: .ed25519, digestType: .sha256, digest: [1])
    ]
    link.signedBy = .init(tag: key.tag, algorithm: .ed25519)
    full.links = [link, DNSSECReport.Link(www, .insecure)]
    var answer = DNSSECReport.Answer(www, .a, .bogus)
    answer.zone = zone
    answer.signedBy = link.signedBy
    answer.inception = Self.started
    answer.expiration = Self.started
    answer.wildcard = DNSName("*.example.test")
    full.answers = [answer, .init(www, .txt, .indeterminate, isDenial: true)]
    var report = DNSReport(subject: try DNSSubject("www.example.test"), types: [.a], servers: [])
    report.dnssec = [.init(type: .a, report: full), .init(type: .txt, report: .init(.secure))]
    try check(report, "homenet.dns-1.json", "report-dns")
  }

  private static let started = Timestamp(milliseconds: 1_795_341_600_000)

  private func check(
    _ report: some DiagnosticReport,
    _ schema: String,
    _ file: String
  ) throws {
    let timed = TimedReport(report, started: Self.started, duration: .milliseconds(1234))
    try compare(try JSONText.encode(timed), schema, file)
  }

  private func compare(_ text: String, _ schema: String, _ name: String) throws {
    #expect(try JSONSchema(schema).violations(in: text) == [])
    let file = Repository.root.appending(path: "Tests/CommandTests/Snapshots/\(name).json")
    if ProcessInfo.processInfo.environment["HOMENET_RECORD_SNAPSHOTS"] != nil {
      try (text + "\n").write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text + "\n")
  }
}
