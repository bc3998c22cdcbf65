/// When the home is swept, and when it is only listened to.
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

  private var due: Duration?
  private var isSweepRequested = false
  /// Whether the next round listens until the next sweep is due.
  private var listensUntilDue = false

  init(every: Duration) {
    self.every = every
  }

  /// When the next sweep is due; `nil` while the watch is paused, and before the first sweep.
  var next: Duration? { isPaused ? nil : due }

  /// What the round does that begins now.
  ///
  /// A round that ended by itself, or because the network changed, is followed by a sweep.
  mutating func beginRound(at now: Duration) -> Round {
    defer {
      isSweepRequested = false
      listensUntilDue = false
    }
    if !isSweepRequested {
      if isPaused { return .listen(every) }
      if listensUntilDue, let due, due > now { return .listen(due - now) }
    }
    due = now + every
    return .sweep
  }

  /// The next round sweeps, also while the watch is paused.
  mutating func requestSweep() { isSweepRequested = true }

  /// The present sweep is ended; the next one comes at its time.
  mutating func stopSweep(at now: Duration) {
    isSweepRequested = false
    listensUntilDue = true
    if due == nil { due = now + every }
  }

  /// No sweep comes by itself any more; a requested one does.
  mutating func pause() { isPaused = true }

  /// Sweeps come again.
  ///
  /// A round that only listens has to be ended for it: the next one begins with a sweep if one is
  /// due, else it listens until one is.
  mutating func resume(isSweeping: Bool) {
    isPaused = false
    listensUntilDue = !isSweeping
  }
}
