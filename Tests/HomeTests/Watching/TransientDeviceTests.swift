import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

@Suite struct `A private address that was there for a day` {
  private static let hour: Int64 = 3_600_000
  private static let address = IPAddress.v4(IPv4Address(192, 168, 1, 5))

  /// One that was there for so many hours, and went.
  private func visitor(hours: Int64 = 8) -> InventoryEntry {
    let came = Timestamp(milliseconds: 1_700_000_000_000)
    let left = Timestamp(milliseconds: came.milliseconds + hours * Self.hour)
    return InventoryEntry(
      slot: 3,
      id: privateMAC,
      identities: IdentitySet([privateMAC, "ip-192.168.1.5"]),
      device: Device(
        id: privateMAC,
        ip: Self.address,
        addresses: [Self.address],
        firstSeen: came,
        lastSeen: left
      ),
      tracker: PresenceTracker(.away, lastSeen: left),
      marks: Annotations(),
      firstSeen: came,
      lastSeen: left,
      isNew: true
    )
  }

  @Test func `is transient, whether it was looked at or not`() {
    var entry = visitor()
    #expect(entry.isTransient && entry.inventoryDevice.isTransient)
    entry.isNew = false
    #expect(entry.inventoryDevice.isTransient)
  }

  @Test(arguments: [(Int64(0), true), (35, true), (36, false), (240, false), (-1, false)])
  func `was there for less than a day and a half`(hours: Int64, isTransient: Bool) {
    #expect(visitor(hours: hours).isTransient == isTransient)
  }

  @Test(arguments: ["iPhone.fritz.box", "android-0123456789abcdef", "DA:11:32:00:00:03"])
  func `has no name by one that any device could have`(name: String) {
    var entry = visitor()
    entry.device.hostname = name
    #expect(entry.isTransient)
  }

  @Test func `is a device of its own once anything tells it from others`() {
    let key = Observation(
      time: visitor().lastSeen,
      source: .mdns,
      subject: Self.address,
      fact: .identity(.sshKey, "0123456789abcdef")
    )
    let changes: [(inout InventoryEntry) -> Void] = [
      { $0.marks.name = "Anna" },
      { $0.marks.category = .phone },
      { $0.marks.note = "Anna's?" },
      { $0.marks.isHidden = true },
      { $0.ties = DeviceTies(joined: [privateMAC]) },
      {
        let shown = IdentityProposal(device: mac1, confidence: 0.6, message: .verbatim("perhaps"))
        $0.proposal = RotationProposal(slot: 1, shown: shown)
      },
      { $0.device.isGateway = true },
      { $0.device.isSelf = true },
      { $0.device.hostname = "Annas-Phone.lan" },
      { $0.device.verdict.name = "Anna's phone" },
      { $0.device.evidence.statedNames = [StatedName("Anna's phone", from: .mdns)] },
      { $0.device.evidence.netbios = NetBIOSIdentity(names: ["ANNA"]) },
      { $0.device.evidence.services = [ServiceInstance(type: "_ipp._tcp", name: "")] },
      { $0.memory = DeviceMemory([key]) },
      { $0.identities = IdentitySet([mac1, "ip-192.168.1.5"]) },
      { $0.identities = IdentitySet([privateMAC, mac1]) },
      { $0.identities = IdentitySet([privateMAC, "mac-da1132000004"]) },
      { $0.identities = IdentitySet(["id-1111", privateMAC]) },
      { $0.identities = IdentitySet(["ip-192.168.1.5"]) },
    ]
    for (index, change) in changes.enumerated() {
      var entry = visitor()
      change(&entry)
      #expect(!entry.isTransient, "change \(index)")
    }
  }

  @Test func `is a device of its own for good once it comes back on another day`() throws {
    var inventory = Inventory()
    for hour in [Int64(0), 8] {
      let time = hour * Self.hour
      inventory.takeRound([seen(9, mac1, at: time), seen(5, privateMAC, at: time)])
    }
    let slot = try #require(inventory.slot(of: privateMAC))
    #expect(inventory.entries[slot]?.isTransient == true)
    for hour in [Int64(48), 50] {
      let time = hour * Self.hour
      inventory.takeRound([seen(9, mac1, at: time), seen(5, privateMAC, at: time)])
      #expect(inventory.entries[slot]?.isTransient == false)
    }
    inventory.update(slot) { $0.tracker = PresenceTracker(.away, lastSeen: $0.lastSeen) }
    #expect(inventory.entries[slot]?.inventoryDevice.isTransient == false)
  }
}
