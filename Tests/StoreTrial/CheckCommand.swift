import ArgumentParser
import FoundationEssentials
import Home
import Model
import Storage

/// `storetrial check`: opens the store and compares it with the log.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Open the store of a directory and compare it with the log.",
    discussion: """
      Exit codes: 0 the store has all that it acknowledged and nothing that it was never given, 1 it \
      hasn't, and one line says what is wrong. Which of the last operations without an acknowledgement is \
      there, is added to the log.
      """
  )

  @Option(help: "The store's directory.")
  var data: String

  @Option(help: "The log of the writer.")
  var log: String

  func run() throws {
    var replay = try TrialReplay(try TrialLog.entries(at: log))
    let store = try SQLiteInventoryStore(directory: data)
    let outline = try StoreComparison.outline(of: store)
    guard let done = replay.lastDone(in: outline) else {
      throw TrialFailure(Self.difference(outline, replay.home.outline))
    }
    replay.settle(done)
    let now = TrialOperation.time(replay.last)
    try StoreComparison(store, holds: replay.home, now: now).check()
    try checkBackups()
    try TrialLog(appendingTo: log).append(.settled(done))
    print("\(replay.acknowledged) operations acknowledged, none lost")
  }

  /// Each copy that has its name is whole, and at most one was interrupted.
  private func checkBackups() throws {
    let backups = Backups.all(in: data)
    // The oldest goes after the newest came, or a day later if that was interrupted, too.
    guard backups.count <= TrialOperation.policy.backups + 2 else {
      throw TrialFailure("there are \(backups.count) backups")
    }
    for backup in backups { try Backups.check(backup.path) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: data + "/backups")) ?? []
    let parts = names.filter { $0.hasSuffix(".homenet-part") }
    guard parts.count <= 1 else {
      throw TrialFailure("interrupted backups are never removed: \(parts.sorted())")
    }
  }

  /// Which devices are not as they must be.
  private static func difference(
    _ stored: TrialHome.Outline,
    _ acknowledged: TrialHome.Outline
  ) -> String {
    let slots = Set(stored.devices.keys).union(acknowledged.devices.keys)
    let differing = slots.sorted().filter { stored.devices[$0] != acknowledged.devices[$0] }
    let parts = differing.map { slot in
      let (has, had) = (stored.devices[slot], acknowledged.devices[slot])
      return
        "device \(slot) is '\(has?.marks.name ?? "")' instead of '\(had?.marks.name ?? "")'"
    }
    let shown = Set(stored.lastEdits.map(\.seq))
    let edits = shown.symmetricDifference(acknowledged.lastEdits.map(\.seq))
    let times = [stored.heartbeat, acknowledged.heartbeat].map { $0?.description ?? "none" }
    let silent = Set(stored.silences.keys).union(acknowledged.silences.keys)
      .filter { stored.silences[$0] != acknowledged.silences[$0] }
    let forgotten = [stored.greatestForgotten, acknowledged.greatestForgotten]
      .map { $0.map(String.init) ?? "none" }
    let monitors = Set(stored.trackers.keys).union(acknowledged.trackers.keys)
      .filter {
        stored.trackers[$0] != acknowledged.trackers[$0]
          || stored.monitors[$0] != acknowledged.monitors[$0]
      }
    return """
      what is there was never there at once: \(parts.joined(separator: ", ")); merges that differ: \
      \(edits.sorted()); the heartbeat is \(times[0]) and was \(times[1]); silences that differ: \
      \(silent.sorted()); forgotten last was \(forgotten[0]) instead of \(forgotten[1]); monitors that \
      differ: \(monitors.sorted())
      """
  }
}
