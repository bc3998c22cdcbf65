import DemoHome
import HomeSupport
import Simulation
import Testing
import Wire
@testable import Discovery
@testable import Model
@testable import Networking

@Suite("DHCP overheard")
struct DHCPSourceTests {
  private static let phone = MACAddress(rawValue: 0xDA_1132_0000_01)
  private static let id: [UInt8] = [0xFF, 1, 2, 3, 4, 0, 2, 0, 0, 0, 0xAB, 0xCD, 0xEF]
  private static let idText = "ff010203040002000000abcdef"

  private func started(
    _ change: (inout ScanPlan) -> Void = { _ in }
  ) -> SourceDriver<DHCPSource> {
    var plan = ScanPlan.test
    plan.canUseRawSockets = true
    plan.lasting = .seconds(300)
    change(&plan)
    var driver = SourceDriver(DHCPSource(), plan: plan)
    driver.begin()
    return driver
  }

  private func request(
    from mac: MACAddress = Self.phone,
    _ kind: DHCPMessage.Kind = .request,
    wanting last: UInt8? = 90,
    id: [UInt8] = Self.id,
    server: IPv4Address? = nil
  ) -> DHCPFrame {
    var options = [
      DHCPMessage.Option(53, [kind.rawValue]), DHCPMessage.Option(12, Array("annas-phone".utf8)),
      DHCPMessage.Option(60, Array("android-dhcp-13".utf8)),
      DHCPMessage.Option(55, [1, 3, 6, 15]), DHCPMessage.Option(61, id),
    ]
    if let last { options.append(DHCPMessage.Option(50, [192, 168, 77, last])) }
    if let server { options.append(DHCPMessage.Option(54, server.bytes)) }
    return DHCPFrame(
      DHCPMessage(.request, hardwareAddress: mac, options: options),
      from: mac
    )
  }

  private func offer(
    of server: IPv4Address,
    from mac: MACAddress,
    router: IPv4Address? = nil
  ) -> DHCPFrame {
    var options = [DHCPMessage.Option(53, [2]), DHCPMessage.Option(54, server.bytes)]
    if let router { options.append(DHCPMessage.Option(3, router.bytes)) }
    return DHCPFrame(
      DHCPMessage(.reply, hardwareAddress: Self.phone, options: options),
      from: mac,
      server
    )
  }

  private func deliver(_ frame: [UInt8], to driver: inout SourceDriver<DHCPSource>) {
    let datagram = Datagram(
      source: Endpoint(.v4(.any), port: 0),
      interface: 2,
      payload: frame,
      receivedAt: driver.now
    )
    driver.handle(.datagram(Ticket(owner: 0, number: 0), datagram))
  }

  private func answer(
    _ mac: MACAddress = Self.phone,
    at address: IPAddress,
    _ driver: inout SourceDriver<DHCPSource>
  ) {
    driver.learn(.learnt(.linkAddress(mac), about: address))
  }

  private var said: DHCPRequest {
    DHCPRequest(
      hostname: "annas-phone",
      vendorClass: "android-dhcp-13",
      parameters: [1, 3, 6, 15],
      clientID: Self.idText
    )
  }

  private func solicited(_ driver: inout SourceDriver<DHCPSource>) -> [IPv4Address] {
    driver.takeRequests().flatMap { request -> [IPv4Address] in
      if case .solicit(_, let addresses, _) = request { addresses } else { [] }
    }
  }

  @Test func `without the capability nothing is opened`() {
    var driver = started { $0.canUseRawSockets = false }
    #expect(driver.takeRequests().isEmpty)
    answer(at: .home(90), &driver)
    #expect(driver.takeReports().isEmpty)
    #expect(!driver.source.isActive)
  }

  @Test func `one socket is opened for each interface`() throws {
    var driver = started()
    let requests = driver.takeRequests()
    #expect(requests.count == 1)
    guard case .open(_, .dhcp(interface: 2))? = requests.first else {
      Issue.record("\(requests)")
      return
    }
  }

  @Test func `what a client says is told once its link address has answered`() {
    var driver = started()
    deliver(request().serialised, to: &driver)
    #expect(driver.takeReports().isEmpty, "anybody can make up clients")
    answer(MACAddress(rawValue: 0x0011_3200_0007), at: .home(90), &driver)
    #expect(driver.takeReports().isEmpty, "another device's address")
    answer(at: .home(90), &driver)
    let reports = driver.takeReports()
    #expect(reports.map(\.fact) == [.dhcp(said), .name("annas-phone")])
    #expect(reports.allSatisfy { $0.subject == .home(90) })
    deliver(request().serialised, to: &driver)
    #expect(driver.takeReports().isEmpty, "told already")
  }

