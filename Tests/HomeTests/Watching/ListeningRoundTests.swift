import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model
import Simulation

/// What a round shows that only listens: that of a paused watch, or after a sweep was stopped.
@Suite struct `A round that only listens` {
  private static let address = IPAddress.home(5)
  private static let linkLocal = IPAddress.v6(
    IPv6Address(high: 0xFE80_0000_0000_0000, low: 5),
    zone: "eth0"
  )
  private static let mac = Fact.linkAddress(MACAddress(rawValue: 0x0011_3200_0005))

  private var state = WatchState()
  private var now: Int64 = 1_000_000

  private mutating func observe(
    _ fact: Fact,
    at address: IPAddress = Self.address,
    from source: Source = .neighbours
  ) {
    now += 10
    let time = Timestamp(milliseconds: now)
    state.take(
      .observation(Observation(time: time, source: source, subject: address, fact: fact)),
      now: time
    )
    state.update()
  }

  /// A sweep that hears the device at both its addresses, and then a round that only listens.
  private mutating func listen() {
    _ = state.beginRound(.test, now: Timestamp(milliseconds: now))
    for address in [Self.address, Self.linkLocal] {
      observe(.answered(rttMs: nil), at: address)
      observe(Self.mac, at: address)
    }
    state.take(.swept, now: Timestamp(milliseconds: now + 3000))
    state.endRound(now: Timestamp(milliseconds: now + 4000))
    now += 300_000
    var plan = ScanPlan.test
    plan.listensOnly = true
    _ = state.beginRound(plan, now: Timestamp(milliseconds: now))
  }

  @Test mutating func `shows what is new of a device, and keeps its unheard addresses`() throws {
    listen()
    let before = try #require(state.inventory.ordered.first).device
    #expect(before.addresses == [Self.address, Self.linkLocal] && before.ports.isEmpty)
    observe(Self.mac)
    // As a rescan finds it.
    observe(.port(22, .tcp, .open), from: .tcp)
    let after = try #require(state.inventory.ordered.first).device
    #expect(after.ports.map(\.port) == [22])
    #expect(after.addresses == before.addresses)
    #expect(state.inventory.entries.count == 1)
  }

  @Test mutating func `leaves a device as it was while its main address is not heard`() throws {
    listen()
    observe(Self.mac, at: Self.linkLocal)
    let device = try #require(state.inventory.ordered.first).device
    #expect(device.ip == Self.address && device.addresses == [Self.address, Self.linkLocal])
  }

  @Test func `takes in a device that comes while the watch is paused`() throws {
    var topology = SimulatedTopology.fullHome()
    topology.links[0].hosts.removeSubrange(12...)
    let guest = try #require(topology.links[0].hosts.first { $0.device.mdnsHost != nil })
    var home = WatchedHome(topology)
    home.topology.links[0].hosts.removeAll { $0.device.label == guest.device.label }
    home.round()
    #expect(home.entry(at: guest.device.address) == nil)
    home.topology.links[0].hosts.append(guest)
    home.round(seed: 2, listensOnly: true)
    let entry = try #require(home.entry(at: guest.device.address))
    #expect(entry.isNew && entry.presence == .present)
    #expect(entry.identities.macs.count == 1)
    // One datagram, so that the kernel asks for its link address.
    let sent = home.sent.filter {
      $0.target == Endpoint(.v4(guest.device.address), port: NeighbourSweep.closedPort)
    }
    #expect(sent.count == 1)
  }
}
