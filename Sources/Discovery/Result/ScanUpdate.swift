public import Model

/// What changed since the update before.
public struct ScanUpdate: Sendable {
  /// Counts from 1.
  public var number: Int
  /// How long the scan has run.
  public var elapsed: Duration
  /// How far it is.
  public var progress: ScanProgress
  /// The devices that are new or changed, whole, in order of address.
  public var changed: [Device]
  /// The ids that are no devices any more: two became one, or a stronger identity was learnt.
  public var removed: [String]

  /// The given changes.
  public init(
    number: Int,
    elapsed: Duration,
    progress: ScanProgress,
    changed: [Device],
    removed: [String]
  ) {
    self.number = number
    self.elapsed = elapsed
    self.progress = progress
    self.changed = changed
    self.removed = removed
  }
}

/// What a running scan tells its reader.
public enum ScanEvent: Sendable {
  /// Something was learnt; only where the reader asked for observations.
  case observation(Observation)
  /// The picture changed.
  case update(ScanUpdate)
  /// It is over; the last event.
  case finished(ScanResult)
}
