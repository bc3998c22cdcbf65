import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Model
@testable import Discovery
import Simulation

private let home24 = IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24)
private let home26 = IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 26)
private let lossy = Impairment(loss: 0.02, delay: .zero ... .milliseconds(10))

@Suite struct `The neighbour sweep` {
  @Test func `finds a whole cold home within a tenth of a second`() throws {
    let topology = SimulatedTopology(home: .standard)
    let scan = ScanRun(topology) {
      $0.discoverOnly = true
      $0.settle = .milliseconds(200)
    }
    #expect(scan.found == topology.addresses)
    #expect(try #require(scan.answered.values.max()) <= Duration.milliseconds(100))
    #expect(try #require(scan.duration) <= Duration.milliseconds(250))
  }

  @Test
  func `waits for the kernel's second request where answers are slow, however short it may settle`()
    throws
  {
    let slow = Impairment(loss: 0.01, delay: .milliseconds(10) ... .milliseconds(60))
    let topology = SimulatedTopology.plain(home24, hosts: 10, impairment: slow)
    var missed = 0
    for seed in 1...100 as ClosedRange<UInt64> {
      let scan = ScanRun(topology, seed: seed) {
        $0.discoverOnly = true
        $0.settle = .milliseconds(200)
      }
      missed += topology.addresses.subtracting(scan.found).count
      let duration = try #require(scan.duration)
      #expect(duration > .seconds(1), "seed \(seed): \(duration)")
    }
    // One request of fifty is lost with its answer; both are of 2,500.
    #expect(missed <= 2, "\(missed) of 1,000")
  }

