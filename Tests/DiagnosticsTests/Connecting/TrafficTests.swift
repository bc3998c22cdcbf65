import LinuxNetwork
import Model
import NIOCore
import NIOPosix
import Networking
import Testing
import Wire

@testable import Diagnostics

/// What tools send outside a `Network` is in a ledger too.
@Suite struct `The traffic ledger counts` {
  private static let own = IPAddress.v4(IPv4Address(127, 0, 0, 1))

  /// Sends a line and waits for anything in answer.
  private struct OneLine: StreamProtocol {
    static let line = Array("GET / HTTP/1.0\r\n\r\n".utf8)
    var isDone = false
    mutating func begin() -> [UInt8] { Self.line }
    mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
      isDone = true
      return []
    }
  }

  private static func webServer() async throws -> ScriptedWebServer {
    try await ScriptedWebServer { _ in .text("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok") }
  }

  @Test func `a connection and what is written to it`() async throws {
    let server = try await Self.webServer()
    let ledger = SharedTrafficLedger()
    let endpoint = Endpoint(Self.own, port: UInt16(server.port))
    let (_, end) = await SystemStreams(for: .diagnosis, ledger: ledger)
      .carry(OneLine(), to: endpoint, within: .seconds(30))
    #expect(end == .done)
    let count = ledger.current.counts[Self.own]?[.diagnosis]
    #expect(count?.connections == 1 && count?.messages == 1 && count?.packets == 0)
    #expect(count?.bytes == OneLine.line.count)
    await server.close()
  }

  @Test func `a connection that is refused`() async {
    let ledger = SharedTrafficLedger()
    let (_, end) = await SystemStreams(for: .whois, ledger: ledger)
      .carry(OneLine(), to: Endpoint(Self.own, port: 1), within: .seconds(30))
    #expect(end == .refused)
    let count = ledger.current.counts[Self.own]?[.whois]
    #expect(count?.connections == 1 && count?.messages == 0 && count?.bytes == 0)
  }

  @Test func `the records of TLS, its handshake among them`() async throws {
    let lab = try CertificateLab.shared.get()
    let server = try lab.server("good")
    let ledger = SharedTrafficLedger()
    let streams = SystemStreams(
      for: .tls,
      security: try StreamSecurity(.file(lab.path("root.pem")), name: "a.lab.test"),
      ledger: ledger
    )
    _ = await streams.carry(
      OneLine(),
      to: Endpoint(Self.own, port: server.port),
      within: .seconds(30)
    )
    let count = ledger.current.counts[Self.own]?[.tls]
    #expect(count?.connections == 1)
    // A client hello, the end of the handshake and the line, sealed.
    #expect((count?.messages ?? 0) >= 2)
    #expect((count?.bytes ?? 0) > OneLine.line.count + 150)
  }

  @Test func `a query over UDP`() async throws {
    let silent = try await DatagramBootstrap(group: EventLoops.shared())
      .bind(host: "127.0.0.1", port: 0).get()
    let ledger = SharedTrafficLedger()
    let query = DNSQuery(DNSQuestion(.local, .a), id: 7)
    let exchange = UDPExchange(
      query: query,
      endpoint: Endpoint(Self.own, port: UInt16(silent.localAddress?.port ?? 0)),
      ledger: ledger
    )
    #expect(await exchange.run(within: .milliseconds(1000)) == .failure(.timedOut))
    let count = ledger.current.counts[Self.own]?[.dns]
    #expect(count?.packets == 1 && count?.connections == 0)
    #expect(count?.bytes == query.bytes.count)
    try await silent.close()
  }

  @Test func `a request over HTTP`() async throws {
    let server = try await Self.webServer()
    let ledger = SharedTrafficLedger()
    let answer = await WebClient(lookUp: { _ in .success([Self.own]) }, ledger: ledger)
      .get("http://a.test:\(server.port)/", accepting: "*/*", limit: 100, within: .seconds(30))
    #expect(answer == .answered(status: 200, body: Array("ok".utf8), retryAfter: nil))
    let count = ledger.current.counts[Self.own]?[.http]
    #expect(count?.connections == 1 && (count?.messages ?? 0) >= 1)
    #expect(count?.bytes == server.requests.joined().utf8.count)
    await server.close()
  }

  @Test func `a query over HTTPS, its connection at least`() async throws {
    let ledger = SharedTrafficLedger()
    let exchange = HTTPSExchange(
      query: DNSQuery(DNSQuestion(.local, .a), id: 7),
      url: "https://127.0.0.1:1/dns-query",
      trust: .anybody,
      ledger: ledger
    )
    _ = await exchange.run(within: .seconds(30))
    #expect(ledger.current.counts[Self.own]?[.dns]?.connections == 1)
  }

  @Test func `a port scan's probes, and the questions to what it found`() async throws {
    let server = try await Self.webServer()
    let ledger = SharedTrafficLedger()
    let scan = PortScan(
      [TargetHost(host: "127.0.0.1", address: Self.own)],
      PortScan.Options(ports: try PortList(parsing: "1,2,3,\(server.port)"), method: .connect),
      ledger: ledger
    )
    let report = try await scan.run { _ in }
    #expect(report.hosts[0].ports.first { $0.state == .open }?.service?.hasPrefix("http") == true)
    let counts = try #require(ledger.current.counts[Self.own])
    #expect((counts[.ports]?.connections ?? 0) >= 4)
    let questions = counts[.banner]
    #expect((questions?.connections ?? 0) >= 1 && (questions?.bytes ?? 0) > 0)
    await server.close()
  }

  @Test func `UDP probes`() async throws {
    let ledger = SharedTrafficLedger()
    let scan = PortScan(
      [TargetHost(host: "127.0.0.1", address: Self.own)],
      PortScan.Options(transport: .udp, ports: try PortList(parsing: "1,2,3")),
      ledger: ledger
    )
    _ = try await scan.run { _ in }
    #expect(Set(ledger.current.counts.keys) == [Self.own])
    #expect((ledger.current.counts[Self.own]?[.ports]?.packets ?? 0) >= 3)
  }

  @Test(arguments: [515, 9100, 9107])
  func `nothing where an HTTP request would be printed`(port: Int) async {
    let ledger = SharedTrafficLedger()
    _ = await WebClient(lookUp: { _ in .success([Self.own]) }, ledger: ledger)
      .get("http://a.test:\(port)/", accepting: "*/*", limit: 100, within: .seconds(5))
    #expect(ledger.current == TrafficLedger())
  }
}
