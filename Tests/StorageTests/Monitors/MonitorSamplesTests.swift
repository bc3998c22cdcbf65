import GRDB
import Home
import Model
import Monitoring
import Testing
@testable import Storage

@Suite struct `A monitor's samples` {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// So many hours of checks at that interval, each some milliseconds late, as checks are.
  private static func samples(
    hours: Int64,
    every interval: Int64,
    seed: Int
  ) -> [RoundTripSample] {
    var generator = SeededGenerator(seed)
    return stride(from: 0, to: hours * 3_600_000, by: Int64.Stride(interval)).map { time in
      let late = Int64.random(in: 0..<interval / 20, using: &generator)
      let outcome: RoundTripSample.Outcome =
        switch Int.random(in: 0..<50, using: &generator) {
        case 0: .lost
        case 1: .unknown
        default: .answered(ms: Double(Int.random(in: 300...40_000, using: &generator)) / 1000)
        }
      return RoundTripSample(time: .hour(0, time + late), outcome: outcome)
    }
  }

  private func points(
    _ store: SQLiteInventoryStore,
    of monitor: String,
    step: Int64 = 3_600_000
  ) throws -> [SamplePoint] {
    try store.monitorSamples(of: monitor, from: .hour(-24), to: .hour(24 * 40), step: step)
  }

  private static func counts(_ points: [SamplePoint]) -> [[Int]] {
    points.map { [$0.n, $0.lost, $0.unknown] }
  }

  @Test func `are sealed and summed up by the hour, beside those of devices`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    var batch = MonitorBatch()
    batch.samples["a"] = Self.samples(hours: 6, every: 60_000, seed: 1)
    batch.samples["b"] = Self.samples(hours: 6, every: 60_000, seed: 2)
    try store.commit(batch)
    // A device has the slot that is the number of one of them.
    var history = HistoryBatch(time: .hour(6))
    history.samples[1] = Self.samples(hours: 6, every: 300_000, seed: 3)
    try store.append(history)
    let before = try points(store, of: "a")
    #expect(before.count == 6 && before.map(\.n).reduce(0, +) > 300)
    let device = try store.samples(of: 1, from: .hour(0), to: .hour(6), step: 3_600_000)
    // The hour isn't over, and then it is.
    #expect(try !store.sealMonitors(now: .hour(1, 100_000)))
    #expect(try store.sealMonitors(now: .hour(1, 400_000)))
    #expect(try !store.sealMonitors(now: .hour(1, 400_000)))
    while try store.maintainMonitoring(MonitorPolicy(), now: .hour(6, 400_000)) {}
    let after = try points(store, of: "a")
    #expect(after.map(\.time) == before.map(\.time))
    #expect(Self.counts(after) == Self.counts(before))
    for (left, right) in zip(before, after) {
      let exact = try #require(left.p95)
      let sealed = try #require(right.p95)
      #expect(abs(exact - sealed) <= 0.0201 * exact)
    }
    let rows = try store.queue.read { database in
      try ["monitor_sample", "monitor_sealed_hour", "monitor_hourly"].map {
        try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \($0)")
      }
    }
    #expect(rows == [0, 12, 12])
    #expect(try store.samples(of: 1, from: .hour(0), to: .hour(6), step: 3_600_000) == device)
    // What comes late is added.
    var late = MonitorBatch()
    late.samples["a"] = [RoundTripSample(time: .hour(2, 1234), outcome: .lost)]
    try store.commit(late)
    for _ in 0..<2 {
      #expect(try points(store, of: "a")[2].n == before[2].n + 1)
      while try store.sealMonitors(now: .hour(7)) {}
    }
  }

  // About 1.1 bytes a sample at one in 10 seconds, 1.3 at one in a minute, 2.5 at one in five minutes: the
  // blob's head and the row's key are shared by the samples of an hour. With what is empty of the file's
  // pages, a month of twenty monitors at one in a minute takes 1.5.
  @Test(arguments: [(10_000, 2), (60_000, 2), (300_000, 4)] as [(Int64, Int)])
  func `take few bytes once they are sealed`(interval: Int64, most: Int) throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    var batch = MonitorBatch()
    for number in 0..<10 {
      batch.samples["m\(number)"] = Self.samples(hours: 48, every: interval, seed: number)
    }
    let count = batch.samples.values.reduce(0) { $0 + $1.count }
    try store.commit(batch)
    while try store.sealMonitors(now: .hour(50)) {}
    let (size, rows) = try store.queue.read { database in
      let size = try Int.fetchOne(
        database,
        sql: "SELECT SUM(LENGTH(samples)) FROM monitor_sealed_hour"
      )
      let rows = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM monitor_sealed_hour")
      return (size ?? 0, rows ?? 0)
    }
    #expect(rows == 480)
    // What SQLite keeps of a row beside the blob: the key and the lengths.
    #expect(size + rows * 12 <= most * count)
  }

  @Test func `are told by hours once the single ones are too old, and then no more`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    var batch = MonitorBatch()
    batch.samples["a"] = Self.samples(hours: 48, every: 300_000, seed: 1)
    try store.commit(batch)
    while try store.sealMonitors(now: .hour(50)) {}
    let hours = try points(store, of: "a")
    let days = try points(store, of: "a", step: 86_400_000)
    var policy = MonitorPolicy()
    policy.sampleDays = 1
    while try store.sweepMonitors(policy, now: .hour(24 * 5)) > 0 {}
    #expect(try Self.counts(points(store, of: "a")) == Self.counts(hours))
    #expect(try Self.counts(points(store, of: "a", step: 86_400_000)) == Self.counts(days))
    let sealed = try store.queue.read {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM monitor_sealed_hour")
    }
    #expect(sealed == 0)
    policy.hourDays = 4
    while try store.sweepMonitors(policy, now: .hour(24 * 5)) > 0 {}
    // Of a day either all hours are kept, or none.
    #expect(try points(store, of: "a").map(\.time) == hours.suffix(24).map(\.time))
    policy.hourDays = -1
    while try store.sweepMonitors(policy, now: .hour(24 * 5)) > 0 {}
    #expect(try points(store, of: "a").isEmpty)
  }
}
