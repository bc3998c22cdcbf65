/// What became of the probes of the last while.
struct SweepEpoch: Sendable {
  /// Probes that were sent before this moment say nothing of the window as it is now.
  var since: Int64 = 0
  /// When the first of them ended.
  var beganAt: Int64 = 0
  /// All that ended, answered or not.
  var settled = 0
  /// Those that were answered.
  var answers = 0
  /// First tries that were answered, or are late.
  var judged = 0
  /// First tries that are late: lost, or their ports say nothing.
  var suspects = 0
  /// Suspects that were asked once more and have shown what they are, and how many were lost.
  var samples = 0
  var lostSamples = 0
  /// Ports known to answer that were asked once more, and how many of them did not answer.
  var controls = 0
  var lostControls = 0

  /// How many probes were lost of how many, as far as samples and controls show; `nil` where nothing
  /// shows it.
  var loss: (lost: Double, probes: Double)? {
    var loss: (lost: Double, probes: Double)?
    if suspects == 0, judged > 0 {
      loss = (0, Double(judged))
    } else if samples > 0 {
      let share = Double(lostSamples) / Double(samples)
      loss = (Double(suspects) * share, Double(max(judged, suspects)))
    }
    if controls >= 8 {
      let share = Double(lostControls) / Double(controls)
      guard let known = loss, known.lost / max(1, known.probes) >= share else {
        return (Double(lostControls), Double(controls))
      }
    }
    return loss
  }

  /// Whether it is known of enough suspects what they are.
  var isKnown: Bool { samples >= min(4, suspects) }
}
