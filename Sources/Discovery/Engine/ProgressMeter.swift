import Model
import Networking

/// Decides when progress is worth a line: faces draw at most four times a second.
struct ProgressMeter: Sendable {
  /// Addresses asked so far.
  var asked = 0
  private let total: Int
  private var last: ScanProgress?
  private var lastAt: MonotonicTime?

  /// The shortest time between two lines.
  private static let gap: Duration = .milliseconds(250)

  init(total: Int) {
    self.total = total
  }

  /// The progress to be told now, if any: the first, changes at intervals, and the last.
  mutating func progress(
    active: @autoclosure () -> [Source],
    now: MonotonicTime,
    isLast: Bool
  ) -> ScanProgress? {
    if let lastAt, !isLast, now < lastAt + Self.gap { return nil }
    let current = ScanProgress(asked: min(asked, total), total: total, active: active())
    guard current != last else { return nil }
    last = current
    lastAt = now
    return current
  }
}
