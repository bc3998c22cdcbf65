import Model

/// A time in which a device is not simply there.
struct YearAbsence: Hashable, Sendable {
  /// Asleep, away, or unknown.
  var state: PresenceState
  var from: Timestamp
  var to: Timestamp
}

/// A time in which this machine could not tell who was there.
struct YearOutage: Hashable, Sendable {
  var from: Timestamp
  var to: Timestamp
  /// Whether this machine was running and had no network; else it was off or slept.
  var isNetworkLost: Bool
}

/// A device's presence in the year.
enum YearPresence {
  /// The transitions from `begin` to `end` of a device that is present but for those absences.
  ///
  /// Of absences at the same time, unknown counts before away, and away before asleep.
  static func transitions(
    of slot: Int,
    from begin: Timestamp,
    to end: Timestamp,
    but absences: [YearAbsence]
  ) -> [PresenceTransition] {
    var edges: [(time: Timestamp, state: PresenceState, change: Int)] = []
    for absence in absences where absence.from < absence.to && absence.to > begin {
      edges.append((max(absence.from, begin), absence.state, 1))
      edges.append((absence.to, absence.state, -1))
    }
    edges.sort { $0.time < $1.time }
    var open: [PresenceState: Int] = [:]
    var transitions: [PresenceTransition] = []
    var index = 0
    var time = begin
    while time < end {
      while index < edges.count, edges[index].time <= time {
        open[edges[index].state, default: 0] += edges[index].change
        index += 1
      }
      let order: [PresenceState] = [.unknown, .away, .asleep]
      let state = order.first { open[$0, default: 0] > 0 } ?? .present
      if transitions.last?.state != state {
        transitions.append(PresenceTransition(slot: slot, state: state, since: time))
      }
      guard index < edges.count else { break }
      time = edges[index].time
    }
    return transitions
  }

  /// When the device is awake at home at or after that moment, and for some minutes; `nil` where that is
  /// not before the end.
  static func present(
    in transitions: [PresenceTransition],
    after time: Timestamp,
    before end: Timestamp
  ) -> Timestamp? {
    for (index, transition) in transitions.enumerated() where transition.state == .present {
      let until = index + 1 < transitions.count ? transitions[index + 1].since : end
      let at = max(time, transition.since.later(by: 3 * YearCalendar.minute))
      if at.later(by: YearCalendar.minute) < until { return at }
    }
    return nil
  }
}

/// Says a device's state at moments that are asked in ascending order.
struct YearStateReader {
  private let transitions: [PresenceTransition]
  private var next = 0

  init(_ transitions: [PresenceTransition]) { self.transitions = transitions }

  /// The state then; `nil` before the first transition.
  mutating func state(at time: Timestamp) -> PresenceState? {
    while next < transitions.count, transitions[next].since <= time { next += 1 }
    return next == 0 ? nil : transitions[next - 1].state
  }
}

extension YearHabit {
  /// The absences of a device with that habit.
  func absences(
    in calendar: YearCalendar,
    outings: [Person: [YearOuting]],
    _ random: inout some RandomNumberGenerator
  ) -> [YearAbsence] {
    var absences: [YearAbsence] = []
    if let person {
      for outing in outings[person] ?? []
      where Double.random(in: 0..<1, using: &random) < goesAlong[outing.purpose] ?? 0 {
        let from = calendar.time(outing.day, outing.leaves)
        let to = calendar.time(outing.day, outing.leaves + outing.lasts)
        absences.append(YearAbsence(state: .away, from: from, to: to))
      }
    }
    absences += rests(in: calendar, &random)
    if let visits { absences += visits.absences(in: calendar, &random) }
    for day in calendar.days where departures > 0 {
      for _ in 0..<departures {
        let leaves = Int.random(in: 0..<1440, using: &random)
        let lasts = Int.random(in: 16...45, using: &random)
        let from = calendar.time(day, leaves)
        absences.append(
          YearAbsence(state: .away, from: from, to: calendar.time(day, leaves + lasts))
        )
      }
    }
    return absences
  }

  private func rests(
    in calendar: YearCalendar,
    _ random: inout some RandomNumberGenerator
  ) -> [YearAbsence] {
    var absences: [YearAbsence] = []
    switch rest {
    case .never: break
    case .atNight:
      // The day before the first one ends in the year.
      for day in (calendar.days.lowerBound - 1)...calendar.days.upperBound {
        let from = Int.random(in: 1370...1435, using: &random)
        let to = 1440 + Int.random(in: 365...415, using: &random)
        absences.append(
          YearAbsence(
            state: .asleep,
            from: calendar.time(day, from),
            to: calendar.time(day, to)
          )
        )
      }
    case .betweenUses(let workday, let weekend, let begins, let lasts):
      var from = calendar.start
      for day in calendar.days {
        let chance = calendar.isWeekend(day) ? weekend : workday
        let begin = Int.random(in: begins, using: &random)
        let length = Int.random(in: lasts, using: &random)
        guard Double.random(in: 0..<1, using: &random) < chance else { continue }
        absences.append(
          YearAbsence(state: .asleep, from: from, to: calendar.time(day, begin))
        )
        from = calendar.time(day, begin + length)
      }
      absences.append(YearAbsence(state: .asleep, from: from, to: calendar.now))
    }
    return absences
  }
}

extension YearHabit.Visits {
  /// The times between the visits.
  func absences(
    in calendar: YearCalendar,
    _ random: inout some RandomNumberGenerator
  ) -> [YearAbsence] {
    var absences: [YearAbsence] = []
    var from = calendar.start
    for visit in times(in: calendar, &random) {
      absences.append(YearAbsence(state: .away, from: from, to: visit.from))
      from = max(from, visit.to)
    }
    absences.append(YearAbsence(state: .away, from: from, to: calendar.now.later(by: 1)))
    return absences
  }

  private func times(
    in calendar: YearCalendar,
    _ random: inout some RandomNumberGenerator
  ) -> [(from: Timestamp, to: Timestamp)] {
    if let only {
      guard let from = calendar.time(only) else { return [] }
      let length = Int64(Int.random(in: lasts, using: &random))
      return [(from, from.later(by: length * YearCalendar.minute))]
    }
    var times: [(from: Timestamp, to: Timestamp)] = []
    for day in calendar.days.dropFirst().dropLast() {
      let begin = Int.random(in: begins, using: &random)
      let length = Int.random(in: lasts, using: &random)
      guard let chance = chances[calendar.weekday(day)],
        Double.random(in: 0..<1, using: &random) < chance
      else { continue }
      times.append((calendar.time(day, begin), calendar.time(day, begin + length)))
    }
    return times
  }
}
