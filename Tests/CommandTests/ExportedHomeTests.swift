import Discovery
import Foundation
import Home
import Model
import Storage
import Testing
import Wire

@testable import homenet

/// That the import of an export is the identity, for homes that chance makes.
@Suite struct `An exported home` {
  private static let start = Timestamp(milliseconds: 20_600 * 86_400_000)
  private static let hour: Int64 = 3_600_000
  private static let hours: Int64 = 60

  private static func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: start.milliseconds + milliseconds)
  }

  private static func export(_ folder: ScratchFolder) throws -> String {
    try HomeExport(
      SQLiteInventoryStore.read(folder.path),
      of: SQLiteHistoryReader(directory: folder.path),
      time: start
    ).json()
  }

  @Test(arguments: UInt64(1)...12)
  func `is the same again once it is imported, at every moment`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (home, other) = (try ScratchFolder(), try ScratchFolder())
    try Self.fill(home, using: &random)
    let text = try Self.export(home)
    let file = home.path + "/export.json"
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    let report = try StoreFiles(directory: other.path).add(file)
    #expect(report.skipped == [])
    let again = try Self.export(other)
    #expect(again == text)
    #expect(text.contains(#""length":"day""#) && text.contains(#""profile":{"#))
    let span = (-Self.hour)...(Self.hour * (Self.hours + 30))
    for _ in 0..<40 {
      let moment = Self.time(Int64.random(in: span, using: &random))
      let was = try StoredHistory(directory: home.path).devices(at: moment, now: moment)
      let imported = try StoredHistory(directory: other.path).devices(at: moment, now: moment)
      #expect(imported == was, "\(moment)")
    }
  }

  @Test func `goes on being summed up where it is imported`() throws {
    var random = SplitMix64(seed: 99)
    let (home, other) = (try ScratchFolder(), try ScratchFolder())
    try Self.fill(home, using: &random)
    let file = home.path + "/export.json"
    try Self.export(home).write(toFile: file, atomically: false, encoding: .utf8)
    _ = try StoreFiles(directory: other.path).add(file)
    // The last day was not over; in both it is summed up of the same hours.
    let later = Self.time(Self.hour * (Self.hours + 48))
    for folder in [home, other] {
      let store = try SQLiteInventoryStore(directory: folder.path)
      while try store.maintain(HistoryPolicy(backups: 0), now: later) {}
    }
    let days = try [home, other].map { folder in
      try SQLiteHistoryReader(directory: folder.path).summedRoundTrips()
        .filter { $0.length == .day }
        .map { "\($0.slot) \($0.point.time) \($0.point.n) \($0.point.lost)" }
    }
    #expect(days[0] == days[1] && !days[0].isEmpty)
  }

  // MARK: Chance

  /// Stores a home whose history begins at `start`, with hours that are sealed and days that are summed up.
  private static func fill(_ folder: ScratchFolder, using random: inout SplitMix64) throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    var slots: [Int] = []
    var next = 0
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      next += Int.random(in: 1...3, using: &random)
      slots.append(next)
    }
    try store.save(slots.map { device($0, using: &random) })
    // Of one the history is all that there is.
    slots.append(next + 1)
    var seq: UInt64 = 0
    for number in 0..<hours {
      var batch = HistoryBatch(time: time((number + 1) * hour))
      for slot in slots {
        let moment = time(number * hour + Int64.random(in: 0..<hour, using: &random))
        add(slot, at: moment, &seq, to: &batch, using: &random)
      }
      try store.append(batch)
    }
    let end = time(hours * hour + hour / 2)
    while try store.maintain(HistoryPolicy(backups: 0), now: end) {}
  }

  private static func add(
    _ slot: Int,
    at moment: Timestamp,
    _ seq: inout UInt64,
    to batch: inout HistoryBatch,
    using random: inout SplitMix64
  ) {
    func seldom() -> Bool { Int.random(in: 0..<6, using: &random) == 0 }
    if seldom() {
      seq += UInt64.random(in: 1...3, using: &random)
      batch.changes.append(
        HomeChange(
          seq: seq,
          time: moment,
          slot: seldom() ? nil : slot,
          name: seldom() ? nil : "Ünï’s \"phone\" \(slot)",
          kind: HomeChange.Kind.allCases.randomElement(using: &random) ?? .left,
          was: seldom() ? "" : nil,
          now: seldom() ? "192.168.1.\(slot)" : nil,
          reason: seldom() ? .sameKeys : nil,
          sources: seldom() ? [.arp, .mdns] : []
        )
      )
    }
    if seldom() {
      let state = PresenceState.allCases.randomElement(using: &random) ?? .unknown
      batch.transitions.append(PresenceTransition(slot: slot, state: state, since: moment))
    }
    if seldom() {
      let profile = DeviceProfile(
        id: "mac-\(slot)",
        name: seldom() ? "Lamp" : nil,
        category: seldom() ? .smartHome : .unknown,
        ip: "10.0.0.\(slot)",
        mac: seldom() ? "00:11:32:00:00:01" : nil,
        link: seldom() ? .wifi : nil,
        ports: seldom() ? ["22/tcp"] : [],
        isHidden: seldom()
      )
      batch.versions.append(
        ProfileVersion(slot: slot, since: moment, profile: seldom() ? nil : profile)
      )
    }
    batch.samples[slot] = (0..<4).map { number in
      let time = Timestamp(
        milliseconds: batch.time.milliseconds - hour + Int64(number) * (hour / 4)
      )
      let micros = Int.random(in: 80...9000, using: &random)
      return RoundTripSample(
        time: time,
        outcome: seldom() ? .lost : seldom() ? .unknown : .answered(ms: Double(micros) / 1000)
      )
    }
  }

  private static func device(_ slot: Int, using random: inout SplitMix64) -> StoredDevice {
    let seen = time(Int64.random(in: 0..<hour, using: &random))
    let mac = MACAddress(rawValue: 0x00_1132_0000_00 | UInt64(slot))
    let ip = IPAddress.v4(IPv4Address(192, 168, 1, UInt8(slot)))
    return StoredDevice(
      key: StoredDevice.Key(slot),
      identities: ["mac-" + mac.description.filter { $0 != ":" }, "ip-\(ip)"],
      marks: Annotations(
        name: Bool.random(using: &random) ? "Device \(slot)" : nil,
        category: Bool.random(using: &random) ? .printer : nil,
        isHidden: Bool.random(using: &random)
      ),
      firstSeen: seen,
      lastSeen: time(hours * hour),
      isNew: Bool.random(using: &random),
      probedAt: Bool.random(using: &random) ? seen : nil,
      observations: [
        Observation(time: seen, source: .neighbours, subject: ip, fact: .linkAddress(mac))
      ],
      ties: Bool.random(using: &random)
        ? DeviceTies(
          joined: ["mac-da1132000003"],
          former: [DeviceTies.FormerSlot(slot: 900 + StoredDevice.Key(slot), until: seen)],
          distinct: [StoredDevice.Key(slot) + 1]
        ) : DeviceTies()
    )
  }
}
