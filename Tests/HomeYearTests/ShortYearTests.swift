import Home
import Model
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct ShortYearTests {
  private func expectTruth<Watch: YearWatch>(
    of year: SimulatedYear<Watch>,
    _ rotations: RotationReport,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let score = year.score
    #expect(
      score.falseAways.isEmpty,
      "\(score.falseAways.count): \(score.falseAways.prefix(3))",
      sourceLocation: sourceLocation
    )
    #expect(
      score.late.isEmpty,
      "\(score.late.count): \(score.late.prefix(3))",
      sourceLocation: sourceLocation
    )
    #expect(
      rotations.doubled.isEmpty,
      "\(rotations.doubled.prefix(3))",
      sourceLocation: sourceLocation
    )
    #expect(year.faultsLeft == 0, sourceLocation: sourceLocation)
  }

  @Test(arguments: [UInt64(21), 22])
  func `two weeks of sixty devices are told as they were`(seed: UInt64) throws {
    var year = try SimulatedYear<TrackerWatch>(
      .whole,
      seed: seed,
      days: 15,
      store: MemoryHistoryStore()
    )
    try year.live()
    let rotations = try RotationReport(year)
    expectTruth(of: year, rotations)
    #expect(year.watch.wronglyLearned == 0)
    // It is not for want of anything to tell.
    #expect(year.score.delays.count > 200, "\(year.score.delays.count)")
    let told = rotations.counts.values.reduce(0) { $0 + $1.told + $1.proposed }
    #expect(told > 0)
    #expect(rotations.counts.values.allSatisfy { $0.wrong == 0 })
  }

  @Test func `a week of rotating devices makes no ghosts in the inventory`() throws {
    var year = try SimulatedYear<InventoryWatch>(
      .small,
      seed: 29,
      days: 7,
      store: MemoryHistoryStore()
    )
    try year.live()
    let rotations = try RotationReport(year)
    expectTruth(of: year, rotations)
    let stated = try #require(rotations.counts[.statedID])
    #expect(stated.kept == stated.rotations)
    #expect(stated.rotations > 1)
    #expect(year.score.delays.count > 20, "\(year.score.delays.count)")
  }

  /// The power is cut on the second day, so both go on with what they stored.
  @Test func `a home on the disk is as it was in memory, and measured`() throws {
    let folder = try YearFolder()
    let store = try SQLiteInventoryStore(directory: folder.path)
    let memory = MemoryHistoryStore()
    var year = try SimulatedYear<TrackerWatch>(.small, seed: 51, days: 2, store: store)
    try year.live()
    var model = try SimulatedYear<TrackerWatch>(.small, seed: 51, days: 2, store: memory)
    try model.live()
    #expect(year.now == model.now)
    #expect(try store.profiles(at: year.now) == memory.profiles(at: year.now))
    let all = ChangeQuery(limit: ChangeQuery.mostChanges)
    #expect(try store.changes(all) == memory.changes(all))
    let report = try StoreReport(store, at: year.now, days: 2, runs: 3)
    #expect(report.files.contains { $0.bytes > 0 })
    #expect(report.queries.count == 10)
    #expect(report.lines.count > report.queries.count)
  }

  @Test func `a year is asked for by the environment, and else not`() throws {
    #expect(YearSettings([:]) == nil)
    let settings = try #require(
      YearSettings([
        "HOMENET_SIMULATION_REPORT": "/tmp/x", "HOMENET_SIMULATION_SEEDS": "3 4",
        "HOMENET_SIMULATION_DAYS": "90",
      ])
    )
    #expect(settings.seeds == [3, 4])
    #expect(settings.days == 90)
    #expect(!settings.drivesInventory)
  }
}
