/// How many probes of one host may be under way: more while all goes well, fewer where asking more
/// makes more be lost.
///
/// Unlike TCP's, it doesn't take every loss for congestion: a radio link loses two frames in a hundred
/// however slowly they come. Where loss stays the same at a smaller window, the window was not its
/// cause, and is given back.
struct SweepWindow: Hashable, Sendable {
  /// How many at first (RFC 6928).
  static let first = 10.0
  /// Loss beyond what the path loses anyway that slows down.
  static let tolerance = 0.08
  /// So much smaller a window is tried before loss is taken for the path's own.
  private static let trialDepth = 16.0

  /// How many may be under way.
  private(set) var size: Double
  private let most: Double
  private var threshold = Double.infinity
  /// What the path loses at any pace, as far as known.
  private(set) var usualLoss = 0.04
  /// The window and the loss before it was made smaller to see whether that helps.
  private var trial: Trial?

  private struct Trial: Hashable, Sendable {
    var size: Double
    var loss: Double
    /// What was under way before the window changed is not looked at.
    var isSettling: Bool
  }

  init(most: Int) {
    self.most = Double(max(1, most))
    size = min(Self.first, self.most)
  }

  /// The host answered.
  mutating func answered() {
    size = min(most, size + (size < threshold ? 1 : 1 / size))
  }

  /// Something that is this machine's own is short: half as much.
  mutating func shortage() {
    size = max(1, size / 2)
    threshold = size
  }

  /// A while has passed, as long as a probe lasts: what share of those that ended in it was lost, as
  /// far as that is known, and whether few answered, so that nothing else lets the window grow.
  mutating func epoch(loss: Double, isQuiet: Bool) {
    if trial?.isSettling == true {
      trial?.isSettling = false
      return
    }
    let isTooMuch = loss > usualLoss + Self.tolerance
    if let trial, isTooMuch, size <= max(8, trial.size / Self.trialDepth) {
      if loss > 0.6 * trial.loss {
        // Much slower was no better.
        usualLoss = min(loss, 0.6)
        size = trial.size
        threshold = size
        self.trial = nil
        return
      }
    }
    if isTooMuch {
      trial = Trial(
        size: trial?.size ?? size,
        loss: max(trial?.loss ?? 0, loss),
        isSettling: true
      )
      size = max(2, size * 0.5)
      threshold = size
      return
    }
    trial = nil
    if isQuiet {
      size = min(most, size * 2)
    } else if size >= threshold {
      // Tries whether there is more room than there was.
      threshold = size + 1
    }
  }
}
