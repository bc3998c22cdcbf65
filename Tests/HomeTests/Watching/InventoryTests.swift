import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

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
    identities: identities + ["ip-192.168.1.\(last)"],
    proven: identities.contains { $0.hasPrefix("mac-") } ? [ip] : []
  )
}

private let mac1 = "mac-001132000001"
private let mac2 = "mac-001132000002"
private let privateMAC = "mac-da1132000003"

extension Inventory {
  /// A whole round in which those are heard.
  fileprivate mutating func round(_ devices: [RecognisableDevice]) {
    beginRound { _ in true }
    hear(devices)
    hear(devices, isSwept: true)
    completeSweep { _ in true }
  }

  /// Those are heard in the present round.
  fileprivate mutating func hear(
    _ devices: [RecognisableDevice],
    isSwept: Bool = false,
    sweptAt: Int64? = nil,
    isRemote: Bool = false
  ) {
    var times: [IPAddress: Timestamp] = [:]
    for seen in devices {
      for address in seen.device.addresses { times[address] = seen.device.firstSeen }
    }
    take(
      devices,
      in: RoundView(
        firstSeen: { times[$0] },
        shown: { times[$0] },
        hasLinkAddresses: { _ in !isRemote },
        sweptAt: isSwept
          ? sweptAt.map(Timestamp.init(milliseconds:)) ?? times.values.max()
            ?? Timestamp(milliseconds: 0)
          : nil,
        isSweeping: !isSwept
      )
    )
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
    let changes = try #require(inventory.shownChanges(after: ChangeLog<InventorySubject>().cursor))
    #expect(changes.removed == ["ip-192.168.1.5"])
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

  @Test func `waits for the link address of an address that nobody had`() throws {
    var inventory = Inventory()
    inventory.round([seen(5, mac1)])
    let slot = try #require(inventory.slot(of: mac1))
    inventory.beginRound { _ in true }
    inventory.hear([seen(9)])
    #expect(inventory.entries.count == 1)
    inventory.hear([seen(9, mac1)])
    #expect(inventory.entries.keys.sorted() == [slot])
  }

  @Test func `takes an address without a link address for the device that had it`() throws {
    var inventory = Inventory()
    inventory.round([seen(5, mac1, "id-aaaa", "name-tv"), seen(6, mac2)])
    inventory.round([seen(6, mac2)])
    inventory.round([seen(6, mac2)])
    #expect(inventory.entry(mac1)?.presence == .away)
    inventory.beginRound { _ in true }
    // What it says has nothing in common with what it said before, and might be another's word.
    inventory.hear([seen(5, "id-bbbb", "name-box", at: 9000)], isSwept: true)
    let entry = try #require(inventory.entry(mac1))
    #expect(inventory.entries.count == 2 && inventory.undecided.count == 1)
    #expect(entry.presence == .present && entry.lastSeen == Timestamp(milliseconds: 9000))
    #expect(entry.identities.stated == ["id-aaaa"])
  }

  @Test func `takes back what it presumed when a link address says otherwise`() throws {
    var inventory = Inventory()
    inventory.round([seen(5, mac1)])
    for _ in 0..<2 { inventory.round([]) }
    let before = try #require(inventory.entry(mac1))
    inventory.beginRound { _ in true }
    inventory.hear([seen(5, "name-phone", at: 9000)])
    #expect(inventory.entry(mac1)?.presence == .present)
    inventory.hear([seen(5, mac2, "name-phone", at: 9000)])
    let after = try #require(inventory.entry(mac1))
    #expect(after.presence == .away && after.lastSeen == before.lastSeen)
    #expect(inventory.slots.values.first == inventory.slot(of: mac2))
    #expect(inventory.entries.count == 2 && !inventory.seenSlots.contains(after.slot))
  }

  @Test func `waits for the sweep to tell a second address from a new one`() {
    var inventory = Inventory()
    inventory.round([seen(5, mac1)])
    inventory.beginRound { _ in true }
    inventory.hear([seen(5, mac1)], isSwept: true)
    inventory.hear([seen(5, mac1), seen(9, mac1, at: 5000)], isSwept: true, sweptAt: 1000)
    #expect(inventory.entries.count == 1)
    // Both answer a sweep: a repeater's clients.
    inventory.round([seen(5, mac1, at: 8000), seen(9, mac1, at: 8000)])
    #expect(inventory.entries.count == 2)
    #expect(inventory.entry(mac1)?.device.ip == .v4(IPv4Address(192, 168, 1, 5)))
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
    inventory.round([seen(6, mac2)])
    #expect(inventory.slot(of: mac2) == 3)
  }

  @Test func `looks at each address of a large network once, though all have one MAC`() {
    let count = 1500
    let devices = (1...count).map { number in
      let ip = IPAddress.v4(IPv4Address(rawValue: 0x0A00_0000 + UInt32(number)))
      return RecognisableDevice(
        device: Device(
          id: "",
          ip: ip,
          addresses: [ip],
          firstSeen: Timestamp(milliseconds: 1000),
          lastSeen: Timestamp(milliseconds: 1000)
        ),
        identities: [mac1, "ip-\(ip)"],
        proven: [ip]
      )
    }
    var inventory = Inventory()
    inventory.round([seen(5, mac1)])
    inventory.beginRound { _ in true }
    var looks = 0
    inventory.take(
      devices,
      in: RoundView(
        firstSeen: { _ in Timestamp(milliseconds: 1000) },
        shown: { _ in
          looks += 1
          return Timestamp(milliseconds: 1000)
        },
        hasLinkAddresses: { _ in true },
        sweptAt: Timestamp(milliseconds: 2000),
        isSweeping: false
      )
    )
    #expect(inventory.entries.count == count + 1)
    #expect(looks <= 2 * count, "\(looks)")
  }

  @Test func `gives up waiting for a link address that nobody shows`() {
    var inventory = Inventory()
    inventory.round([seen(5, mac1)])
    for _ in 1..<PendingDevices.patience { inventory.round([seen(5, mac1), seen(9)]) }
    #expect(inventory.entries.count == 1)
    inventory.round([seen(5, mac1), seen(9)])
    #expect(inventory.entries.count == 2)
    // Behind a router nobody has one.
    inventory.beginRound { _ in true }
    inventory.hear([seen(77)], isRemote: true)
    #expect(inventory.entries.count == 3)
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

  @Test func `knows the address of a device of which nothing is remembered`() throws {
    let stored = StoredDevice(
      key: 1,
      identities: [privateMAC, "name-phone", "ip-192.168.1.7"],
      marks: Annotations(name: "Guest"),
      firstSeen: Timestamp(milliseconds: 1000),
      lastSeen: Timestamp(milliseconds: 2000)
    )
    let device = try #require(Inventory([stored]).entry(privateMAC)).device
    #expect(device.ip == .v4(IPv4Address(192, 168, 1, 7)))
    #expect(device.addresses == [device.ip])
  }

  /// Rounds in which one host answers for many addresses, each time with other link addresses.
  private func flood(_ inventory: inout Inventory, rounds: Range<Int>, prefix: String) {
    for number in rounds {
      inventory.round(
        [seen(5, mac1, at: Int64(number) * 300_000)]
          + (1...10).map { host in
            let forged = prefix + String(1_000_000 + number * 100 + host)
            return seen(UInt8(100 + host), forged, at: Int64(number) * 300_000)
          }
      )
    }
  }

  @Test(arguments: ["mac-da113", "mac-00113"])
  func `shows a new device after a flood of forged ones, and keeps the user's`(prefix: String)
    throws
  {
    var inventory = Inventory(limit: 80)
    inventory.round([
      seen(5, mac1), seen(6, mac2), seen(7, privateMAC), seen(8, "mac-da1132000008"),
    ])
    inventory.update(try #require(inventory.slot(of: privateMAC))) { $0.marks.note = "mine" }
    flood(&inventory, rounds: 1..<20, prefix: prefix)
    #expect(inventory.entries.count == 80)
    let removed = inventory.removedSlots
    #expect(removed.count == 4 + 190 - 80)
    #expect(removed.allSatisfy { inventory.entries[$0] == nil })
    // Who is there and who has a name stays.
    #expect(inventory.entry(mac1)?.presence == .present)
    #expect(inventory.entry(privateMAC)?.marks.note == "mine")
    inventory.round([seen(9, "mac-001132000077", at: 6_000_000)])
    #expect(inventory.entry("mac-001132000077")?.isNew == true)
  }

  @Test func `lets those go first who were there once and can't be recognised`() {
    var inventory = Inventory(limit: 5)
    let old = "mac-da1132000010"
    // A phone that comes each day, a guest, a printer.
    inventory.round([seen(1, old, at: 0), seen(2, mac1, at: 0), seen(5, mac2, at: 0)])
    inventory.round([seen(1, old, at: 4_000_000), seen(5, mac2, at: 4_000_000)])
    inventory.round([seen(3, privateMAC, at: 5_000_000), seen(5, mac2, at: 5_000_000)])
    for time: Int64 in [6, 7] { inventory.round([seen(5, mac2, at: time * 1_000_000)]) }
    inventory.round([
      seen(5, mac2, at: 8_000_000), seen(11, "mac-001132000011"), seen(12, "mac-001132000012"),
    ])
    #expect(inventory.entry(privateMAC) == nil && inventory.entry(old) != nil)
    inventory.round([
      seen(5, mac2, at: 9_000_000), seen(11, "mac-001132000011"), seen(12, "mac-001132000012"),
      seen(13, "mac-001132000013"),
    ])
    #expect(inventory.entry(old) == nil && inventory.entry(mac1) != nil)
    // Nobody who is there makes room, nor who is there again.
    inventory.round([
      seen(2, mac1, at: 10_000_000), seen(5, mac2), seen(11, "mac-001132000011"),
      seen(12, "mac-001132000012"), seen(13, "mac-001132000013"), seen(14, "mac-001132000014"),
    ])
    #expect(inventory.entry(mac1)?.presence == .present)
    #expect(inventory.entry("mac-001132000014") == nil)
  }

  @Test func `lets passers-by go after a while`() throws {
    var inventory = Inventory()
    let marked = "mac-da1132000010"
    inventory.round([
      seen(5, mac1), seen(6, privateMAC), seen(7, marked), seen(8, "mac-da1132000008"),
    ])
    inventory.update(try #require(inventory.slot(of: marked))) { $0.marks.isHidden = true }
    let slots = Set(
      [UInt8(6), 8].compactMap { last in
        inventory.ordered.first { $0.device.ip == .v4(IPv4Address(192, 168, 1, last)) }?.slot
      }
    )
    let before = inventory.log.cursor
    // Whoever has only just been missed is waited for. Somebody answers: the network is well.
    inventory.round([seen(5, mac1)])
    inventory.dropExpired(seenBefore: Timestamp(milliseconds: 2000)) { _ in true }
    #expect(inventory.removedSlots(after: before).isEmpty)
    inventory.round([seen(5, mac1)])
    inventory.dropExpired(seenBefore: Timestamp(milliseconds: 1000)) { _ in true }
    #expect(inventory.removedSlots(after: before).isEmpty)
    inventory.dropExpired(seenBefore: Timestamp(milliseconds: 2000)) { _ in true }
    #expect(Set(inventory.removedSlots(after: before)) == slots && slots.count == 2)
    #expect(inventory.entries.count == 2)
  }

  @Test func `knows a device by its last ids alone`() {
    var ids = Aliases()
    for number in 0..<100 { ids.add("id-\(number)", of: 1) }
    #expect(ids["id-83"] == nil && ids["id-84"] == 1 && ids["id-99"] == 1)
    // An id that comes again is the last.
    ids.add("id-84", of: 1)
    ids.add("id-100", of: 1)
    #expect(ids["id-84"] == 1 && ids["id-85"] == nil)
    ids.add("id-84", of: 2)
    ids.remove(1)
    #expect(ids["id-84"] == 2 && ids["id-100"] == nil)
    ids.add((0..<24).map { "name-\($0)" }, of: 3)
    #expect(ids["name-0"] == 3 && ids["name-15"] == 3 && ids["name-16"] == nil)
  }

  @Test func `knows a device that states many identifiers by its name and address, too`() throws {
    let stated = (0..<14).map { "id-\(1000 + $0)" }
    func heard(_ mac: String) -> RecognisableDevice {
      var device = seen(5, mac)
      device.identities = stated + [mac, "name-tv", "ip-192.168.1.5"]
      return device
    }
    var inventory = Inventory()
    for _ in 0..<3 { inventory.round([heard(privateMAC)]) }
    let entry = try #require(inventory.entries.values.first)
    #expect(Set(entry.identities.all).isSuperset(of: heard(privateMAC).identities))
    // It makes up another link address.
    inventory.round([heard("mac-da1132000099")])
    #expect(inventory.entries.count == 1)
  }

  @Test func `keeps the newest of too many identifiers, and places for name and address`() {
    let id = "mac-001132000001"
    var identities = IdentitySet([id, "name-tv", "ip-192.168.1.5"])
    for number in 0..<40 {
      let new = IdentitySet([id, "id-\(1000 + number)", "name-tv", "ip-192.168.1.5"])
      identities = identities.updated(by: new, keeping: id)
    }
    #expect(identities.all.first == id && identities.all.count == 24)
    #expect(identities.all.suffix(2) == ["name-tv", "ip-192.168.1.5"])
    #expect(identities.stated == Set((1019...1039).map { "id-\($0)" }))
    // Of many at once the first count, and repetitions take no places.
    let many = IdentitySet((0..<60).map { "id-\($0 / 2)" } + ["name-tv", "ip-192.168.1.5"])
    #expect(many.all.count == 24 && many.all.suffix(2) == ["name-tv", "ip-192.168.1.5"])
  }

  @Test(arguments: [(Source.interface, 2), (.neighbours, 1)])
  func `waits for link addresses only where others than this machine's are shown`(
    source: Source,
    entries: Int
  ) {
    let address = IPAddress.v4(IPv4Address(192, 168, 1, 5))
    let fact = Fact.linkAddress(MACAddress(rawValue: 0x0011_3200_0001))
    let time = Timestamp(milliseconds: 1000)
    var inventory = Inventory([
      StoredDevice(
        key: 0,
        identities: [mac1, "ip-192.168.1.5"],
        firstSeen: time,
        lastSeen: time,
        observations: [Observation(time: time, source: source, subject: address, fact: fact)]
      )
    ])
    inventory.round([seen(9)])
    #expect(inventory.entries.count == entries)
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

extension Inventory {
  /// The slots that were removed after the cursor.
  func removedSlots(after cursor: ChangeCursor) -> [Int] {
    unsavedChanges(after: cursor).removed.map { Int($0) }
  }

  /// The slots that were removed since the beginning.
  var removedSlots: [Int] { removedSlots(after: ChangeLog<InventorySubject>().cursor) }
}
