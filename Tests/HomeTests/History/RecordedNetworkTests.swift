import DemoHome
import HomeSupport
import Networking
import Simulation
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

@Suite struct `The recorded network` {
  private let facts = HomeFacts(gateways: ["192.168.1.1"], resolvers: ["192.168.1.1", "9.9.9.9"])
  private let router = DescribedDevice(
    slot: 1,
    address: "192.168.1.1",
    hardware: "00:11:32:00:00:01",
    name: "Router",
    kind: .router,
    isGateway: true
  )

  /// A home with a router that has answered for its address.
  private func home(_ remembered: [Fact] = []) -> RecordedHome {
    var shown = router
    shown.remembered = remembered
    shown.shownAt = Timestamp(milliseconds: 1_700_000_000_000)
    return RecordedHome(shown, facts: facts)
  }

  /// Another device at the router's address.
  private func other(_ remembered: [Fact] = [], at time: Timestamp) -> DescribedDevice {
    var device = router
    device.slot = 2
    device.hardware = "00:11:32:00:00:99"
    device.remembered = remembered
    device.shownAt = time
    device.probedAt = time
    return device
  }

  // MARK: The router

  @Test(arguments: [HomeChange.Reason.sameKeys, .otherKeys, .unproven])
  func `weighs a router's other link address by its keys`(reason: HomeChange.Reason) throws {
    let key = Fact.identity(.tlsKey, "0a1b2c3d4e5f")
    let another = Fact.identity(.tlsKey, "ffeeddccbbaa")
    var home = home(reason == .unproven ? [] : [key])
    let keys = reason == .unproven ? [] : [reason == .sameKeys ? key : another]
    var changes = home.see(other(keys, at: home.now.advanced(by: 1000)))
    if reason == .unproven { #expect(changes.isEmpty, "it may say more") }
    changes += home.wait(minutes: 4)
    let change = try #require(changes.first)
    #expect(changes.map(\.kind) == [.gatewayMACChanged])
    #expect(change.reason == reason)
    #expect(change.was == "00:11:32:00:00:01" && change.now == "00:11:32:00:00:99")
    #expect(home.wait(minutes: 10).isEmpty)
  }

  @Test func `waits for the keys of another router`() {
    var home = home([.identity(.tlsKey, "0a1b2c3d4e5f")])
    var unasked = other(at: home.now.advanced(by: 1000))
    unasked.probedAt = nil
    #expect(home.see(unasked).isEmpty)
    #expect(home.wait(minutes: 1).isEmpty)
    unasked.remembered = [.identity(.tlsKey, "0a1b2c3d4e5f")]
    #expect(home.see(unasked).map(\.reason) == [.sameKeys])
  }

  @Test func `takes another card of the same router for that`() {
    let key = Fact.identity(.tlsKey, "0a1b2c3d4e5f")
    var home = home([key])
    var card = router
    card.hardware = "00:11:32:00:00:07"
    card.remembered = [key]
    card.shownAt = home.now.advanced(by: 1000)
    #expect(home.see(card).isEmpty)
    let changes = home.wait(minutes: 3)
    #expect(changes.map(\.kind) == [.gatewayMACChanged])
    #expect(changes.map(\.reason) == [.sameKeys])
  }

  @Test func `tells that two take turns at the router's address, once an hour`() {
    var home = home([.identity(.tlsKey, "0a1b2c3d4e5f")])
    var told: [HomeChange] = []
    for minute in 1...50 {
      let time = home.now.advanced(by: 30_000)
      if minute % 2 == 0 {
        var own = router
        own.shownAt = time
        told += home.see(own)
      } else {
        told += home.see(other(at: time))
      }
    }
    #expect(told.map(\.kind) == [.gatewayMACChanged])
    #expect(told.map(\.reason) == [.alternating])
  }

  // MARK: Two claim one address

  private func claimant(_ slot: Int, at time: Timestamp) -> DescribedDevice {
    var device = DescribedDevice(slot: slot, address: "192.168.1.50", name: "Claimant \(slot)")
    device.hardware = "00:11:32:00:01:0\(slot)"
    device.shownAt = time
    return device
  }

  @Test func `tells that two answer for one address, and not that a lease is given anew`() throws {
    var home = home()
    #expect(home.see(claimant(5, at: home.now.advanced(by: 60_000))).isEmpty)
    #expect(home.see(claimant(6, at: home.now.advanced(by: 60_000))).isEmpty)
    // The first one is still listed there, and was not shown there again.
    let before = claimant(5, at: home.now.advanced(by: -60_000))
    #expect(home.see(before).isEmpty)
    #expect(home.wait(minutes: 2).isEmpty)
    let changes = home.see(claimant(5, at: home.now.advanced(by: 60_000)))
    let change = try #require(changes.first)
    #expect(changes.map(\.kind) == [.addressConflict] && change.slot == 5)
    #expect(change.was == "192.168.1.50")
    #expect(change.now == "00:11:32:00:01:05, 00:11:32:00:01:06")
    let again = home.see(claimant(6, at: home.now.advanced(by: 60_000)))
    #expect(again.isEmpty, "once an hour")
  }

  @Test func `takes a repeater's answers for its clients for no conflict`() {
    var home = home()
    func repeater(_ time: Timestamp) -> DescribedDevice {
      var device = claimant(7, at: time)
      device.address = "192.168.1.60"
      return device
    }
    for _ in 0..<6 {
      let time = home.now.advanced(by: 60_000)
      var through = claimant(6, at: time)
      through.hardware = "00:11:32:00:01:07"
      #expect(
        home.see(claimant(5, at: time.advanced(by: -20_000)), repeater(time), through).isEmpty
      )
    }
  }

