public import Model

/// Asks targets; the only part of monitoring that sends.
public protocol MonitorChecking: Sendable {
  /// Checks a target once, within the monitor's timeout.
  func check(_ monitor: Monitor) async -> CheckResult

  /// Asks by another method than the one that failed, before a target is said to be down.
  func confirm(_ monitor: Monitor, after failure: CheckResult) async -> Confirmation

  /// Looks for the cause of an incident; `nil` where none can be found.
  func diagnose(_ monitor: Monitor, after failure: CheckResult) async -> IncidentDiagnosis?

  /// Why this machine can't check anything now: no link, no address; `nil` where it can.
  func ownFailure() async -> Message?

  /// Monitors that a home with these devices may want, beside those that it has; without ids.
  func suggestions(for devices: [InventoryDevice], beside monitors: [Monitor]) async -> [Monitor]
}

/// Sends notices.
public protocol AlertSending: Sendable {
  /// Sends a notice to a channel once; takes less than half a minute.
  func send(_ notice: AlertNotice, to channel: AlertChannel, secrets: [String: String]) async
    -> Delivery

  /// What is wrong with a channel that has those secrets; `nil` where nothing is.
  func problem(of channel: AlertChannel, secrets: [String: String]) -> MonitoringError?

  /// The services that channels can be of, as JSON objects for forms.
  var services: [FieldValue] { get }
}
