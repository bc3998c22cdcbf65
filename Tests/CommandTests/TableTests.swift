import LinuxNetwork
import Model
import Networking
import Sealing
import Testing
import Wire
@testable import Diagnostics
@testable import homenet

/// The tools' `--format csv`: fixed columns, a row a thing, and nothing that a spreadsheet would run.
@Suite struct TableTests {
  private func lines<Report: TabularReport>(_ report: Report) -> [String] {
    #expect(report.rows.allSatisfy { $0.count == Report.columns.count })
    #expect(Set(Report.columns).count == Report.columns.count)
    return [CSVText.header(Report.self)] + CSVText.lines(report)
  }

  private static let nas = IPAddress.v4(IPv4Address(192, 168, 1, 20))

  @Test(arguments: [
    (CSVField.text("a,b"), "\"a,b\""), (.text("=1+1"), "'=1+1"), (.text("-1"), "'-1"),
    (.text("two\nlines"), "two lines"), (.number(-1.5), "-1.5"), (.number(3), "3"),
    (.number(0), "0"), (.unknown, ""), (CSVField(list: ["a", "b"]), "a b"),
    (CSVField(list: []), ""),
    (CSVField(true), "true"), (CSVField(Int?.none), ""),
  ])
  func `numbers stay numbers, and words are no formulas`(field: CSVField, text: String) {
    #expect(field.escaped == text)
  }

