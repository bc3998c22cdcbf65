import Foundation
import Model
import Monitoring
import Testing

/// A home's monitors over a virtual year: what truly happened is told, each once, and nothing else.
struct MonitorYearTests {
  /// The whole year: `make simulate LEVEL=monitors`.
  private static let asked: Int? = {
    let environment = ProcessInfo.processInfo.environment
    guard environment["HOMENET_SIMULATION_LEVEL"] == "monitors" else { return nil }
    return environment["HOMENET_SIMULATION_DAYS"].flatMap(Int.init) ?? 365
  }()

  private static let seed: UInt64 = {
    let seeds = ProcessInfo.processInfo.environment["HOMENET_SIMULATION_SEEDS"] ?? ""
    return seeds.split(separator: " ").first.flatMap { UInt64($0) } ?? 3
  }()

  @Test func `what is told is what happened`() throws {
    let days = Self.asked ?? 4
    let seed = Self.seed
    var run = try YearRun(YearScript(seed: seed, days: days), seed: seed)
    let began = ContinuousClock.now
    try run.live(days: days)
    let score = YearScore(run, days: days)
    if Self.asked != nil {
      let seconds = (ContinuousClock.now - began).components.seconds
      let lines = ["== monitors, \(days) days, \(seconds) s"] + score.lines
      let text = Data((lines.joined(separator: "\n") + "\n").utf8)
      FileHandle.standardOutput.write(text)
      if let report = ProcessInfo.processInfo.environment["HOMENET_SIMULATION_REPORT"] {
        try text.write(to: URL(filePath: report))
      }
    }
    #expect(run.checks > days * 50 * 1300)
    for channel in ["a", "b"] {
      #expect(score.falseDowns[channel] == [])
      #expect(score.missed[channel] == [])
      #expect(score.doubled[channel] == [])
      #expect(score.unresolved[channel] == [])
      #expect(score.withoutOpening[channel] == [])
    }
  }
}
