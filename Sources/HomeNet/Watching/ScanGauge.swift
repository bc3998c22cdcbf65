/// How much of a sweep is done, as one number that only grows.
///
/// The addresses of a small network are asked within milliseconds, and what their owners then say
/// takes seconds: the sweep counts for two fifths, the sources that have ended for half, and the
/// last tenth is listening, which ends when it is over.
struct ScanGauge: Hashable, Sendable {
  /// 0 to 1.
  private(set) var share = 0.0
  private var mostActive = 0

  private static let sweep = 0.4
  private static let sources = 0.5

  /// Takes what the scan says of itself.
  mutating func take(_ progress: ScanProgress) {
    mostActive = max(mostActive, progress.active.count)
    guard progress.total > 0 else { return }
    let asked = min(1, Double(progress.asked) / Double(progress.total))
    var share = Self.sweep * asked
    if asked == 1, mostActive > 0 {
      share += Self.sources * Double(mostActive - progress.active.count) / Double(mostActive)
    }
    self.share = max(self.share, share)
  }
}
