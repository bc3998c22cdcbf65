import Testing
import Wire

@testable import HomeNet

/// A device as a round sees it.
private func seen(
  _ last: UInt8,
  _ identities: String...,
  at time: Int64 = 1000
) -> RecognisableDevice {
  let ip = IPAddress.v4(IPv4Address(192, 168, 1, last))
  return RecognisableDevice(
    device: Device(
      id: "",
      ip: ip,
      addresses: [ip],
      firstSeen: Timestamp(milliseconds: time),
      lastSeen: Timestamp(milliseconds: time)
    ),
    identities: identities + ["ip-192.168.1.\(last)"]
  )
}

private let mac1 = "mac-001132000001"
private let mac2 = "mac-001132000002"
private let privateMAC = "mac-da1132000003"

extension Inventory {
  /// A whole round in which those are heard.
  fileprivate mutating func round(_ devices: [RecognisableDevice]) {
    beginRound { _ in true }
    take(devices) { _ in true }
    completeSweep { _ in true }
  }

  fileprivate func entry(_ id: String) -> InventoryEntry? {
    slot(of: id).flatMap { entries[$0] }
  }
}

@Suite struct `The inventory` {
  @Test func `follows a device to another address`() throws {
    var inventory = Inventory()
    inventory.round([seen(5, mac1), seen(6, mac2)])
    let slot = try #require(inventory.slot(of: mac1))
    inventory.round([seen(6, mac1), seen(5, mac2)])
    #expect(inventory.slot(of: mac1) == slot)
    #expect(inventory.entry(mac1)?.device.ip == .v4(IPv4Address(192, 168, 1, 6)))
    #expect(inventory.entries.count == 2)
  }

  @Test func `keeps slot, marks and first time of a device whose identity strengthens`() throws {
    var inventory = Inventory()
    inventory.round([seen(5, at: 1000)])
    let slot = try #require(inventory.slot(of: "ip-192.168.1.5"))
    inventory.update(slot) { $0.marks.name = "Lamp" }
    inventory.round([seen(5, mac1, "id-1111", at: 2000)])
    let entry = try #require(inventory.entry(mac1))
    #expect(entry.slot == slot && entry.marks.name == "Lamp" && entry.id == mac1)
    #expect(entry.firstSeen == Timestamp(milliseconds: 1000))
    #expect(entry.lastSeen == Timestamp(milliseconds: 2000))
    #expect(inventory.slot(of: "ip-192.168.1.5") == slot)
    #expect(inventory.takeChanges().removed == ["ip-192.168.1.5"])
  }

  @Test func `makes no one device of namesakes`() {
    var inventory = Inventory()
    inventory.round([seen(5, mac1, "name-nas")])
    inventory.round([seen(6, mac2, "name-nas")])
    #expect(inventory.entries.count == 2)
    #expect(inventory.slot(of: mac1) != inventory.slot(of: mac2))
    inventory.round([seen(5, mac1, "name-nas"), seen(6, mac2, "name-nas")])
    #expect(inventory.entries.count == 2)
  }

  @Test func `takes a phone that made up another address for another`() {
    var inventory = Inventory()
    inventory.round([seen(5, privateMAC, "name-phone")])
    inventory.round([seen(5, "mac-da1132000004", "name-phone")])
    #expect(inventory.entries.count == 2)
  }

  @Test func `knows a computer by its identifier and name at another interface`() {
    var inventory = Inventory()
    inventory.round([seen(5, mac1, "id-aaaa", "name-laptop")])
    inventory.round([seen(9, mac2, "id-aaaa", "name-laptop")])
    #expect(inventory.entries.count == 1)
    // A copied key alone says nothing.
    inventory.round([seen(7, "mac-001132000009", "id-aaaa", "name-other")])
    #expect(inventory.entries.count == 2)
  }

  @Test func `tells the clients of a repeater apart by their addresses`() throws {
    var inventory = Inventory()
    inventory.round([seen(5, mac1), seen(6, mac1), seen(7, mac1)])
    let slots = inventory.ordered.map(\.slot)
    #expect(Set(slots).count == 3)
    inventory.round([seen(7, mac1), seen(5, mac1), seen(6, mac1)])
    #expect(inventory.ordered.map(\.slot) == slots)
    // One of them alone shows the shared link address, too.
    inventory.round([seen(6, mac1)])
    inventory.round([seen(6, mac1)])
    #expect(inventory.ordered.map(\.slot) == slots)
    #expect(inventory.ordered.map(\.presence) == [.away, .present, .away])
  }

  @Test func `calls nobody away whom it may have slept through`() {
    var inventory = Inventory()
    inventory.round([seen(5, mac1), seen(6, mac2)])
    inventory.round([seen(5, mac1)])
    inventory.suspend()
    #expect(inventory.entries.values.allSatisfy { $0.presence == .unconfirmed })
    inventory.round([seen(5, mac1)])
    #expect(inventory.entry(mac1)?.presence == .present)
    #expect(inventory.entry(mac2)?.presence == .unconfirmed)
    inventory.round([seen(5, mac1)])
    #expect(inventory.entry(mac2)?.presence == .away)
  }

  @Test func `doubts the devices of a network that went down`() {
    var inventory = Inventory()
    inventory.round([seen(5, mac1)])
    for _ in 0..<3 {
      inventory.beginRound { _ in false }
      inventory.completeSweep { _ in false }
    }
    #expect(inventory.entry(mac1)?.presence == .unconfirmed)
  }

  @Test func `comes to the same devices whatever the order`() {
    let rounds = [
      [seen(5, mac1, "name-a"), seen(6, mac2, "id-b"), seen(7, privateMAC), seen(8, "name-d")],
      [seen(15, mac1, "name-a"), seen(7, mac2, "id-b"), seen(6, privateMAC), seen(8, "name-d")],
    ]
    var random = SplitMix64(seed: 7)
    var expected: Set<Set<String>>?
    for _ in 0..<50 {
      var inventory = Inventory()
      for round in rounds { inventory.round(round.shuffled(using: &random)) }
      let made = Set(inventory.entries.values.map { Set($0.identities.all) })
      #expect(made.count == 4)
      #expect(made == expected ?? made)
      expected = made
    }
  }

  @Test func `calls nobody new of a first scan, and everybody who comes later`() {
    var inventory = Inventory()
    inventory.round([seen(5, mac1)])
    inventory.round([seen(5, mac1), seen(6, mac2)])
    #expect(inventory.entry(mac1)?.isNew == false)
    #expect(inventory.entry(mac2)?.isNew == true)
  }

  @Test func `takes in an address that was heard before whose it is was known`() throws {
    var inventory = Inventory()
    inventory.round([seen(5, mac1)])
    let slot = try #require(inventory.slot(of: mac1))
    inventory.beginRound { _ in true }
    inventory.take([seen(9)]) { _ in true }
    #expect(inventory.entries.count == 2)
    inventory.take([seen(9, mac1)]) { _ in true }
    #expect(inventory.entries.keys.sorted() == [slot])
  }

  @Test func `gives back what was kept`() throws {
    var inventory = Inventory()
    inventory.round([seen(5, mac1), seen(6, mac1), seen(7, mac2, "id-x")])
    let before = inventory.ordered
    let again = Inventory(before.map(\.stored))
    for entry in before {
      #expect(again.entries[entry.slot]?.id == entry.id)
      #expect(again.entries[entry.slot]?.presence == .unconfirmed)
    }
  }
}
