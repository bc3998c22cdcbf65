import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Probing
@testable import Discovery
@testable import Home
@testable import Model
import Simulation

/// A link-local address that somebody made up.
private func forged(_ number: Int) -> IPAddress {
  .v6(IPv6Address(high: 0xFE80_0000_0000_0000, low: 0x1000_0000 + UInt64(number)), zone: "eth0")
}

private func real(_ number: Int) -> IPAddress {
  .v4(IPv4Address(rawValue: 0x0A00_0000 + UInt32(number)))
}

private func mac(_ number: Int) -> MACAddress {
  MACAddress(rawValue: 0x0011_3200_0000 + UInt64(number))
}

/// A device as a round sees it.
private func seen(_ ip: IPAddress, at time: Int64 = 1000) -> RecognisableDevice {
  RecognisableDevice(
    device: Device(
      id: "",
      ip: ip,
      addresses: [ip],
      firstSeen: Timestamp(milliseconds: time),
      lastSeen: Timestamp(milliseconds: time)
    ),
    identities: ["ip-\(ip)"],
    proven: []
  )
}

private func observation(_ source: Source, _ subject: IPAddress, _ fact: Fact) -> Observation {
  Observation(
    time: Timestamp(milliseconds: 1_700_000_000_000),
    source: source,
    subject: subject,
    fact: fact
  )
}

extension Inventory {
  /// Takes those as heard, without link addresses.
  fileprivate mutating func look(_ addresses: [IPAddress], confirmed: (IPAddress) -> Bool) {
    withoutActuallyEscaping(confirmed) { confirmed in
      take(
        addresses.map { seen($0) },
        in: RoundView(
          firstSeen: { _ in Timestamp(milliseconds: 1000) },
          shown: { _ in nil },
          answered: confirmed,
          hasLinkAddresses: { _ in false },
          sweptAt: nil,
          isSweeping: true
        )
      )
    }
  }

  /// A whole round in which those are heard, and IPv4 addresses answer.
  fileprivate mutating func round(
    _ addresses: [IPAddress],
    confirmed: (IPAddress) -> Bool = { $0.v4 != nil }
  ) {
    beginRound { _ in true }
    look(addresses, confirmed: confirmed)
    completeSweep { _ in true }
    dropExpired(seenBefore: Timestamp(milliseconds: 0)) { _ in true }
  }
}

