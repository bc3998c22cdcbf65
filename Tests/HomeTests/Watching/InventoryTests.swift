import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

@Suite struct `The inventory` {
  @Test func `follows a device to another address`() throws {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1), seen(6, mac2)])
    let slot = try #require(inventory.slot(of: mac1))
    inventory.takeRound([seen(6, mac1), seen(5, mac2)])
    #expect(inventory.slot(of: mac1) == slot)
    #expect(inventory.entry(mac1)?.device.ip == .v4(IPv4Address(192, 168, 1, 6)))
    #expect(inventory.entries.count == 2)
  }

  @Test func `keeps slot, marks and first time of a device whose identity strengthens`() throws {
    var inventory = Inventory()
    inventory.takeRound([seen(5, at: 1000)])
    let slot = try #require(inventory.slot(of: "ip-192.168.1.5"))
    inventory.update(slot) { $0.marks.name = "Lamp" }
    inventory.takeRound([seen(5, mac1, "id-1111", at: 2000)])
    let entry = try #require(inventory.entry(mac1))
    #expect(entry.slot == slot && entry.marks.name == "Lamp" && entry.id == mac1)
    #expect(entry.firstSeen == Timestamp(milliseconds: 1000))
    #expect(entry.lastSeen == Timestamp(milliseconds: 2000))
    #expect(inventory.slot(of: "ip-192.168.1.5") == slot)
    let changes = try #require(inventory.shownChanges(after: ChangeLog<InventorySubject>().cursor))
    #expect(changes.removed == ["ip-192.168.1.5"])
  }

  @Test func `makes no one device of namesakes`() {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1, "name-nas")])
    inventory.takeRound([seen(6, mac2, "name-nas")])
    #expect(inventory.entries.count == 2)
    #expect(inventory.slot(of: mac1) != inventory.slot(of: mac2))
    inventory.takeRound([seen(5, mac1, "name-nas"), seen(6, mac2, "name-nas")])
    #expect(inventory.entries.count == 2)
  }

  @Test func `takes a phone that made up another address for another`() {
    var inventory = Inventory()
    inventory.takeRound([seen(5, privateMAC, "name-phone")])
    inventory.takeRound([seen(5, "mac-da1132000004", "name-phone")])
    #expect(inventory.entries.count == 2)
  }

  @Test func `knows a computer by its identifier and name at another interface`() {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1, "id-aaaa", "name-laptop")])
    inventory.takeRound([seen(9, mac2, "id-aaaa", "name-laptop")])
    #expect(inventory.entries.count == 1)
    // A copied key alone says nothing.
    inventory.takeRound([seen(7, "mac-001132000009", "id-aaaa", "name-other")])
    #expect(inventory.entries.count == 2)
  }

  @Test func `tells the clients of a repeater apart by their addresses`() throws {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1), seen(6, mac1), seen(7, mac1)])
    let slots = inventory.ordered.map(\.slot)
    #expect(Set(slots).count == 3)
    inventory.takeRound([seen(7, mac1), seen(5, mac1), seen(6, mac1)])
    #expect(inventory.ordered.map(\.slot) == slots)
    // One of them alone shows the shared link address, too.
    inventory.takeRound([seen(6, mac1)])
    inventory.takeRound([seen(6, mac1)])
    #expect(inventory.ordered.map(\.slot) == slots)
    #expect(inventory.ordered.map(\.presence) == [.away, .present, .away])
  }

  @Test func `calls nobody away whom it may have slept through`() {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1), seen(6, mac2)])
    inventory.takeRound([seen(5, mac1)])
    inventory.suspend()
    #expect(inventory.entries.values.allSatisfy { $0.presence == .unconfirmed })
    inventory.takeRound([seen(5, mac1)])
    #expect(inventory.entry(mac1)?.presence == .present)
    #expect(inventory.entry(mac2)?.presence == .unconfirmed)
    inventory.takeRound([seen(5, mac1)])
    #expect(inventory.entry(mac2)?.presence == .away)
  }

  @Test func `doubts the devices of a network that went down`() {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1)])
    for _ in 0..<3 {
      inventory.beginRound { _ in false }
      inventory.completeSweep { _ in false }
    }
    #expect(inventory.entry(mac1)?.presence == .unconfirmed)
  }

  @Test func `comes to the same devices whatever the order`() {
    let rounds = [
      [
        seen(5, mac1, "name-a"), seen(6, mac2, "id-b"), seen(7, privateMAC),
        seen(8, "mac-da1132000008", "name-d"),
      ],
      [
        seen(15, mac1, "name-a"), seen(7, mac2, "id-b"), seen(6, privateMAC),
        seen(8, "mac-da1132000008", "name-d"),
      ],
    ]
    var random = SplitMix64(seed: 7)
    var expected: Set<Set<String>>?
    for _ in 0..<50 {
      var inventory = Inventory()
      for round in rounds { inventory.takeRound(round.shuffled(using: &random)) }
      let made = Set(inventory.entries.values.map { Set($0.identities.all) })
      #expect(made.count == 4)
      #expect(made == expected ?? made)
      expected = made
    }
  }

  @Test func `calls nobody new of a first scan, and everybody who comes later`() {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1)])
    inventory.takeRound([seen(5, mac1), seen(6, mac2)])
    #expect(inventory.entry(mac1)?.isNew == false)
    #expect(inventory.entry(mac2)?.isNew == true)
  }

  @Test func `drops the second entries that an earlier version kept`() throws {
    func stored(_ key: Int64, _ identities: String...) -> StoredDevice {
      StoredDevice(
        key: key,
        identities: identities,
        marks: Annotations(note: key == 2 ? "by the door" : nil),
        firstSeen: Timestamp(milliseconds: 1000 * key),
        lastSeen: Timestamp(milliseconds: 1000 * key),
        isNew: key > 1
      )
    }
    var inventory = Inventory([
      stored(1, mac1, "id-aaaa", "ip-192.168.1.5"),
      stored(2, "id-aaaa", "name-tv", "ip-192.168.1.5"),
      stored(3, "ip-192.168.1.6"),
    ])
    let entry = try #require(inventory.entry(mac1))
    #expect(entry.slot == 1 && entry.marks.note == "by the door" && !entry.isNew)
    #expect(inventory.removedSlots == [2])
    #expect(inventory.entries.keys.sorted() == [1, 3])
    // An address alone is the device that shows a link address there.
    inventory.takeRound([seen(6, mac2)])
    #expect(inventory.slot(of: mac2) == 3)
  }

  @Test func `gives back what was kept`() throws {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1), seen(6, mac1), seen(7, mac2, "id-x")])
    let before = inventory.ordered
    let again = Inventory(before.map(\.stored))
    for entry in before {
      #expect(again.entries[entry.slot]?.id == entry.id)
      #expect(again.entries[entry.slot]?.presence == .unconfirmed)
    }
  }

  @Test func `keeps what was remembered of a device's other entry, where its MAC was the same`()
    throws
  {
    let v6 = IPAddress.v6(IPv6Address(high: 0xFE80 << 48, low: 5), zone: "eth0")
    let v4 = IPAddress.v4(IPv4Address(192, 168, 1, 5))
    func stored(_ key: Int64, _ address: IPAddress, _ said: Fact, mac: Bool) -> StoredDevice {
      let time = Timestamp(milliseconds: 1000)
      var facts = [Fact.answered(rttMs: 1), said]
      if mac { facts.append(.linkAddress(MACAddress(rawValue: 0x0011_3200_0001))) }
      return StoredDevice(
        key: key,
        identities: (mac ? [mac1] : []) + (address.v4 == nil ? [] : ["ip-\(address)"]),
        firstSeen: time,
        lastSeen: time,
        observations: facts.map {
          Observation(time: time, source: .icmp, subject: address, fact: $0)
        }
      )
    }
    let side = Inventory([
      stored(1, v4, .name("tv.lan"), mac: true), stored(2, v6, .name("tv-6.lan"), mac: true),
    ])
    let entry = try #require(side.entries[1])
    #expect(side.entries.count == 1)
    #expect(entry.memory.addresses == [v4, v6])
    #expect(entry.memory.observations.contains { $0.fact == .name("tv-6.lan") })
    let alone = Inventory([
      stored(1, v4, .name("tv.lan"), mac: true), stored(2, v4, .name("other.lan"), mac: false),
    ])
    #expect(alone.entries.keys.sorted() == [1])
    #expect(
      alone.entries[1]?.memory.observations.contains { $0.fact == .name("other.lan") } == false
    )
  }
}
