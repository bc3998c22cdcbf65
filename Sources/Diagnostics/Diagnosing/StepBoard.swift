import Net

/// Where the steps of a diagnosis are noted as they are found, whoever finds them.
final class StepBoard: Sendable {
  private let noted = Lock<[ConnectionStep.Kind: ConnectionStep]>([:])
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