  @Test(
    arguments: [
      (14, 200, nil), (49, 200, nil), (50, 200, 1100), (400, 200, 1500), (1001, 200, nil),
      (14, 1200, nil), (300, 1200, 1500),
    ] as [(Int, Int, Int?)]
  )
  func `tells slow answers from quick and from repeated ones`(
    answer: Int,
    settle: Int,
    second: Int?
  ) {
    #expect(
      SweepPolicy.secondAnswer(after: .milliseconds(answer), settle: .milliseconds(settle))
        == second.map { .milliseconds($0) }
    )
  }

  @Test func `finds everybody where frames are lost and late`() {
    let topology = SimulatedTopology.plain(home26, hosts: 30, impairment: lossy)
    for seed in 1...200 as ClosedRange<UInt64> {
      let scan = ScanRun(topology, seed: seed, sources: [NeighbourSweep()])
      #expect(scan.found == topology.addresses, "seed \(seed)")
    }
  }

  @Test func `never calls a device present that has left`() throws {
    var topology = SimulatedTopology.plain(home24, hosts: 10)
    let gone = IPv4Address(192, 168, 7, 99)
    let mac = MACAddress(rawValue: 0x0011_3299_9999)
    topology.remembered = [
      Neighbour(
        address: .v4(gone),
        interface: 2,
        mac: mac,
        state: .stale,
        confirmedAgo: .seconds(60)
      )
    ]
    let scan = ScanRun(topology)
    #expect(scan.facts(gone).first == .rememberedLinkAddress(mac))
    #expect(scan.answered[.v4(gone)] == nil)
    let settled = scan.observations.first {
      $0.observation.subject == .v4(gone) && $0.observation.fact == .unresolved
    }
    #expect(try #require(settled).time < Duration.seconds(9))
    #expect(!scan.run.sent.contains { $0.target.address == .v4(gone) && $0.purpose == .ports })
  }

  @Test func `isn't held by a remembered neighbour that mustn't be asked`() throws {
    let address = try #require(IPAddress("2001:db8::9"))
    var driver = SourceDriver(NeighbourSweep())
    driver.begin()
    driver.handle(
      .neighbours(
        Ticket(owner: 0, number: 0),
        [
          Neighbour(
            address: address,
            interface: 2,
            mac: MACAddress(rawValue: 0x0011_3200_0009),
            state: .stale,
            confirmedAgo: .seconds(60)
          )
        ]
      )
    )
    let exchange = try #require(driver.takeExchanges().first)
    #expect(exchange.probe.target.address == address)
    #expect(driver.source.remembered.holdsScan)
    let probed = { (failure: LocalFailure) in
      NetworkEvent.probed(exchange.ticket, exchange.probe.target, .localFailure(failure))
    }
    driver.handle(probed(.noBuffers))
    #expect(driver.source.remembered.holdsScan)
    driver.handle(probed(.refusedByPolicy("a public address")))
    #expect(!driver.source.remembered.holdsScan)
  }

  @Test func `settles at once that a remembered device is still there`() throws {
    var topology = SimulatedTopology.plain(home24, hosts: 10)
    let host = try #require(topology.links[0].hosts.first).device
    topology.remembered = [
      Neighbour(
        address: .v4(host.address),
        interface: 2,
        mac: host.mac,
        state: .stale,
        confirmedAgo: .seconds(60)
      )
    ]
    let scan = ScanRun(topology) {
      $0.discoverOnly = true
      $0.settle = .milliseconds(200)
    }
    #expect(try #require(scan.answered[.v4(host.address)]) < Duration.milliseconds(20))
  }

  @Test func `finds everybody on a network as large as the table`() throws {
    var topology = SimulatedTopology.plain(
      IPv4Prefix(IPv4Address(10, 4, 0, 0), length: 22),
      hosts: 120
    )
    topology.hiddenEntries = 150
    let scan = ScanRun(topology) { $0.discoverOnly = true }
    #expect(scan.found == topology.addresses)
    #expect(try #require(scan.duration) <= Duration.seconds(7))
  }

  @Test func `asks again what a full table swallowed`() throws {
    var topology = SimulatedTopology.plain(home24, hosts: 30)
    topology.hiddenEntries = 900
    let scan = ScanRun(topology) { $0.timeout = .seconds(60) }
    #expect(scan.found == topology.addresses)
    #expect(scan.failures.contains(.noBuffers))
    // Whoever answers leaves an entry, and whoever doesn't holds one for three seconds.
    #expect(try #require(scan.answered.values.max()) < Duration.seconds(12))
  }

  // MARK: Who is heard while nothing is swept

  /// Whom the kernel is made to ask for, by a datagram of their own, where those are heard.
  private func resolved(
    _ heard: [IPAddress],
    listensOnly: Bool = true,
    known: [Neighbour] = []
  ) -> [IPAddress] {
    var plan = ScanPlan.test
    plan.listensOnly = listensOnly
    var driver = SourceDriver(NeighbourSweep(sweeps: !listensOnly), plan: plan)
    driver.begin()
    driver.handle(.neighbours(Ticket(owner: 0, number: 0), known))
    for address in heard + heard { driver.learn(.answered(address, interface: 2)) }
    return driver.takeExchanges().map(\.probe.target.address)
  }

  @Test func `asks for the link address of who is heard while nothing is swept, once`() throws {
    #expect(resolved([.home(9), .home(10)]) == [.home(9), .home(10)])
    // Its own address, one that is elsewhere, and one that the kernel knows.
    let stale = Neighbour(
      address: .home(11),
      interface: 2,
      mac: MACAddress(rawValue: 0x0011_3200_0011),
      state: .stale,
      confirmedAgo: .seconds(60)
    )
    let elsewhere = try #require(IPAddress("10.9.0.7"))
    #expect(resolved([.home(2), elsewhere, .home(11)], known: [stale]).isEmpty)
    // An address at which nobody was a while ago may be a newcomer's now.
    let failed = Neighbour(address: .home(12), interface: 2, mac: nil, state: .failed)
    #expect(resolved([.home(12)], known: [failed]) == [.home(12)])
  }

  @Test func `leaves who is heard during a sweep to the sweep`() {
    #expect(resolved([.home(9)], listensOnly: false).isEmpty)
  }

  @Test func `asks for who was heard before the table was read`() {
    var plan = ScanPlan.test
    plan.listensOnly = true
    var driver = SourceDriver(NeighbourSweep(sweeps: false), plan: plan)
    driver.begin()
    _ = driver.hosts.noteAnswer(.home(9), interface: 2)
    driver.learn(.answered(.home(9), interface: 2))
    #expect(driver.takeExchanges().isEmpty)
    driver.handle(.neighbours(Ticket(owner: 0, number: 0), []))
    #expect(driver.takeExchanges().map(\.probe.target.address) == [.home(9)])
  }
}
