public import Model

/// What follows from a result.
public enum TrackerStep: Hashable, Sendable {
  /// Nothing.
  case nothing
  /// Enough checks failed, the last of them with that result: another method has to be asked before
  /// the target is said to be down.
  case confirm(CheckResult)
  /// The state changed, or flapping ended.
  case changed(TrackerChange)
}

/// A change of a monitor's state, or the end of its flapping.
public struct TrackerChange: Hashable, Sendable {
  /// The state before.
  public var was: MonitorState
  /// The state since; the same where only flapping ended.
  public var now: MonitorState
  /// When it was noticed.
  public var time: Timestamp
  /// The first failed check of those that made it; the time where none did.
  public var from: Timestamp
  /// Why, if it isn't up.
  public var reason: Message?
  /// What another method found.
  public var confirmedBy: Message?
  /// Whether flapping began or ended with it.
  public var flapping: Flapping?
  /// Whether it lies in flapping: the change is recorded and not told, but its beginning and its end are.
  ///
  /// The end is told with ``now``: it may be the first that the user hears of a monitor that stayed
  /// down.
  public var isFlapping: Bool
  /// Whether an incident begins.
  public var opensIncident: Bool
  /// Whether the incident ends.
  public var endsIncident: Bool

  /// What flapping did.
  public enum Flapping: String, Hashable, Sendable {
    case began, ended
  }

  /// Memberwise initialiser.
  public init(
    was: MonitorState,
    now: MonitorState,
    time: Timestamp,
    from: Timestamp,
    reason: Message? = nil,
    confirmedBy: Message? = nil,
    flapping: Flapping? = nil,
    isFlapping: Bool = false,
    opensIncident: Bool = false,
    endsIncident: Bool = false
  ) {
    self.was = was
    self.now = now
    self.time = time
    self.from = from
    self.reason = reason
    self.confirmedBy = confirmedBy
    self.flapping = flapping
    self.isFlapping = isFlapping
    self.opensIncident = opensIncident
    self.endsIncident = endsIncident
  }
}
