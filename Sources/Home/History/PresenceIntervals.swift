import Model

/// A device's presence over a time, made of its transitions.
enum PresenceIntervals {
  /// The intervals from `from` to `to`, without gaps; none where `to` is no later.
  ///
  /// The transitions are those of one device, ascending by time, the last one at or before `from`
  /// included. Before the first, the device is unknown; of several at one moment the last counts.
  /// After `heartbeat`, when the history was last known to be going on, it is unknown as well; a history
  /// without one has recorded nothing.
  static func intervals(
    of transitions: [PresenceTransition],
    from: Timestamp,
    to: Timestamp,
    heartbeat: Timestamp?
  ) -> [PresenceInterval] {
    guard from < to else { return [] }
    guard let heartbeat else { return [PresenceInterval(.unknown, from: from, to: to)] }
    var intervals: [PresenceInterval] = []
    func append(_ state: PresenceState, until end: Timestamp) {
      let begin = intervals.last?.to ?? from
      let end = min(end, to)
      guard begin < end else { return }
      if intervals.last?.state == state {
        intervals[intervals.count - 1].to = end
      } else {
        intervals.append(PresenceInterval(state, from: begin, to: end))
      }
    }
    var state = PresenceState.unknown
    for transition in transitions {
      // A transition after the last sign of life proves that the history went on.
      append(state, until: transition.since)
      state = transition.state
    }
    let end = max(heartbeat, transitions.last?.since ?? heartbeat)
    append(state, until: end)
    append(.unknown, until: to)
    return intervals
  }

  /// The state at a moment; `unknown` before the first transition and after the heartbeat.
  static func state(
    of transitions: [PresenceTransition],
    at time: Timestamp,
    heartbeat: Timestamp?
  ) -> PresenceState {
    guard let last = transitions.last(where: { $0.since <= time }), let heartbeat,
      time <= max(heartbeat, last.since)
    else { return .unknown }
    return last.state
  }
}