  // MARK: What this machine is told

  @Test func `tells another route, other name servers and a DHCP server`() {
    var home = home()
    var other = facts
    other.resolvers = ["9.9.9.9", "192.168.1.1"]
    #expect(home.face(other).isEmpty)
    #expect(home.face(other).isEmpty, "the order says nothing")
    other.resolvers = ["192.168.1.66"]
    #expect(home.face(other).isEmpty, "it has to stand")
    #expect(home.face(facts, after: 30).isEmpty)
    #expect(home.face(other).isEmpty)
    #expect(home.face(other).map(\.kind) == [.resolverChanged])
    other.gateways = ["192.168.1.254"]
    #expect(home.face(other).isEmpty)
    let changes = home.face(other)
    #expect(changes.map(\.kind) == [.routeChanged])
    #expect(changes.first?.was == "192.168.1.1" && changes.first?.now == "192.168.1.254")
    other.gateways = []
    #expect(home.face(other).isEmpty)
    #expect(
      home.face(other).map(\.message.text)
        == ["This machine has no default route any more; it led over 192.168.1.254 before."]
    )
    other = facts
    other.dhcpServers = ["192.168.1.1", "192.168.1.77"]
    let servers = home.face(other)
    #expect(servers.map(\.kind) == [.dhcpServerAppeared])
    #expect(servers.first?.now == "192.168.1.77", "the router is expected to be one")
    let more = home.face(other)
    #expect(!more.contains { $0.kind == .dhcpServerAppeared })
  }

  @Test func `takes a DHCP server with the router's card for the router`() {
    var home = home()
    var other = facts
    other.dhcpServers = ["192.168.1.2"]
    other.dhcpServerMACs = ["192.168.1.2": ["00:11:32:00:00:01"]]
    #expect(home.face(other).isEmpty)
    // Somebody else answers by that address as well.
    other.dhcpServerMACs["192.168.1.2"]?.insert("00:11:32:00:00:66")
    #expect(home.face(other).map(\.kind) == [.dhcpServerAppeared])
    #expect(home.face(other).isEmpty, "once")
    other.dhcpServers.append("192.168.1.3")
    other.dhcpServerMACs["192.168.1.3"] = ["00:11:32:00:00:66"]
    #expect(home.face(other).isEmpty, "the same box as the server that was told")
    other.dhcpServers.append("192.168.1.4")
    #expect(home.face(other).map(\.now) == ["192.168.1.4"], "nothing is known of its card")
  }

  @Test func `tells few DHCP servers a day`() {
    var home = home()
    var other = facts
    other.dhcpServers = (10..<30).map { "192.168.1.\($0)" }
    #expect(home.face(other).count == NetworkRecord.mostNamedServersADay)
    // Those that answer are told beside those that clients only name.
    for number in 20..<30 {
      other.dhcpServerMACs["192.168.1.\(number)"] = ["00:11:32:00:01:\(number)"]
    }
    let answering = home.face(other).count
    #expect(answering == NetworkRecord.mostServersADay - NetworkRecord.mostNamedServersADay)
    #expect(home.face(other).isEmpty)
    _ = home.face(facts, after: 23 * 3600)
    let next = home.face(other, after: 2 * 3600).filter { $0.kind == .dhcpServerAppeared }
    #expect(next.count == NetworkRecord.mostServersADay)
  }

  @Test func `counts a DHCP server once it has stood, on the network where it was heard`() {
    var heard = HeardDHCPServers()
    let start = Timestamp(milliseconds: 1_000_000)
    let server = IPAddress.v4(IPv4Address(192, 168, 1, 77))
    let mac = MACAddress(rawValue: 0x0011_3200_0077)
    heard.take(DHCPServer(), at: server, time: start)
    heard.take(DHCPServer(mac: mac), at: server, time: start)
    let early = heard.added(to: facts, at: start)
    #expect(early.dhcpServers == [])
    let later = start.advanced(by: HeardDHCPServers.standing)
    let standing = heard.added(to: facts, at: later)
    #expect(standing.dhcpServers == ["192.168.1.77"])
    #expect(standing.dhcpServerMACs == ["192.168.1.77": [mac.description]])
    let elsewhere = heard.added(to: HomeFacts(gateways: ["10.0.0.1"]), at: later)
    #expect(elsewhere.dhcpServers == [])
    for number in 0..<1000 {
      let address = IPAddress.v4(IPv4Address(rawValue: 0x0A00_0000 + UInt32(number)))
      heard.take(DHCPServer(), at: address, time: start)
    }
    let many = heard.added(to: HomeFacts(gateways: ["10.0.0.1"]), at: later)
    #expect(many.dhcpServers.count == HomeFacts.most)
  }

  @Test func `counts a DHCP server that was heard before the network was read again`() {
    var heard = HeardDHCPServers()
    let start = Timestamp(milliseconds: 1_000_000)
    let server = IPAddress.v4(IPv4Address(192, 168, 1, 77))
    _ = heard.added(to: facts, at: start)
    heard.take(DHCPServer(), at: server, time: start)
    let later = start.advanced(by: HeardDHCPServers.standing)
    let lost = heard.added(to: HomeFacts(isConnected: false), at: later)
    #expect(lost.dhcpServers == [], "what was heard before the network was lost is not believed")
    heard.take(DHCPServer(), at: server, time: later)
    _ = heard.added(to: facts, at: later)
    let back = heard.added(to: facts, at: later.advanced(by: HeardDHCPServers.standing))
    #expect(back.dhcpServers == ["192.168.1.77"])
  }

  @Test func `keeps a place for a DHCP server that answers`() {
    func address(_ third: UInt8, _ last: Int) -> IPAddress {
      .v4(IPv4Address(192, 168, third, UInt8(last)))
    }
    var heard = HeardDHCPServers()
    let start = Timestamp(milliseconds: 1_000_000)
    let answering = DHCPServer(mac: MACAddress(rawValue: 0x0011_3200_0077))
    for number in 0..<100 { heard.take(DHCPServer(), at: address(1, number), time: start) }
    heard.take(answering, at: address(1, 177), time: start)
    let later = start.advanced(by: HeardDHCPServers.standing)
    let first = heard.added(to: facts, at: later).dhcpServers
    #expect(first.first == "192.168.1.177" && first.count == HomeFacts.most)
    // Made-up answers keep out others only as long as they are heard.
    for number in 0..<100 { heard.take(answering, at: address(2, number), time: later) }
    heard.take(answering, at: address(1, 178), time: later)
    let flooded = heard.added(to: facts, at: later).dhcpServers
    #expect(flooded.contains("192.168.1.177") && !flooded.contains("192.168.1.178"))
    let after = later.advanced(by: HeardDHCPServers.memory)
    heard.take(answering, at: address(1, 178), time: after)
    let end = after.advanced(by: HeardDHCPServers.standing)
    let last = heard.added(to: facts, at: end).dhcpServers
    #expect(last.contains("192.168.1.178") && last.count == HomeFacts.most)
  }

  @Test func `knows its router as a DHCP server while a VPN has the default route`() {
    var home = home()
    var away = facts
    away.gateways = ["10.8.0.1"]
    _ = home.face(away)
    #expect(home.face(away).map(\.kind) == [.routeChanged])
    away.dhcpServers = ["192.168.1.1"]
    #expect(home.face(away).isEmpty)
    home.recorder = HistoryRecorder(
      profiles: HomeAtMoment.profiles(home.versions, at: home.now),
      transitions: home.transitions,
      changes: home.changes,
      lastTime: home.now
    )
    #expect(home.face(away).isEmpty, "after a restart as well")
    away.dhcpServers.append("192.168.1.2")
    #expect(home.face(away).map(\.now) == ["192.168.1.2"])
  }

  @Test(arguments: [true, false])
  func `hears another DHCP server on the network, where it may`(isPermitted: Bool) {
    let (router, rogue) = (IPv4Address(192, 168, 77, 1), IPv4Address(192, 168, 77, 77))
    let phone = MACAddress(rawValue: 0xDA_1132_0000_01)
    let hosts = [router, rogue].enumerated().map { number, address in
      SimulatedHost(
        SimulatedDevice(
          label: "\(address)",
          mac: MACAddress(rawValue: 0x0011_3200_0001 + UInt64(number)),
          address: address
        )
      )
      .offering(IPv4Address(192, 168, 77, 90), to: phone, router: router, after: .seconds(5))
    }
    var topology = SimulatedTopology.plain(
      IPv4Prefix(IPv4Address(192, 168, 77, 0), length: 24),
      hosts: 0
    )
    topology.links[0].hosts = hosts
    let scan = ScanRun(topology, sources: [DHCPSource()]) {
      $0.canUseRawSockets = isPermitted
      $0.lasting = .seconds(30)
    }
    var heard = HeardDHCPServers()
    for (_, observation) in scan.observations {
      guard case .dhcpServer(let server) = observation.fact, let address = observation.subject
      else { continue }
      heard.take(server, at: address, time: observation.time)
    }
    var home = home()
    let own = HomeFacts(gateways: ["192.168.77.1"])
    _ = home.face(own)
    _ = home.face(own)
    let told = home.face(heard.added(to: own, at: home.now))
      .filter { $0.kind == .dhcpServerAppeared }
    #expect(told.map(\.now) == (isPermitted ? ["192.168.77.77"] : []))
    let again = home.face(heard.added(to: own, at: home.now))
    #expect(!again.contains { $0.kind == .dhcpServerAppeared })
  }

  @Test func `knows its network again after a restart`() {
    var home = home()
    var other = facts
    other.gateways = ["192.168.1.254"]
    other.dhcpServers = ["192.168.1.77"]
    _ = home.face(other)
    _ = home.face(other)
    #expect(home.changes.map(\.kind) == [.dhcpServerAppeared, .routeChanged])
    home.recorder = HistoryRecorder(
      profiles: HomeAtMoment.profiles(home.versions, at: home.now),
      transitions: home.transitions,
      changes: home.changes,
      lastTime: home.now
    )
    #expect(home.face(other).isEmpty)
    #expect(home.face(other).isEmpty)
    #expect(home.face(facts).isEmpty)
    #expect(home.face(facts).map(\.kind) == [.routeChanged])
  }
}
