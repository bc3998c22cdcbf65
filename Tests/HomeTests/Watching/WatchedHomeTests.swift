import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Home
@testable import Model
@testable import Probing
import Simulation

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

  @Test func `tries again what could not be saved, and to remove what was forgotten`() throws {
    var home = WatchedHome(.fullHome())
    home.round()
    let first = home.state.unsaved
    #expect(first.devices.count >= home.topology.addresses.count)
    let keys = first.devices.map(\.key)
    home.state.forget([Int(keys[0])])
    // The first save failed: it is all there again.
    let second = home.state.unsaved
    #expect(second.devices.map(\.key) == Array(keys.dropFirst()))
    #expect(Set(second.removed) == Set(first.removed + [keys[0]]))
    home.state.forget([Int(keys[1])])
    // What changed since the second save began is left for the third.
    home.state.noteSaved(second.cursor)
    let third = home.state.unsaved
    #expect(third.devices.isEmpty && third.removed == [keys[1]] && !third.isWhole)
    home.state.noteSaved(third.cursor)
    home.state.noteSaved(second.cursor)
    #expect(home.state.unsaved.removed.isEmpty, "an older save that ends later sets nothing back")
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
    // Who answered nothing that was put to it alone is stored once it is heard again.
    home.round(seed: 2)
    let stored = home.state.unsaved.devices
    let before = home.state.inventory.ordered
    #expect(stored.count == before.count)
    home.state = WatchState(stored: stored)
    let loaded = home.state.inventory.ordered
    #expect(loaded.map(\.id) == before.map(\.id))
    #expect(loaded.map(\.device.verdict.category) == before.map(\.device.verdict.category))
    #expect(loaded.allSatisfy { $0.presence == .unconfirmed })
    home.round(seed: 3)
    #expect(home.sent.count { $0.kind == .connection } == 0)
    let after = home.state.inventory.ordered
    #expect(after.map(\.slot) == before.map(\.slot))
    #expect(after.map(\.device.verdict.name) == before.map(\.device.verdict.name))
  }

  @Test func `is unsure of all after a suspend, and counts sweeps anew`() throws {
    var topology = SimulatedTopology.fullHome()
    topology.links[0].hosts.removeSubrange(8...)
    var home = WatchedHome(topology)
    home.round()
    let gone = home.topology.links[0].hosts.remove(at: 5)
    home.round(seed: 2)
    let fellAsleep = home.now
    home.now = Timestamp(milliseconds: home.now.milliseconds + 7_200_000)
    home.state.suspend(since: fellAsleep, now: home.now)
    #expect(home.state.inventory.ordered.allSatisfy { $0.presence == .unconfirmed })
    home.round(seed: 3)
    for entry in home.state.inventory.ordered {
      let isGone = entry.device.ip == .v4(gone.device.address)
      if entry.device.ip.v4 != nil {
        #expect(entry.presence == (isGone ? .unconfirmed : .present), "\(entry.id)")
      }
    }
    home.round(seed: 4)
    #expect(try #require(home.entry(at: gone.device.address)).presence == .away)
  }

  /// When subscribers of the watch are woken in one round, at virtual times.
  private struct Reader {
    var publisher = ChangePublisher()
    var due: Duration?
    var times: [Duration] = []

    mutating func look(_ state: inout WatchState, at now: Duration) {
      while let time = due, time <= now { tell(&state, at: time) }
      if due == nil { due = now + publisher.delay(at: now, isUrgent: false, isCalm: false) }
    }

    mutating func tell(_ state: inout WatchState, at time: Duration) {
      due = nil
      state.update()
      state.inventory.setProbing(state.asking)
      if publisher.publish(state.inventory, at: time) { times.append(time) }
    }
  }

  @Test func `makes few updates of a first scan of 30 devices, and tells of all`() {
    let topology = SimulatedTopology.fullHome()
    #expect(topology.links[0].hosts.count >= 30)
    var home = WatchedHome(topology, every: .seconds(20))
    let start = home.now
    var reader = Reader()
    reader.publisher.beginRound()
    var told: Set<Int> = []
    // The state is looked at as it is; what the reader takes out of it is taken out of a copy.
    var state = WatchState()
    var plan = ScanPlan(topology)
    plan.lasting = .seconds(20)
    plan = state.beginRound(plan, now: start)
    let engine = ScanEngine(
      plan: plan,
      startedAt: start,
      sources: standardSources(for: plan, seed: 1)
    )
    let began = MonotonicTime(nanoseconds: 1_000_000_000)
    for (time, output) in SimulatedNetwork(topology).runToEnd(engine).outputs {
      let present = time - began
      let now = Timestamp(milliseconds: start.milliseconds + Int64(present.milliseconds))
      state.take(output, now: now)
      reader.look(&state, at: present)
    }
    while let due = reader.due, due < .seconds(30) { reader.tell(&state, at: due) }
    told.formUnion(state.inventory.entries.keys)
    home.state = state
    #expect(told.count >= 30)
    #expect((10...50).contains(reader.times.count), "\(reader.times.count)")
    #expect((reader.times.first ?? .seconds(9)) < .milliseconds(200))
    for (index, time) in reader.times.enumerated() where index >= 4 {
      #expect(time - reader.times[index - 4] >= .seconds(1))
    }
  }

  @Test func `stays itself for an hour in which devices come, go and sleep`() throws {
    var topology = SimulatedTopology.fullHome()
    topology.links[0].hosts.removeSubrange(14...)
    let all = topology.links[0].hosts
    var home = WatchedHome(topology)
    let (leaves, sleeps, joins) = (all[3], all[5], all[8])
    let steady = all.filter {
      ![leaves, sleeps, joins].map(\.device.label).contains($0.device.label)
    }
    home.topology.links[0].hosts.removeAll { $0.device.label == joins.device.label }
    var most = (entries: 0, observations: 0, packets: 0)
    var early = most
    for round in 1...13 {
      if round == 3 { home.topology.links[0].hosts.append(joins) }
      if round == 5 {
        home.topology.links[0].hosts.removeAll { $0.device.label == leaves.device.label }
      }
      // It sleeps through every other sweep.
      home.topology.links[0].hosts.removeAll { $0.device.label == sleeps.device.label }
      if round % 2 == 1 { home.topology.links[0].hosts.append(sleeps) }
      home.round(seed: UInt64(round))
      let entries = home.state.inventory.ordered
      for host in steady + [sleeps] {
        let entry = try #require(home.entry(at: host.device.address))
        #expect(entry.presence == .present, "\(host.device.label) in round \(round)")
      }
      #expect(Set(entries.map(\.id)).count == entries.count)
      #expect(Set(entries.map(\.device.ip)).count == entries.count)
      most.entries = max(most.entries, entries.count)
      most.observations = max(
        most.observations,
        entries.reduce(0) { $0 + $1.memory.observations.count }
      )
      if round == 4 { early = most }
      if round > 4, round != 5 {
        #expect(home.askedAnew.isEmpty, "round \(round)")
        most.packets = max(most.packets, home.sent.count)
      }
      home.state.noteSaved(home.state.unsaved.cursor)
    }
    #expect(home.entry(at: leaves.device.address)?.presence == .away)
    #expect(try #require(home.entry(at: joins.device.address)).isNew)
    #expect(most.entries == early.entries)
    #expect(most.observations <= early.observations * 11 / 10)
    #expect(home.state.reprobes.count <= most.entries && home.state.askedAnew.isEmpty)
    // The sweep's 254 addresses, three times where nobody is, and a few questions to all.
    #expect(most.packets <= 254 * 3 + 150, "\(most.packets)")
  }
}
