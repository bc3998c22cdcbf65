public import Net

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

/// What a scan found in the end.
public struct ScanResult: Sendable {
  /// The networks that were scanned, and those that were skipped.
  public var networks: [NetworkReport]
  /// When it began.
  public var started: Timestamp
  /// How long it took.
  public var duration: Duration
  /// Whether it was stopped before its end.
  public var interrupted: Bool
  /// What was sent.
  public var traffic: TrafficLedger
  /// How many updates were made.
  public var updates: Int
  /// Every device, in order of address.
  public var devices: [Device]
  /// What a source could not do.
  public var troubles: [ScanTrouble]

  /// The given findings.
  public init(
    networks: [NetworkReport],
    started: Timestamp,
    duration: Duration,
    interrupted: Bool = false,
    traffic: TrafficLedger = TrafficLedger(),
    updates: Int = 0,
    devices: [Device],
    troubles: [ScanTrouble] = []
  ) {
    self.networks = networks
    self.started = started
    self.duration = duration
    self.interrupted = interrupted
    self.traffic = traffic
    self.updates = updates
    self.devices = devices
    self.troubles = troubles
  }
}

/// A source that could not do its part on an interface.
public struct ScanTrouble: Hashable, Sendable {
  /// Which source.
  public var source: Source
  /// On which interface.
  public var interface: String
  /// Why.
  public var failure: LocalFailure

  /// The given trouble.
  public init(source: Source, interface: String, failure: LocalFailure) {
    self.source = source
    self.interface = interface
    self.failure = failure
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
