import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

@Suite struct `A device that was imported` {
  private static let imported = Timestamp(milliseconds: 1_700_000_000_000)

  /// As a list of other programs gives it: a link address and the user's words.
  private static func stored(
    _ identity: String = mac1,
    key: Int64 = 4,
    marks: Annotations = Annotations(name: "Radio")
  ) -> StoredDevice {
    StoredDevice(
      key: key,
      identities: [identity],
      marks: marks,
      firstSeen: imported,
      lastSeen: .never
    )
  }

  @Test func `shows its link address and maker, no address, and that it was never seen`() throws {
    let first = Inventory([Self.stored()])
    let again = Inventory(first.entries.values.map(\.stored))
    for inventory in [first, again] {
      let device = try #require(inventory.entry(mac1)).inventoryDevice
      #expect(device.device.evidence.mac == MACAddress(rawValue: 0x0011_3200_0001))
      #expect(device.device.verdict.vendor == "Synology")
      #expect(device.device.knownIP == nil && device.device.addresses == [])
      #expect(!device.device.wasSeen && device.presence == .away && !device.isNew)
      let json = try JSONText.encode(device)
      #expect(json.contains(#""ip":null"#) && json.contains(#""mac":"00:11:32:00:00:01""#))
      #expect(json.contains(#""first_seen":null"#) && json.contains(#""last_seen":null"#))
      #expect(json.contains(#""state":"away""#))
    }
  }

  @Test func `is away while this machine can't look, and when its clock is set`() throws {
    var inventory = Inventory([Self.stored()])
    inventory.beginRound(at: Self.imported) { _ in false }
    inventory.suspend(since: Self.imported, now: Self.imported.advanced(by: 1000))
    inventory.beginRound(at: Self.imported.advanced(by: 2000), isBlind: true) { _ in true }
    #expect(inventory.entry(mac1)?.presence == .away)
    let stored = try #require(inventory.entry(mac1)).stored
    #expect(!stored.wasSeen)
    let correction = ClockCorrection(now: Self.imported.advanced(by: 3000))
    #expect(correction.corrected(stored) == stored)
  }

  @Test func `is first seen when it is seen, and is not new; neither are the others then`() throws {
    var inventory = Inventory([Self.stored()])
    let time = Self.imported.milliseconds + 60_000
    inventory.takeRound([seen(5, mac1, at: time), seen(6, mac2, at: time)])
    #expect(inventory.entries.count == 2)
    let entry = try #require(inventory.entry(mac1))
    #expect(entry.slot == 4 && entry.marks.name == "Radio" && entry.presence == .present)
    #expect(entry.firstSeen.milliseconds == time && entry.lastSeen.milliseconds == time)
    #expect(entry.device.ip == .v4(IPv4Address(192, 168, 1, 5)))
    #expect(!entry.isNew && inventory.entry(mac2)?.isNew == false)
    inventory.takeRound([seen(7, "mac-001132000009", at: time)])
    #expect(inventory.entry("mac-001132000009")?.isNew == true)
  }

  @Test func `begins its history when it is seen, and that tells nothing`() throws {
    var known = Self.stored(mac2, key: 5)
    known.lastSeen = Self.imported
    var inventory = Inventory([Self.stored(), known, Self.stored(privateMAC, key: 6)])
    var home = RecordedHome()
    let before = inventory.historyInput(after: nil, for: home.recorder)
    #expect(before.devices.map(\.slot) == [5])
    var told = home.record(before, after: 60)
    #expect(home.recorder.hasBaseline)
    inventory.takeRound([seen(5, mac1, at: home.now.milliseconds)])
    for _ in 0..<10 {
      told += home.record(inventory.historyInput(after: nil, for: home.recorder), after: 60)
    }
    #expect(told == [])
    #expect(home.recorder.slots == [4, 5])
    #expect(home.recorder.devices.first?.profile.ip == "192.168.1.5")
    #expect(home.recorder.devices.first?.presence == .present)
  }

  @Test func `has no past that differs, where an earlier version recorded it before it was seen`() {
    let empty = DeviceProfile(id: mac1, name: "Radio", ip: "0.0.0.0")
    var home = RecordedHome()
    home.recorder = HistoryRecorder(
      profiles: [4: empty],
      transitions: [PresenceTransition(slot: 4, state: .away, since: home.now)],
      lastTime: home.now
    )
    var radio = DescribedDevice(slot: 4, name: "Radio")
    var told = home.see(radio)
    radio.ports = [80, 443]
    radio.services = ["_http._tcp"]
    radio.vendor = "Synology"
    for _ in 0..<20 { told += home.see(radio) }
    #expect(told == [])
    #expect(home.recorder.devices.first?.profile.ip == radio.address)
    #expect(home.recorder.devices.first?.profile.ports == ["80/tcp", "443/tcp"])
    radio.ports = [80]
    for _ in 0..<20 { told += home.see(radio) }
    #expect(told.map(\.kind) == [.portGone])
  }

  @Test func `takes no place from those that are announced, and is the first to go`() throws {
    let many = (0..<300).map { number in
      Self.stored(
        "mac-02005e00" + String(number + 0x1000, radix: 16),
        key: Int64(number),
        marks: Annotations()
      )
    }
    let inventory = Inventory(many)
    var quota = UnconfirmedQuota(inventory.entries, limit: 1, sparing: [])
    let place = quota.take { _ in true }
    #expect(place == .free)
    var order = EvictionOrder(inventory.entries, sparing: [])
    let next = order.next { _ in true }
    #expect(next == 0)
  }

  @Test func `stays for as long as others do after its import`() {
    var inventory = Inventory([Self.stored(privateMAC, marks: Annotations())])
    inventory.dropExpired(seenBefore: Self.imported) { _ in true }
    #expect(inventory.entries.count == 1)
    inventory.dropExpired(seenBefore: Self.imported.advanced(by: 1)) { _ in true }
    #expect(inventory.entries.isEmpty)
  }

  @Test func `is not known for longer through one that it is merged with`() throws {
    var inventory = Inventory([Self.stored(mac2)])
    let time = Self.imported.milliseconds + 60_000
    inventory.takeRound([seen(5, mac1, at: time)])
    let slot = try #require(inventory.slot(of: mac1))
    inventory.merge(4, into: slot)
    #expect(inventory.entry(mac1)?.firstSeen.milliseconds == time)
    #expect(inventory.entry(mac1)?.marks.name == "Radio")
  }

  @Test func `is the same after an export`() throws {
    let export = HomeExport(time: Self.imported, devices: [Self.stored()])
    let json = try export.json()
    #expect(json.contains(#""last_seen":null"#))
    #expect(try HomeExport(json: json) == export)
  }
}
