@testable import Home
import Model
import Testing
import Wire

@Suite struct DeviceListTests {
  private static func list(_ text: String) throws -> DeviceList {
    try DeviceList(Array(text.utf8))
  }

  private static let mac = MACAddress(rawValue: 0xA4CF_1234_5678)

  @Test func `a list of MAC, name and kind is read`() throws {
    let list = try Self.list(
      """
      mac,name,kind
      A4:CF:12:34:56:78,Lamp,smart_home
      a4-cf-12-34-56-79, ,wombat
      a4cf.1234.567a,"Ada, phone",Phone
      nonsense,x,
      ff:ff:ff:ff:ff:ff,broadcast,
      0:1b:a9:1:2:3,Printer,printer
      A4CF12345678,Lamp again,light
      """
    )
    #expect(
      list.devices == [
        ListedDevice(mac: Self.mac, name: "Lamp again", kind: .smartHome),
        ListedDevice(mac: MACAddress(rawValue: 0xA4CF_1234_5679)),
        ListedDevice(mac: MACAddress(rawValue: 0xA4CF_1234_567A), name: "Ada, phone", kind: .phone),
        ListedDevice(mac: MACAddress(rawValue: 0x001B_A901_0203), name: "Printer", kind: .printer),
      ]
    )
    #expect(
      list.problems == [
        DeviceList.Problem(line: 3, .unknownKind("wombat")), DeviceList.Problem(line: 5, .noMAC),
        DeviceList.Problem(line: 6, .noMAC), DeviceList.Problem(line: 8, .repeatedMAC(line: 2)),
      ]
    )
    #expect(list.lines == [8, 3, 4, 7])
  }

  @Test func `NetAlertX's devices are read`() throws {
    let list = try Self.list(
      """
      "devMac","devName","devOwner","devType","devVendor","devFavorite","devGroup","devComments",\
      "devFirstConnection","devLastConnection","devLastIP","devIsNew","devLocation","devIsArchived"
      "a4:cf:12:34:56:78","Living room","Ada","SmartTV","Acme","0","Always on","on the shelf",\
      "2026-01-01 10:00:00","2026-02-01 10:00:00","192.168.1.7","0","Lounge","0"
      "Internet","Internet","House","","","0","","","","","","0","","0"
      "a4:cf:12:34:56:79","(unknown)","","Singleboard Computer (SBC)","","0","","null","","","","1",\
      "","1"
      """
    )
    #expect(
      list.devices == [
        ListedDevice(
          mac: Self.mac,
          name: "Living room",
          kind: .tvMedia,
          note: "Ada\nLounge\non the shelf"
        ),
        ListedDevice(
          mac: MACAddress(rawValue: 0xA4CF_1234_5679),
          kind: .computer,
          isHidden: true
        ),
      ]
    )
    #expect(list.problems == [DeviceList.Problem(line: 3, .noMAC)])
    let old = try Self.list("dev_MAC,dev_Name,dev_DeviceType\na4cf12345678,NAS,NAS\n")
    #expect(old.devices == [ListedDevice(mac: Self.mac, name: "NAS", kind: .storage)])
  }

  @Test func `Fing's tables are read, the custom name alone`() throws {
    let list = try Self.list(
      """
      IP Address;Status;Name;Custom Name;MAC Address;Vendor;Type;Notes
      192.168.1.7;UP;esp-345678;Lamp;A4:CF:12:34:56:78;Espressif;SMART_PLUG;hall
      192.168.1.8;DOWN;galaxy;;A4:CF:12:34:56:79;Samsung;MOBILE;
      """
    )
    #expect(
      list.devices == [
        ListedDevice(mac: Self.mac, name: "Lamp", kind: .smartHome, note: "hall"),
        ListedDevice(mac: MACAddress(rawValue: 0xA4CF_1234_5679), kind: .phone),
      ]
    )
  }

  @Test func `a list without MAC addresses is refused, with its columns`() {
    #expect(throws: DeviceList.Failure.noMACColumn(columns: ["ip", "name"])) {
      try Self.list("ip,name\n1,2\n")
    }
    #expect(throws: DeviceList.Failure.table(.empty)) { try Self.list("") }
  }

  @Test func `the lines that are skipped are those of the file`() throws {
    let list = try Self.list("\nmac,note\na4cf12345678,\"one\ntwo\"\n\nnonsense,\n")
    #expect(list.devices.map(\.note) == ["one\ntwo"])
    #expect(list.problems == [DeviceList.Problem(line: 6, .noMAC)])
  }

  @Test func `what is no table is refused in few words`() {
    let failure = DeviceList.Failure.noMACColumn(
      columns: Array(repeating: String(repeating: "\u{1F600}", count: 1 << 20), count: 20)
    )
    #expect(failure.description.unicodeScalars.count < 600)
  }

  @Test func `a long note of several lines stays whole, and a name has as much as a user may give`()
    throws
  {
    let note = String(repeating: "n", count: 1000)
    let name = String(repeating: "e\u{301}", count: 100)
    let list = try Self.list(
      "mac,name,note,owner\na4cf12345678,\(name),\"one\r\n\(note)\",Ada\n"
    )
    let device = try #require(list.devices.first)
    #expect(device.note == "Ada\none\n\(note)")
    #expect(device.name?.unicodeScalars.count == Annotations.longestName)
    #expect(list.problems == [DeviceList.Problem(line: 2, .longName)])
    let change = MarkChange(name: .some(device.name), note: .some(device.note))
    #expect(throws: Never.self) { try Annotations().changed(by: change) }
  }

  @Test
  func `a note that is too long is cut, and that is told; words that say nothing are no kinds`()
    throws
  {
    let note = String(repeating: "n", count: Annotations.longestNote)
    let list = try Self.list("mac,note,owner,kind\na4cf12345678,\(note),Ada,Other\n")
    #expect(list.devices.first?.note?.unicodeScalars.count == Annotations.longestNote)
    #expect(list.problems == [DeviceList.Problem(line: 2, .longNote)])
  }

  @Test func `Latin-1 and Windows-1252 are read, and UTF-16 is named`() throws {
    let text = Array("mac,name\na4cf12345678,".utf8)
    let latin = try DeviceList(text + [0x4B, 0xFC, 0x63, 0x68, 0x65, 0x20, 0x80, 0x0A])
    #expect(latin.devices.map(\.name) == ["Küche €"])
    #expect(latin.isWindows1252)
    #expect(try !Self.list("mac,name\na4cf12345678,Küche €\n").isWindows1252)
    let little: [UInt8] = text.flatMap { [$0, 0] }
    let big: [UInt8] = text.flatMap { [0, $0] }
    for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
      #expect(throws: DeviceList.Failure.table(.wideEncoding)) { try DeviceList(bytes) }
    }
  }

  @Test func `every kind is known by its own word`() throws {
    for category in Category.allCases where category != .unknown {
      let list = try Self.list("mac,kind\na4cf12345678,\(category.rawValue)\n")
      #expect(list.devices.first?.kind == category)
    }
  }

  @Test func `what the user says here stays`() {
    let listed = ListedDevice(mac: Self.mac, name: "List", kind: .phone, note: "n", isHidden: true)
    let marks = listed.completing(Annotations(name: "Mine", note: "here"))
    #expect(marks == Annotations(name: "Mine", category: .phone, note: "here", isHidden: true))
    let long = ListedDevice(mac: Self.mac, name: String(repeating: "x", count: 10))
    #expect(long.completing(Annotations()).name == "xxxxxxxxxx")
  }

  @Test(arguments: [
    ("", true), ("-", true), ("Unknown", true), ("Принтер", false), ("プリンター", false),
  ])
  func `a word in another script says something`(word: String, saysNothing: Bool) {
    #expect(KindWords.saysNothing(word) == saysNothing)
  }
}
