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
    try year.live { day in
      guard day % 30 == 0 else { return }
      let seconds = (ContinuousClock.now - began).components.seconds
      FileHandle.standardError.write(Data("day \(day) of \(days), \(seconds) s\n".utf8))
    }
    let rotations = try RotationReport(year)
    let report = try StoreReport(store, at: year.now, days: days)
    try settings.tell(
      ["== seed \(seed), \(days) days, \((ContinuousClock.now - began).components.seconds) s"]
        + year.score.lines(days: days, wronglyLearned: year.watch.wronglyLearned)
        + rotations.lines + report.lines
    )
    let score = year.score
    #expect(score.falseAways.isEmpty, "\(score.falseAways.count): \(score.falseAways.prefix(3))")
    #expect(score.late.isEmpty, "\(score.late.count): \(score.late.prefix(3))")
    #expect(rotations.doubled.isEmpty, "\(rotations.doubled.prefix(3))")
    #expect((year.watch.wronglyLearned ?? 0) == 0)
    #expect(report.files.map(\.bytes).reduce(0, +) <= 100_000_000)
  }
}
