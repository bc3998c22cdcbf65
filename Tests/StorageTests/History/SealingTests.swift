import Foundation
import GRDB
import Home
import Model
import Testing
@testable import Storage

@Suite struct SealingTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Two days of three devices, asked each five minutes.
  private static func batch(days: Int = 2, slots: [Int] = [1, 2, 7]) -> HistoryBatch {
    var batch = HistoryBatch(time: .hour(Int64(days) * 24))
    for slot in slots {
      batch.samples[slot] = (0..<(days * 288)).map { (number: Int) -> RoundTripSample in
        let outcome: RoundTripSample.Outcome
        if number % 9 == 0 {
          outcome = .lost
        } else if number % 31 == 0 {
          outcome = .unknown
        } else {
          outcome = .answered(ms: Double(1 + number % 50))
        }
        let time = Int64(number) * 300_000 + Int64(slot) * 100
        return RoundTripSample(time: .hour(0, time), outcome: outcome)
      }
    }
    return batch
  }

  private static func points(
    _ store: some HistoryStore,
    step: Int64 = 3_600_000
  ) throws -> [SamplePoint] {
    try store.samples(of: 2, from: .hour(-24), to: .hour(24 * 10), step: step)
  }

  /// The same counts, and times within two percent.
  private static func areAlike(_ left: [SamplePoint], _ right: [SamplePoint]) -> Bool {
    func near(_ left: Double?, _ right: Double?) -> Bool {
      guard let left, let right else { return left == nil && right == nil }
      return abs(left - right) <= 0.0201 * max(left, right)
    }
    return left.count == right.count
      && zip(left, right).allSatisfy { left, right in
        left.time == right.time && left.n == right.n && left.lost == right.lost
          && left.unknown == right.unknown && near(left.min, right.min)
          && near(left.p50, right.p50) && near(left.p95, right.p95) && near(left.max, right.max)
      }
  }

  private static func rows(_ store: SQLiteInventoryStore, of table: String) throws -> Int {
    try store.queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(table)") } ?? 0
  }

  @Test func `an hour is sealed when it is over, step by step, and once`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.append(Self.batch())
    let before = try Self.points(store)
    #expect(before.count == 48)
    // The first hour may still get its last samples.
    #expect(try !store.seal(now: .hour(1, 100_000)))
    #expect(try store.seal(now: .hour(1, 400_000)))
    #expect(try !store.seal(now: .hour(1, 400_000)))
    #expect(try Self.rows(store, of: "sealed_hour") == 3)
    var steps = 1
    while try store.seal(now: .hour(48, 400_000)) {
      steps += 1
      #expect(try Self.areAlike(Self.points(store), before))
    }
    // Each hour, and each day.
    #expect(steps == 48 + 2)
    #expect(try Self.rows(store, of: "sample") == 0)
    #expect(try Self.rows(store, of: "sealed_hour") == 3 * 48)
    #expect(try Self.rows(store, of: "hourly") == 3 * 48)
    #expect(try Self.rows(store, of: "daily") == 3 * 2)
    #expect(try Self.rows(store, of: "day_due") == 0)
    let sum = try store.queue.read {
      try Int.fetchOne($0, sql: "SELECT SUM(LENGTH(samples)) FROM sealed_hour")
    }
    let size = try #require(sum)
    #expect(size <= 3 * 48 * 20)
  }

  @Test(arguments: ["hourly", "sealed_hour", "daily", "day_due"])
  func `a step that fails has done nothing, and is done later`(table: String) throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.append(Self.batch())
    let before = try Self.points(store)
    try store.queue.write { database in
      try database.execute(
        sql: """
          CREATE TRIGGER broken BEFORE INSERT ON \(table) WHEN NEW.slot = 7
          BEGIN SELECT RAISE(ABORT, 'no room'); END
          """
      )
    }
    #expect(throws: StoreError.self) {
      while try store.seal(now: .hour(50)) {}
    }
    #expect(try Self.areAlike(Self.points(store), before))
    try store.queue.write { try $0.execute(sql: "DROP TRIGGER broken") }
    while try store.seal(now: .hour(50)) {}
    #expect(try Self.areAlike(Self.points(store), before))
    #expect(try Self.rows(store, of: "sealed_hour") == 3 * 48)
  }

  @Test func `whatever step the power fails after, no hour is lost or counted twice`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.append(Self.batch(days: 1, slots: [2]))
    let before = try Self.points(store)
    var isMore = true
    while isMore {
      isMore = try store.seal(now: .hour(25))
      let copy = try Folder()
      for name in ["homenet.sqlite", "homenet.sqlite-wal"] {
        try FileManager.default.copyItem(
          atPath: folder.path + "/" + name,
          toPath: copy.path + "/" + name
        )
      }
      let other = try SQLiteInventoryStore(directory: copy.path)
      #expect(try Self.areAlike(Self.points(other), before))
      while try other.seal(now: .hour(25)) {}
      #expect(try Self.areAlike(Self.points(other), before))
      #expect(try Self.rows(other, of: "hourly") == 24)
    }
  }

  @Test func `samples that come late are added to what is sealed`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.append(Self.batch())
    while try store.seal(now: .hour(50)) {}
    var late = HistoryBatch(time: .hour(50))
    late.samples = [2: [RoundTripSample(time: .hour(3, 1234), outcome: .answered(ms: 900))]]
    let before = try Self.points(store, step: 86_400_000)
    try store.append(late)
    for _ in 0..<2 {
      let hours = try Self.points(store)
      #expect(hours[3].n == 13 && hours[3].max.map { abs($0 - 900) < 18 } == true)
      let days = try Self.points(store, step: 86_400_000)
      #expect(days.map(\.n) == [before[0].n + 1, before[1].n])
      while try store.seal(now: .hour(50)) {}
    }
    let day = try store.queue.read {
      try Int.fetchOne($0, sql: "SELECT n FROM daily WHERE slot = 2 ORDER BY span LIMIT 1")
    }
    #expect(day == before[0].n + 1)
  }

  @Test func `what is older than the samples is told by hours, and then by days`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.append(Self.batch())
    while try store.seal(now: .hour(50)) {}
    let hours = try Self.points(store)
    let days = try Self.points(store, step: 86_400_000)
    let whole = try Self.points(store, step: 86_400_000 * 1000)
    let tiers = [
      (HistoryPolicy(sampleDays: 1, hourlyDays: 100), ["sealed_hour"]),
      (HistoryPolicy(sampleDays: 1, hourlyDays: 1), ["sealed_hour", "hourly"]),
    ]
    for (policy, gone) in tiers {
      while try store.sweep(policy, now: .hour(24 * 5)) > 0 {}
      for table in gone { #expect(try Self.rows(store, of: table) == 0) }
      #expect(try Self.areAlike(Self.points(store, step: 86_400_000), days))
      let long = try Self.points(store, step: 86_400_000 * 1000)
      #expect(long.map(\.n) == whole.map(\.n) && long.map(\.lost) == whole.map(\.lost))
      let short = try Self.points(store)
      #expect(gone.count > 1 ? short.count == 2 : Self.areAlike(short, hours))
    }
    while try store.sweep(HistoryPolicy(dailyDays: 1), now: .hour(24 * 5)) > 0 {}
    #expect(try Self.points(store) == [])
  }

  @Test func `bytes that were damaged leave the hour's summary`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.append(Self.batch())
    let before = try Self.points(store)
    while try store.seal(now: .hour(50)) {}
    try store.queue.write { try $0.execute(sql: "UPDATE sealed_hour SET samples = x'ff00'") }
    #expect(try Self.areAlike(Self.points(store), before))
  }
}
