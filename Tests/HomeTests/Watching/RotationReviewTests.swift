import HomeSupport
import Networking
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

@Suite struct `A phone that changes its link address` {
  private static let oldMAC: UInt64 = 0xDA_1132_0000_01
  private static let newMAC: UInt64 = 0xDA_1132_0000_99
  private static let hour: Int64 = 3_600_000

  private func phone(
    _ mac: UInt64,
    at last: UInt8,
    hours: Int64,
    name: String? = "Annas-iPhone.local"
  ) -> RecognisableDevice {
    let ip = IPAddress.v4(IPv4Address(192, 168, 1, last))
    let time = Timestamp(milliseconds: hours * Self.hour)
    var evidence = Evidence()
    evidence.mac = MACAddress(rawValue: mac)
    return RecognisableDevice(
      device: Device(
        id: "",
        ip: ip,
        addresses: [ip],
        hostname: name,
        firstSeen: time,
        lastSeen: time,
        evidence: evidence,
        verdict: Verdict(category: .phone, vendor: "Apple")
      ),
      identities: [Self.id(mac), "ip-192.168.1.\(last)"],
      proven: [ip]
    )
  }

  private static func id(_ mac: UInt64) -> String {
    InventoryEntry.identity(of: MACAddress(rawValue: mac))
  }

  /// A phone left, and another one came; both were asked what they are.
  private func home(
    stating key: String? = nil,
    asking client: String? = nil
  ) throws -> Inventory {
    var inventory = Inventory()
    inventory.takeRound([seen(9, mac1), phone(Self.oldMAC, at: 5, hours: 1)])
    inventory.takeRound([seen(9, mac1), phone(Self.newMAC, at: 6, hours: 2)])
    for (mac, last) in [(Self.oldMAC, UInt8(5)), (Self.newMAC, 6)] {
      let slot = try #require(inventory.slot(of: Self.id(mac)))
      let now = Timestamp(milliseconds: 2 * Self.hour)
      let stated = key.map { key in
        Observation(
          time: now,
          source: .mdns,
          subject: .v4(IPv4Address(192, 168, 1, last)),
          fact: .identity(.deviceID, key)
        )
      }
      let asked = client.map { client in
        Observation(
          time: now,
          source: .dhcp,
          subject: .v4(IPv4Address(192, 168, 1, last)),
          fact: .dhcp(DHCPRequest(clientID: client))
        )
      }
      inventory.remember([stated, asked].compactMap(\.self), of: slot, askedSince: now, now: now)
    }
    return inventory
  }

  private let now = Timestamp(milliseconds: 3 * hour)

  @Test func `is recognised by what it states`() throws {
    var inventory = try home(stating: "aabbccddee01")
    let old = try #require(inventory.slot(of: Self.id(Self.oldMAC)))
    let new = try #require(inventory.slot(of: Self.id(Self.newMAC)))
    #expect(inventory.reviewRotations(at: now) == [RecognisedRotation(new: new, known: old)])
    let made = inventory.unite(new, into: old, isAutomatic: true, at: now)
    let edit = try #require(made)
    #expect(inventory.entries[old]?.device.ip == .v4(IPv4Address(192, 168, 1, 6)))
    #expect(inventory.entries[old]?.ties.joined == [])
    // A mistake that was undone is not made again.
    #expect(inventory.part(edit, at: now) == true)
    inventory.takeRound([seen(9, mac1), phone(Self.newMAC, at: 6, hours: 3)])
    #expect(inventory.entries.count == 3)
    #expect(inventory.reviewRotations(at: now) == [])
  }

  @Test func `is recognised by its DHCP client id`() throws {
    var inventory = try home(asking: "ff3c4d5e7f0002000000abbccddeeff00112")
    let old = try #require(inventory.slot(of: Self.id(Self.oldMAC)))
    let new = try #require(inventory.slot(of: Self.id(Self.newMAC)))
    #expect(inventory.reviewRotations(at: now) == [RecognisedRotation(new: new, known: old)])
    // Defaults and names that any number of devices have; one that is not in digits.
    let defaults = [
      "00000000000000", "0001", "01010101010101", "006950686f6e65", "6950686f6e6521",
      "ff3c4d5e7f0002x0",
    ]
    for client in defaults {
      var others = try home(asking: client)
      #expect(others.reviewRotations(at: now) == [])
    }
  }

