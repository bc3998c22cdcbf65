public import Model

/// A change of a monitor's state: what alerts are made of.
public struct MonitorEvent: Hashable, Sendable, Identifiable {
  /// Its number in the home's sequence of these; 0 until it is stored.
  public var seq: Int64
  /// When it was noticed.
  public var time: Timestamp
  /// The monitor's id.
  public var monitor: String
  /// What the monitor was called then.
  public var name: String
  /// What happened.
  public var kind: Kind
  /// The state before.
  public var was: MonitorState
  /// The state since.
  public var now: MonitorState
  /// Why, in a sentence: what the checks, the other method and the diagnosis found.
  public var reason: Message?
  /// The incident that it belongs to, if any.
  public var incident: Int64?
  /// The parents that were down then: it is not told while they are.
  public var deadParents: [String]
  /// Whether it lay in a maintenance window: it is not told.
  public var isInMaintenance: Bool

  /// What happened.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The state changed.
    case changed
    /// It changes to and fro so often that single changes are no longer told.
    case flappingBegan = "flapping_began"
    /// It is steady again.
    case flappingEnded = "flapping_ended"
    /// The cause of an incident was found after it was told.
    case diagnosed
  }

  /// Its number.
  public var id: Int64 { seq }

  /// Memberwise initialiser.
  public init(
    seq: Int64 = 0,
    time: Timestamp,
    monitor: String,
    name: String,
    kind: Kind = .changed,
    was: MonitorState,
    now: MonitorState,
    reason: Message? = nil,
    incident: Int64? = nil,
    deadParents: [String] = [],
    isInMaintenance: Bool = false
  ) {
    self.seq = seq
    self.time = time
    self.monitor = monitor
    self.name = name
    self.kind = kind
    self.was = was
    self.now = now
    self.reason = reason
    self.incident = incident
    self.deadParents = deadParents
    self.isInMaintenance = isInMaintenance
  }
}
