import Model

/// What a recorder knows of the device in a slot.
struct SlotRecord: Sendable {
  /// The last recorded profile.
  var profile: DeviceProfile
  /// Its present id.
  var id: String
  /// The last recorded state, and since when.
  var presence: PresenceState
  var since: Timestamp
  /// The state that the inventory shows.
  var reported: PresenceState
  /// The last state that was not unknown; `nil` after a start, where it was unknown before.
  var lastKnown: PresenceState?
  /// Whether it was told that it left, and not yet that it is back.
  var hasLeft = false
  /// Whether it is away, and may have to be told.
  var isLeaving = false
  /// When it was last seen; 1970 where that is not known yet.
  var lastSeen: Timestamp
  /// The user's word; `nil` after a start.
  var marks: Annotations?
  /// While a new device is asked what it is.
  var settling: Settling?
  /// What is shown now, while something is to be decided.
  var observed: RecordedDevice?
  var damping = ChangeDamping()
  /// The changes of late.
  var allowance = ChangeAllowance()
  /// When the last full probe began whose keys were compared.
  var keysProbedAt: Timestamp?

  /// The first minutes of a device.
  struct Settling: Hashable, Sendable {
    var since: Timestamp
    /// Whether it is to be told that it is new.
    var isStation: Bool
  }

  /// Whether something is to be decided although nothing more is shown.
  var isWaiting: Bool { settling != nil || isLeaving || damping.isWaiting }

  /// A device that is recorded for the first time.
  init(_ device: RecordedDevice, at now: Timestamp, isStation: Bool) {
    profile = device.profile
    id = device.profile.id
    reported = device.device.presence.state
    presence = reported
    since = now
    // One that is away now will be back; of one that is not known yet, nothing is told.
    lastKnown = reported == .present ? .present : .away
    hasLeft = reported == .away
    lastSeen = min(device.device.device.lastSeen, now)
    marks = device.device.marks
    settling = Settling(since: now, isStation: isStation)
    observed = device
    keysProbedAt = device.probedAt
  }

  /// A device of a history that goes on.
  init(restored profile: DeviceProfile) {
    self.profile = profile
    id = profile.id
    presence = .unknown
    reported = .unknown
    since = Timestamp(milliseconds: 0)
    lastSeen = since
  }

  /// Takes the last transition of a history that goes on.
  mutating func restore(_ transition: PresenceTransition) {
    presence = transition.state
    since = transition.since
    lastKnown = presence == .unknown ? nil : presence
    guard presence == .away else { return }
    hasLeft = true
    lastSeen = since
  }

  /// Decides where it was when the history stopped, if that was unknown then already.
  ///
  /// One that was seen shortly before was there; another had left before, as far as anyone knows.
  mutating func restoreLastKnown(_ device: RecordedDevice, stoppedAt: Timestamp?) {
    let lastSeen = device.device.device.lastSeen
    let wasThere =
      stoppedAt.map { lastSeen.elapsed(since: $0) >= -HistoryRecorder.shortestAbsence } ?? true
    lastKnown = wasThere ? .present : .away
    if !wasThere { hasLeft = true }
  }
}
