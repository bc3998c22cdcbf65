import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

/// Addresses whose link address isn't known yet.
@Suite struct `The inventory's addresses` {
  @Test func `waits for the link address of an address that nobody had`() throws {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1)])
    let slot = try #require(inventory.slot(of: mac1))
    inventory.beginRound { _ in true }
    inventory.hear([seen(9)])
    #expect(inventory.entries.count == 1)
    inventory.hear([seen(9, mac1)])
    #expect(inventory.entries.keys.sorted() == [slot])
  }

  @Test func `takes an address without a link address for the device that had it`() throws {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1, "id-aaaa", "name-tv"), seen(6, mac2)])
    inventory.takeRound([seen(6, mac2)])
    inventory.takeRound([seen(6, mac2)])
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
    inventory.takeRound([seen(5, mac1)])
    for _ in 0..<2 { inventory.takeRound([]) }
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
    inventory.takeRound([seen(5, mac1)])
    inventory.beginRound { _ in true }
    inventory.hear([seen(5, mac1)], isSwept: true)
    inventory.hear([seen(5, mac1), seen(9, mac1, at: 5000)], isSwept: true, sweptAt: 1000)
    #expect(inventory.entries.count == 1)
    // Both answer a sweep: a repeater's clients.
    inventory.takeRound([seen(5, mac1, at: 8000), seen(9, mac1, at: 8000)])
    #expect(inventory.entries.count == 2)
    #expect(inventory.entry(mac1)?.device.ip == .v4(IPv4Address(192, 168, 1, 5)))
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
    inventory.takeRound([seen(5, mac1)])
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
    inventory.takeRound([seen(5, mac1)])
    for _ in 1..<PendingDevices.patience { inventory.takeRound([seen(5, mac1), seen(9)]) }
    #expect(inventory.entries.count == 1)
    inventory.takeRound([seen(5, mac1), seen(9)])
    #expect(inventory.entries.count == 2)
    // Behind a router nobody has one.
    inventory.beginRound { _ in true }
    inventory.hear([seen(77)], isRemote: true)
    #expect(inventory.entries.count == 3)
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
    inventory.takeRound([seen(9)])
    #expect(inventory.entries.count == entries)
  }
}
