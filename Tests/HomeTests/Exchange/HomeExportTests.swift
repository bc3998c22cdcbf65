@testable import Home
import Model
import Testing
import Wire

@Suite struct HomeExportTests {
  private static let time = Timestamp(milliseconds: 1_790_000_000_123)

  private static let export = HomeExport(
    time: time,
    devices: [
      StoredDevice(key: 1, identities: [], firstSeen: time, lastSeen: time),
      StoredDevice(
        key: 7,
        identities: ["mac:a4:cf:12:34:56:78", "name:lamp"],
        marks: Annotations(
          name: "Lämp \"x\"\n\u{1B}[2J",
          category: .smartHome,
          note: "hall",
          isHidden: true
        ),
        firstSeen: Timestamp(milliseconds: -1),
        lastSeen: time,
        isNew: true,
        probedAt: time,
        observations: [
          Observation(
            time: time,
            source: .arp,
            subject: .v4(IPv4Address(192, 168, 1, 20)),
            fact: .answered(rttMs: 0.4)
          )
        ]
      ),
    ],
    changes: [
      HomeChange(seq: 1, time: time, kind: .ownNetworkLost),
      HomeChange(
        seq: 9_007_199_254_740_991,
        time: time,
        slot: 7,
        name: "Lamp",
        kind: .newMAC,
        was: "",
        now: "a4:cf:12:34:56:78",
        reason: .sameKeys,
        sources: [.arp, .mdns]
      ),
    ],
    presence: PresenceState.allCases.enumerated().map { number, state in
      PresenceTransition(
        slot: 7,
        state: state,
        since: Timestamp(milliseconds: time.milliseconds + Int64(number))
      )
    },
    profiles: [
      ProfileVersion(
        slot: 7,
        since: time,
        profile: DeviceProfile(
          id: "mac:a4:cf:12:34:56:78",
          name: "Lämp",
          category: .smartHome,
          vendor: "Maker",
          model: "M",
          os: "OS",
          hostname: "lamp.lan",
          ip: "192.168.1.20",
          addresses: ["fe80::1"],
          mac: "a4:cf:12:34:56:78",
          link: .wired,
          ports: ["80/tcp"],
          services: ["_http._tcp"],
          keys: ["tls:00"],
          isGateway: true,
          isSelf: true,
          isHidden: true,
          note: "hall"
        )
      ),
      ProfileVersion(slot: 7, since: time.advanced(by: 9), profile: nil),
    ],
    recordedUntil: time.advanced(by: -5)
  )

  @Test func `reading an export gives what was written`() throws {
    #expect(try HomeExport(json: Self.export.json()) == Self.export)
    let empty = HomeExport(time: Self.time)
    #expect(try HomeExport(json: empty.json()) == empty)
    for kind in HomeChange.Kind.allCases {
      var one = empty
      one.changes = [HomeChange(seq: 1, time: Self.time, kind: kind)]
      #expect(try HomeExport(json: one.json()) == one)
    }
  }

  @Test func `an export of an imported history is the same`() throws {
    let history = MemoryHistoryStore()
    try history.append(Self.export.batch)
    let again = try HomeExport(Self.export.devices, of: history, time: Self.time)
    #expect(again == Self.export)
  }

  @Test func `the checks of hours and days are in it, whether answered or not`() throws {
    var export = Self.export
    export.roundTrips = SummedRoundTrips.Length.allCases.flatMap { length in
      [
        SummedRoundTrips(
          slot: 7,
          length: length,
          point: SamplePoint(
            time: Self.time,
            n: 12,
            lost: 1,
            unknown: 2,
            min: 0.107,
            p50: 1.5,
            p95: 33.333,
            max: 4000
          )
        ),
        SummedRoundTrips(slot: 8, length: length, point: SamplePoint(time: Self.time, unknown: 3)),
      ]
    }
    #expect(try HomeExport(json: export.json()) == export)
  }

  @Test func `an export of an earlier version, without all that, is read`() throws {
    let json =
      #"{"changes":[],"devices":[],"presence":[],"#
      + #""schema":"homenet.export/1","time":"2026-09-21T13:33:20.123Z"}"#
    let export = try HomeExport(json: json)
    #expect(export.profiles == [] && export.roundTrips == [] && export.recordedUntil == nil)
    #expect(!export.hasHistory && export.batch.time == export.time)
  }

  @Test func `all of a long history is exported`() throws {
    let history = MemoryHistoryStore()
    var batch = HistoryBatch(time: Self.time)
    batch.changes = (1...2500).map { HomeChange(seq: $0, time: Self.time, kind: .left) }
    try history.append(batch)
    let export = try HomeExport([], of: history, time: Self.time)
    #expect(export.changes == batch.changes)
    #expect(try HomeExport(json: export.json()) == export)
  }

  @Test func `every key is written, and times as text`() throws {
    let json = try Self.export.json()
    #expect(json.contains(#""schema":"homenet.export/1""#))
    #expect(json.contains(#""user_name":null"#) && json.contains(#""slot":null"#))
    #expect(!json.contains("\u{1B}"))
  }

  @Test(arguments: [
    "", "[]", "{", "{}", #"{"schema":7}"#, "null", String(repeating: "[", count: 100_000),
    #"{"schema":"homenet.export/1"}"#,
    #"{"schema":"homenet.export/1","time":"today","devices":[],"changes":[],"presence":[]}"#,
  ])
  func `what is no export is refused`(text: String) {
    #expect(throws: HomeExport.Failure.self) { try HomeExport(json: text) }
  }

  @Test func `a damaged place is named, and another schema too`() throws {
    let json = try Self.export.json()
    let damaged = json.replacing(#""seq":1,"#, with: #""seq":"one","#)
    #expect(throws: HomeExport.Failure.malformed(at: "changes.0.seq")) {
      try HomeExport(json: damaged)
    }
    let other = json.replacing("homenet.export/1", with: "homenet.export/9")
    #expect(throws: HomeExport.Failure.otherSchema("homenet.export/9")) {
      try HomeExport(json: other)
    }
  }
}
