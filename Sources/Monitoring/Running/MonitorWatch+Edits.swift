import Home
import Model

/// What users change is stored before it takes effect: what can't be stored has none.
extension MonitorWatch {
  /// Waits until no other change is being made, and until what is stored is known.
  func beginEdit() async throws(MonitoringError) {
    await takeTurn()
    do throws(MonitoringError) {
      try await ready()
    } catch {
      endEdit()
      throw error
    }
  }

  /// Waits until no other change is being made: what is checked of one must still hold when it is made.
  func takeTurn() async {
    while isEditing { await withCheckedContinuation { editWaiters.append($0) } }
    isEditing = true
  }

  /// Lets the next change be made.
  func endEdit() {
    isEditing = false
    let waiters = editWaiters
    editWaiters = []
    for waiter in waiters { waiter.resume() }
  }

  /// Stores what defines the change, then makes it; returns once what follows from it is stored, too, or can't
  /// be for now.
  func edit(
    storing batch: MonitorBatch,
    _ change: (inout MonitorMachine) -> Void
  ) async throws(MonitoringError) {
    if !batch.isEmpty {
      let store = store
      do throws(StoreError) {
        _ = try await queue.call { () throws(StoreError) in try store.commit(batch) }
      } catch {
        throw .notStored(error.message)
      }
    }
    change(&machine)
    // It works, whatever the last batch met.
    machine.retryStoring()
    changed()
    await flush()
  }

  /// Returns once what was changed is on the disk, or undoes it.
  ///
  /// For what is stored with the alert dispatcher's memory, which goes with all that is pending.
  func stored(
    orElse undo: (inout MonitorMachine) -> Void
  ) async throws(MonitoringError) {
    // A store that failed is asked again now: somebody waits for it.
    machine.retryStoring()
    storeFailure = nil
    changed()
    await flush()
    guard let storeFailure else { return }
    undo(&machine)
    changed()
    throw .notStored(storeFailure.message)
  }
}

extension MonitorMachine {
  /// Has a store that failed asked again at once.
  mutating func retryStoring() { retryCommit = nil }

  /// What is to be stored of a monitor's new settings.
  func definitions(setting monitor: Monitor) -> MonitorBatch {
    var batch = MonitorBatch()
    // Those of the file are read from there.
    guard monitor.source != .file else { return batch }
    batch.monitors = [monitor]
    if let before = entries[monitor.id], before.monitor.check != monitor.check {
      batch.trackers[monitor.id] = StoredJSON.encode(MonitorTracker())
    }
    return batch
  }

  /// What is to be stored where a monitor is removed: the others and the status page name it no more.
  func definitions(removing id: String) -> MonitorBatch {
    var batch = MonitorBatch()
    batch.removedMonitors = [id]
    for entry in entries.values
    where entry.monitor.parents.contains(id) && entry.monitor.source != .file {
      var monitor = entry.monitor
      monitor.parents.removeAll { $0 == id }
      batch.monitors.append(monitor)
    }
    if statusPage.monitors.contains(id) {
      var page = statusPage
      page.monitors.removeAll { $0 == id }
      batch.statusPage = StoredJSON.encode(page)
    }
    return batch
  }

  /// What is to be stored of a change of rules and channels.
  func definitions(after change: (inout MonitorMachine) -> Void) -> MonitorBatch {
    var trial = self
    trial.pending = PendingChanges()
    change(&trial)
    var batch = MonitorBatch()
    batch.rules = trial.pending.batch.rules
    batch.removedRules = trial.pending.batch.removedRules
    batch.channels = trial.pending.batch.channels
    batch.removedChannels = trial.pending.batch.removedChannels
    return batch
  }
}
