import DemoHome
import HomeSupport
import Simulation
import Testing
@testable import Discovery
@testable import Home
@testable import Model
@testable import Networking
@testable import Probing
@testable import Wire

private let start = Timestamp(milliseconds: 1_700_000_000_000)

/// That merging and undoing is the identity: of the inventory, the store, and what the log says.
@Suite(.timeLimit(.minutes(2))) struct `A merge that is undone` {
  private static let slots = 1...6
  private let store = FickleStore()
  private let history = FickleHistoryStore()
  private let clock = Lock(start)

  /// What the log says of the time before the test, by all the ways in which it can be asked.
  private struct Views: Equatable {
    var changes: [String: [NamedChange]] = [:]
    var presence: [String: [PresenceInterval]] = [:]
    var samples: [String: [SamplePoint]] = [:]
    var home: [String: [PresenceInterval]] = [:]
    var moments: [[PastDevice]] = []

    init(of watch: HomeWatch, ids: [String], at times: [Timestamp]) async throws {
      let (from, to) = (start.advanced(by: -3_600_000), start.advanced(by: -1))
      for id in ids {
        let page = try await watch.changes(HistoryQuery(ChangeQuery(until: start), device: id))
        changes[id] = page.changes
        presence[id] = try await watch.presence(of: id, from: from, to: to)
        samples[id] = try await watch.samples(of: id, from: from, to: to, step: 60_000)
      }
      for row in try await watch.presence(from: from, to: to) { home[row.device] = row.intervals }
      for time in times { moments.append(try await watch.devices(at: time)) }
    }
  }

  private static func id(_ slot: Int) -> String { "mac-00113200000\(slot)" }

  private func fill(_ random: inout SplitMix64) throws {
    var batch = HistoryBatch(time: start.advanced(by: -1000))
    var seq: UInt64 = 0
    for slot in Self.slots {
      for _ in 0..<5 {
        let time = start.advanced(by: -Int64.random(in: 2000...3_000_000, using: &random))
        let state = PresenceState.allCases.randomElement(using: &random) ?? .away
        seq += 1
        batch.changes.append(HomeChange(seq: seq, time: time, slot: slot, kind: .portAppeared))
        batch.transitions.append(PresenceTransition(slot: slot, state: state, since: time))
        batch.samples[slot, default: []].append(RoundTripSample(time: time, outcome: .lost))
      }
      batch.versions.append(
        ProfileVersion(
          slot: slot,
          since: start.advanced(by: -3_000_000),
          profile: DeviceProfile(id: Self.id(slot), ip: "192.168.7.\(slot)")
        )
      )
    }
    try history.append(batch)
    try store.save(Self.slots.map { slot in Self.device(slot, &random) })
    // The numbers of the changes above are taken.
    _ = try store.reserve(1000, epoch: 7)
  }

  private static func device(_ slot: Int, _ random: inout SplitMix64) -> StoredDevice {
    let seen = start.advanced(by: -Int64.random(in: 2000...3_000_000, using: &random))
    return StoredDevice(
      key: StoredDevice.Key(slot),
      identities: [id(slot), "ip-192.168.7.\(slot)"],
      marks: Annotations(
        name: Bool.random(using: &random) ? "Device \(slot)" : nil,
        category: Bool.random(using: &random) ? .printer : nil,
        note: Bool.random(using: &random) ? "Note \(slot)" : nil,
        isHidden: Bool.random(using: &random)
      ),
      firstSeen: start.advanced(by: -3_000_000),
      lastSeen: seen
    )
  }

  private var kept: [Int: StoredDevice] {
    store.contents.withLock { contents in
      Dictionary(uniqueKeysWithValues: contents.kept.map { (Int($0.key), $0.value) })
    }
  }

  private func devices(of watch: HomeWatch) async -> [Int: InventoryDevice] {
    let devices = await watch.snapshot().devices
    return Dictionary(uniqueKeysWithValues: devices.map { ($0.slot, $0) })
  }

  @Test(arguments: UInt64(1)...12)
  func `leaves the home as it was, but for what was said meanwhile`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    try fill(&random)
    let watch = HomeWatch(
      on: SimulatedNetwork(
        .plain(IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24), hosts: 2)
      ),
      sources: standardSources(for:),
      options: WatchOptions(every: .seconds(3600)),
      store: store,
      history: history,
      now: { [clock] in clock.withLock { $0 } }
    )
    await watch.load()
    let ids = Self.slots.map(Self.id)
    let times = (0..<8).map { _ in
      start.advanced(by: -Int64.random(in: 1...3_500_000, using: &random))
    }
    var expected = await devices(of: watch)
    var stored = kept
    let views = try await Views(of: watch, ids: ids, at: times)
    for round in 0..<3 {
      let two = Array(Self.slots).shuffled(using: &random).prefix(2)
      let (lost, into) = (two[0], two[1])
      let seq = try await watch.merge(Self.id(lost), into: Self.id(into)).seq
      let merged = try await Views(of: watch, ids: ids, at: times)
      #expect(merged.changes[Self.id(lost)] == merged.changes[Self.id(into)])
      #expect(merged.presence[Self.id(lost)] == merged.presence[Self.id(into)])
      #expect(merged.changes[Self.id(lost)]?.count == 10)
      for edit in 0..<Int.random(in: 0...3, using: &random) {
        clock.withLock { $0 = $0.advanced(by: 20_000) }
        let slot = Self.slots.randomElement(using: &random) ?? 1
        let word = "said \(round) \(edit)"
        _ = try await watch.mark(Self.id(slot), MarkChange(note: word))
        // What is said of what is one is said of the one that was kept.
        let owner = slot == lost ? into : slot
        expected[owner]?.marks.note = word
        stored[owner]?.marks.note = word
      }
      _ = try await watch.undo(try #require(seq))
      let now = await devices(of: watch)
      #expect(now == expected)
      #expect(kept == stored)
      let after = try await Views(of: watch, ids: ids, at: times)
      #expect(after == views)
    }
  }
}
