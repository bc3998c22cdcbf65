public import Model

/// A monitor's state from a moment on.
public struct MonitorStateChange: Hashable, Sendable {
  /// The monitor's id.
  public var monitor: String
  /// Since when.
  public var time: Timestamp
  /// Which state.
  public var state: MonitorState
  /// Whether it lies in maintenance, which uptime leaves out.
  public var isInMaintenance: Bool

  /// Memberwise initialiser.
  public init(
    monitor: String,
    time: Timestamp,
    state: MonitorState,
    isInMaintenance: Bool = false
  ) {
    self.monitor = monitor
    self.time = time
    self.state = state
    self.isInMaintenance = isInMaintenance
  }
}
