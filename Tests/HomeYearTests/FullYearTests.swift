import Foundation
import Home
import Model
import Storage
import Testing

/// The whole year, in a store on the disk: `make simulate`.
@Suite(
  .serialized,
  .enabled(if: YearSettings.asked != nil, "a year takes many minutes: make simulate")
)
struct FullYearTests {
  @Test(arguments: YearSettings.asked?.seeds ?? [])
  func `a year of sixty devices`(seed: UInt64) throws {
    let settings = try #require(YearSettings.asked)
    if settings.drivesInventory {
      try live(InventoryWatch.self, seed: seed, settings)
    } else {
      try live(TrackerWatch.self, seed: seed, settings)
    }
  }

  private func live<Watch: YearWatch>(
    _ watch: Watch.Type,
    seed: UInt64,
    _ settings: YearSettings
  ) throws {
    let folder = try YearFolder()
    let store = try SQLiteInventoryStore(directory: folder.path)
    let days = settings.days
    var year = try SimulatedYear<Watch>(.whole, seed: seed, days: days, store: store)
    let began = ContinuousClock.now
    settings.show("seed \(seed): \(days) days, \(settings.level)")
    try year.live { progress in
      guard progress.home.minute / 1440 % 30 == 0 else { return }
      let seconds = (ContinuousClock.now - began).components.seconds
      settings.show(
        "seed \(seed): \(progress.home.moment), after \(seconds) s: " + progress.summary
      )
    }
    let report = try StoreReport(store, at: year.now, days: days)
    let score = year.score
    let seconds = (ContinuousClock.now - began).components.seconds
    var lines = ["== seed \(seed), \(days) days, \(settings.level), \(seconds) s"]
    lines += score.lines(days: days, wronglyLearned: year.watch.wronglyLearned)
    if Watch.recognises { lines += year.rotations.lines }
    lines += report.lines
    try settings.tell(lines)
    #expect(score.falseAways.isEmpty, "\(score.falseAways.count): \(score.falseAways.prefix(3))")
    #expect(score.late.isEmpty, "\(score.late.count): \(score.late.prefix(3))")
    #expect(score.learnedInFailures.isEmpty, "\(score.learnedInFailures.prefix(3))")
    #expect(year.watch.wronglyLearned == 0)
    if Watch.recognises {
      #expect(year.rotations.doubled.isEmpty, "\(year.rotations.doubled.prefix(3))")
      #expect(year.rotations.wronglyMerged.isEmpty, "\(year.rotations.wronglyMerged.prefix(3))")
    }
    #expect(report.files.map(\.bytes).reduce(0, +) <= 100_000_000)
  }
}
