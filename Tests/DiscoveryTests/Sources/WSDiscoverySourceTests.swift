import HomeSupport
import Networking
import Testing
import Wire
@testable import Discovery
@testable import Model

private typealias Driver = SourceDriver<WSDiscoverySource>

private func started() -> Driver {
  var driver = Driver(WSDiscoverySource(generator: SplitMix64(seed: 7)))
  driver.start()
  return driver
}

@Suite("WS-Discovery source")
struct WSDiscoverySourceTests {
  private func answer(
    to probe: String?,
    types: [String] = ["dn:NetworkVideoTransmitter"],
    scopes: [String] = ["onvif://www.onvif.org/hardware/X1"]
  ) -> [UInt8] {
    WSDiscoveryMessage(
      .probeMatches,
      id: "urn:uuid:9",
      relatesTo: probe,
      matches: [.init(endpoint: "urn:uuid:8", types: types, scopes: scopes)]
    ).serialised
  }

  private func probe(_ driver: inout Driver) throws -> String {
    try WSDiscoveryMessage(parsing: #require(driver.takeSent().first).payload).id
  }

  @Test func `everything, cameras and devices are probed for, twice`() throws {
    var driver = Driver(WSDiscoverySource(generator: SplitMix64(seed: 7)))
    driver.begin()
    #expect(driver.source.isActive)
    #expect(driver.sockets.values.map(\.family).count { $0 == .v4 } == 1)
    #expect(driver.sockets.count == 2)
    driver.open()
    #expect(!driver.source.isActive)
    var types: [[String]] = []
    var names: Set<String> = []
    var further: [[String]] = []
    for _ in 0..<5 {
      for packet in driver.takeSent() {
        guard packet.to.address.v4 != nil else {
          #expect(packet.to == Endpoint(.v6(WSDiscovery.ipv6Group, zone: "eth0"), port: 3702))
          further += try WSDiscoveryMessage(parsing: packet.payload).matches.map(\.types)
          continue
        }
        #expect(packet.to == Endpoint(.v4(WSDiscovery.ipv4Group), port: 3702))
        #expect(packet.payload.count < 1200)
        let message = try WSDiscoveryMessage(parsing: packet.payload)
        #expect(message.kind == .probe)
        names.insert(message.id)
        types.append(try #require(message.matches.first).types)
      }
      driver.advance(.seconds(1))
    }
    let round = [[], ["dn:NetworkVideoTransmitter"], ["wsdp:Device"]]
    #expect(types == round + round)
    // Over IPv6 for everything, twice.
    #expect(further == [[], []])
    #expect(names.count == 6)
    #expect(names.allSatisfy { $0.hasPrefix("urn:uuid:") && $0.utf8.count == 45 })
  }

  @Test func `an answer tells of its sender, once, and again when it grows`() throws {
    var driver = started()
    let name = try probe(&driver)
    driver.deliver(answer(to: name), from: .home(64), port: 40_000)
    let first = WSDiscoveryAnswer(
      types: "dn:NetworkVideoTransmitter",
      scopes: ["onvif://www.onvif.org/hardware/X1"]
    )
    let told = driver.takeReports()
    #expect(told.map(\.fact) == [.answered(rttMs: nil), .wsDiscovery(first)])
    #expect(told.allSatisfy { $0.subject == .home(64) })
    driver.deliver(answer(to: name.uppercased()), from: .home(64), port: 3702)
    #expect(driver.takeReports().isEmpty)
    driver.deliver(answer(to: nil, types: ["wsdp:Device"]), from: .home(64), port: 3702)
    var second = first
    second.types = "dn:NetworkVideoTransmitter wsdp:Device"
    #expect(driver.takeReports().map(\.fact) == [.wsDiscovery(second)])
  }

  @Test func `strangers, answers to others, probes and rubbish are not believed`() throws {
    var driver = started()
    let name = try probe(&driver)
    driver.deliver(answer(to: name), from: .v4(IPv4Address(8, 8, 8, 8)), port: 3702)
    driver.deliver(answer(to: "urn:uuid:else"), from: .home(64), port: 3702)
    let question = WSDiscoveryMessage.probe(nil, id: "urn:uuid:1").serialised
    driver.deliver(question, from: .home(64), port: 3702)
    driver.deliver([0xFF, 0x3C, 0x3C], from: .home(64), port: 3702)
    #expect(driver.takeReports().isEmpty)
  }

  @Test func `what a sender can make us say is bounded`() throws {
    var driver = started()
    let name = try probe(&driver)
    for number in 0..<500 {
      driver.deliver(
        answer(to: name, types: [], scopes: ["x:\(number)"]),
        from: .home(66),
        port: 3702
      )
    }
    #expect(driver.takeReports().count == 1 + 8)
  }

  @Test func `a socket that can't be opened ends it`() {
    var driver = Driver(WSDiscoverySource(generator: SplitMix64(seed: 7)))
    driver.start { _ in true }
    #expect(!driver.source.isActive)
    driver.advance(.seconds(3))
    #expect(driver.takeSent().isEmpty)
  }
}
