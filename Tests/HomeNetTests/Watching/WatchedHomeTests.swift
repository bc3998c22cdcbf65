import Net
import NetLab
import Testing
import Wire

@testable import HomeNet

@Suite struct `A watched home` {
  @Test func `keeps every device over rounds, in its slot and under its id`() {
    var home = WatchedHome(.fullHome())
    home.round()
    let first = home.state.inventory.ordered
    #expect(Set(first.compactMap(\.device.ip.v4)).isSuperset(of: home.topology.addresses))
    #expect(first.allSatisfy { $0.presence == .present && !$0.isNew })
    #expect(Set(first.map(\.slot)).count == first.count)
    home.round(seed: 2)
    let second = home.state.inventory.ordered
    #expect(second.map(\.slot) == first.map(\.slot))
    #expect(second.map(\.id) == first.map(\.id))
    #expect(second.map(\.device.verdict.name) == first.map(\.device.verdict.name))
    #expect(second.allSatisfy { $0.presence == .present && !$0.isNew })
  }

  @Test func `calls a device away after two sweeps that missed it, and present at once`() throws {
    var home = WatchedHome(.fullHome())
    home.round()
    let gone = home.topology.links[0].hosts[7]
    home.topology.links[0].hosts.remove(at: 7)
    home.round(seed: 2)
    #expect(home.entry(at: gone.device.address)?.presence == .present)
    home.round(seed: 3)
    let away = try #require(home.entry(at: gone.device.address))
    #expect(away.presence == .away)
    home.topology.links[0].hosts.append(gone)
    home.round(seed: 4)
    let back = try #require(home.entry(at: gone.device.address))
    #expect(back.presence == .present && back.slot == away.slot && !back.isNew)
  }

  @Test func `calls who comes later new`() throws {
    var home = WatchedHome(.fullHome())
    let guest = home.topology.links[0].hosts.remove(at: 9)
    home.round()
    home.topology.links[0].hosts.append(guest)
    home.round(seed: 2)
    #expect(try #require(home.entry(at: guest.device.address)).isNew)
    // No link address is simulated for its IPv6 side, which so stands alone.
    let new = home.state.inventory.entries.values.filter { $0.isNew && $0.device.ip.v4 != nil }
    #expect(new.map(\.device.ip) == [.v4(guest.device.address)])
  }

  @Test func `asks nobody twice within a day, and everybody again after it`() {
    var home = WatchedHome(.fullHome())
    home.round()
    let first = home.sent
    for seed in 2...4 {
      home.round(seed: UInt64(seed))
      for host in home.topology.links[0].hosts {
        let sent = home.sent(to: host.device.address)
        #expect(sent.count <= 1, "\(host.device.label): \(sent)")
        #expect(!sent.contains { $0.kind == .connection }, "\(host.device.label): \(sent)")
      }
    }
    #expect(home.state.inventory.ordered.allSatisfy { $0.presence == .present })
    home.now = Timestamp(milliseconds: home.now.milliseconds + 24 * 3600 * 1000)
    home.round(seed: 5)
    let again = home.sent.count { $0.kind == .connection }
    #expect(again > first.count { $0.kind == .connection } * 9 / 10)
  }

  @Test func `asks another device at a known address`() throws {
    var home = WatchedHome(.fullHome())
    home.round()
    let place = 5
    let address = home.topology.links[0].hosts[place].device.address
    let before = try #require(home.entry(at: address))
    home.topology.links[0].hosts[place] = SimulatedHost(
      SimulatedDevice(
        label: "stranger",
        mac: MACAddress(rawValue: 0x0011_32AA_BBCC),
        address: address
      )
    )
    home.round(seed: 2)
    #expect(home.sent(to: address).contains { $0.kind == .connection })
    let stranger = try #require(
      home.state.inventory.entries.values.first { $0.id == "mac-001132aabbcc" }
    )
    #expect(stranger.slot != before.slot)
    #expect(stranger.device.evidence.services.isEmpty && stranger.device.ports.isEmpty)
  }

  @Test func `knows all again in a moment after a restart`() throws {
    var home = WatchedHome(.fullHome())
    home.round()
    _ = home.state.takeChanges()
    let stored = home.state.takeUnsaved().saved
    let before = home.state.inventory.ordered
    #expect(stored.count == before.count)
    home.state = WatchState(stored: stored)
    let loaded = home.state.inventory.ordered
    #expect(loaded.map(\.id) == before.map(\.id))
    #expect(loaded.map(\.device.verdict.category) == before.map(\.device.verdict.category))
    #expect(loaded.allSatisfy { $0.presence == .unconfirmed })
    home.round(seed: 2)
    #expect(home.sent.count { $0.kind == .connection } == 0)
    let after = home.state.inventory.ordered
    #expect(after.map(\.slot) == before.map(\.slot))
    #expect(after.map(\.device.verdict.name) == before.map(\.device.verdict.name))
  }
}