@Suite(.timeLimit(.minutes(1))) struct `Forged devices` {
  @Test func `are bounded, and keep nobody out who answers`() {
    var inventory = Inventory()
    let home = (1...1000).map(real)
    inventory.round(home + (1...5000).map(forged))
    #expect(inventory.entries.count == 1000 + Inventory.mostUnconfirmed)
    #expect(inventory.rejectedCount == 5000 - Inventory.mostUnconfirmed)
    for round in 1...12 {
      inventory.round(home + (1...5000).map { forged($0 + round * 5000) })
      #expect(inventory.entries.count <= 1000 + Inventory.mostUnconfirmed)
    }
    for address in home {
      let slot = inventory.slot(of: "ip-\(address)")
      #expect(slot.flatMap { inventory.entries[$0] }?.presence == .present)
    }
    // When they are over, nothing of them is left.
    for _ in 1...3 { inventory.round(home) }
    #expect(inventory.entries.count == 1000 && inventory.rejectedCount == 0)
  }

  @Test func `one that was left out is taken in once it answers`() {
    var inventory = Inventory()
    let all = (1...300).map(forged)
    inventory.beginRound { _ in true }
    inventory.look(all) { _ in false }
    let late = all[299]
    #expect(inventory.slot(of: "ip-\(late)") == nil)
    inventory.look(all) { $0 == late }
    #expect(inventory.slot(of: "ip-\(late)") != nil)
    #expect(inventory.rejectedCount == 300 - Inventory.mostUnconfirmed - 1)
  }

  @Test func `and others don't leave twice in a full inventory`() {
    var inventory = Inventory(limit: 300)
    let home = (1...44).map(real)
    // As many as are kept that were only heard, then all of them are away.
    inventory.round(home + (1...256).map(forged))
    for number in 1...256 {
      guard let slot = inventory.slot(of: "ip-\(forged(number))") else { continue }
      inventory.update(slot) {
        $0.onlyRound = nil
        $0.tracker = PresenceTracker(.away, lastSeen: $0.lastSeen)
      }
    }
    let before = inventory.log.cursor
    #expect(inventory.entries.count == 300)
    // PendingDevices of both kinds, one after the other, take the same leavers' places.
    let newcomers = (1...200).flatMap { [real(100 + $0), forged(1000 + $0)] }
    inventory.beginRound { _ in true }
    inventory.look(home + newcomers) { $0.v4 != nil }
    #expect(inventory.entries.count == 300)
    #expect(inventory.removedSlots(after: before).allSatisfy { inventory.entries[$0] == nil })
    #expect(home.allSatisfy { inventory.slot(of: "ip-\($0)") != nil })
  }

  @Test func `one that the user named makes no room, and counts for none`() throws {
    var inventory = Inventory()
    inventory.round((1...256).map(forged))
    let slot = try #require(inventory.slot(of: "ip-\(forged(1))"))
    inventory.update(slot) { $0.marks.name = "Sensor" }
    inventory.round((1000...2000).map(forged))
    #expect(inventory.entries.count == 1 + Inventory.mostUnconfirmed)
    for _ in 1...3 { inventory.round([]) }
    #expect(inventory.entries.values.map(\.marks.name) == ["Sensor"])
  }

  @Test func `what all nodes are asked at once confirms nobody`() {
    #expect(!observation(.icmp, forged(1), .answered(rttMs: 2)).confirmsDevice)
    #expect(observation(.icmp, forged(1), .roundTrips([2, 3])).confirmsDevice)
    #expect(observation(.neighbours, forged(1), .answered(rttMs: nil)).confirmsDevice)
  }

  @Test(arguments: [
    (Source.mdns, Fact.answered(rttMs: nil), false), (.ssdp, .answered(rttMs: nil), false),
    (.dhcp, .answered(rttMs: nil), false), (.wsDiscovery, .answered(rttMs: nil), false),
    // A frame that nobody asked for, and one that was.
    (.arp, .answered(rttMs: nil), false), (.arp, .answered(rttMs: 0.4), true),
    (.neighbours, .linkAddress(MACAddress(rawValue: 0x0200_5E00_0001)), false),
    (.neighbours, .answered(rttMs: nil), true), (.icmp, .answered(rttMs: 2), true),
    (.tcp, .port(80, .tcp, .closed), true), (.tcp, .port(80, .tcp, .filtered), false),
  ])
  func `what is heard confirms nobody, and an answer does`(
    source: Source,
    fact: Fact,
    isConfirmed: Bool
  ) {
    #expect(observation(source, real(1), fact).confirmsDevice == isConfirmed)
  }

  @Test func `aren't stored before they answer, are heard in a second round, or are named`() throws
  {
    let topology = SimulatedTopology.plain(
      IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24),
      hosts: 2
    )
    var state = WatchState()
    let now = Timestamp(milliseconds: 1_700_000_000_000)
    func saved() -> Set<String> {
      state.update()
      let unsaved = state.unsaved
      state.noteSaved(unsaved.cursor)
      return Set(unsaved.devices.flatMap(\.identities).filter { $0.hasPrefix("ip-") })
    }
    func hear(_ source: Source, _ address: IPAddress, _ fact: Fact = .answered(rttMs: nil)) {
      state.take(.observation(observation(source, address, fact)), now: now)
    }
    var plan = ScanPlan(topology)
    plan.lasting = .seconds(300)
    _ = state.beginRound(plan, now: now)
    let answering = IPAddress.v4(IPv4Address(192, 168, 7, 20))
    // Whose link address isn't known waits to be told from the others; a link address is forged, too.
    for number in 1...3 {
      hear(.mdns, forged(number))
      hear(.neighbours, forged(number), .linkAddress(mac(number)))
    }
    hear(.neighbours, answering)
    hear(.neighbours, answering, .linkAddress(mac(20)))
    hear(.mdns, answering)
    let first = saved()
    #expect(first == ["ip-\(answering)"], "who answered is kept at once")
    // It is named.
    let named = try #require(state.inventory.slots[forged(1)])
    state.inventory.update(named) { $0.marks.name = "Sensor" }
    #expect(saved().count == 1)
    // It answers after all.
    hear(.neighbours, forged(2))
    #expect(saved().count == 1)
    state.endRound(now: now)
    _ = saved()
    // It is heard again.
    _ = state.beginRound(plan, now: now)
    hear(.mdns, forged(3))
    hear(.neighbours, forged(3), .linkAddress(mac(3)))
    #expect(saved().count == 1)
    let stored = state.inventory.ordered.map(\.stored)
    #expect(Inventory(stored).entries.values.allSatisfy { $0.onlyRound == nil })
    #expect(Inventory(stored).entries.values.count { $0.isConfirmed } >= 1)
  }

  @Test func `are told of while they last`() async throws {
    let network = ControlledNetwork(
      .plain(IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24), hosts: 2)
    )
    let watch = HomeWatch(
      on: network,
      sources: standardSources(for:),
      options: WatchOptions(every: .seconds(3600)),
      now: { Timestamp(milliseconds: 1_700_000_000_000) }
    )
    let run = Task { await watch.run() }
    let (_, updates) = await watch.follow()
    var plans = network.plans.makeAsyncIterator()
    _ = await plans.next()
    for number in 1...300 {
      network.tell(.observation(observation(.mdns, forged(number), .answered(rttMs: nil))))
    }
    network.tell(.swept)
    var codes: [String] = []
    for await update in updates where !update.status.problems.isEmpty {
      codes = update.status.problems.map(\.code)
      break
    }
    #expect(codes == ["too_many_new_devices"])
    // A device that is here is not away.
    #expect(try await watch.forgetAway() == 0)
    run.cancel()
    await run.value
  }

  @Test func `that take addresses from one another cost a bounded number of looks`() throws {
    let topology = SimulatedTopology.plain(
      IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24),
      hosts: 2
    )
    var state = WatchState()
    let now = Timestamp(milliseconds: 1_700_000_000_000)
    _ = state.beginRound(ScanPlan(topology), now: now)
    let addresses = (10..<30).map { IPAddress.v4(IPv4Address(192, 168, 7, UInt8($0))) }
    func show(_ number: Int, at address: IPAddress) {
      for fact in [Fact.answered(rttMs: nil), .linkAddress(mac(number))] {
        state.take(.observation(observation(.neighbours, address, fact)), now: now)
      }
    }
    for address in addresses { show(1, at: address) }
    state.update()
    let before = state.updateCount
    for flip in 2...100 {
      for address in addresses { show(flip, at: address) }
    }
    state.update()
    #expect(state.updateCount - before <= addresses.count * WatchRound.mostReplacements + 1)
    // A new round believes what it hears.
    state.endRound(now: now)
    _ = state.beginRound(ScanPlan(topology), now: now)
    show(500, at: addresses[0])
    state.update()
    let slot = try #require(state.inventory.slots[addresses[0]])
    #expect(state.inventory.entries[slot]?.identities.macs == ["mac-0011320001f4"])
  }

  @Test func `aren't confirmed by what another device answered at their address`() throws {
    let topology = SimulatedTopology.plain(
      IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24),
      hosts: 2
    )
    var state = WatchState()
    let now = Timestamp(milliseconds: 1_700_000_000_000)
    _ = state.beginRound(ScanPlan(topology), now: now)
    let address = IPAddress.v4(IPv4Address(192, 168, 7, 20))
    for fact in [Fact.answered(rttMs: nil), .linkAddress(mac(1)), .linkAddress(mac(2))] {
      state.take(.observation(observation(.neighbours, address, fact)), now: now)
      state.update()
    }
    let entries = state.inventory.ordered.sorted { $0.slot < $1.slot }
    #expect(entries.map(\.isConfirmed) == [true, false])
  }
}
