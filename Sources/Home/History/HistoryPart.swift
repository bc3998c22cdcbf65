import Model

/// A slot whose history is a device's, or was until it became part of the device.
struct HistoryPart: Hashable, Sendable {
  var slot: Int
  /// When it became part of the device; `nil` for the device's own slot.
  var until: Timestamp?

  /// The end of the time before `to` of which its history tells.
  func end(before to: Timestamp) -> Timestamp { until.map { min($0, to) } ?? to }

  /// Its presence from `from`, as far as its history tells; see `PresenceIntervals.intervals`.
  func intervals(
    of transitions: [PresenceTransition],
    from: Timestamp,
    to: Timestamp,
    heartbeat: Timestamp?
  ) -> [PresenceInterval] {
    let end = end(before: to)
    return PresenceIntervals.intervals(
      of: transitions.filter { $0.since <= end },
      from: from,
      to: end,
      heartbeat: heartbeat
    )
  }
}

extension PresenceIntervals {
  /// The presence of a device of whose history several slots have a part: at each moment, what the part
  /// says that saw most of it.
  ///
  /// The first covers the whole time, and each is without gaps.
  static func combined(_ parts: [[PresenceInterval]]) -> [PresenceInterval] {
    guard parts.count > 1, let from = parts.first?.first?.from, let to = parts.first?.last?.to
    else { return parts.first ?? [] }
    let times = Set(parts.flatMap { $0.flatMap { [$0.from, $0.to] } }).union([from, to])
    let bounds = times.filter { from <= $0 && $0 <= to }.sorted()
    var places = Array(repeating: 0, count: parts.count)
    var combined: [PresenceInterval] = []
    for (begin, end) in zip(bounds, bounds.dropFirst()) {
      var best = PresenceState.unknown
      for (index, part) in parts.enumerated() {
        while places[index] < part.count, part[places[index]].to <= begin { places[index] += 1 }
        guard places[index] < part.count, part[places[index]].from <= begin else { continue }
        best = moreTelling(best, part[places[index]].state)
      }
      if combined.last?.state == best {
        combined[combined.count - 1].to = end
      } else {
        combined.append(PresenceInterval(best, from: begin, to: end))
      }
    }
    return combined
  }

  private static func moreTelling(_ one: PresenceState, _ other: PresenceState) -> PresenceState {
    func rank(_ state: PresenceState) -> Int {
      switch state {
      case .present: 0
      case .asleep: 1
      case .away: 2
      case .unknown: 3
      }
    }
    return rank(one) <= rank(other) ? one : other
  }
}

extension SamplePoint {
  /// The samples of a device of whose history several slots have a part, ascending.
  static func combined(_ parts: [[SamplePoint]]) -> [SamplePoint] {
    guard parts.count > 1 else { return parts.first ?? [] }
    return Dictionary(grouping: parts.flatMap(\.self), by: \.time).sorted { $0.key < $1.key }
      .compactMap { time, points -> SamplePoint? in
        guard points.count > 1 else { return points.first }
        let whole = RoundTripSummary(merging: points.map(\.summary))
        return SamplePoint(
          time: time,
          n: whole.n,
          lost: whole.lost,
          unknown: whole.unknown,
          min: whole.roundTrips?.min,
          p50: whole.roundTrips?.p50,
          p95: whole.roundTrips?.p95,
          max: whole.roundTrips?.max
        )
      }
  }

  private var summary: RoundTripSummary {
    var times: RoundTripSummary.RoundTrips?
    if let min, let p50, let p95, let max {
      times = RoundTripSummary.RoundTrips(min: min, p50: p50, p95: p95, max: max)
    }
    return RoundTripSummary(n: n, lost: lost, unknown: unknown, roundTrips: times)
  }
}
