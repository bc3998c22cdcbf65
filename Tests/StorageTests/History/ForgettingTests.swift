import GRDB
import Home
import Model
import Testing
@testable import Storage

@Suite struct `The history of a forgotten device` {
  private let folder: Folder
  private static let tables = [
    "change", "presence", "profile", "sample", "sealed_hour", "hourly", "daily", "day_due",
  ]

  init() throws { folder = try Folder() }

  /// A store with two days of three devices, the last hour of which is open.
  private func filled() throws -> SQLiteInventoryStore {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.save([.phone, .printer])
    var seq: UInt64 = 0
    for number in Int64(0)..<50 {
      var batch = HistoryBatch(time: .hour(number + 1))
      for slot in [3, 7, 12] {
        seq += 1
        batch.changes.append(
          HomeChange(seq: seq, time: .hour(number), slot: slot, name: "\(slot)", kind: .left)
        )
        batch.transitions.append(
          PresenceTransition(slot: slot, state: .away, since: .hour(number))
        )
        batch.versions.append(
          ProfileVersion(
            slot: slot,
            since: .hour(number),
            profile: DeviceProfile(id: "mac:\(slot)", ip: "10.0.\(slot).\(number)")
          )
        )
        batch.samples[slot] = [RoundTripSample(time: .hour(number, 60_000), outcome: .lost)]
      }
      try store.append(batch)
    }
    while try store.maintain(HistoryPolicy(backups: 0), now: .hour(49, 600_000)) {}
    return store
  }

  /// How many rows of each table are of that slot.
  private func rows(_ store: SQLiteInventoryStore, of slot: Int) throws -> [Int] {
    try store.queue.read { database in
      try Self.tables.map { table in
        try Int.fetchOne(
          database,
          sql: "SELECT COUNT(*) FROM \(table) WHERE slot = ?",
          arguments: [slot]
        ) ?? 0
      }
    }
  }

  private func texts(_ store: SQLiteInventoryStore) throws -> Int? {
    try store.queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM profile_text") }
  }

  @Test func `goes, all of it, and no other's`() throws {
    let store = try filled()
    let other = try rows(store, of: 3)
    #expect(other.allSatisfy { $0 > 0 }, "\(other)")
    #expect(try rows(store, of: 12) == other)
    try store.forget([12], histories: [12, 7], edits: StoredEditChange())
    try store.forget([12, 7])
    let none = Self.tables.map { _ in 0 }
    #expect(try rows(store, of: 12) == none)
    #expect(try rows(store, of: 7) == none)
    #expect(try rows(store, of: 3) == other)
    #expect(try texts(store) == 50)
    #expect(try store.load() == [.phone])
    #expect(try store.changes(ChangeQuery(limit: 1000)).allSatisfy { $0.slot == 3 })
  }

  @Test func `goes later where the program ended before, and its slot is never given again`() throws
  {
    do {
      let store = try filled()
      try store.forget([12], histories: [12], edits: StoredEditChange())
      #expect(try rows(store, of: 12)[0] > 0)
    }
    let store = try SQLiteInventoryStore(directory: folder.path)
    while try store.maintain(HistoryPolicy(backups: 0), now: .hour(49, 700_000)) {}
    #expect(try rows(store, of: 12) == Self.tables.map { _ in 0 })
    #expect(try store.greatestSlot() == 12)
    // What is stored of it afterwards goes, too.
    var late = HistoryBatch(time: .hour(50))
    late.transitions = [PresenceTransition(slot: 12, state: .away, since: .hour(50))]
    try store.append(late)
    try store.forget([12])
    #expect(try rows(store, of: 12) == Self.tables.map { _ in 0 })
    try store.forget([3, 7])
    #expect(try store.greatestSlot() == 12)
    #expect(try SQLiteHistoryReader(directory: folder.path).greatestSlot() == 12)
  }

  @Test func `is neither told nor exported while it goes`() throws {
    let store = try filled()
    let other = try store.changes(ChangeQuery(limit: 1000)).filter { $0.slot == 3 }
    try store.append(HistoryBatch(time: .hour(51), ofHome: 1000))
    try store.forget([12], histories: [12, 7], edits: StoredEditChange())
    #expect(try rows(store, of: 12)[0] > 0)
    let reader = try SQLiteHistoryReader(directory: folder.path)
    let export = try HomeExport(store.load(), of: reader, time: .hour(52))
    #expect(export.changes.map(\.slot) == other.map(\.slot) + [nil])
    #expect(Set(export.presence.map(\.slot)) == [3])
    #expect(Set(export.profiles.map(\.slot)) == [3])
    #expect(Set(export.roundTrips.map(\.slot)) == [3])
    #expect(try Set(store.profiles(at: .hour(49)).keys) == [3])
    #expect(try store.presence(of: 12, from: .hour(0), to: .hour(49)) == [])
    let queries = [
      ChangeQuery(after: 0, limit: 50), ChangeQuery(limit: 51),
      ChangeQuery(after: 0, kinds: [.left]), ChangeQuery(since: .hour(0), kinds: [.left]),
      ChangeQuery(slots: [3, 7, 12]), ChangeQuery(kinds: [.left]),
    ]
    for query in queries {
      let found = try store.changes(query).filter { $0.slot != nil }
      #expect(found == other, "\(query)")
    }
    #expect(try store.changes(ChangeQuery(slots: [7, 12])) == [])
  }

  @Test func `goes a few rows at a time`() throws {
    let store = try filled()
    try store.forget([3, 12], histories: [3, 7, 12], edits: StoredEditChange())
    func count() throws -> Int {
      try [3, 7, 12].flatMap { try rows(store, of: $0) }.reduce(0, +)
    }
    var before = try count()
    var steps = 0
    while try store.queue.write({ try HistoryForgetting.step($0, mostRows: 20) }) {
      let now = try count()
      // Beside them, the few of the open hour.
      #expect(before - now <= 20 + 6)
      before = now
      steps += 1
      guard steps < 1000 else { break }
    }
    #expect(try count() == 0)
    #expect(steps >= 15)
  }
}

extension HistoryBatch {
  /// A batch with a change of the home as a whole.
  fileprivate init(time: Timestamp, ofHome seq: UInt64) {
    self.init(time: time)
    changes = [HomeChange(seq: seq, time: time, kind: .ownNetworkBack)]
  }
}
