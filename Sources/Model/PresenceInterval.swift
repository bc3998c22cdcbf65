/// Whether a device is there, as its history tells it.
public enum PresenceState: String, Hashable, Sendable, Codable, CaseIterable {
  /// It was seen.
  case present
  /// It is silent as it usually is at that hour, and presumably there.
  case asleep
  /// It is not there: a second method found nothing either.
  case away
  /// Nobody could tell: this machine slept, or had no network. Never counts against the device.
  case unknown
}

/// A time in which a device's presence was the same.
public struct PresenceInterval: Hashable, Sendable, Encodable {
  /// What it was.
  public var state: PresenceState
  /// When it began.
  public var from: Timestamp
  /// When it ended.
  public var to: Timestamp

  /// Memberwise initialiser; `to` is no earlier than `from`.
  public init(_ state: PresenceState, from: Timestamp, to: Timestamp) {
    self.state = state
    self.from = from
    self.to = max(from, to)
  }
}

/// A change of a device's presence.
public struct PresenceTransition: Hashable, Sendable {
  /// The device's slot.
  public var slot: Int
  /// What it is since then.
  public var state: PresenceState
  /// When it changed.
  ///
  /// *Away* begins when the device was last seen, not when that was noticed.
  public var since: Timestamp

  /// Memberwise initialiser.
  public init(slot: Int, state: PresenceState, since: Timestamp) {
    self.slot = slot
    self.state = state
    self.since = since
  }
}