  @Test func `keeps its DHCP client id longer than what is announced again and again`() {
    let (address, day) = (IPAddress.v4(IPv4Address(192, 168, 1, 5)), 24 * Self.hour)
    func said(_ source: Source, _ fact: Fact, day number: Int64) -> Observation {
      let time = Timestamp(milliseconds: number * day)
      return Observation(time: time, source: source, subject: address, fact: fact)
    }
    let asked = said(.dhcp, .dhcp(DHCPRequest(clientID: "ff3c4d5e7f00020000")), day: 0)
    var memory = DeviceMemory([asked, said(.mdns, .name("a.local"), day: 0)])
    memory.merge(
      [said(.icmp, .answered(rttMs: 1), day: 14)],
      askedSince: nil,
      now: Timestamp(milliseconds: 14 * day)
    )
    #expect(memory.observations.contains(asked))
    #expect(!memory.observations.contains { $0.source == .mdns })
  }

  @Test func `keeps what it asked of DHCP as long as the address, and one name`() {
    let (address, day) = (IPAddress.v4(IPv4Address(192, 168, 1, 5)), 24 * Self.hour)
    let next = IPAddress.v4(IPv4Address(192, 168, 1, 6))
    func said(_ fact: Fact, by source: Source = .dhcp, at place: IPAddress, day number: Int64)
      -> Observation
    {
      let time = Timestamp(milliseconds: number * day)
      return Observation(time: time, source: source, subject: place, fact: fact)
    }
    var memory = DeviceMemory()
    func take(_ live: [Observation], day number: Int64) {
      memory.merge(live, askedSince: nil, now: Timestamp(milliseconds: number * day))
    }
    func shown(at place: IPAddress, day: Int64) -> Observation {
      said(.answered(rttMs: 1), by: .icmp, at: place, day: day)
    }
    func asked(_ name: String?, day: Int64) -> [Observation] {
      let request = said(.dhcp(DHCPRequest(hostname: name)), at: address, day: day)
      return [request] + (name.map { [said(.name($0), at: address, day: day)] } ?? [])
    }
    func names() -> [Fact] {
      memory.observations.map(\.fact).filter { if case .name = $0 { true } else { false } }
    }
    take(asked("annas-phone", day: 0) + [shown(at: address, day: 0)], day: 0)
    take([shown(at: address, day: 20)], day: 20)
    #expect(names() == [.name("annas-phone")], "who stays does not ask again")
    take(asked("annas-mobile", day: 21), day: 21)
    #expect(names() == [.name("annas-mobile")])
    take(asked(nil, day: 22) + [shown(at: address, day: 22)], day: 22)
    #expect(names().isEmpty, "it does not say its name any more")
    #expect(memory.observations.contains { $0.source == .dhcp })
    take([shown(at: next, day: 23)], day: 23)
    #expect(memory.addresses == [address, next])
    take([shown(at: next, day: 40)], day: 40)
    #expect(memory.addresses == [next], "another device may have the address by now")
  }

  @Test func `is proposed by its name, until the user denies it`() throws {
    var inventory = try home()
    let new = try #require(inventory.slot(of: Self.id(Self.newMAC)))
    #expect(inventory.reviewRotations(at: now) == [])
    let proposal = try #require(inventory.entries[new]?.inventoryDevice.proposal)
    #expect(proposal.device == Self.id(Self.oldMAC))
    #expect(proposal.confidence > 0.5 && proposal.confidence < 1)
    #expect(proposal.message.text.contains("Annas-iPhone"))
    inventory.dismissProposal(of: new)
    #expect(inventory.entries[new]?.inventoryDevice.proposal == nil)
    inventory.takeRound([seen(9, mac1), phone(Self.newMAC, at: 6, hours: 3)])
    #expect(inventory.reviewRotations(at: now) == [])
    #expect(inventory.entries[new]?.proposal == nil)
  }

  @Test func `is another where both were there at one time`() throws {
    var inventory = try home()
    let new = try #require(inventory.slot(of: Self.id(Self.newMAC)))
    _ = inventory.reviewRotations(at: now)
    #expect(inventory.entries[new]?.proposal != nil)
    inventory.takeRound([
      seen(9, mac1), phone(Self.oldMAC, at: 5, hours: 3), phone(Self.newMAC, at: 6, hours: 3),
    ])
    #expect(inventory.reviewRotations(at: now) == [])
    #expect(inventory.entries[new]?.proposal == nil)
  }

