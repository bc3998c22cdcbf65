import Foundation
import GRDB
import Home
import Model
import Testing
@testable import Storage

@Suite struct SQLiteHistoryTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: 0..<8)
  func `it answers as a history in memory does`(seed: Int) throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    let model = MemoryHistoryStore()
    var generator = SeededGenerator(seed)
    var seq: UInt64 = 0
    for number in 0..<60 {
      let batch = RandomHistory.batch(number, after: &seq, using: &generator)
      try store.append(batch)
      try model.append(batch)
      // What comes twice is there once.
      if number % 10 == 0 { try store.append(batch) }
    }
    for _ in 0..<200 {
      let query = RandomHistory.query(upTo: seq, using: &generator)
      #expect(try store.changes(query) == model.changes(query), "\(query)")
    }
    for _ in 0..<50 {
      let from = RandomHistory.time(using: &generator)
      let to = RandomHistory.time(using: &generator)
      let slot = Bool.random(using: &generator) ? Int.random(in: 0..<6, using: &generator) : nil
      #expect(
        try store.presence(of: slot, from: from, to: to)
          == model.presence(of: slot, from: from, to: to)
      )
      #expect(try store.profiles(at: to) == model.profiles(at: to))
      let step = Int64.random(in: 1000...20_000_000, using: &generator)
      #expect(
        try store.samples(of: slot ?? 1, from: from, to: to, step: step)
          == model.samples(of: slot ?? 1, from: from, to: to, step: step)
      )
    }
    #expect(try store.lastHeartbeat() == model.lastHeartbeat())
    #expect(try store.greatestSlot() == model.greatestSlot())
    // And another process reads the same.
    let reader = try SQLiteHistoryReader(directory: folder.path)
    let all = ChangeQuery(limit: 1000)
    #expect(try reader.changes(all) == store.changes(all))
    #expect(throws: StoreError.self) { try reader.append(HistoryBatch(time: .hour(0))) }
  }

  @Test func `a home with more slots than one statement names is answered too`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    var batch = HistoryBatch(time: .hour(0))
    batch.changes = (1...900).map {
      HomeChange(seq: UInt64($0), time: .hour(0), slot: $0, kind: .left)
    }
    try store.append(batch)
    let query = ChangeQuery(slots: Set(101...900), limit: 5)
    #expect(try store.changes(query).map(\.seq) == [896, 897, 898, 899, 900])
    #expect(try store.changes(ChangeQuery(slots: [], limit: 5)) == [])
    #expect(try store.changes(ChangeQuery(kinds: [], limit: 5)) == [])
  }

  @Test func `a batch is added whole or not at all`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.queue.write { database in
      try database.execute(
        sql: """
          CREATE TRIGGER broken BEFORE INSERT ON sample
          BEGIN SELECT RAISE(ABORT, 'no room'); END
          """
      )
    }
    var generator = SeededGenerator(1)
    var seq: UInt64 = 0
    var batch = RandomHistory.batch(0, after: &seq, using: &generator)
    batch.samples = [1: [RoundTripSample(time: .hour(0), outcome: .lost)]]
    #expect(throws: StoreError.self) { try store.append(batch) }
    #expect(store.state.problem != nil)
    #expect(try store.changes(ChangeQuery()) == [])
    #expect(try store.lastHeartbeat() == nil)
    #expect(try !store.seal(now: .hour(9)))
    #expect(try store.sweep(HistoryPolicy(), now: .hour(9)) == 0)
    // That it can be read doesn't say that it can be written.
    #expect(store.state.problem != nil)
    try store.queue.write { try $0.execute(sql: "DROP TRIGGER broken") }
    try store.append(batch)
    #expect(try store.changes(ChangeQuery(limit: 1000)) == batch.changes)
    #expect(store.state.problem == nil)
  }

  @Test func `a home is added with its history or not at all`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.queue.write { database in
      try database.execute(
        sql: """
          CREATE TRIGGER broken BEFORE INSERT ON presence
          BEGIN SELECT RAISE(ABORT, 'no room'); END
          """
      )
    }
    var history = HistoryBatch(time: .hour(2))
    history.changes = [HomeChange(seq: 4, time: .hour(1), slot: 3, kind: .left)]
    history.transitions = [PresenceTransition(slot: 3, state: .away, since: .hour(1))]
    #expect(throws: StoreError.self) { try store.add([.phone], with: history) }
    #expect(try store.load() == [])
    #expect(try store.greatestSlot() == nil)
    try store.queue.write { try $0.execute(sql: "DROP TRIGGER broken") }
    try store.add([.phone], with: history)
    #expect(try store.load() == [.phone])
    #expect(try store.changes(ChangeQuery()) == history.changes)
    try store.add([.printer], with: nil)
    #expect(try store.load() == [.phone, .printer])
  }

  @Test func `a forged slot leaves slots for others`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    var history = HistoryBatch(time: .hour(2))
    history.transitions = [.max, 7].map {
      PresenceTransition(slot: $0, state: .away, since: .hour(1))
    }
    try store.append(history)
    #expect(try store.greatestSlot() == 7)
  }

  @Test func `what was added survives kill -9`() async throws {
    let path: String = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let store = try SQLiteInventoryStore(directory: path)
      var batch = HistoryBatch(time: .hour(5))
      batch.changes = [HomeChange(seq: 9, time: .hour(1), slot: 3, kind: .returned, was: "60")]
      batch.samples = [3: [RoundTripSample(time: .hour(1), outcome: .answered(ms: 2))]]
      try store.append(batch)
      _ = try store.seal(now: .hour(5))
      kill(getpid(), SIGKILL)
    }
    let store = try SQLiteInventoryStore(directory: path)
    #expect(try store.changes(ChangeQuery()).map(\.seq) == [9])
    #expect(try store.lastHeartbeat() == .hour(5))
    let points = try store.samples(of: 3, from: .hour(0), to: .hour(9), step: 3_600_000)
    #expect(points.map(\.n) == [1])
  }

  @Test func `a file of an earlier version is read as one without history`() throws {
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    try DatabaseQueue(path: folder.path + "/homenet.sqlite").write { database in
      for table in [
        "history_state", "change", "change_kind", "presence", "profile", "profile_text", "sample",
        "sealed_hour", "hourly", "daily", "day_due",
      ] {
        try database.execute(sql: "DROP TABLE \(table)")
      }
      try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '3 history'")
    }
    #expect(try SQLiteHistoryReader(directory: folder.path).changes(ChangeQuery()) == [])
    #expect(try SQLiteHistoryReader(directory: folder.path + "/none").lastHeartbeat() == nil)
    // And one opens it for writing.
    let store = try SQLiteInventoryStore(directory: folder.path)
    #expect(try store.load() == [.phone])
    #expect(try store.changes(ChangeQuery()) == [])
  }

  @Test func `a profile that comes back is kept once`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    var batch = HistoryBatch(time: .hour(0))
    batch.versions = (0..<100).map { number in
      ProfileVersion(
        slot: 1,
        since: .hour(Int64(number)),
        profile: DeviceProfile(id: "mac:1", ip: number.isMultiple(of: 2) ? "10.0.0.1" : "10.0.0.2")
      )
    }
    try store.append(batch)
    let texts = try store.queue.read {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM profile_text")
    }
    #expect(texts == 2)
    #expect(try store.profiles(at: .hour(51))[1]?.ip == "10.0.0.2")
  }

  @Test func `where the disk was full, the history goes on and is kept later`() throws {
    let file = folder.path + "/homenet.sqlite"
    let store = UnavailableStore(
      directory: folder.path + "/other",
      failure: .diskFull(path: folder.path + "/other/homenet.sqlite")
    )
    let blocked = UnavailableStore(directory: folder.path, failure: .tooNew(path: file))
    var batch = HistoryBatch(time: .hour(2))
    batch.changes = [HomeChange(seq: 4, time: .hour(1), kind: .ownNetworkLost)]
    #expect(throws: StoreError.tooNew(path: file)) { try blocked.append(batch) }
    #expect(throws: StoreError.tooNew(path: file)) { try blocked.append(batch) }
    #expect(try blocked.changes(ChangeQuery()) == batch.changes)
    #expect(try blocked.lastHeartbeat() == .hour(2))
    #expect(try !blocked.maintain(HistoryPolicy(), now: .hour(3)))
    try store.append(batch)
    #expect(
      try SQLiteHistoryReader(directory: folder.path + "/other").changes(ChangeQuery())
        == batch.changes
    )
  }

  @Test func `more waits to be stored than is shown meanwhile`() throws {
    let store = UnavailableStore(
      directory: folder.path,
      failure: .diskFull(path: folder.path + "/homenet.sqlite")
    )
    var batch = HistoryBatch(time: .hour(10))
    batch.samples[1] = (0..<1000).map { (number: Int64) -> RoundTripSample in
      RoundTripSample(time: .hour(0, number * 30_000), outcome: .lost)
    }
    do {
      let other = try SQLiteInventoryStore(directory: folder.path)
      #expect(throws: StoreError.self) { try store.append(batch) }
      withExtendedLifetime(other) {}
    }
    try store.append(batch)
    let points = try store.samples(of: 1, from: .hour(0), to: .hour(10), step: 3_600_000)
    #expect(points.map(\.n).reduce(0, +) == 1000)
  }

  @Test func `between the stored history and what is stored later nobody watched`() throws {
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      var batch = HistoryBatch(time: .hour(5))
      batch.transitions = [
        PresenceTransition(slot: 1, state: .away, since: .hour(1)),
        PresenceTransition(slot: 1, state: .present, since: .hour(2)),
        PresenceTransition(slot: 7, state: .unknown, since: .hour(2)),
      ]
      try store.append(batch)
    }
    let store = UnavailableStore(
      directory: folder.path,
      failure: .diskFull(path: folder.path + "/homenet.sqlite")
    )
    #expect(try store.greatestSlot() == 7, "a new device must not inherit what that one did")
    var batch = HistoryBatch(time: .hour(10))
    batch.transitions = [PresenceTransition(slot: 1, state: .present, since: .hour(9))]
    do {
      let other = try SQLiteInventoryStore(directory: folder.path)
      #expect(throws: StoreError.self) { try store.append(batch) }
      withExtendedLifetime(other) {}
    }
    try store.append(batch)
    #expect(
      try store.presence(of: nil, from: .hour(3), to: .hour(10)) == [
        PresenceTransition(slot: 1, state: .present, since: .hour(2)),
        PresenceTransition(slot: 7, state: .unknown, since: .hour(2)),
        PresenceTransition(slot: 1, state: .unknown, since: .hour(5)),
        PresenceTransition(slot: 1, state: .present, since: .hour(9)),
      ]
    )
  }
}