  @Test func `ping has a row a host`() {
    var nas = PingReport.Target(host: "nas", address: Self.nas)
    nas.method = "icmp"
    nas.sent = 3
    nas.received = 2
    nas.roundTrips = RoundTrips([.microseconds(1500), .microseconds(2500)])
    nas.errors = [
      .init(type: "host_unreachable", from: Self.nas, count: 1),
      .init(type: "late", from: nil, count: 2),
    ]
    let gone = PingReport.Target(host: "=gone", address: nil)
    #expect(
      lines(PingReport(targets: [nas, gone])) == [
        "host,address,method,sent,received,duplicates,loss,rtt_min_ms,rtt_avg_ms,rtt_max_ms,"
          + "rtt_p50_ms,rtt_p95_ms,rtt_jitter_ms,mtu,errors",
        "nas,192.168.1.20,icmp,3,2,0,0.333333,1.5,2,2.5,1.5,2.5,1,,host_unreachable:1 late:2",
        "'=gone,,,0,0,0,,,,,,,,,",
      ]
    )
  }

  @Test func `trace has a row a router, and one for a silent hop`() {
    var router = TraceNode(address: .v4(IPv4Address(10, 0, 0, 1)))
    router.name = "@router"
    router.system = 64_500
    router.sent = 3
    router.received = 3
    router.roundTrips = RoundTrips([.milliseconds(1)])
    router.obstacle = .prohibited
    let report = TraceReport(
      host: "nas",
      address: Self.nas,
      method: .udp,
      isReached: false,
      hops: [
        TraceHop(number: 1, nodes: [router], sent: 3, received: 3),
        TraceHop(number: 2, nodes: [], sent: 3, received: 0),
      ],
      verdict: PathVerdict(
        [],
        TraceTally(TargetHost(host: "nas", address: Self.nas), TraceOptions())
      )
    )
    #expect(
      lines(report) == [
        "target,ttl,address,name,asn,sent,received,loss,rtt_min_ms,rtt_avg_ms,rtt_max_ms,"
          + "rtt_p50_ms,rtt_p95_ms,rtt_jitter_ms,state,labels,error",
        "nas,1,10.0.0.1,'@router,64500,3,3,0,1,1,1,1,1,0,answers,,prohibited",
        "nas,2,,,,3,0,1,,,,,,,answers,,",
      ]
    )
  }

  @Test func `ports has a row a port, and one for who has none`() {
    func host(_ name: String, isUp: Bool?, _ ports: [PortScanReport.Port]) -> PortScanReport.Host {
      PortScanReport.Host(
        host: name,
        address: Self.nas,
        isUp: isUp,
        absence: isUp == false ? .hostUnreachable : nil,
        method: .connect,
        ports: ports,
        open: ports.count,
        closed: 0,
        filtered: 0,
        unasked: 0,
        expectedMissRate: nil,
        loss: nil,
        spared: [],
        failure: nil
      )
    }
    let ssh = PortScanReport.Port(
      port: 22,
      reason: .accepted,
      service: "ssh",
      serviceMethod: .probed,
      version: "+OpenSSH, 9.6"
    )
    let dns = PortScanReport.Port(
      port: 53,
      transport: .udp,
      reason: .datagramReceived,
      service: "domain",
      serviceMethod: .table,
      version: nil
    )
    let report = PortScanReport(
      hosts: [host("nas", isUp: true, [ssh, dns]), host("tv", isUp: false, [])],
      unknown: [UnknownHost("gone", because: "no such host")]
    )
    let rows = lines(report)
    #expect(
      rows[0] == "host,address,host_state,port,protocol,state,reason,service,service_method,version"
    )
    #expect(rows[1] == "nas,192.168.1.20,up,22,tcp,open,syn-ack,ssh,probed,\"'+OpenSSH, 9.6\"")
    #expect(rows[2] == "nas,192.168.1.20,up,53,udp,open,udp-response,domain,table,")
    #expect(rows[3] == "tv,192.168.1.20,down,,,,\(PortReason.hostUnreachable.rawValue),,,")
    #expect(rows[4] == "gone,,unknown_host,,,,,,,")
  }

  @Test func `dns has a row a record, and one for a server that has none`() throws {
    let name = try #require(DNSName("nas.test"))
    let server = DNSServer(Endpoint(Self.nas, port: 53))
    var reply = DNSReply(server: server, question: DNSQuestion(name, .a))
    var report = DNSReport(subject: try DNSSubject("nas.test"), types: [.a], servers: [server])
    reply.outcome = .failure(.timedOut)
    report.answers = [.init(reply)]
    report.unknownServers = [name]
    report.dnssec = [.init(type: .a, report: DNSSECReport(.indeterminate))]
    let rows = lines(report)
    #expect(
      rows[0]
        == "server,transport,asked_type,outcome,name,type,ttl,data,time_ms,because,dnssec"
    )
    #expect(rows[1].hasPrefix("192.168.1.20,udp,A,\(DNSFailure.timedOut.word),,,,,,"))
    #expect(rows[1].hasSuffix(",indeterminate"))
    #expect(rows[2] == "nas.test.,,,unknown_host,,,,,,,")
  }

  @Test func `cert, asn, whois and diagnose`() {
    let certificate = CertificateReport(
      host: "nas",
      address: Self.nas,
      port: 443,
      now: Timestamp(milliseconds: 0),
      problems: [.init(code: .noTLS, text: "no"), .init(code: .oldVersion, text: "old")]
    )
    #expect(lines(certificate)[1] == "nas,192.168.1.20,443,,,,,,,,,,,,,,,,,no_tls old_version")
    var finding = ASNReport.Entry(.address(Self.nas))
    finding.origin = ASOrigin(systems: [64_500, 64_501], prefix: "192.168.0.0/16", country: "NL")
    #expect(
      lines(ASNReport(results: [finding]))[1]
        == "192.168.1.20,address,64500,64500 64501,192.168.0.0/16,,NL,,,,,"
    )
    var whois = WhoisReport(
      subject: .domain("house.test"),
      now: Timestamp(milliseconds: 864_000_000)
    )
    var registration = Registration()
    registration.name = "house.test"
    registration.status = ["client hold", "active"]
    registration.expires = Timestamp(milliseconds: 0)
    registration.abusePhone = "+1.555"
    whois.registration = registration
    whois.isRegistered = true
    #expect(
      lines(whois)[1]
        == "house.test,domain,,true,house.test,,,,,,,1970-01-01T00:00:00.000Z,-10,"
        + "client hold; active,,,,'+1.555,,,,,"
    )
    let report = ConnectionReport(
      host: nil,
      address: nil,
      port: nil,
      steps: [ConnectionStep(.link, .ok, "eth0, up")],
      verdict: ConnectionVerdict(code: .well, text: "all is well", because: [], notes: [])
    )
    #expect(
      lines(report) == [
        "step,state,text,duration_ms", "link,ok,\"eth0, up\",", "verdict,well,all is well,",
      ]
    )
  }

  @Test(
    .sealed,
    arguments: [
      (["ping", "127.0.0.1", "::1", "-c", "1"], "host,address,method,", 3, Int32(0)),
      (["trace", "127.0.0.1"], "target,ttl,address,", 2, 0),
      (["ports", "127.0.1.0/30", "-p", "1-9", "--all", "--connect"], "host,address,", 19, 0),
      (["cert", "127.0.0.1:1"], "host,address,port,", 2, 1),
      (["whois", "192.168.1.20"], "subject,kind,", 2, 0),
      (["whois", "10.0.0.0/8", "192.168.1.10-20", "nas.local"], "subject,kind,", 4, 0),
      (["asn", "192.168.1.20", "AS65000"], "subject,kind,asn,", 3, 0),
    ]
  )
  func `commands print one header and their rows`(
    arguments: [String],
    header: String,
    count: Int,
    status: Int32
  ) throws {
    var command = Command()
    command.arguments = arguments + ["--format", "csv"]
    let ending = try command.run()
    #expect(ending.status == status, "\(ending.errors)")
    #expect(ending.lines.count == count, "\(ending.output)")
    #expect(ending.lines.first?.hasPrefix(header) == true, "\(ending.output)")
    #expect(ending.lines.count { $0.hasPrefix(header) } == 1)
  }
}
