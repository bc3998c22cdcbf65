import Net

/// When something last happened in a scan, and which sources are still at work.
struct ScanActivity: Sendable {
  /// The scan's start.
  private(set) var began = MonotonicTime(nanoseconds: 0)
  /// The last active probe.
  private(set) var lastProbe = MonotonicTime(nanoseconds: 0)
  /// The last time that somebody answered for the first time.
  private(set) var lastAnswer = MonotonicTime(nanoseconds: 0)
  /// By source: whether it still makes active probes.
  private(set) var isActive: [Bool]

  init(sources: Int) {
    isActive = Array(repeating: false, count: sources)
  }

  mutating func begin(at now: MonotonicTime) {
    began = now
    lastProbe = now
    lastAnswer = now
  }

  /// Notes the state of a source after a call; what it sent counts as a probe where it was active
  /// before or after it.
  mutating func note(isActive: Bool, sends: Bool, source: Int, now: MonotonicTime) {
    if sends, isActive || self.isActive[source] { lastProbe = now }
    self.isActive[source] = isActive
  }

  mutating func noteAnswer(at now: MonotonicTime) {
    lastAnswer = now
  }

  mutating func noteSending(at now: MonotonicTime) {
    lastProbe = now
  }
}

/// Decides when a scan is over.
enum ScanEnd: Hashable {
  /// It is.
  case finish
  /// Not before that moment, as things are.
  case wait(until: MonotonicTime)

  /// A one-shot scan listens for `plan.listen` after the last active probe; one that only discovers
  /// waits until nothing new has answered for `plan.settle`, counted from the last datagram; neither
  /// takes longer than `plan.timeout`.
  static func decide(plan: ScanPlan, activity: ScanActivity, now: MonotonicTime) -> Self {
    let deadline = activity.began + plan.timeout
    var end = deadline
    if !activity.isActive.contains(true) {
      let quiet =
        plan.discoverOnly
        ? max(activity.lastProbe, activity.lastAnswer) + plan.settle
        : activity.lastProbe + plan.listen
      end = min(end, quiet)
    }
    return now >= end ? .finish : .wait(until: end)
  }
}