  @Test func `who is known is told of at once`() {
    var driver = started()
    answer(at: .home(90), &driver)
    deliver(request(.discover, wanting: nil).serialised, to: &driver)
    let report = driver.takeReports().first
    #expect(report?.fact == .dhcp(said))
  }

  @Test func `a repeater's own request is its own`() {
    var driver = started()
    answer(at: .home(90), &driver)
    answer(at: .home(91), &driver)
    deliver(request(.discover, wanting: nil).serialised, to: &driver)
    #expect(driver.takeReports().isEmpty, "it answers at two addresses")
    deliver(request(wanting: 91).serialised, to: &driver)
    let report = driver.takeReports().first
    #expect(report?.subject == .home(91))
  }

  @Test func `others don't speak for a client`() {
    var driver = started()
    answer(at: .home(90), &driver)
    var forged = request()
    forged.source = MACAddress(rawValue: 0x0011_3200_0099)
    deliver(forged.serialised, to: &driver)
    var relayed = request()
    relayed.message.relay = IPv4Address(192, 168, 77, 1)
    deliver(relayed.serialised, to: &driver)
    deliver(request(.decline).serialised, to: &driver)
    for bytes in HostileReplies.all { deliver(bytes, to: &driver) }
    #expect(driver.takeReports().isEmpty)
  }

  @Test func `a client id that is the link address says nothing`() {
    let mac = Self.phone.bytes
    for id in [[1] + mac, [0] + mac, mac] {
      var driver = started()
      answer(at: .home(90), &driver)
      deliver(request(id: id).serialised, to: &driver)
      var plain = said
      plain.clientID = nil
      let report = driver.takeReports().first
      #expect(report?.fact == .dhcp(plain))
    }
  }

