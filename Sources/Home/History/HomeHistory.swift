public import Model

/// The interface of a home's history for its users: the CLI and the server.
///
/// Whatever is open (a device's present presence, its present profile) reaches to now.
public protocol HomeHistory: Sendable {
  /// The changes that match, and where to go on.
  func changes(_ query: HistoryQuery) async throws(WatchError) -> ChangePage

  /// Every device that the home knew at that moment, hidden ones too, in order of slot.
  func devices(at time: Timestamp) async throws(WatchError) -> [PastDevice]

  /// A device's presence from `from` to `to`, without gaps: what is not known is `unknown`.
  func presence(
    of id: String,
    from: Timestamp,
    to: Timestamp
  ) async throws(WatchError) -> [PresenceInterval]

  /// Every device's presence in that time, in order of slot, for the home's view.
  func presence(from: Timestamp, to: Timestamp) async throws(WatchError) -> [DevicePresence]

  /// A device's round trips and losses from `from` until before `to`, in spans of `step` milliseconds.
  func samples(
    of id: String,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) async throws(WatchError) -> [SamplePoint]
}

/// Which changes a user asks for: a device by its id, where the store knows slots.
public struct HistoryQuery: Hashable, Sendable {
  /// Everything but the device.
  public var changes: ChangeQuery
  /// The device's id; also one that it had before a stronger identity was known.
  public var device: String?

  /// Memberwise initialiser.
  public init(_ changes: ChangeQuery, device: String? = nil) {
    self.changes = changes
    self.device = device
  }
}

/// Changes, and where to go on.
public struct ChangePage: Sendable {
  /// Ascending by number, each with its device's present id.
  public var changes: [NamedChange]
  /// The number to give as `after` for those that come next.
  public var next: UInt64
  /// The numbers of the home's changes that can be undone now; others than the page's, too.
  public var undoable: Set<UInt64>

  /// Memberwise initialiser.
  public init(changes: [NamedChange], next: UInt64, undoable: Set<UInt64> = []) {
    self.changes = changes
    self.next = next
    self.undoable = undoable
  }
}

/// A change with its device's present id.
public struct NamedChange: Hashable, Sendable {
  /// What changed.
  public var change: HomeChange
  /// The device's id today; `nil` where it was forgotten, and where the home as a whole changed.
  public var device: String?

  /// Memberwise initialiser.
  public init(_ change: HomeChange, device: String?) {
    self.change = change
    self.device = device
  }
}

/// A device as it was at a moment.
public struct PastDevice: Hashable, Sendable {
  /// Its place on the map.
  public var slot: Int
  /// What was known of it.
  public var profile: DeviceProfile
  /// Whether it was there.
  public var presence: PresenceState

  /// Memberwise initialiser.
  public init(slot: Int, profile: DeviceProfile, presence: PresenceState) {
    self.slot = slot
    self.profile = profile
    self.presence = presence
  }
}

/// A device's presence over a time.
public struct DevicePresence: Hashable, Sendable {
  /// The device's id today.
  public var device: String
  /// Its name.
  public var name: String?
  /// Without gaps.
  public var intervals: [PresenceInterval]

  /// Memberwise initialiser.
  public init(device: String, name: String?, intervals: [PresenceInterval]) {
    self.device = device
    self.name = name
    self.intervals = intervals
  }
}
