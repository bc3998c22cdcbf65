import HomeSupport
import Identification
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

@Suite struct `A device that the user merged` {
  private static let later = Timestamp(milliseconds: 10_000_000)

  /// A home of a laptop's cable at 5 and its Wi-Fi at 6, which are one, and of another device at 7.
  private func laptop() throws -> (inventory: Inventory, edit: IdentityEdit) {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1), seen(6, privateMAC), seen(7, mac2)])
    let kept = try #require(inventory.slot(of: mac1))
    let lost = try #require(inventory.slot(of: privateMAC))
    inventory.update(lost) { $0.marks.note = "on the desk" }
    let made = inventory.unite(lost, into: kept, at: Self.later)
    let edit = try #require(made)
    return (inventory, edit)
  }

  private func address(_ last: UInt8) -> IPAddress { .v4(IPv4Address(192, 168, 1, last)) }

  @Test func `has its slot, its ids and all that was said of both`() throws {
    let (inventory, edit) = try laptop()
    let entry = try #require(inventory.entry(mac1))
    #expect(entry.slot == edit.kept.slot && entry.marks.note == "on the desk")
    #expect(inventory.slot(of: privateMAC) == entry.slot)
    #expect(entry.identities.macs == [mac1, privateMAC])
    #expect(inventory.removedSlots == [edit.other.slot])
    #expect(inventory.keepers == [edit.other.slot: entry.slot])
  }

  @Test func `is two of which nothing is known where nothing was known of it`() throws {
    var (inventory, edit) = try laptop()
    inventory.suspend(since: Self.later, now: Self.later.advanced(by: 30_000))
    let isParted = inventory.part(edit, at: Self.later.advanced(by: 60_000))
    #expect(isParted)
    for mac in [mac1, privateMAC] {
      #expect(inventory.entry(mac)?.presence == .unconfirmed)
    }
  }

  @Test func `takes no client of a repeater that appears later`() throws {
    var (inventory, edit) = try laptop()
    let slot = edit.kept.slot
    for _ in 0..<3 {
      inventory.takeRound([seen(5, mac1), seen(6, privateMAC), seen(7, mac2), seen(40, privateMAC)])
    }
    let client = inventory.entries.values.first { $0.device.ip == address(40) }
    #expect(client != nil && client?.slot != slot)
    #expect(inventory.entries[slot]?.device.addresses.contains(address(40)) == false)
    #expect(inventory.entries.count == 3)
  }

  @Test(arguments: [
    (PresenceState.asleep, InventoryDevice.Presence.present), (.unknown, .unconfirmed),
  ])
  func `is not away while the part that was seen last is not`(
    state: PresenceState,
    presence: InventoryDevice.Presence
  ) throws {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1), seen(6, privateMAC)])
    let kept = try #require(inventory.slot(of: mac1))
    let lost = try #require(inventory.slot(of: privateMAC))
    let seenLast = Self.later.advanced(by: -600_000)
    inventory.update(kept) { $0.tracker = PresenceTracker(.away, lastSeen: $0.lastSeen) }
    inventory.update(lost) {
      $0.lastSeen = seenLast
      $0.tracker = PresenceTracker(state, lastSeen: seenLast)
    }
    let made = inventory.unite(lost, into: kept, at: Self.later)
    #expect(made != nil)
    #expect(inventory.entries[kept]?.presence == presence)
    #expect(inventory.entries[kept]?.lastSeen == seenLast)
  }

  @Test func `was not silent while it was seen as the other part`() throws {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1), seen(6, privateMAC)])
    let kept = try #require(inventory.slot(of: mac1))
    let lost = try #require(inventory.slot(of: privateMAC))
    inventory.update(kept) {
      $0.tracker = PresenceTracker(.away, lastSeen: Self.later.advanced(by: -1_200_000))
    }
    inventory.update(lost) {
      $0.lastSeen = Self.later
      $0.tracker = PresenceTracker(.present, lastSeen: Self.later)
    }
    _ = inventory.unite(lost, into: kept, at: Self.later)
    let entry = try #require(inventory.entries[kept])
    #expect(entry.tracker.state == .present && entry.tracker.lastSeen == Self.later)
    #expect(entry.tracker.silences.isEmpty)
  }

  @Test func `is not hidden by a double that was`() throws {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1), seen(6, privateMAC)])
    let kept = try #require(inventory.slot(of: mac1))
    let lost = try #require(inventory.slot(of: privateMAC))
    inventory.update(lost) { $0.marks.isHidden = true }
    let made = inventory.unite(lost, into: kept, at: Self.later)
    let edit = try #require(made)
    #expect(inventory.entries[kept]?.marks.isHidden == false)
    #expect(inventory.part(edit, at: Self.later) == true)
    #expect(inventory.entries[kept]?.marks.isHidden == false)
    #expect(inventory.entries[lost]?.marks.isHidden == true)
  }

  @Test func `is not read from a file that names slots that can't be`() throws {
    let (_, edit) = try laptop()
    for key in [StoredDevice.Key.max, -1] {
      var stored = edit.stored
      stored.other.key = key
      #expect(IdentityEdit(stored, Identifier()) == nil)
    }
    let device = StoredDevice(
      key: .max,
      identities: [mac1],
      firstSeen: Self.later,
      lastSeen: Self.later
    )
    #expect(Inventory([device]).entries.isEmpty)
  }

  @Test func `stays one, whichever of its link addresses are seen`() throws {
    var (inventory, edit) = try laptop()
    let slot = edit.kept.slot
    let rounds: [[UInt8: String]] = [
      [5: mac1, 6: privateMAC], [6: privateMAC], [5: mac1, 6: privateMAC], [5: mac1],
      [9: privateMAC, 8: mac1],
    ]
    for round in rounds {
      let others = [seen(7, mac2)]
      inventory.takeRound(round.map { seen($0.key, $0.value) } + others)
      #expect(inventory.entries.count == 2, "\(round)")
      let entry = try #require(inventory.entries[slot])
      #expect(entry.presence == .present)
      #expect(Set(entry.device.addresses) == Set(round.keys.map(address)), "\(round)")
    }
    // It stayed at its main address while that was seen.
    inventory.takeRound([seen(6, privateMAC), seen(7, mac2)])
    inventory.takeRound([seen(5, mac1), seen(6, privateMAC), seen(7, mac2)])
    #expect(inventory.entries[slot]?.device.ip == address(6))
    // After a restart, too.
    var again = Inventory(inventory.ordered.map(\.stored))
    again.takeRound([seen(5, mac1), seen(6, privateMAC), seen(7, mac2)])
    #expect(again.entries.keys.sorted() == inventory.entries.keys.sorted())
    let parted = again.split(slot, off: [privateMAC], Identifier(), at: Self.later)
    edit = try #require(parted)
    again.takeRound([seen(5, mac1), seen(6, privateMAC), seen(7, mac2)])
    #expect(again.entries.count == 3)
    #expect(again.slot(of: privateMAC) == edit.other.slot && edit.other.slot > slot)
  }

  @Test func `is none behind a repeater, whose clients nothing would tell apart`() throws {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1), seen(6, mac1), seen(7, mac1), seen(8, mac2)])
    let slots = inventory.ordered.map(\.slot)
    #expect(inventory.obstacle(toUniting: slots[0], into: slots[1]) != nil)
    #expect(inventory.obstacle(toUniting: slots[3], into: slots[1]) != nil)
    #expect(inventory.obstacle(toUniting: slots[3], into: slots[3]) != nil)
    inventory.remove(slots[2])
    inventory.remove(slots[1])
    #expect(inventory.obstacle(toUniting: slots[3], into: slots[0]) == nil)
  }

  @Test func `shows the part that is there`() throws {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1)])
    inventory.takeRound([seen(6, privateMAC, at: 5_000_000)])
    inventory.takeRound([seen(6, privateMAC, at: 6_000_000)])
    let kept = try #require(inventory.slot(of: mac1))
    let lost = try #require(inventory.slot(of: privateMAC))
    #expect(inventory.unite(lost, into: kept, at: Self.later) != nil)
    let entry = try #require(inventory.entries[kept])
    #expect(entry.device.ip == address(6) && entry.presence == .present && entry.id == mac1)
    #expect(entry.firstSeen == Timestamp(milliseconds: 1000))
    #expect(entry.lastSeen == Timestamp(milliseconds: 6_000_000))
  }

  @Test func `is read as the part that it is shown as, whichever answered last`() throws {
    let (one, other) = (Self.stored(1, mac1, at: 3000), Self.stored(2, mac2, at: 9000))
    var inventory = Inventory([one, other])
    let round = [seen(11, mac1, at: 10_000), seen(12, mac2, at: 20_000)]
    inventory.takeRound(round)
    #expect(inventory.unite(2, into: 1, at: Self.later) != nil)
    #expect(inventory.entries[1]?.device.ip == address(11), "both were there")
    inventory.takeRound(round)
    let entry = try #require(inventory.entries[1])
    #expect(entry.device.ip == address(11))
    let read = InventoryDevice.remembered([entry.stored], identifier: Identifier())
    #expect(read.map(\.id) == [mac1] && read.map(\.device.ip) == [address(11)])
  }

  private static func stored(
    _ key: StoredDevice.Key,
    _ identity: String,
    at time: Int64
  ) -> StoredDevice {
    let mac = MACAddress(rawValue: UInt64(identity.dropFirst(4), radix: 16) ?? 0)
    let facts: [Fact] = [.answered(rttMs: 1), .linkAddress(mac)]
    return StoredDevice(
      key: key,
      identities: [identity, "ip-192.168.1.\(10 + key)"],
      firstSeen: Timestamp(milliseconds: 1000),
      lastSeen: Timestamp(milliseconds: time),
      observations: facts.map {
        Observation(
          time: Timestamp(milliseconds: time),
          source: .neighbours,
          subject: .v4(IPv4Address(192, 168, 1, UInt8(10 + key))),
          fact: $0
        )
      }
    )
  }

  // MARK: Undoing

  @Test func `is two again as they were, in random homes`() throws {
    var random = SplitMix64(seed: 17)
    for _ in 0..<60 {
      let stored = (0..<6).map { number in Self.random(StoredDevice.Key(number), &random) }
      var inventory = Inventory(stored)
      inventory.takeRound([seen(40, mac1), seen(41, mac2, at: 2000)])
      let two = inventory.entries.keys.shuffled(using: &random).prefix(2)
      let before = inventory.entries
      guard inventory.obstacle(toUniting: two[0], into: two[1]) == nil else { continue }
      let made = inventory.unite(two[0], into: two[1], at: Self.later)
      let edit = try #require(made)
      #expect(inventory.entries.count == before.count - 1)
      #expect(inventory.part(edit, at: Self.later) == true)
      #expect(inventory.entries.keys.sorted() == before.keys.sorted())
      for (slot, entry) in before {
        let now = try #require(inventory.entries[slot])
        #expect(now.stored == entry.stored)
        #expect(now.id == entry.id && now.device == entry.device && now.tracker == entry.tracker)
        #expect(inventory.slot(of: entry.id) == slot)
      }
      #expect(inventory.removedSlots.isEmpty)
      #expect(inventory.part(edit, at: Self.later) == false, "once only")
    }
  }

  private static func random(
    _ key: StoredDevice.Key,
    _ random: inout SplitMix64
  ) -> StoredDevice {
    let isPrivate = Bool.random(using: &random)
    let mac = (isPrivate ? UInt64(0xDA_A119) : 0x00_1132) << 24 | UInt64(key + 0x100)
    let address = IPAddress.v4(IPv4Address(192, 168, 1, UInt8(10 + key)))
    let first = Timestamp(milliseconds: Int64.random(in: 1000...2000, using: &random))
    let last = Timestamp(milliseconds: Int64.random(in: 3000...9000, using: &random))
    let facts: [Fact] = [
      .answered(rttMs: 1), .linkAddress(MACAddress(rawValue: mac)), .name("device-\(key).lan"),
    ]
    let names = ["id-\(key)aaaa", "name-\(key)bbbb"].filter { _ in Bool.random(using: &random) }
    return StoredDevice(
      key: key,
      identities: [InventoryEntry.identity(of: MACAddress(rawValue: mac))] + names
        + ["ip-\(address)"],
      marks: Annotations(
        name: Bool.random(using: &random) ? "Device \(key)" : nil,
        note: Bool.random(using: &random) ? "Note \(key)" : nil,
        isHidden: Bool.random(using: &random)
      ),
      firstSeen: first,
      lastSeen: last,
      isNew: Bool.random(using: &random),
      observations: facts.map {
        Observation(time: last, source: .neighbours, subject: address, fact: $0)
      }
    )
  }

  @Test func `answers to all ids of a chain, and to its own once each is undone`() throws {
    var inventory = Inventory()
    // The access point at 33, a laptop at 32 that is taken for a part of it, and a player.
    let round = [seen(32, privateMAC, "name-laptop"), seen(33, mac1), seen(40, mac2)]
    inventory.takeRound(round)
    let slots = try [mac1, privateMAC, mac2].map { try #require(inventory.slot(of: $0)) }
    let made = inventory.unite(slots[1], into: slots[0], at: Self.later)
    let first = try #require(made)
    inventory.takeRound(round)
    #expect(inventory.entries[slots[0]]?.device.ip == address(33))
    let last = inventory.unite(slots[0], into: slots[2], at: Self.later)
    let second = try #require(last)
    inventory.takeRound(round)
    #expect(inventory.entries.keys.map(\.self) == [slots[2]])
    for id in [mac1, privateMAC, mac2] { #expect(inventory.slot(of: id) == slots[2], "\(id)") }
    let again = Inventory(inventory.ordered.map(\.stored))
    for id in [mac1, privateMAC, mac2] { #expect(again.slot(of: id) == slots[2], "\(id)") }

    #expect(inventory.part(second, at: Self.later) == true)
    // In the round that runs, and in the next one.
    inventory.hear(round, isSwept: true)
    #expect(inventory.entries[slots[0]]?.device.ip == address(33))
    inventory.takeRound(round)
    #expect(inventory.entries[slots[0]]?.device.ip == address(33))
    #expect(inventory.slot(of: privateMAC) == slots[0] && inventory.slot(of: mac1) == slots[0])
    #expect(inventory.slot(of: mac2) == slots[2])

    #expect(inventory.part(first, at: Self.later) == true)
    #expect([mac1, privateMAC, mac2].map { inventory.slot(of: $0) } == slots)
    inventory.remove(slots[1])
    #expect(inventory.slot(of: privateMAC) == nil, "forgotten, it is not the other one")
  }

  @Test func `answers to as many ids of merged ones as are kept`() {
    var aliases = Aliases()
    for slot in 1...200 {
      aliases.add("id-\(slot)", of: slot)
      aliases.move(slot, into: 0)
    }
    #expect(aliases["id-200"] == 0 && aliases["id-121"] == 0)
    #expect(aliases["id-120"] == nil && aliases["id-1"] == nil)
    let freed = aliases.removeMerged(of: 0)
    #expect(Set(freed).count == Aliases.mostMerged)
    #expect(aliases["id-200"] == nil)
  }

  @Test func `keeps what the user changed since, once it is two again`() throws {
    let (home, edit) = try laptop()
    var inventory = home
    inventory.update(edit.kept.slot) { $0.marks.name = "Laptop" }
    inventory.takeRound([seen(5, mac1, at: 20_000_000), seen(6, privateMAC, at: 20_000_000)])
    #expect(inventory.part(edit, at: Timestamp(milliseconds: 20_001_000)) == true)
    let kept = try #require(inventory.entries[edit.kept.slot])
    let lost = try #require(inventory.entries[edit.other.slot])
    #expect(kept.marks == Annotations(name: "Laptop"))
    #expect(lost.marks == Annotations(note: "on the desk"))
    inventory.takeRound([seen(5, mac1, at: 21_000_000), seen(6, privateMAC, at: 21_000_000)])
    #expect(inventory.slot(of: mac1) == kept.slot && inventory.slot(of: privateMAC) == lost.slot)
    #expect(inventory.entries.count == 3)
  }

  @Test func `belongs together again once a split is undone`() throws {
    var (inventory, merged) = try laptop()
    let slot = merged.kept.slot
    #expect(inventory.macsToSplit(off: slot) == [privateMAC])
    let made = inventory.split(slot, off: [privateMAC], Identifier(), at: Self.later)
    let edit = try #require(made)
    #expect(inventory.entries[slot]?.id == mac1)
    #expect(inventory.entries[edit.other.slot]?.id == privateMAC)
    #expect(inventory.rejoin(edit, at: Self.later) == true)
    let entry = try #require(inventory.entries[slot])
    #expect(entry.identities.macs == merged.kept.identities.macs.union([privateMAC]))
    #expect(Set(entry.ties.joined) == [mac1, privateMAC])
    #expect(entry.marks == edit.kept.marks)
    let parted = inventory.split(slot, off: [mac1], Identifier(), at: Self.later)
    merged = try #require(parted)
    #expect(inventory.entries[slot]?.id == privateMAC, "the slot stays with the rest")
    #expect(inventory.slot(of: mac1) == merged.other.slot)
    #expect(inventory.split(slot, off: [privateMAC], Identifier(), at: Self.later) == nil)
  }

  @Test func `can be undone for as long as fifty others`() throws {
    let (_, edit) = try laptop()
    var log = IdentityEditLog()
    var dropped: [UInt64] = []
    for seq in UInt64(1)...60 {
      var one = edit
      one.seq = seq
      dropped += log.add(one)
    }
    #expect(dropped == Array(1...10))
    #expect(log[10] == nil && log[11]?.seq == 11)
    let last = try #require(log[60])
    let first = try #require(log[11])
    #expect(log.hasLater(than: first) && !log.hasLater(than: last))
    #expect(log.forget([edit.other.slot]).count == 50)
    #expect(log.edits.isEmpty)
  }
}
