import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

@Suite struct `Two devices that were taken for one` {
  private static let oldMAC: UInt64 = 0xDA_1132_0000_01
  private static let newMAC: UInt64 = 0xDA_1132_0000_99
  private static let hour: Int64 = 3_600_000
  private static let (oneKey, otherKey) = ("a1b2c3d4e5f60718", "0f1e2d3c4b5a6978")

  private static func id(_ mac: UInt64) -> String {
    InventoryEntry.identity(of: MACAddress(rawValue: mac))
  }

  private static func time(_ hours: Int64) -> Timestamp { Timestamp(milliseconds: hours * hour) }

  private func address(_ last: UInt8) -> IPAddress { .v4(IPv4Address(192, 168, 1, last)) }

  private func phone(_ mac: UInt64, at last: UInt8, hours: Int64) -> RecognisableDevice {
    var evidence = Evidence()
    evidence.mac = MACAddress(rawValue: mac)
    return RecognisableDevice(
      device: Device(
        id: "",
        ip: address(last),
        addresses: [address(last)],
        firstSeen: Self.time(hours),
        lastSeen: Self.time(hours),
        evidence: evidence
      ),
      identities: [Self.id(mac), "ip-192.168.1.\(last)"],
      proven: [address(last)]
    )
  }

  /// One left and the other came, which was recognised as the first one.
  private func merged() throws -> (inventory: Inventory, edit: IdentityEdit) {
    var inventory = Inventory()
    inventory.takeRound([seen(9, mac1), phone(Self.oldMAC, at: 5, hours: 1)])
    inventory.takeRound([seen(9, mac1), phone(Self.newMAC, at: 6, hours: 2)])
    let known = try #require(inventory.slot(of: Self.id(Self.oldMAC)))
    let new = try #require(inventory.slot(of: Self.id(Self.newMAC)))
    let made = inventory.unite(new, into: known, isAutomatic: true, at: Self.time(2))
    var edit = try #require(made)
    edit.seq = 7
    return (inventory, edit)
  }

  /// A round at that hour in which both are there, and show those keys at 5 and 6.
  private func hear(
    both inventory: inout Inventory,
    hours: Int64,
    showing keys: (String?, String?)
  ) {
    inventory.takeRound([
      seen(9, mac1), phone(Self.oldMAC, at: 5, hours: hours),
      phone(Self.newMAC, at: 6, hours: hours),
    ])
    tell(&inventory, Self.oldMAC, at: 5, hours: hours, keys.0)
    tell(&inventory, Self.newMAC, at: 6, hours: hours, keys.1)
  }

  private func tell(
    _ inventory: inout Inventory,
    _ mac: UInt64,
    at last: UInt8,
    hours: Int64,
    _ key: String?
  ) {
    guard let slot = inventory.slots[address(last)] else { return }
    let now = Self.time(hours)
    let link = Fact.linkAddress(MACAddress(rawValue: mac))
    let facts = [link] + (key.map { [Fact.identity(.sshKey, $0)] } ?? [])
    let live = facts.map {
      Observation(time: now, source: .neighbours, subject: address(last), fact: $0)
    }
    inventory.remember(live, of: slot, askedSince: nil, now: now)
  }

  @Test func `are parted once both were there with other keys in three sweeps`() throws {
    var (inventory, edit) = try merged()
    let (known, new) = (edit.kept.slot, edit.other.slot)
    var doubts = RotationDoubts()
    for hours in Int64(3)...5 {
      hear(both: &inventory, hours: hours, showing: (Self.oneKey, Self.otherKey))
      let mistaken = doubts.take(inventory.evidence(on: [edit]))
      #expect(mistaken == (hours < 5 ? [] : [7]))
    }
    // Meanwhile an entry was made of the second.
    let double = try #require(inventory.slots[address(6)])
    #expect(double != known && double != new)
    let parted = inventory.partMistaken(edit, at: Self.time(5), recorded: Self.time(5))
    #expect(parted == [known, new, double])
    #expect(inventory.entries.count == 3)
    #expect(inventory.slot(of: Self.id(Self.oldMAC)) == known)
    #expect(inventory.slot(of: Self.id(Self.newMAC)) == new)
    #expect(inventory.entries[new]?.ties.former.map(\.slot) == [StoredDevice.Key(double)])
    hear(both: &inventory, hours: 6, showing: (Self.oneKey, Self.otherKey))
    #expect(inventory.entries.count == 3)
    #expect(inventory.slots[address(5)] == known && inventory.slots[address(6)] == new)
    // They are never merged by themselves again.
    #expect(inventory.entries[known]?.ties.areDistinct(from: new) == true)
    let again = inventory.partMistaken(edit, at: Self.time(6), recorded: Self.time(6))
    #expect(again == nil)
  }

