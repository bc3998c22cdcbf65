import HomeSupport
import Testing
import Wire
@testable import Model
@testable import Probing

@Suite("SNMP probe") struct SNMPProbeTests {
  private let probe = SNMPProbe()

  private func path(_ text: String) -> SNMPObjectIdentifier {
    guard let path = SNMPObjectIdentifier(text) else { preconditionFailure("bad path in a test") }
    return path
  }

  private func reply(_ values: [(String, SNMPValue)], id: Int32 = 0x486E) -> [UInt8] {
    SNMPMessage(.response, id: id, bindings: values.map { .init(path($0.0), $0.1) }).serialised
  }

  @Test func `Only those likely to answer are asked`() {
    #expect(probe.datagrams(.test("Apple")).isEmpty)
    #expect(probe.datagrams(.test("Espressif")).isEmpty)
    #expect(probe.datagrams(.test("TP-Link", ports: [9999])).isEmpty)
    #expect(probe.datagrams(.test("TP-Link", ports: [80])).map(\.topic) == ["system"])
    #expect(probe.datagrams(.test("Synology")).map(\.topic) == ["system"])
    #expect(probe.datagrams(.test { $0.isGateway = true }).map(\.topic) == ["system"])
    #expect(probe.datagrams(.test(ports: [631])).map(\.topic) == ["printer"])
    #expect(probe.datagrams(.test("Brother")).map(\.port) == [161])
  }

  @Test func `A printer is asked for six things in one request`() throws {
    let payload = try #require(probe.datagrams(.test("Brother")).first?.payload)
    let message = try SNMPMessage(parsing: payload)
    #expect(message.operation == .get && message.version == 1)
    #expect(String(decoding: message.community, as: UTF8.self) == "public")
    #expect(message.bindings.count == 6)
    #expect(message.bindings.allSatisfy { $0.value == .null })
  }

  @Test func `A printer's answer gives its system, its name and its serial number`() {
    let bytes = reply([
      ("1.3.6.1.2.1.1.1.0", .octets(Array("Brother NC-8300h".utf8))),
      ("1.3.6.1.2.1.1.2.0", .object(path("1.3.6.1.4.1.2435.2.3.9.1"))),
      ("1.3.6.1.2.1.1.5.0", .octets(Array("BRN30055C".utf8))),
      ("1.3.6.1.2.1.25.3.2.1.3.1", .octets(Array("Brother HL-L2350DW series".utf8))),
      ("1.3.6.1.2.1.43.5.1.1.16.1", .octets(Array("Study printer".utf8))),
      ("1.3.6.1.2.1.43.5.1.1.17.1", .octets(Array("E78096F1N123456\0".utf8))),
    ])
    let facts = probe.facts(bytes, host: .test("Brother"), port: 161)
    #expect(
      facts == [
        .snmp(
          SNMPIdentity(
            description: "Brother NC-8300h; Brother HL-L2350DW series",
            objectID: "1.3.6.1.4.1.2435.2.3.9.1",
            name: "BRN30055C"
          )
        ),
        .name("Study printer"), .identity(.serial, "Brother E78096F1N123456"),
      ]
    )
  }

  @Test func `What is missing is not made up`() {
    let bytes = reply([
      ("1.3.6.1.2.1.1.1.0", .octets(Array("Linux nas 5.10".utf8))),
      ("1.3.6.1.2.1.1.2.0", .missing(.object)), ("1.3.6.1.2.1.1.5.0", .octets([])),
    ])
    let facts = probe.facts(bytes, host: .test("Synology"), port: 161)
    #expect(facts == [.snmp(SNMPIdentity(description: "Linux nas 5.10"))])
  }

  @Test func `Answers to others, requests and rubbish say nothing`() {
    let named = [("1.3.6.1.2.1.1.1.0", SNMPValue.octets([0x41]))]
    let host = ProbedHost.test("Synology")
    #expect(probe.facts(reply(named, id: 1), host: host, port: 161).isEmpty)
    #expect(probe.facts(reply([]), host: host, port: 161).isEmpty)
    let request = SNMPMessage.get([path("1.3.6.1.2.1.1.1.0")], id: 0x486E).serialised
    #expect(probe.facts(request, host: host, port: 161).isEmpty)
    for bytes in HostileReplies.all {
      #expect(probe.facts(bytes, host: host, port: 161).isEmpty)
    }
  }

  @Test func `Words are found whole, and beginnings where asked for`() {
    #expect(ProbedHost.test("WiZ Connected Lighting").isMade(by: ["WiZ"]))
    #expect(!ProbedHost.test("Wiznet").isMade(by: ["WiZ"]))
    #expect(ProbedHost.test("Yealink(Xiamen) Network Technology").isMade(by: ["Yealink"]))
    #expect(!ProbedHost.test(nil).isMade(by: [""]))
    let named = ProbedHost.test { $0.hostname = "wiz_a8bb50.lan" }
    #expect(named.mentions(["wiz"]) && named.mentions(["WiZ a8"]))
    #expect(!named.mentions(["iz", "", "lane"]))
    // The domain is the router's, in a DHCP client's whole name as well.
    let client = ProbedHost.test { $0.dhcp = DHCPRequest(hostname: "wiz-a8.fritz.box") }
    #expect(client.mentions(["wiz"]) && !client.mentions(["fritz"]))
  }
}
