public import Model

/// A monitor and how it is now.
public struct MonitorSnapshot: Hashable, Sendable, Identifiable {
  /// What is watched.
  public var monitor: Monitor
  /// How it is.
  public var state: MonitorState
  /// Since when.
  public var since: Timestamp?
  /// Why, if it isn't up.
  public var reason: Message?
  /// When it was last checked.
  public var checked: Timestamp?
  /// The last round trip, in milliseconds.
  public var roundTripMs: Double?
  /// Whether it changes to and fro.
  public var isFlapping: Bool
  /// Whether it is being worked on.
  public var isInMaintenance: Bool
  /// The share of time that it was up, by the length of the time: `24h`, `7d`, `30d`, `365d`.
  public var uptime: [String: Uptime]
  /// The incident that lasts.
  public var incident: Incident?
  /// Until when nothing is told of it; ``Timestamp`` of year 9999 for ever.
  public var mutedUntil: Timestamp?
  /// The status that HTTP last answered with; `nil` for other kinds, and where nothing answered.
  public var httpStatus: Int?
  /// When the certificate ends that was last shown.
  public var certificateEnd: Timestamp?

  /// The monitor's id.
  public var id: String { monitor.id }

  /// Memberwise initialiser.
  public init(
    monitor: Monitor,
    state: MonitorState = .unknown,
    since: Timestamp? = nil,
    reason: Message? = nil,
    checked: Timestamp? = nil,
    roundTripMs: Double? = nil,
    isFlapping: Bool = false,
    isInMaintenance: Bool = false,
    uptime: [String: Uptime] = [:],
    incident: Incident? = nil,
    mutedUntil: Timestamp? = nil,
    httpStatus: Int? = nil,
    certificateEnd: Timestamp? = nil
  ) {
    self.monitor = monitor
    self.state = state
    self.since = since
    self.reason = reason
    self.checked = checked
    self.roundTripMs = roundTripMs
    self.isFlapping = isFlapping
    self.isInMaintenance = isInMaintenance
    self.uptime = uptime
    self.incident = incident
    self.mutedUntil = mutedUntil
    self.httpStatus = httpStatus
    self.certificateEnd = certificateEnd
  }
}