  @Test func `are one for good once the user says so after they were parted`() throws {
    var (inventory, edit) = try merged()
    let parted = inventory.partMistaken(edit, at: Self.time(3), recorded: Self.time(3))
    #expect(parted == [edit.kept.slot, edit.other.slot])
    let made = inventory.unite(edit.other.slot, into: edit.kept.slot, at: Self.time(3))
    var again = try #require(made)
    again.seq = 9
    #expect(IdentityEditLog([edit, again]).recognised.map(\.seq) == [7])
    #expect(IdentityEditLog([edit, again]).hasLater(than: edit))
    for hours in Int64(4)...8 {
      hear(both: &inventory, hours: hours, showing: (Self.oneKey, Self.otherKey))
      #expect(inventory.entries.count == 2)
      #expect(inventory.slots[address(5)] == edit.kept.slot)
      #expect(inventory.slots[address(6)] == edit.kept.slot)
    }
  }

  @Test func `stay one where both show the same keys: a cable and Wi-Fi`() throws {
    var (inventory, edit) = try merged()
    var doubts = RotationDoubts()
    for hours in Int64(3)...9 {
      hear(both: &inventory, hours: hours, showing: (Self.oneKey, Self.oneKey))
      let evidence = inventory.evidence(on: [edit])
      #expect(evidence == [7: .one])
      let mistaken = doubts.take(evidence)
      #expect(mistaken == [])
    }
    #expect(inventory.evidence(on: []) == [:])
  }

  @Test func `stay one where nothing tells, or where only one is there`() throws {
    var (inventory, edit) = try merged()
    for hours in Int64(3)...5 {
      hear(both: &inventory, hours: hours, showing: (Self.oneKey, nil))
      #expect(inventory.evidence(on: [edit]) == [7: .silent])
    }
    inventory.takeRound([seen(9, mac1), phone(Self.newMAC, at: 6, hours: 7)])
    tell(&inventory, Self.newMAC, at: 6, hours: 7, Self.otherKey)
    #expect(inventory.evidence(on: [edit]) == [7: .silent])
  }

  @Test func `are doubted for as long as nothing says that they are one`() {
    var doubts = RotationDoubts()
    var mistaken: [[UInt64]] = []
    for found in [.two, .silent, .two, .one, .two, .two, .silent, .two] as [RotationEvidence] {
      mistaken.append(doubts.take([7: found]))
    }
    #expect(mistaken == [[], [], [], [], [], [], [], [7]])
    // One that can't be undone any more is not counted.
    mistaken = [doubts.take([:]), doubts.take([7: .two])]
    #expect(mistaken == [[], []])
  }

  @Test(
    arguments: [
      (["ssh:1"], ["ssh:2"], false), (["ssh:1"], ["ssh:1"], true), (["ssh:1"], ["tls:1"], nil),
      (["ssh:1", "tls:1"], ["ssh:2", "tls:1"], true), ([], [], nil),
      // An identifier of the firmware's against a host key.
      (["cast:1", "ssh:1"], ["cast:1", "ssh:2"], false),
      (["cast:1"], ["cast:1"], true), (["cast:1"], ["cast:2"], false),
      (["cast:1", "ssh:1"], ["cast:1"], true), (["cast:1", "ssh:1"], ["hap:1"], nil),
    ] as [([String], [String], Bool?)]
  )
  func `are told by their keys`(some: [String], others: [String], areOne: Bool?) {
    #expect(DeviceKeys.areOne(some, others) == areOne)
    #expect(DeviceKeys.areOne(others, some) == areOne)
  }
}
