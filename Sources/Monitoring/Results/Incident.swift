public import Model

/// A time in which a monitor was down or degraded.
public struct Incident: Hashable, Sendable, Identifiable {
  /// Its number in the home.
  public var id: Int64
  /// The monitor's id.
  public var monitor: String
  /// When it began: the first failed check of those that made it.
  public var from: Timestamp
  /// When it ended; `nil` while it lasts.
  public var to: Timestamp?
  /// The worst state in it.
  public var state: MonitorState
  /// What the checks found.
  public var reason: Message?
  /// What another method found.
  public var confirmedBy: Message?
  /// Its cause.
  public var diagnosis: IncidentDiagnosis?
  /// Whether the user has taken note of it.
  public var isAcknowledged: Bool

  /// Memberwise initialiser.
  public init(
    id: Int64,
    monitor: String,
    from: Timestamp,
    to: Timestamp? = nil,
    state: MonitorState,
    reason: Message? = nil,
    confirmedBy: Message? = nil,
    diagnosis: IncidentDiagnosis? = nil,
    isAcknowledged: Bool = false
  ) {
    self.id = id
    self.monitor = monitor
    self.from = from
    self.to = to
    self.state = state
    self.reason = reason
    self.confirmedBy = confirmedBy
    self.diagnosis = diagnosis
    self.isAcknowledged = isAcknowledged
  }
}
