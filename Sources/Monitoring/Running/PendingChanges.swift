import Model
import Networking

/// What is to be stored next, with incidents and alerts by their handles.
struct PendingChanges: Sendable {
  /// What has no handles.
  var batch = MonitorBatch()
  /// Events, with the handles of their incidents.
  var events: [PendingEvent] = []
  /// The incidents that are new or changed.
  var incidents: Set<MonitorMachine.Handle> = []
  /// The alerts that are new or changed.
  var alerts: Set<MonitorMachine.Handle> = []
  /// Whether it can't wait: a state, an alert, or what a user changed.
  var isUrgent = false
  /// Whether somebody waits for it to be stored.
  var isAwaited = false

  var isEmpty: Bool {
    // The batch has many parts to compare, and mostly it is samples that wait.
    batch.samples.isEmpty && events.isEmpty && incidents.isEmpty && alerts.isEmpty && batch.isEmpty
  }
}

/// An event that is to be stored.
struct PendingEvent: Sendable {
  var event: MonitorEvent
  /// The incident that it belongs to.
  var incident: MonitorMachine.Handle?
  /// Whether the dispatcher has it already, since nothing could be stored, or is not to have it, since its
  /// monitor is gone.
  var isTaken = false
}

/// A batch that is being stored, and what its rows are here.
struct CommitInFlight: Sendable {
  var batch: MonitorBatch
  /// The batch's events as they were pending.
  var events: [PendingEvent]
  var newIncidents: [MonitorMachine.Handle] = []
  var newAlerts: [MonitorMachine.Handle] = []
  /// When it was given to the store; `nil` for the last one of the program.
  var since: MonotonicTime?
  /// Whether it was told that the store doesn't answer.
  var isTold = false
}