  @Test func `a server is told by its answer, or by a client that chose it`() {
    var driver = started()
    let (server, mac) = (IPv4Address(192, 168, 77, 1), MACAddress(rawValue: 0x0011_3200_0001))
    deliver(request(server: server).serialised, to: &driver)
    deliver(offer(of: server, from: mac, router: server).serialised, to: &driver)
    let reports = driver.takeReports()
    #expect(
      reports.map(\.fact) == [
        .dhcpServer(DHCPServer()), .dhcpServer(DHCPServer(mac: mac, router: .v4(server))),
      ]
    )
    #expect(reports.allSatisfy { $0.subject == .v4(server) })
    // A client that came from elsewhere names its old server; this machine is known.
    deliver(request(server: IPv4Address(10, 0, 0, 1)).serialised, to: &driver)
    deliver(offer(of: IPv4Address(192, 168, 77, 2), from: mac).serialised, to: &driver)
    deliver(offer(of: IPv4Address(224, 0, 0, 1), from: mac).serialised, to: &driver)
    #expect(driver.takeReports().isEmpty)
  }

  @Test func `what is made up is bounded`() {
    var driver = started()
    for number in 0..<2000 {
      let mac = MACAddress(rawValue: 0x0211_3200_0000 + UInt64(number))
      let address = IPv4Address(rawValue: 0xC0A8_0000 + UInt32(number))
      deliver(offer(of: address, from: mac).serialised, to: &driver)
      deliver(request(from: mac, wanting: UInt8(number % 250)).serialised, to: &driver)
    }
    #expect(driver.takeReports().count == 64)
    driver.advance(.seconds(30))
    let addresses = solicited(&driver)
    #expect(addresses.count == AddressChecks.most)
    answer(MACAddress(rawValue: 0x0211_3200_0000), at: .home(3), &driver)
    #expect(driver.takeReports().isEmpty, "the oldest are forgotten")
    let last = MACAddress(rawValue: 0x0211_3200_0000 + 1999)
    answer(last, at: .home(4), &driver)
    #expect(driver.takeReports().count == 2)
    for number in 0..<100 {
      deliver(request(from: last, id: Self.id + [UInt8(number)]).serialised, to: &driver)
    }
    #expect(driver.takeReports().count < 20)
  }

  @Test func `made-up clients don't keep out a server that answers`() {
    var driver = started()
    for number in 1...250 {
      let server = IPv4Address(192, 168, 77, UInt8(number))
      deliver(request(server: server).serialised, to: &driver)
    }
    #expect(driver.takeReports().count == 32)
    let mac = MACAddress(rawValue: 0x0011_3200_0001)
    deliver(offer(of: IPv4Address(192, 168, 77, 251), from: mac).serialised, to: &driver)
    let reports = driver.takeReports()
    #expect(reports.map(\.fact) == [.dhcpServer(DHCPServer(mac: mac))])
  }

  @Test func `who else answers for a server's address is told, however often that answered`() {
    var driver = started()
    let server = IPv4Address(192, 168, 77, 1)
    let cards = (UInt64(1)...9).map { MACAddress(rawValue: 0x0011_3200_0000 + $0) }
    for _ in 0..<10 { deliver(offer(of: server, from: cards[0]).serialised, to: &driver) }
    for mac in cards { deliver(offer(of: server, from: mac).serialised, to: &driver) }
    let reports = driver.takeReports()
    #expect(reports.map(\.fact) == cards.prefix(4).map { Fact.dhcpServer(DHCPServer(mac: $0)) })
  }

  @Test func `nothing is sent to everybody, nor beyond a router`() {
    var driver = started { plan in
      let beyond = ScanPlan.Target(
        prefix: IPv4Prefix(IPv4Address(10, 9, 0, 0), length: 16),
        interface: plan.interfaces[0],
        ownAddress: nil,
        isOnLink: false
      )
      plan.targets.append(beyond)
    }
    var routed = request(wanting: nil)
    routed.message.options.append(DHCPMessage.Option(50, [10, 9, 8, 7]))
    deliver(routed.serialised, to: &driver)
    for last: UInt8 in [0, 255, 90] { deliver(request(wanting: last).serialised, to: &driver) }
    driver.advance(.seconds(30))
    let addresses = solicited(&driver)
    #expect(addresses == [IPv4Address(192, 168, 77, 90)])
  }

  @Test func `the address of who joins is resolved a little later, in a lasting scan`() {
    var driver = started()
    deliver(request(wanting: 90).serialised, to: &driver)
    deliver(request(wanting: 90).serialised, to: &driver)
    driver.advance(.seconds(3))
    let early = solicited(&driver)
    #expect(early.isEmpty, "it may not have its address yet")
    driver.advance(.seconds(2))
    let late = solicited(&driver)
    #expect(late == [IPv4Address(192, 168, 77, 90)])
    for change in [
      { (plan: inout ScanPlan) in plan.listensOnly = true },
      { (plan: inout ScanPlan) in plan.lasting = nil },
    ] {
      driver = started(change)
      deliver(request(wanting: 90).serialised, to: &driver)
      driver.advance(.seconds(30))
      let addresses = solicited(&driver)
      #expect(addresses.isEmpty)
    }
  }

  @Test func `a phone that joins is found by its request`() throws {
    var topology = SimulatedTopology.plain(
      IPv4Prefix(IPv4Address(192, 168, 77, 0), length: 24),
      hosts: 3
    )
    let address = IPv4Address(192, 168, 77, 90)
    var joining = SimulatedHost(
      SimulatedDevice(label: "phone", mac: Self.phone, address: address)
    )
    joining.presence = .seconds(60)..<(.seconds(600))
    let options = [DHCPMessage.Option(12, Array("annas-phone".utf8))]
    topology.links[0].hosts.append(
      joining.asking(of: IPv4Address(192, 168, 77, 1), options: options)
    )
    // A client that nobody is.
    var ghost = SimulatedHost(
      SimulatedDevice(
        label: "ghost",
        mac: MACAddress(rawValue: 0x0211_3200_0066),
        address: IPv4Address(192, 168, 77, 66)
      )
    )
    ghost.presence = .seconds(50)..<(.seconds(52))
    topology.links[0].hosts.append(
      ghost.asking(of: IPv4Address(192, 168, 77, 1), options: options)
    )
    let sources: [any DiscoverySource] = [
      ARPSweep(), NeighbourSweep(sweeps: false), DHCPSource(),
    ]
    let scan = ScanRun(topology, sources: sources) {
      $0.canUseRawSockets = true
      $0.lasting = .seconds(120)
    }
    let found = try #require(scan.answered[.v4(address)])
    #expect(found > .seconds(60) && found < .seconds(70))
    let asked = Fact.dhcp(DHCPRequest(hostname: "annas-phone"))
    #expect(scan.facts(address).contains(asked))
    #expect(!scan.facts(IPv4Address(192, 168, 77, 66)).contains(asked))
    #expect(
      scan.facts(IPv4Address(192, 168, 77, 1)) == [.dhcpServer(DHCPServer())],
      "a client named it"
    )
    let without = ScanRun(topology, sources: [NeighbourSweep(), DHCPSource()]) {
      $0.lasting = .seconds(120)
    }
    #expect(without.answered[.v4(address)] == nil)
    #expect(without.failures.isEmpty)
  }
}
