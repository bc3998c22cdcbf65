import Model
@testable import Home

/// What a watch got right and wrong, beside the truth.
struct YearScore: Sendable {
  /// Who was called away and was there.
  var falseAways: [String] = []
  /// Who left and was not told within the hour.
  var late: [String] = []
  /// Those of them of whom it was never told.
  var never = 0
  /// How long it took to tell the others, in minutes.
  var delays: [Int] = []
  var sweeps = 0
  var checks = 0
  /// Samples that were counted as lost while this machine could not look.
  var blamedChecks = 0
  /// The failures over which it was compared what is learned of silences.
  var comparedFailures = 0
  /// Of whom something else is learned after a failure of this machine than before it.
  var learnedInFailures: [String] = []
  /// Of how many devices it was known after a power cut, as before it, for how long they are silent.
  private(set) var silencesKept = 0
  /// Of how many it had to be learned again.
  private(set) var silencesLost = 0
  var changes: [HomeChange.Kind: Int] = [:]

  /// What happened that may not happen.
  var failures: [String] {
    falseAways.map { "false away: " + $0 } + late.map { "late: " + $0 }
      + learnedInFailures.map { "learned in a failure: " + $0 }
  }

  /// The power was cut: what was learned of silences before it and what is known after it, by slot.
  mutating func noteRestart(_ before: [Int: SilenceModel], _ after: [Int: SilenceModel]) {
    for (slot, silence) in before where !silence.isEmpty {
      if after[slot]?.isEmpty == false { silencesKept += 1 } else { silencesLost += 1 }
    }
  }

  /// The lines to print.
  func lines(days: Int, wronglyLearned: Int) -> [String] {
    let sorted = delays.sorted()
    let middle = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    let perDay = { (count: Int) in (Double(count) / Double(max(days, 1))).text }
    var lines = [
      "\(sweeps) sweeps, \(checks) checks of single devices",
      "false aways: \(falseAways.count)",
      "leavings told: \(delays.count), after \(middle) minutes in the middle, \(sorted.last ?? 0) at most",
      "leavings told after more than an hour: \(late.count), of these never: \(never)",
      "samples counted as lost while this machine could not look: \(blamedChecks)",
      "silences learned over \(comparedFailures) failures of our own: \(learnedInFailures.count), "
        + "of silences that reached into one: \(wronglyLearned)",
      "silences known again after a power cut: \(silencesKept), forgotten: \(silencesLost)",
    ]
    lines += failures.prefix(20).map { "  " + $0 }
    lines.append("changes a day: \(perDay(changes.values.reduce(0, +)))")
    for (kind, count) in changes.sorted(by: {
      ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
    }) {
      lines.append("  \(kind.rawValue): \(perDay(count)) (\(count))")
    }
    return lines
  }
}

extension Double {
  /// With one decimal place.
  var text: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
