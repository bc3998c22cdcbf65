internal import Synchronization

/// Collects the results of a diagnosis' steps, which run side by side, and reports each as it comes.
final class StepResults: Sendable {
  private let noted = Mutex<[ConnectionStep.Kind: ConnectionStep]>([:])
  private let tell: @Sendable (ConnectionStep) -> Void

  init(_ tell: @escaping @Sendable (ConnectionStep) -> Void) {
    self.tell = tell
  }

  /// What was noted so far.
  var steps: [ConnectionStep.Kind: ConnectionStep] { noted.withLock(\.self) }

  /// Notes a finding and tells of it.
  func note(_ step: ConnectionStep) {
    noted.withLock { $0[step.kind] = step }
    tell(step)
  }

  /// Takes a step, and notes what it found, which is `nil` where it told nothing, and how long that
  /// took.
  func note(_ kind: ConnectionStep.Kind, _ look: @Sendable () async -> ConnectionStep?) async {
    let clock = ContinuousClock()
    let start = clock.now
    var step = await look() ?? .unfinished(kind)
    step.took = start.duration(to: clock.now)
    note(step)
  }
}
