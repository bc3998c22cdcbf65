import Discovery

/// How much of a sweep is done, as one number that only grows: the time that has passed, of that and
/// the time that is left.
///
/// A sweep ends when nothing has been asked for a while (`listen`), and at its time limit at the
/// latest. How long it asks is known from the sweep before; the first one is taken to last as long as
/// a home's does.
struct ScanGauge: Hashable, Sendable {
  /// 0 to 1.
  private(set) var share = 0.0
  /// For how long devices were asked, as far as is known now.
  private(set) var work: Duration

  private let listen: Duration
  private let timeout: Duration
  private var progress: ScanProgress?
  /// When the last source was done.
  private var quietSince: Duration?

  /// For how long a home of thirty devices is asked.
  static let usualWork = Duration.seconds(4)
  /// The share that is only reached by the end.
  private static let most = 0.99

  /// A sweep by such a plan; `work` is for how long the sweep before it asked.
  init(listen: Duration, timeout: Duration, work: Duration = Self.usualWork) {
    self.listen = listen
    self.timeout = timeout
    self.work = work
  }

  /// Takes what the scan says of itself, that long after its start.
  mutating func take(_ progress: ScanProgress, at elapsed: Duration) {
    self.progress = progress
    if !progress.active.isEmpty || progress.asked < progress.total {
      quietSince = nil
    } else if quietSince == nil {
      quietSince = elapsed
      work = elapsed
    }
    advance(to: elapsed)
  }

  /// Time has passed.
  mutating func advance(to elapsed: Duration) {
    guard elapsed > .zero else { return }
    let whole = elapsed + left(at: elapsed)
    share = min(max(share, elapsed / whole), Self.most)
  }

  /// How long the sweep will still take, as things are.
  private func left(at elapsed: Duration) -> Duration {
    let limit = max(.zero, timeout - elapsed)
    if let quietSince { return min(limit, max(.zero, quietSince + listen - elapsed)) }
    // If the sweep outlasts the last one, assume a quarter of the elapsed time is left.
    var asking = max(work - elapsed, elapsed / 4)
    if let progress, progress.asked > 0, progress.asked < progress.total {
      let rest = Double(progress.total - progress.asked) / Double(progress.asked)
      asking = max(asking, elapsed * rest)
    }
    return min(limit, asking + listen)
  }
}
