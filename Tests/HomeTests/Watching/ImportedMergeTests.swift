import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

@Suite struct `An imported device that is merged before it was seen` {
  private static let imported = Timestamp(milliseconds: 1_700_000_000_000)
  private static let sighting = imported.advanced(by: 60_000)

  /// A home of the imported Wi-Fi of a laptop, in slot 4, and of its cable, which is seen at 5.
  private func laptop() throws -> (inventory: Inventory, seen: Int) {
    let list = StoredDevice(
      key: 4,
      identities: [privateMAC],
      marks: Annotations(name: "Laptop"),
      firstSeen: Self.imported,
      lastSeen: .never
    )
    var inventory = Inventory([list])
    inventory.takeRound([seen(5, mac1, at: Self.sighting.milliseconds)])
    return (inventory, try #require(inventory.slot(of: mac1)))
  }

  private func unite(
    _ slot: Int,
    into other: Int,
    in inventory: inout Inventory
  ) throws -> IdentityEdit {
    let made = inventory.unite(slot, into: other, at: Self.sighting.advanced(by: 1000))
    return try #require(made)
  }

  @Test(arguments: [PresenceState.unknown, .asleep, .away])
  func `is where the other is`(state: PresenceState) throws {
    var (inventory, cable) = try laptop()
    inventory.update(cable) { $0.tracker = PresenceTracker(state, lastSeen: $0.lastSeen) }
    let tracker = inventory.entries[cable]?.tracker
    _ = try unite(cable, into: 4, in: &inventory)
    let entry = try #require(inventory.entries[4])
    #expect(entry.lastSeen == Self.sighting && entry.firstSeen == Self.sighting)
    #expect(entry.tracker == tracker)
    // Where this machine can't look, it is unknown as any other.
    inventory.suspend(since: Self.sighting, now: Self.sighting.advanced(by: 2000))
    #expect(inventory.entries[4]?.presence == .unconfirmed)
  }

  @Test func `has no history once that is undone`() throws {
    var (inventory, cable) = try laptop()
    var home = RecordedHome()
    _ = home.record(inventory.historyInput(after: nil, for: home.recorder), after: 60)
    #expect(home.recorder.slots == [cable])
    let edit = try unite(cable, into: 4, in: &inventory)
    var input = inventory.historyInput(after: nil, for: home.recorder)
    input.identities = [IdentityNews(merging: edit)]
    var told = home.record(input, after: 60)
    #expect(home.recorder.slots == [4])
    let isParted = inventory.part(edit, at: home.now)
    #expect(isParted)
    input = inventory.historyInput(after: nil, for: home.recorder)
    input.identities = [IdentityNews(splitting: edit)]
    #expect(input.unseen == [4] && input.devices.map(\.slot) == [cable])
    told += home.record(input, after: 60)
    told += home.record(inventory.historyInput(after: nil, for: home.recorder), after: 900)
    #expect(told.map(\.kind) == [.merged, .split])
    #expect(home.recorder.slots == [cable])
    #expect(home.rebuilt(at: home.now, of: home.batches).map(\.slot) == [cable])
    let last = home.transitions.last { $0.slot == 4 }
    #expect(last?.state == .unknown)
  }

  @Test func `has no history after an undo while the clock is behind`() throws {
    var (inventory, cable) = try laptop()
    var home = RecordedHome()
    let edit = try unite(cable, into: 4, in: &inventory)
    _ = home.record(inventory.historyInput(after: nil, for: home.recorder), after: 60)
    let isParted = inventory.part(edit, at: home.now)
    #expect(isParted)
    var input = inventory.historyInput(after: nil, for: home.recorder)
    input.identities = [IdentityNews(splitting: edit)]
    var seq = home.seq
    let made = home.recorder.recordBehind(input, seq: &seq)
    let batch = try #require(made)
    #expect(home.recorder.slots == [cable])
    #expect(batch.versions.contains { $0.slot == 4 && $0.profile == nil })
  }

  @Test func `was first seen when it was seen as a part`() throws {
    var (inventory, cable) = try laptop()
    let edit = try unite(4, into: cable, in: &inventory)
    let later = Self.sighting.advanced(by: 3_600_000)
    let shown = Observation(
      time: later,
      source: .neighbours,
      subject: .v4(IPv4Address(192, 168, 1, 6)),
      fact: .linkAddress(MACAddress(rawValue: 0xDA11_3200_0003))
    )
    inventory.remember([shown], of: cable, askedSince: nil, now: later)
    let isParted = inventory.part(edit, at: later.advanced(by: 1000))
    #expect(isParted)
    let entry = try #require(inventory.entries[4])
    #expect(entry.firstSeen == later && entry.lastSeen == later)
    #expect(entry.presence == .unconfirmed && entry.tracker.lastSeen == later)
    #expect(inventory.entries[cable]?.firstSeen == Self.sighting)
  }

  @Test func `is called by its link address where nothing else is known of it`() throws {
    let list = StoredDevice(
      key: 4,
      identities: [privateMAC],
      firstSeen: Self.imported,
      lastSeen: .never
    )
    let device = try #require(Inventory([list]).entry(privateMAC)).inventoryDevice
    #expect(DeviceProfile(device).spokenName == "da:11:32:00:00:03")
  }
}

@Suite struct `An imported device that is heard while the watch is paused` {
  @Test func `is unknown, and has not returned when the watch goes on`() throws {
    let imported = Timestamp(milliseconds: 1_700_000_000_000)
    let list = StoredDevice(
      key: 4,
      identities: [mac1],
      firstSeen: imported,
      lastSeen: .never
    )
    var inventory = Inventory([list])
    var home = RecordedHome()
    inventory.beginRound(at: home.now, sweeps: false, isBlind: true) { _ in true }
    inventory.hear([seen(5, mac1, at: home.now.milliseconds)])
    let heard = try #require(inventory.entries[4])
    #expect(heard.presence == .unconfirmed && heard.lastSeen == home.now)
    var told = home.record(inventory.historyInput(after: nil, for: home.recorder), after: 1)
    #expect(home.recorder.devices.map(\.presence) == [.unknown])
    told += home.wait(minutes: 15)
    inventory.takeRound([seen(5, mac1, at: home.now.milliseconds)])
    told += home.record(inventory.historyInput(after: nil, for: home.recorder), after: 1)
    #expect(home.recorder.devices.map(\.presence) == [.present])
    told += home.wait(minutes: 15)
    #expect(told == [])
  }
}
