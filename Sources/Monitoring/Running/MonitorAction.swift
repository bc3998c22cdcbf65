import Model

/// What a ``MonitorMachine`` wants done; each is answered by one call of the machine.
public enum MonitorAction: Hashable, Sendable {
  /// Check a target.
  case check(Monitor)
  /// Ask a target by another method.
  case confirm(Monitor, CheckResult)
  /// Look for the cause of an incident.
  case diagnose(Monitor, incident: MonitorMachine.Handle, CheckResult)
  /// Store a batch.
  case commit(MonitorBatch)
  /// Send an alert.
  case send(Alert, over: AlertChannel, handle: MonitorMachine.Handle)
}
