import Discovery
import Model
import Networking
import Wire

/// Decides when the home is swept, and when the watch only listens.
///
/// Pure: the present is handed in, as the time since the watch began.
struct SweepSchedule: Hashable, Sendable {
  /// What a round does.
  enum Round: Hashable, Sendable {
    /// It sweeps, and then listens until the next sweep is due.
    case sweep
    /// It only listens, for that long.
    case listen(Duration)
  }

  /// From the beginning of one sweep to that of the next.
  let every: Duration
  /// Whether no sweep comes by itself.
  private(set) var isPaused = false
  /// Whether the present round says nothing of who is there: the watch is paused, and no sweep was asked
  /// for of late.
  private(set) var isBlind = false

  private var due: Duration?
  /// Whether a sweep was asked for that is not complete yet.
  private var isSweepRequested = false
  /// Whether the next round listens until the next sweep is due.
  private var listensUntilDue = false
  /// Whether the last round swept on request: in a pause what it found holds for one round more.
  private var hasSwept = false

  init(every: Duration) {
    self.every = every
  }

  /// When the next sweep is due; `nil` while the watch is paused, and before the first sweep.
  var next: Duration? { isPaused ? nil : due }

  /// What the round does that begins now.
  ///
  /// A round that ended by itself, or because the network changed, is followed by a sweep; in a pause only
  /// where a sweep was asked for that is not complete.
  mutating func beginRound(at now: Duration) -> Round {
    defer { listensUntilDue = false }
    if !isSweepRequested {
      if isPaused {
        isBlind = !hasSwept
        hasSwept = false
        return .listen(every)
      }
      isBlind = false
      if listensUntilDue, let due, due > now { return .listen(due - now) }
    }
    isBlind = false
    hasSwept = false
    due = now + every
    return .sweep
  }

  /// The next round sweeps, also while the watch is paused.
  mutating func requestSweep() { isSweepRequested = true }

  /// The round's sweep is complete.
  mutating func completeSweep() {
    hasSwept = isSweepRequested
    isSweepRequested = false
  }

  /// The present sweep is ended; the next one comes at its time.
  mutating func stopSweep(at now: Duration) {
    isSweepRequested = false
    hasSwept = false
    listensUntilDue = true
    if due == nil { due = now + every }
  }

  /// No sweep comes by itself any more; a requested one does.
  mutating func pause() {
    isPaused = true
    hasSwept = false
  }

  /// Sweeps come again.
  ///
  /// A round that only listens has to be ended for it: the next one sweeps, or listens until it is due.
  mutating func resume(isSweeping: Bool) {
    isPaused = false
    listensUntilDue = !isSweeping
  }
}

/// How much of a sweep is done: the time that has passed, of that and the time that is left.
///
/// A sweep ends when nothing has been asked for a while (`listen`), at its time limit at the latest.
/// How long it asks is taken from the last sweep, for the first one from a usual home's.
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

  mutating func advance(to elapsed: Duration) {
    guard elapsed > .zero else { return }
    let whole = elapsed + left(at: elapsed)
    share = min(max(share, elapsed / whole), Self.most)
  }

  /// The estimated remaining time of the sweep.
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

/// When everybody on the networks is asked at once: in the first round, and then once a day.
///
/// All networks of a round have their turn together, so that one that is new or due takes the others along.
struct BroadcastSchedule: Sendable {
  private var asked: [IPv4Prefix: Timestamp] = [:]

  /// How long a turn lasts where no network is new, in milliseconds.
  static let period: Int64 = 24 * 3600 * 1000
  /// A laptop sees many networks.
  private static let mostNetworks = 64

  /// Whether the round may ask everybody; then it is its networks' turn for the day.
  mutating func takeTurn(on plan: ScanPlan, now: Timestamp) -> Bool {
    asked = asked.filter { !Self.isDue($0.value, now: now) }
    let networks = Set(plan.interfaces.flatMap(\.ipv4).map(\.prefix))
    guard networks.contains(where: { asked[$0] == nil }),
      asked.count + networks.count <= Self.mostNetworks
    else { return false }
    for network in networks { asked[network] = now }
    return true
  }

  /// A clock that was set back counts anew.
  private static func isDue(_ last: Timestamp, now: Timestamp) -> Bool {
    now < last || now.milliseconds - last.milliseconds >= period
  }
}
