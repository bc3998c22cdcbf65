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
    #expect(result.skipped == ["slot 31: it has no identity that homenet gives"])
  }

  @Test func `the presence of a merged entry is imported, though its profiles are gone`() {
    var phone = Self.device(1, ["mac-00005e000001"])
    phone.ties = DeviceTies(former: [DeviceTies.FormerSlot(slot: 6, until: Self.time)])
    let presence = [6, 7].map { slot in
      PresenceTransition(slot: slot, state: .present, since: Self.time)
    }
    var result = InventoryImport(into: [], greatestSlot: nil)
    result.add(HomeExport(time: Self.time, devices: [phone], presence: presence))
    #expect(result.written == [phone])
    #expect(result.history?.transitions.map(\.slot) == [6])
    #expect(result.skipped.count == 1)
  }

  @Test func `the devices of an export stay as many, whatever identities they share`() {
    let devices = [
      Self.device(0, ["mac-00005e000001", "ip-192.168.1.5"]),
      Self.device(1, ["mac-00005e000001", "ip-192.168.1.6"], Annotations(name: "Repeated")),
      Self.device(2, ["mac-00005e000002", "id-0123456789abcdef"]),
      Self.device(3, ["mac-00005e000003", "id-0123456789abcdef"], Annotations(name: "Clone")),
    ]
    let presence = [PresenceTransition(slot: 3, state: .away, since: Self.time)]
    let export = HomeExport(time: Self.time, devices: devices, presence: presence)
    var first = InventoryImport(into: [], greatestSlot: nil)
    first.add(export)
    #expect(first.written == devices && first.skipped == [])
    #expect(first.history?.transitions == presence)
    var again = InventoryImport(into: devices, greatestSlot: 3)
    again.add(export)
    #expect(again.written == [])
    var other = InventoryImport(into: [devices[2]], greatestSlot: 2)
    other.add(HomeExport(time: Self.time, devices: [devices[3]]))
    #expect(other.written == [devices[3]])
    // One that is there twice is one.
    var twice = InventoryImport(into: [], greatestSlot: nil)
    twice.add(
      HomeExport(time: Self.time, devices: [devices[0], Self.device(9, devices[0].identities)])
    )
    #expect(twice.written == [devices[0]])
  }

  @Test func `merged entries keep their slots and their ids`() throws {
    var phone = Self.device(1, ["mac-00005e000001"])
    phone.ties = DeviceTies(
      former: [
        DeviceTies.FormerSlot(slot: 6, until: Self.time, id: "mac-02005e000006"),
        DeviceTies.FormerSlot(slot: .max, until: Self.time),
      ]
    )
    var result = InventoryImport(into: [phone], greatestSlot: 1)
    let text = "mac,name\n02:00:5e:00:00:06,Phone\n00:00:5e:00:00:04,Lamp\n"
    result.add(try DeviceList(Array(text.utf8)), now: Self.time)
    #expect(result.written.map(\.key) == [1, 7])
    #expect(result.written.map(\.marks.name) == ["Phone", "Lamp"])
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
    let long = Annotations(name: String(repeating: "x", count: 121), note: "kept")
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
    #expect(result.written.map(\.key) == [0, 1, 2, 3])
    #expect(result.written.map(\.marks).map(\.name) == [nil, nil, nil, nil])
    #expect(result.written.map(\.marks).map(\.note) == [nil, "kept", nil, nil])
    #expect(result.history == nil)
    let slot = "its slot is none that homenet gives; it gets another"
    #expect(
      result.skipped == [
        "mac-00005e000001: \(slot)", "mac-00005e000002: \(slot)",
        "mac-00005e000003: the name is longer than 120 characters",
        "mac-00005e000004: the name holds control characters",
        "the history: it has numbers that homenet never gives",
      ]
    )
  }

  @Test func `a device with a forged identity is left out with its history, and so is nobody's`() {
    var result = InventoryImport(into: [], greatestSlot: nil)
    let profile = DeviceProfile(id: "x", ip: "10.0.0.1")
    result.add(
      HomeExport(
        time: Self.time,
        devices: [
          Self.device(0, ["<script>"]), Self.device(1, ["mac-<b>", "mac-FFFFFFFFFFFF", "id-"]),
          Self.device(2, ["name-\u{202E}", "mac-00005e000001", "ip-fe80--1-eth0.5"]),
        ],
        changes: [
          HomeChange(seq: 1, time: Self.time, slot: 0, kind: .left),
          HomeChange(seq: 2, time: Self.time, slot: 2, kind: .left),
        ],
        presence: [0, 1, 2, 7, 9].map { slot in
          PresenceTransition(slot: slot, state: .away, since: Self.time)
        },
        profiles: [0, 9].map { slot in
          ProfileVersion(slot: slot, since: Self.time, profile: profile)
        }
      )
    )
    #expect(result.written.map(\.identities) == [["mac-00005e000001", "ip-fe80--1-eth0.5"]])
    // Slot 9 was a device's that was forgotten or merged.
    #expect(result.history?.transitions.map(\.slot) == [2, 9])
    #expect(result.history?.changes.map(\.seq) == [2])
    #expect(result.history?.versions.map(\.slot) == [9])
    #expect(
      result.skipped == [
        "slot 0: it has no identity that homenet gives",
        "slot 1: it has no identity that homenet gives",
        "mac-00005e000001: some of its identities are none that homenet gives",
        "the presence in 1 slot that no device of the file has or had",
      ]
    )
  }

  @Test func `a history whose devices get other slots is left out`() {
    var result = InventoryImport(into: [], greatestSlot: nil)
    result.add(
      HomeExport(
        time: Self.time,
        devices: [Self.device(3, ["mac-00005e000001"]), Self.device(3, ["mac-00005e000002"])],
        presence: [PresenceTransition(slot: 3, state: .away, since: Self.time)]
      )
    )
    #expect(result.written.map(\.key) == [3, 4])
    #expect(result.history == nil)
    #expect(result.skipped == ["the history: it has numbers that homenet never gives"])
  }

  private static let impossible = [
    SamplePoint(time: time, n: .max), SamplePoint(time: time, n: 1, lost: 2),
    SamplePoint(time: time, n: -1), SamplePoint(time: time, n: 1, lost: -1),
    SamplePoint(time: time, unknown: .max), SamplePoint(time: time, unknown: -1),
  ]

  @Test(arguments: impossible)
  func `counts that can't be added up are no history`(point: SamplePoint) {
    var result = InventoryImport(into: [], greatestSlot: nil)
    result.add(
      HomeExport(
        time: Self.time,
        devices: [Self.device(3, ["mac-00005e000001"])],
        roundTrips: [SummedRoundTrips(slot: 3, length: .hour, point: point)]
      )
    )
    #expect(result.roundTrips.isEmpty && result.history == nil)
    #expect(result.skipped == ["the history: it has numbers that homenet never gives"])
  }

  @Test func `no import leaves more than a home needs and an inventory has room for`() throws {
    let rows = (0..<5000).map { "02005e00" + String($0 + 0x1000, radix: 16) + ",D\($0)" }
    let list = try DeviceList(Array((["mac,name"] + rows).joined(separator: "\n").utf8))
    var result = InventoryImport(into: [Self.device(0, ["mac-00005e000001"])], greatestSlot: nil)
    result.add(list, now: Self.time)
    #expect(result.added == InventoryImport.mostNeverSeen)
    #expect(result.skipped.count == 1)
    #expect(result.skipped.first?.hasPrefix("1000 devices are left out") == true)
    // Those that are stored count as well.
    var again = InventoryImport(into: result.written, greatestSlot: nil)
    again.add(list, now: Self.time)
    #expect(again.added == 0 && again.written == [])
    var whole = InventoryImport(into: [], greatestSlot: nil)
    whole.add(
      HomeExport(
        time: Self.time,
        devices: (0..<16_002).map { slot in Self.device(slot, ["id-\(slot)"]) },
        presence: [15_999, 16_000].map { slot in
          PresenceTransition(slot: slot, state: .away, since: Self.time)
        }
      )
    )
    #expect(whole.added == InventoryImport.mostDevices)
    #expect(whole.history?.transitions.map(\.slot) == [15_999])
    #expect(whole.skipped.first?.hasPrefix("2 devices are left out") == true)
  }

  @Test func `of many lines with one fault some are told, and how many more there are`() throws {
    let rows = (0..<1000).map { "nonsense,D\($0),phone" }
    let kinds = (0..<30).map { "02005e0001" + String($0 + 0x10, radix: 16) + ",D\($0),wombat" }
    let text = (["mac,name,kind"] + rows + kinds).joined(separator: "\n")
    var result = InventoryImport(into: [], greatestSlot: nil)
    result.add(try DeviceList(Array(text.utf8)), now: Self.time)
    #expect(result.added == 30)
    #expect(result.skipped.count == 2 * (ImportProblems.mostOfAKind + 1))
    #expect(result.skipped.first == "line 2: no MAC address of a device")
    #expect(result.skipped.contains("980 more: no MAC address of a device"))
    #expect(result.skipped.contains("line 1002: its kind 'wombat' is not known here"))
    #expect(result.skipped.last == "10 more: kinds that are not known here")
  }

  @Test func `what of a line can't be used is told with its number`() throws {
    let name = String(repeating: "x", count: 130)
    let text = """
      mac,name,kind
      02:00:5e:00:00:01,a\u{7}b,phone
      02:00:5e:00:00:02,\(name),
      02:00:5e:00:00:01,Radio,
      """
    var result = InventoryImport(into: [], greatestSlot: nil)
    result.add(try DeviceList(Array(text.utf8)), now: Self.time)
    #expect(result.written.map(\.marks.name) == ["Radio", String(name.prefix(120))])
    #expect(result.written.allSatisfy { !$0.wasSeen })
    #expect(
      result.skipped == [
        "line 3: its name is cut to 120 characters",
        "line 4: it has the MAC address of line 2, and counts instead",
      ]
    )
    var latin = InventoryImport(into: [], greatestSlot: nil)
    latin.add(
      try DeviceList(Array("mac,name\n02005e000001,a\u{7}b\n".utf8) + [0xE9]),
      now: Self.time
    )
    #expect(latin.written.count == 1)
    #expect(
      latin.skipped == [
        "it is no UTF-8, and is read as Windows-1252 (Latin-1)",
        "line 3: no MAC address of a device", "line 2: the name holds control characters",
      ]
    )
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
