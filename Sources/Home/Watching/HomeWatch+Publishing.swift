extension HomeWatch {
  /// Sees to it that changes are published soon.
  func noteChange(isUrgent: Bool = false) {
    guard isLoaded, publication == nil || isUrgent else { return }
    publication?.cancel()
    let delay = publisher.delay(
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

  /// Brings the change log up to date, and wakes the subscribers if there is something new to show.
  func publish() {
    state.update()
    asking.formUnion(state.asking)
    showProbing()
    if publisher.replaceStatus(by: status) { state.noteStatus() }
    publisher.publish(state.inventory, at: ContinuousClock.now - started)
    asking = state.asking
    // A device that was asked for a moment only is shown so until the next publication.
    if state.inventory.probing.contains(where: { !asking.contains($0) && !waiting.contains($0) }) {
      noteChange()
    }
  }

  /// Shows which devices are being asked, or wait for it.
  func showProbing() { state.setProbing(asking.union(waiting.slots)) }

  /// Publishes the devices that were only heard again.
  func publishLastSeen() {
    state.publishLastSeen()
    noteChange()
  }
}
