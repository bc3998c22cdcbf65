extension HomeWatch {
  /// Sees to it that an update goes out soon.
  func noteChange(isUrgent: Bool = false) {
    guard isLoaded, publication == nil || isUrgent else { return }
    publication?.cancel()
    let delay = board.delay(
      at: ContinuousClock.now - started,
      isUrgent: isUrgent,
      isCalm: scan.activity != .running
    )
    publication = Task {
      try? await Task.sleep(for: delay)
      if !Task.isCancelled { self.publishDue() }
    }
  }

  private func publishDue() {
    publication = nil
    publish()
  }

  /// Tells what changed since the last update.
  func publish() {
    state.update()
    asking.formUnion(state.asking)
    let changes = state.takeChanges()
    let slots = changes.changed.union(asking).union(board.probing)
    let devices = slots.compactMap { state.inventory.entries[$0] }.map(face)
    board.publish(
      devices,
      removed: changes.removed.filter { state.inventory.hasNo(id: $0) },
      status: status,
      at: ContinuousClock.now - started
    )
    if !changes.removed.isEmpty { board.forget { state.inventory.entries[$0] == nil } }
    asking = state.asking
    // Whoever was only asked for a moment is shown so until the next update.
    if !board.probing.subtracting(asking).isEmpty { noteChange() }
  }

  /// Tells of those who were only heard again.
  func tellLateness() {
    board.tellsLateness = true
    noteChange()
  }
}

extension Inventory {
  /// Whether no entry has that id now.
  func hasNo(id: String) -> Bool {
    slot(of: id).flatMap { entries[$0] }?.id != id
  }
}
