import DemoHome
import HomeSupport
import Model
import Testing
import Wire
@testable import Discovery
@testable import Networking
import Simulation

private let home24 = IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24)

@Suite struct `A host that is looked for` {
  private let topology = SimulatedTopology.plain(home24, hosts: 6)

  private var host: SimulatedHost { topology.links[0].hosts[3] }

  /// A scan that looks for a host at its IPv4 and its link-local address.
  private func scan(
    for host: SimulatedHost,
    in topology: SimulatedTopology,
    isRaw: Bool = false
  ) -> ScanRun {
    let interface = topology.links[0].interface
    return ScanRun(topology) { plan in
      plan.canUseRawSockets = isRaw
      plan.lasting = .zero
      plan.targets[0].prefix = IPv4Prefix(host.device.address, length: 32)
      plan.checked = [
        CheckedAddress(
          .v4(host.device.address),
          interface: interface.index,
          mac: host.device.mac
        ),
        CheckedAddress(
          .v6(host.linkLocal, zone: interface.name),
          interface: interface.index,
          mac: host.device.mac
        ),
      ]
    }
  }

  @Test(arguments: [false, true])
  func `is found where it is there, and nothing is sent to others`(isRaw: Bool) {
    let found = scan(for: host, in: topology, isRaw: isRaw)
    let address = host.device.address
    #expect(found.answered.keys.contains(.v4(address)))
    let own: Set<IPAddress> = [.v4(address), .v6(host.linkLocal, zone: nil)]
    #expect(found.run.sent.allSatisfy { own.contains($0.target.address.withoutZone) })
    var empty = topology
    empty.links[0].hosts.remove(at: 3)
    let missed = scan(for: host, in: empty, isRaw: isRaw)
    #expect(missed.answered.keys.allSatisfy { !own.contains($0.withoutZone) })
    #expect(!missed.run.sent.isEmpty)
    #expect(missed.run.sent.allSatisfy { own.contains($0.target.address.withoutZone) })
  }

  @Test func `is asked at its own link address where frames may be sent`() {
    var deaf = topology
    deaf.links[0].hosts[3].hearsBroadcasts = false
    let address = IPAddress.v4(host.device.address)
    // A sweep asks by broadcast, and misses it.
    let sweep = ScanRun(deaf) { $0.canUseRawSockets = true }
    #expect(!sweep.answered.keys.contains(address))
    #expect(sweep.answered.count == 5)
    #expect(scan(for: host, in: deaf, isRaw: true).answered.keys.contains(address))
    // The kernel, whose table does not have it, asks by broadcast.
    #expect(!scan(for: host, in: deaf).answered.keys.contains(address))
    // Its link address is another's, and it hears broadcasts again.
    var other = topology.links[0].hosts[3]
    other.device.mac = MACAddress(rawValue: 0x0011_3200_00FF)
    var changed = topology
    changed.links[0].hosts[3] = other
    let found = scan(for: host, in: changed, isRaw: true)
    let facts = found.facts(host.device.address)
    #expect(facts.contains(.linkAddress(other.device.mac)))
  }

  @Test(arguments: [(false, true), (true, false), (true, true)])
  func `is found at an IPv6 address alone`(isThere: Bool, hearsBroadcasts: Bool) {
    var home = topology
    home.asksNDP = true
    home.links[0].hosts[3].hearsBroadcasts = hearsBroadcasts
    if !isThere { home.links[0].hosts.remove(at: 3) }
    let address = IPAddress.v6(host.linkLocal, zone: "eth0")
    let own = IPv6Address(high: 0xFE80_0000_0000_0000, low: 2)
    let scan = ScanRun(home) { plan in
      plan.lasting = .zero
      plan.targets = []
      plan.interfaces[0].ipv4 = []
      plan.interfaces[0].ipv6 = [Interface.IPv6(address: own, prefixLength: 64)]
      plan.checked = [CheckedAddress(address, interface: 2)]
    }
    #expect(scan.answered.keys.contains(address) == (isThere && hearsBroadcasts))
    #expect(!scan.run.sent.isEmpty)
    #expect(scan.run.sent.allSatisfy { $0.target.address.withoutZone == address.withoutZone })
  }

