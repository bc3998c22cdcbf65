package import Model

/// The home as it was at a moment: the fold of its history up to there.
package enum HomeAtMoment {
  /// The devices that the home knew, in order of slot.
  ///
  /// `profiles` are those that held at that moment, by slot; `transitions` those of presence, in the
  /// order in which they were recorded, of which those after the moment don't count. After
  /// `heartbeat`, the history was not going on.
  package static func devices(
    profiles: [Int: DeviceProfile],
    transitions: [PresenceTransition],
    at time: Timestamp,
    heartbeat: Timestamp?
  ) -> [PastDevice] {
    var last: [Int: PresenceTransition] = [:]
    for transition in transitions where transition.since <= time {
      if let before = last[transition.slot], before.since > transition.since { continue }
      last[transition.slot] = transition
    }
    return profiles.sorted { $0.key < $1.key }.map { slot, profile in
      let own = last[slot].map { [$0] } ?? []
      let state = PresenceIntervals.state(of: own, at: time, heartbeat: heartbeat)
      return PastDevice(slot: slot, profile: profile, presence: state)
    }
  }

  /// The moment until which a history holds that may be going on: a watch stores that it does once a
  /// minute, and goes on with it after a short pause.
  package static func heartbeat(_ stored: Timestamp?, now: Timestamp) -> Timestamp? {
    guard let stored, now.elapsed(since: stored) <= HistoryRecorder.longestPause else {
      return stored
    }
    return max(stored, now)
  }

  /// The profiles that held at a moment, by slot, of all versions.
  ///
  /// Of several of a slot at one moment the last counts. Devices that were forgotten or merged until
  /// then are missing.
  static func profiles(
    _ versions: [ProfileVersion],
    at time: Timestamp
  ) -> [Int: DeviceProfile] {
    var last: [Int: ProfileVersion] = [:]
    for version in versions where version.since <= time {
      if let before = last[version.slot], before.since > version.since { continue }
      last[version.slot] = version
    }
    return last.compactMapValues(\.profile)
  }
}
