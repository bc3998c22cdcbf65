import Home
import Model
import Testing
import Wire

@testable import homenet

@Suite struct `Imports into an inventory` {
  private static let time = Timestamp(milliseconds: 1_700_000_000_000)

  private static func device(
    _ slot: Int64,
    _ identities: [String],
    _ marks: Annotations = Annotations()
  ) -> StoredDevice {
    StoredDevice(
      key: slot,
      identities: identities,
      marks: marks,
      firstSeen: time,
      lastSeen: time
    )
  }

  private static let home = HomeExport(
    time: time,
    devices: [
      StoredDevice(
        key: 3,
        identities: ["mac-00005e000003", "id-uuid", "ip-192.168.1.3"],
        marks: Annotations(name: "=\"A\", B", category: .tvMedia, note: "one\ntwo", isHidden: true),
        firstSeen: time,
        lastSeen: time,
        isNew: true,
        probedAt: time,
        observations: [
          Observation(
            time: time,
            source: .arp,
            subject: .v4(IPv4Address(192, 168, 1, 3)),
            fact: .linkAddress(MACAddress(rawValue: 0x00_00_5E_00_00_03))
          )
        ]
      ),
      device(7, ["ip-192.168.1.7"]),
    ],
    changes: [HomeChange(seq: 40, time: time, slot: 3, name: "A", kind: .left)],
    presence: [PresenceTransition(slot: 3, state: .away, since: time)]
  )

  @Test func `the import of an export is the same home again`() {
    var empty = InventoryImport(into: [], greatestSlot: nil)
    empty.add(Self.home)
    #expect(empty.written == Self.home.devices)
    #expect(empty.history == Self.home.batch)
    #expect(empty.lastNumber == 40)
    #expect(empty.added == 2 && empty.changed == 0 && empty.skipped == [])
  }

  @Test func `a second import changes nothing, and leaves the history as it is`() {
    var same = InventoryImport(into: Self.home.devices, greatestSlot: 9)
    same.add(Self.home)
    #expect(same.written == [])
    #expect(same.history == nil && same.lastNumber == 0)
    #expect(same.skipped.count == 1)
    var forgotten = InventoryImport(into: [], greatestSlot: 9)
    forgotten.add(Self.home)
    #expect(forgotten.history == nil)
    #expect(forgotten.written.map(\.key) == [10, 11])
  }

  @Test func `own words stay, and others are added in slots that nobody had`() {
    let own = [
      Self.device(0, ["mac-00005e000003"], Annotations(name: "Mine")),
      Self.device(5, ["ip-192.168.1.7", "mac-00005e0000ff"]),
    ]
    var result = InventoryImport(into: own, greatestSlot: 11)
    let words = Annotations(name: "TV", category: .tvMedia, note: "new")
    result.add(
      HomeExport(
        time: Self.time,
        devices: [
          Self.device(1, ["id-new", "mac-00005e000003"], words),
          Self.device(2, ["mac-00005e000004"], Annotations(name: "Lamp")),
          Self.device(30, ["mac-00005e000005"]), Self.device(31, []),
        ]
      )
    )
    #expect(result.changed == 1 && result.added == 2)
    #expect(result.written.map(\.key) == [0, 12, 30])
    #expect(
      result.written.first?.marks == Annotations(name: "Mine", category: .tvMedia, note: "new")
    )
    #expect(result.skipped == ["a device without identities"])
  }

  @Test(arguments: [
    "-5 °C", "=1+1", "@home", "+49 30", "a; =b", "\"=A\", B", "'", "O'Neill", "'Home'", "a;b",
  ])
  func `a name that a spreadsheet would take for a formula is imported as it was`(
    name: String
  ) throws {
    let text = "mac,user_name\n00:00:5e:00:00:04,\(CSVText.escaped(name))\n"
    #expect(try DeviceList(Array(text.utf8)).devices.map(\.name) == [name])
  }

  @Test func `the devices of a list are known by their MACs`() throws {
    let text = """
      MAC,Name,Kind
      00:00:5e:00:00:03,TV,tv_media
      00:00:5e:00:00:04,Phone,phone
      nonsense,A,
      """
    var result = InventoryImport(into: Self.home.devices, greatestSlot: nil)
    result.add(try DeviceList(Array(text.utf8)), now: Self.time)
    // The first has a name of the user's.
    #expect(result.written.map(\.identities) == [["mac-00005e000004"]])
    #expect(result.written.map(\.key) == [8])
    #expect(result.written.first?.marks == Annotations(name: "Phone", category: .phone))
    #expect(result.skipped == ["line 4: no MAC address of a device"])
  }

  @Test func `what a user could not have said is left out, and so are forged slots and numbers`() {
    var result = InventoryImport(into: [], greatestSlot: nil)
    let long = Annotations(name: String(repeating: "x", count: 121))
    result.add(
      HomeExport(
        time: Self.time,
        devices: [
          Self.device(-5, ["mac-00005e000001"]), Self.device(.max, ["mac-00005e000002"]),
          Self.device(1, ["mac-00005e000003"], long),
          Self.device(2, ["mac-00005e000004"], Annotations(name: "a\u{1B}b")),
        ],
        changes: [HomeChange(seq: .max, time: Self.time, kind: .resolverChanged)]
      )
    )
    #expect(result.written.map(\.key) == [0, 1])
    #expect(result.history == nil)
    #expect(result.skipped.count == 3)
  }

  @Test(arguments: [Int.max, Int(1) << 31, -1])
  func `a history with forged slots is left out: the next device would get one after them`(
    slot: Int
  ) {
    let histories = [
      HomeExport(
        time: Self.time,
        changes: [HomeChange(seq: 1, time: Self.time, slot: slot, kind: .left)]
      ),
      HomeExport(
        time: Self.time,
        presence: [PresenceTransition(slot: slot, state: .away, since: Self.time)]
      ),
    ]
    for history in histories {
      var result = InventoryImport(into: [], greatestSlot: nil)
      result.add(history)
      #expect(result.history == nil && result.skipped.count == 1)
    }
  }
}
