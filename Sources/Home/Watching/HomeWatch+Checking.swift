import Discovery
import Model
import Networking

extension HomeWatch {
  /// The most silent devices that are checked at one time.
  private static let mostChecks = 4

  /// Checks devices that have been silent for longer than usual, each by a scan of its own, before they
  /// are called away.
  func checkSilent() {
    // Without a round the answers would be lost.
    guard !schedule.isPaused, current != nil, !isRoundEnded else { return }
    let (present, before) = (now(), state.inventory.log.cursor)
    state.reviewPresence(now: present)
    for slot in state.checksDue(now: present) where checks[slot] == nil && rescans[slot] == nil {
      guard checks.count < Self.mostChecks else { break }
      check(slot)
    }
    if state.inventory.log.cursor != before { noteChange() }
  }

  /// Ends the checks of the last round: the network may be another.
  func cancelChecks() {
    for check in checks.values { check.cancel() }
  }

  private func check(_ slot: Int) {
    let began = now()
    guard let plan = state.checkPlan(of: slot, by: lastPlan) else {
      state.goWithoutCheck(of: slot)
      return
    }
    state.beginCheck(of: slot, now: began)
    let engine = ScanEngine(plan: plan, startedAt: began, sources: sources(plan))
    let outputs = network.run(engine)
    checks[slot] = Task {
      for await output in outputs { self.take(output, ofCheck: slot) }
      self.endCheck(slot)
    }
  }

  private func take(_ output: ScanOutput, ofCheck slot: Int) {
    state.take(output, ofCheck: slot, now: now())
    if case .observation = output { noteChange() }
  }

  private func endCheck(_ slot: Int) {
    checks[slot] = nil
    // Where the machine slept meanwhile, it tells nothing.
    lookAtSuspension()
    lookAtClock()
    state.endCheck(of: slot, now: now())
    noteChange()
    checkSilent()
  }
}
