import Foundation

/// Which years `scripts/simulate.sh` asks for.
struct YearSettings: Sendable {
  let seeds: [UInt64]
  let days: Int
  /// Whether the inventory is driven instead of the trackers alone.
  let drivesInventory: Bool
  /// Whether the monitors and alerts of a year are lived instead.
  let livesMonitors: Bool
  /// Where the report goes, whose absence tells the script that nothing ran.
  let report: String

  /// `nil` where no year is asked for.
  static let asked = YearSettings(ProcessInfo.processInfo.environment)
  /// `nil` where no year of monitors is asked for.
  static let ofMonitors = asked.flatMap { $0.livesMonitors ? $0 : nil }

  init?(_ environment: [String: String]) {
    guard let report = environment["HOMENET_SIMULATION_REPORT"] else { return nil }
    let words = (environment["HOMENET_SIMULATION_SEEDS"] ?? "1").split(separator: " ")
    seeds = words.compactMap { UInt64($0) }
    days = environment["HOMENET_SIMULATION_DAYS"].flatMap { Int($0) } ?? 365
    let level = environment["HOMENET_SIMULATION_LEVEL"]
    livesMonitors = level == "monitors"
    drivesInventory = level != "trackers" && level != "monitors"
    self.report = report
  }

  /// What is driven, in words.
  var level: String { drivesInventory ? "all of the inventory" : "the trackers alone" }

  /// Shows how far a year is.
  func show(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

  /// Adds lines to the report, and shows them.
  func tell(_ lines: [String]) throws {
    let text = Data((lines.joined(separator: "\n") + "\n").utf8)
    FileHandle.standardOutput.write(text)
    let url = URL(filePath: report)
    let before = (try? Data(contentsOf: url)) ?? Data()
    try (before + text).write(to: url)
  }
}

/// A directory for a store that goes with this value.
final class YearFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "homenet-year-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
