import Testing
@testable import Home
@testable import Model

@Suite struct `Whose history a slot's is` {
  private static let time = Timestamp(milliseconds: 1_700_000_000_000)

  private static func device(
    _ slot: Int64,
    _ identities: [String],
    former: [(slot: Int64, id: String?)] = []
  ) -> StoredDevice {
    StoredDevice(
      key: slot,
      identities: identities,
      firstSeen: time,
      lastSeen: time,
      ties: DeviceTies(
        former: former.map { DeviceTies.FormerSlot(slot: $0.slot, until: time, id: $0.id) }
      )
    )
  }

  @Test func `is that of the device that a merged entry became part of`() {
    let owners = HistoryOwners([
      Self.device(1, [mac1, "ip-192.168.1.5"], former: [(4, "ip-192.168.1.6"), (7, nil)]),
      Self.device(2, [mac2]),
    ])
    #expect(owners.slots(of: 1) == [1, 4, 7] && owners.slots(of: 2) == [2])
    #expect(owners.slots(with: 4) == [1, 4, 7] && owners.slots(with: 2) == [2])
    #expect(owners.ids == [1: mac1, 4: mac1, 7: mac1, 2: mac2])
    #expect(owners.slot(of: "ip-192.168.1.6") == 1)
    #expect(owners.slot(of: "ip-192.168.1.5") == 1)
    #expect(owners.slot(of: "00:11:32:00:00:02") == 2)
    #expect(owners.slot(of: "00:11:32:00:00:99") == nil && owners.slot(of: "") == nil)
  }

  @Test func `is its own once it was split off again`() {
    let owners = HistoryOwners([
      Self.device(1, [mac1], former: [(2, mac2)]), Self.device(2, [mac2]),
    ])
    #expect(owners.slots(of: 1) == [1] && owners.slots(of: 2) == [2])
    #expect(owners.ids == [1: mac1, 2: mac2])
    #expect(owners.slot(of: mac2) == 2)
  }

  @Test func `is nobody's by an identity that two devices have`() {
    let owners = HistoryOwners([
      Self.device(1, [mac1, "name-tv"]), Self.device(2, [mac2, "name-tv"]),
    ])
    #expect(owners.slot(of: "name-tv") == nil)
  }

  @Test func `is found by the id of a merged entry after a restart, until another has it`()
    throws
  {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1), seen(6, privateMAC)])
    let kept = try #require(inventory.slot(of: mac1))
    let lost = try #require(inventory.slot(of: privateMAC))
    let made = inventory.unite(lost, into: kept, at: Self.time)
    #expect(made != nil)
    // Of many identities the oldest are dropped.
    var stored = try #require(inventory.entries[kept]?.stored)
    stored.identities.removeAll { $0 == privateMAC }
    #expect(stored.ties.former.map(\.id) == [privateMAC])
    let again = Inventory([stored])
    #expect(again.slot(of: privateMAC) == kept)
    let other = Self.device(9, [privateMAC])
    #expect(Inventory([stored, other]).slot(of: privateMAC) == 9)
    var forgotten = again
    forgotten.remove(kept)
    #expect(forgotten.slot(of: privateMAC) == nil)
  }
}
