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
    #expect(home.state.inventory.entries.values.count(where: \.isNew) == 1)
  }
}