  @Test func `is not asked about once the user named it`() throws {
    var inventory = try home(stating: "aabbccddee01")
    let new = try #require(inventory.slot(of: Self.id(Self.newMAC)))
    inventory.update(new) { $0.marks.name = "Ben's phone" }
    #expect(inventory.reviewRotations(at: now) == [])
    #expect(inventory.entries[new]?.proposal == nil)
  }

  @Test func `is asked about no more once the user named it`() throws {
    var inventory = try home()
    let new = try #require(inventory.slot(of: Self.id(Self.newMAC)))
    _ = inventory.reviewRotations(at: now)
    #expect(inventory.entries[new]?.proposal != nil)
    inventory.update(new) { $0.marks.name = "Ben's phone" }
    _ = inventory.reviewRotations(at: now)
    #expect(inventory.entries[new]?.proposal == nil)
  }

  @Test func `is not recognised by what a third one that is there shows, too`() throws {
    var inventory = try home(stating: "aabbccddee01")
    let third = try #require(inventory.slot(of: mac1))
    let stated = Observation(
      time: now,
      source: .mdns,
      subject: .v4(IPv4Address(192, 168, 1, 9)),
      fact: .identity(.deviceID, "aabbccddee01")
    )
    inventory.remember([stated], of: third, askedSince: now, now: now)
    #expect(inventory.reviewRotations(at: now) == [])
  }

  @Test func `is recognised only as long as that holds`() throws {
    var inventory = try home(stating: "aabbccddee01")
    let found = inventory.reviewRotations(at: now)
    let rotation = try #require(found.first)
    #expect(inventory.holds(rotation))
    inventory.takeRound([
      seen(9, mac1), phone(Self.oldMAC, at: 5, hours: 3), phone(Self.newMAC, at: 6, hours: 3),
    ])
    #expect(!inventory.holds(rotation))
  }

  // MARK: What this machine could not look for

  /// A sweep that found those, and could not look for the host with that last part of its address.
  private func sweep(
    _ inventory: inout Inventory,
    _ devices: [RecognisableDevice],
    missing last: UInt8
  ) {
    var plan = ScanPlan.test
    plan.targets.append(
      ScanPlan.Target(
        prefix: IPv4Prefix(IPv4Address(192, 168, 1, last), length: 32),
        interface: Interface(index: 3, name: "wlan0", ipv4: []),
        ownAddress: nil,
        isOnLink: true
      )
    )
    let failure = SourceFailure(source: .neighbours, interface: "wlan0", failure: .noBuffers)
    inventory.beginRound { _ in true }
    inventory.hear(devices)
    inventory.hear(devices, isSwept: true)
    inventory.completeSweep(
      at: now,
      over: SweptLinks(plan, failures: [failure]),
      covering: { _ in true }
    )
  }

  @Test func `is recognised while another interface fails, but not as what is behind that`() throws
  {
    var inventory = try home(stating: "aabbccddee01")
    let old = try #require(inventory.slot(of: Self.id(Self.oldMAC)))
    let new = try #require(inventory.slot(of: Self.id(Self.newMAC)))
    let found = [seen(9, mac1), phone(Self.newMAC, at: 6, hours: 3)]
    sweep(&inventory, found, missing: 5)
    #expect(inventory.blindSlots == [old])
    #expect(inventory.reviewRotations(at: now) == [])
    sweep(&inventory, found, missing: 77)
    #expect(inventory.reviewRotations(at: now) == [RecognisedRotation(new: new, known: old)])
  }

  @Test func `is not recognised by what a third one shows that could not be looked for`() throws {
    var inventory = try home(stating: "aabbccddee01")
    let third = try #require(inventory.slot(of: mac1))
    let stated = Observation(
      time: now,
      source: .mdns,
      subject: .v4(IPv4Address(192, 168, 1, 9)),
      fact: .identity(.deviceID, "aabbccddee01")
    )
    inventory.remember([stated], of: third, askedSince: now, now: now)
    sweep(&inventory, [phone(Self.newMAC, at: 6, hours: 3)], missing: 9)
    #expect(inventory.blindSlots == [third])
    #expect(inventory.reviewRotations(at: now) == [])
  }

  @Test func `is asked about until a sweep can tell`() throws {
    var inventory = try home()
    let new = try #require(inventory.slot(of: Self.id(Self.newMAC)))
    _ = inventory.reviewRotations(at: now)
    let found = [seen(9, mac1), phone(Self.newMAC, at: 6, hours: 3)]
    sweep(&inventory, found, missing: 5)
    _ = inventory.reviewRotations(at: now)
    #expect(inventory.entries[new]?.proposal != nil)
  }
}
