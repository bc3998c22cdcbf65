import Testing
@testable import Wire
@testable import Identification
@testable import Model
@testable import Probing

@Suite("Probes over TCP") struct StreamProbesTests {
  private static func host(
    _ ports: Set<UInt16> = [],
    _ services: [ServiceInstance] = []
  ) -> ProbedHost {
    var evidence = Evidence()
    evidence.services = services
    return ProbedHost(
      address: .v4(IPv4Address(10, 0, 0, 9)),
      interface: 2,
      evidence: evidence,
      openPorts: ports
    )
  }

  private static func asked(_ host: ProbedHost) -> [String] {
    StreamProbes.all.flatMap { $0.questions(for: host) }.map { "\($0.port) \($0.topic)" }
      .sorted()
  }

  @Test func `Only what is open or announced is asked`() {
    #expect(Self.asked(Self.host()).isEmpty)
    #expect(Self.asked(Self.host([80, 443, 8080])).isEmpty)
    #expect(Self.asked(Self.host([22, 445, 548])) == ["22 ssh", "445 smb", "548 afp"])
    let broker = ServiceInstance(type: "_mqtt._tcp", name: "b", port: 1884)
    #expect(Self.asked(Self.host([], [broker])) == ["1884 mqtt"])
  }

  @Test func `A printing port is never asked, whatever is announced`() {
    let types = ["_ssh._tcp", "_ftp._tcp", "_ipp._tcp", "_ipps._tcp", "_mqtt._tcp", "_telnet._tcp"]
    var services: [ServiceInstance] = []
    for port: UInt16 in [515, 9100, 9103, 9107] {
      for type in types { services.append(ServiceInstance(type: type, name: "p", port: port)) }
    }
    let ports = Set([UInt16(515)]).union(9100...9107)
    #expect(Self.asked(Self.host(ports, services)).isEmpty)
  }

  @Test func `A host that announces a hundred services is not asked a hundred times`() {
    let services = (UInt16(1)...100).map {
      ServiceInstance(type: "_ssh._tcp", name: "\($0)", port: $0)
    }
    #expect(Self.asked(Self.host([], services)).count <= 2)
  }

  @Test func `A printer is asked where it says, a queue of CUPS is not`() {
    func ipp(_ path: String) -> ServiceInstance {
      ServiceInstance(type: "_ipp._tcp", name: "p", port: 631, txt: ["rp": .text(path)])
    }
    #expect(Self.asked(Self.host([], [ipp("ipp/print")])) == ["631 http POST /ipp/print"])
    #expect(Self.asked(Self.host([], [ipp("printers/Attic")])).isEmpty)
    #expect(Self.asked(Self.host([], [ipp("x HTTP/1.1\r\nA: b")])).isEmpty)
    #expect(Self.asked(Self.host([631])) == ["631 http POST /ipp/print"])
  }

  private static func reply(_ body: [UInt8]) -> HTTPReply {
    HTTPReply(
      port: 631,
      isTLS: false,
      path: "/ipp/print",
      status: 200,
      headers: ["content-type": "application/ipp"],
      body: body
    )
  }

  @Test func `A printer's model, name and identity are read`() throws {
    let message = IPPMessage(
      code: 0,
      id: 1,
      groups: [
        .init(
          tag: IPPMessage.Group.printer,
          attributes: [
            .init(name: "printer-name", values: [.init(0x42, "ipp/print")]),
            .init(name: "printer-info", values: [.init(0x41, "Printer in the attic")]),
            .init(
              name: "printer-make-and-model",
              values: [.init(0x41, "Brother HL-L2350DW series")]
            ),
            .init(
              name: "printer-uuid",
              values: [.init(0x45, "urn:uuid:E3248000-80CE-11DB-8000-30C9AB000001")]
            ),
          ]
        )
      ]
    )
    let facts = IPPReading.facts(Self.reply(message.serialised))
    #expect(facts.contains(.name("Printer in the attic")))
    #expect(facts.contains(.identity(.udn, "E3248000-80CE-11DB-8000-30C9AB000001")))
    guard case .http(let answer) = try #require(facts.first) else {
      Issue.record("no answer")
      return
    }
    var evidence = Evidence()
    evidence.http = [answer]
    // The rules find the model in the body.
    let fields = evidence.fields(macVendor: nil)
    #expect(fields.contains { $0.key == "model" && $0.value == "Brother HL-L2350DW series" })
  }

  @Test func `A body that is no IPP is left out`() {
    for body in [Array("<html>".utf8), [1, 1, 0, 0, 0, 0, 0, 1, 4, 0x41, 0xFF, 0xFF], []]
      as [[UInt8]]
    {
      let facts = IPPReading.facts(Self.reply(body))
      guard case .http(let answer)? = facts.first else { continue }
      #expect(facts.count == 1 && answer.body == nil)
    }
  }
}