  @Test func `is asked by unicast and by broadcast in turn`() {
    let mac = MACAddress(rawValue: 0x0011_3200_0007)
    #expect((1...4).map { ARPPolicy.receiver(of: mac, inPass: $0) } == [mac, nil, mac, nil])
    #expect((1...4).allSatisfy { ARPPolicy.receiver(of: nil, inPass: $0) == nil })
    #expect(ARPPolicy.receiver(of: .broadcast, inPass: 1) == nil)
  }

  @Test(arguments: [false, true])
  func `gets a datagram to its mDNS port if it is a phone`(isPhone: Bool) {
    var plan = ScanPlan.test
    plan.targets = []
    plan.checked = [CheckedAddress(.home(7), interface: 2, isPhone: isPhone)]
    var driver = SourceDriver(NeighbourSweep(), plan: plan)
    driver.begin()
    driver.handle(.neighbours(Ticket(owner: 0, number: NeighbourSweep.Number.watch), []))
    let asked = driver.takeExchanges()
    #expect(
      asked.map(\.probe.target)
        == (isPhone ? [Endpoint(.home(7), port: MulticastDNS.port)] : [])
    )
    #expect(asked.allSatisfy { $0.payload.isEmpty && $0.probe.interface == 2 })
    guard let probe = asked.first else { return }
    driver.handle(.probed(probe.ticket, probe.probe.target, .timedOut))
    let silent = driver.takeReports()
    #expect(silent.isEmpty)
    driver.handle(.probed(probe.ticket, probe.probe.target, .refused(rtt: .milliseconds(3))))
    let answered = driver.takeReports()
    #expect(answered.map(\.subject) == [.home(7)])
    #expect(answered.map(\.fact) == [.answered(rttMs: 3)], "a closed port is an answer")
  }

  @Test(arguments: [false, true])
  func `has its IPv6 address verified by the kernel, and other neighbours are left alone`(
    isRaw: Bool
  ) throws {
    var plan = ScanPlan.test
    let address = IPAddress.v6(IPv6Address(high: 0xFE80_0000_0000_0000, low: 7), zone: "eth0")
    let other = IPAddress.v6(IPv6Address(high: 0xFE80_0000_0000_0000, low: 8), zone: "eth0")
    plan.targets = []
    plan.checked = [CheckedAddress(address, interface: 2)]
    var driver = SourceDriver(NeighbourSweep(sweeps: !isRaw), plan: plan)
    driver.begin()
    let entries = [address, other].map { address in
      Neighbour(
        address: address.withoutZone,
        interface: 2,
        mac: MACAddress(rawValue: 0x0011_3200_0007),
        state: .stale,
        confirmedAgo: .seconds(600)
      )
    }
    driver.handle(.neighbours(Ticket(owner: 0, number: NeighbourSweep.Number.watch), entries))
    let asked = driver.takeExchanges()
    #expect(asked.map(\.probe.target.address) == [address])
    #expect(asked.first?.probe.target.port == NeighbourSweep.closedPort)
    #expect(driver.source.isActive, "the kernel takes some seconds to ask")
    var answer = entries[0]
    answer.state = .reachable
    answer.confirmedAgo = .zero
    driver.advance(.seconds(6))
    driver.handle(
      .neighbourChanged(
        Ticket(owner: 0, number: NeighbourSweep.Number.watch),
        answer,
        isRemoved: false
      )
    )
    #expect(!driver.source.isActive)
    let reports = driver.takeReports()
    #expect(reports.contains { $0.subject == address && $0.fact == .answered(rttMs: nil) })
    #expect(!reports.contains { $0.subject == other })
  }
}
