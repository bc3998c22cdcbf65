import Discovery
import Home
import Model
import Testing

@testable import homenet

@Suite struct `Changes of the home as lines` {
  private static let change = HomeChange(
    seq: 41,
    time: Timestamp(milliseconds: 1_700_000_000_000),
    slot: 3,
    name: "Anna’s \"phone\", old",
    kind: .newMAC,
    was: "02:00:5e:00:00:03",
    now: "02:00:5e:00:00:04",
    reason: .sameKeys,
    sources: [.arp, .mdns]
  )

  @Test func `begin with the local time, to the minute`() {
    let text = EventText(style: Style(isColoured: false), offset: { _ in 3600 })
    let line = text.line(Self.change)
    #expect(line.hasPrefix("2023-11-14 23:13  "))
    #expect(line.dropFirst(18) == DisplayText.safe(Self.change.message.text))
    let west = EventText(style: Style(isColoured: false), offset: { _ in -23 * 3600 })
    #expect(west.line(Self.change).hasPrefix("2023-11-13 23:13  "))
  }

  @Test func `do nothing to a terminal, whatever a device is called`() {
    var change = Self.change
    change.name = "a\u{1B}[31mb\nc"
    (change.was, change.now) = ("\u{9B}", "\u{202E}x")
    let text = EventText(style: Style(isColoured: false), offset: { _ in 0 })
    #expect(text.line(change).unicodeScalars.allSatisfy { TerminalHazard($0) == nil })
    let row = EventText.row(NamedChange(change, device: nil))
    #expect(row.unicodeScalars.allSatisfy { TerminalHazard($0) == nil })
  }

  @Test func `are rows of CSV with a field for each column`() {
    #expect(EventText.header == "seq,time,kind,device,name,was,is,reason,sources,text")
    let row = EventText.row(NamedChange(Self.change, device: "d3"))
    let expected =
      "41,2023-11-14T22:13:20.000Z,new_mac,d3,\"Anna’s \"\"phone\"\", old\",02:00:5e:00:00:03,"
      + "02:00:5e:00:00:04,same_keys,arp mdns,"
    #expect(row.hasPrefix(expected), "\(row)")
    let home = HomeChange(time: Self.change.time, kind: .ownNetworkLost)
    let short = EventText.row(NamedChange(home, device: nil))
    #expect(short.hasPrefix("0,2023-11-14T22:13:20.000Z,own_network_lost,,,,,,,"), "\(short)")
  }

  @Test func `are JSON that follows its schema`() throws {
    let changes = [
      NamedChange(Self.change, device: "d3"),
      NamedChange(HomeChange(time: Self.change.time, kind: .resolverChanged), device: nil),
    ]
    let line = try JSONSchema("homenet.events.change-1.json")
    for change in changes {
      let text = try JSONText.encode(EventLine(change: change))
      #expect(try line.violations(in: text) == [])
    }
    let json: JSONObject = ["schema": "homenet.events/1", "changes": changes, "next": 41]
    let text = try JSONText.encode(json)
    #expect(try JSONSchema("homenet.events-1.json").violations(in: text) == [])
  }
}

@Suite struct `The home as it was` {
  private static let time = Timestamp(milliseconds: 1_700_000_000_000)

  private static func at(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: time.milliseconds + seconds * 1000)
  }

  private static let profiles = [
    7: DeviceProfile(id: "d7", ip: "192.168.1.7", isHidden: true),
    2: DeviceProfile(
      id: "d2",
      name: "=Living room",
      category: .tvMedia,
      vendor: "Sony",
      ip: "192.168.1.2",
      mac: "00:11:32:00:00:02",
      ports: ["80/tcp", "443/tcp"],
      services: ["_airplay._tcp"]
    ),
    4: DeviceProfile(id: "d4", ip: "192.168.1.4"),
  ]

  private static let transitions = [
    PresenceTransition(slot: 2, state: .away, since: at(-600)),
    PresenceTransition(slot: 7, state: .asleep, since: at(-90)),
    PresenceTransition(slot: 2, state: .present, since: at(-60)),
    PresenceTransition(slot: 2, state: .away, since: at(60)),
    PresenceTransition(slot: 9, state: .present, since: at(-60)),
  ]

  private static func home(until heartbeat: Timestamp?) -> [PastDevice] {
    HomeAtMoment.devices(
      profiles: profiles,
      transitions: transitions,
      at: time,
      heartbeat: heartbeat
    )
  }

  @Test func `has each device with its last state before that moment, in order of slot`() {
    let home = Self.home(until: Self.at(3600))
    #expect(home.map(\.slot) == [2, 4, 7])
    #expect(home.map(\.presence) == [.present, .unknown, .asleep])
    #expect(home.map(\.profile.id) == ["d2", "d4", "d7"])
  }

  @Test func `is unknown after the watch ended`() {
    for heartbeat in [Self.at(-1), nil] {
      #expect(Self.home(until: heartbeat).allSatisfy { $0.presence == .unknown })
    }
    #expect(Self.home(until: Self.time).first?.presence == .present)
  }

  @Test func `is a table, and CSV without formulas`() {
    let home = Self.home(until: Self.time)
    let table = PastDeviceTable(style: Style(isColoured: false)).lines(home, width: nil)
    #expect(table.count == 4)
    #expect(table.first?.hasPrefix("ADDRESS      NAME") == true)
    #expect(table[1].contains("192.168.1.2") && table[1].contains("present"))
    #expect(table[3].hasSuffix("hidden"))
    let csv = PastDeviceTable.csvLines(home)
    #expect(
      csv[1]
        == "192.168.1.2,00:11:32:00:00:02,'=Living room,,tv_media,Sony,,,present,80/tcp 443/tcp,"
        + "_airplay._tcp,d2,2,,false"
    )
    #expect(
      Set(csv.map { $0.split(separator: ",", omittingEmptySubsequences: false).count }) == [15]
    )
  }

  @Test func `is JSON that follows its schema`() throws {
    let json: JSONObject = [
      "schema": "homenet.devices.past/1", "at": Self.time, "devices": Self.home(until: Self.time),
    ]
    let text = try JSONText.encode(json)
    #expect(try JSONSchema("homenet.devices.past-1.json").violations(in: text) == [])
  }
}

@Suite struct `Moments on the command line` {
  private static let now = Timestamp(milliseconds: 1_700_000_000_000)

  @Test(arguments: [
    ("2h", "2023-11-14T20:13:20.000Z"), ("7d", "2023-11-07T22:13:20.000Z"),
    ("30", "2023-11-14T22:12:50.000Z"), ("2023-01-01T00:00:00+01:00", "2022-12-31T23:00:00.000Z"),
    ("2099-01-01T00:00:00Z", "2023-11-14T22:13:20.000Z"),
  ])
  func `are times, or durations back from now, and never later`(text: String, time: String) throws {
    #expect(try Moment(parsing: text).time(now: Self.now).description == time)
  }

  @Test(arguments: ["", "yesterday", "2023-01-01", "-2h", "2h ago", "18:00"])
  func `are nothing else`(text: String) {
    #expect(throws: (any Error).self) { try Moment(parsing: text) }
  }
}
