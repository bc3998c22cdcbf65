import Networking

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
