import Home
import Model
import Storage
import Testing

/// Some days of a home, for each change of the code.
///
/// All of them take a minute at most; `make simulate` lives a year.
@Suite(.timeLimit(.minutes(5))) struct ShortYearTests {
  private func expectTruth<Watch: YearWatch>(
    of year: SimulatedYear<Watch>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let failures = year.score.failures
    #expect(
      failures.isEmpty,
      "\(failures.count): \(failures.prefix(3))",
      sourceLocation: sourceLocation
    )
    #expect(year.watch.wronglyLearned == 0, sourceLocation: sourceLocation)
    #expect(year.score.comparedFailures > 0, sourceLocation: sourceLocation)
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
    expectTruth(of: year)
    // It is not for want of anything to tell.
    #expect(year.score.delays.count > 200, "\(year.score.delays.count)")
  }

  /// The first is suspended, loses its network and its router, and its clock is set back; of the second the
  /// link fails twice and the power is cut twice.
  @Test(arguments: [UInt64(29), 33])
  func `five days of rotating devices make no ghosts in the inventory`(seed: UInt64) throws {
    var year = try SimulatedYear<InventoryWatch>(
      .small,
      seed: seed,
      days: 5,
      store: MemoryHistoryStore()
    )
    try year.live()
    expectTruth(of: year)
    let rotations = year.rotations
    #expect(rotations.doubled.isEmpty, "\(rotations.doubled.prefix(3))")
    #expect(rotations.wronglyMerged.isEmpty, "\(rotations.wronglyMerged.prefix(3))")
    // Each way of recognising a device had something to do.
    #expect(rotations.count(of: .airPlay, .kept) > 1, "\(rotations.lines)")
    #expect(rotations.count(of: .homeKit, .told) > 1, "\(rotations.lines)")
    #expect(rotations.count(of: .hostKey) > 1, "\(rotations.lines)")
    #expect(rotations.count(of: .name, .proposed) > 0, "\(rotations.lines)")
    #expect(rotations.count(of: .nothing, .told) == 0, "\(rotations.lines)")
    #expect(year.score.delays.count > 20, "\(year.score.delays.count)")
    // What was learned of silences is known again after each cut, but for who came in the last hour.
    let (kept, lost) = (year.score.silencesKept, year.score.silencesLost)
    #expect((kept > 0) == (seed == 33), "\(kept)")
    #expect(lost * 4 <= kept, "\(lost) of \(kept + lost)")
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
    #expect(settings.drivesInventory)
    let fast = try #require(
      YearSettings(["HOMENET_SIMULATION_REPORT": "/tmp/x", "HOMENET_SIMULATION_LEVEL": "trackers"])
    )
    #expect(!fast.drivesInventory)
    #expect(!fast.livesMonitors)
    let monitors = try #require(
      YearSettings(["HOMENET_SIMULATION_REPORT": "/tmp/x", "HOMENET_SIMULATION_LEVEL": "monitors"])
    )
    #expect(monitors.livesMonitors)
    #expect(!monitors.drivesInventory)
  }
}
