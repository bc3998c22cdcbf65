import Discovery
import Home
import Identification
import Model
import Wire

/// A device of the year with its slot and all that happened to it.
struct YearMember {
  let device: YearDevice
  let slot: Int
  /// What the user says of it.
  let marks: Annotations
  /// When it was first and last there.
  let firstSeen: Timestamp
  let lastSeen: Timestamp
  let transitions: [PresenceTransition]
  /// What was told of it, with its times and names; ascending.
  let told: [(time: Timestamp, name: String, told: YearTold)]
  /// What it was, ascending; at most one version a moment.
  let versions: [ProfileVersion]
  /// What is stored of it at the end of the year; `nil` where it is no longer known.
  let knowledge: YearKnowledge?

  /// How long after it was first seen a new device is told.
  private static let settling: Int64 = 75_000
  /// How long a device must be silent to have left, as a watch decides it.
  private static let shortestAbsence: Int64 = 600_000
  /// After how long devices are forgotten that have no lasting identity: 90 days.
  private static let longestAbsence: Int64 = 90 * YearCalendar.day

  /// Follows a device through the year; `nil` where nothing is known of it.
  init?(
    _ device: YearDevice,
    slot: Int,
    marks: Annotations,
    _ life: YearLife,
    in calendar: YearCalendar,
    hasLinkAddresses: Bool,
    _ identifier: Identifier,
    _ random: SplitMix64
  ) {
    guard
      let knowledge = YearKnowledge(
        of: device,
        slot: slot,
        marks: marks,
        seen: life.lastSeen,
        hasLinkAddresses: hasLinkAddresses,
        identifier
      )
    else { return nil }
    self.device = device
    self.slot = slot
    self.marks = marks
    firstSeen = life.firstSeen
    lastSeen = life.lastSeen
    var random = random
    var transitions = YearPresence.transitions(
      of: slot,
      from: life.firstSeen,
      to: calendar.now,
      but: life.absences
    )
    let isLasting = !device.device.mac.isLocallyAdministered || device.isResident
    let forgotten = device.forgotten.flatMap { calendar.time($0) }
    var gone = forgotten
    if !isLasting, life.lastSeen.later(by: Self.longestAbsence) < calendar.now {
      gone = life.lastSeen.later(by: Self.longestAbsence)
    }
    if let gone { transitions.removeAll { $0.since >= gone } }
    self.transitions = transitions
    self.knowledge = gone == nil ? knowledge : nil

    var history = YearProfileHistory(
      knowledge.profile,
      ownName: knowledge.ownName,
      slot: slot
    )
    let keys = YearKeys(random)
    _ = random.next()
    history.undo(device, transitions, from: life, in: calendar, keys, &random)
    versions = history.versions(from: life.firstSeen, until: gone)

    var told = history.told
    let first = versions.first?.profile ?? knowledge.profile
    if life.isNew {
      let station = YearTold(
        kind: .newStation,
        now: first.ip,
        sources: hasLinkAddresses ? [.neighbours] : [.icmp]
      )
      told.append((life.firstSeen.later(by: Self.settling), first.spokenName, station))
    }
    for (time, moved) in Self.comings(transitions, until: calendar.now, &random) {
      let profile = versions.last { $0.since <= time }?.profile ?? first
      told.append((time, profile.spokenName, moved))
    }
    if let forgotten {
      let name = knowledge.profile.spokenName
      told.append((forgotten, name, YearTold(kind: .forgotten, sources: [.user])))
    }
    self.told = told.sorted { $0.time < $1.time }
  }

  /// When it left and when it was back, as a watch tells it.
  private static func comings(
    _ transitions: [PresenceTransition],
    until end: Timestamp,
    _ random: inout SplitMix64
  ) -> [(time: Timestamp, told: YearTold)] {
    var told: [(time: Timestamp, told: YearTold)] = []
    var left: Timestamp?
    for (index, transition) in transitions.enumerated() {
      switch transition.state {
      case .away:
        let next = index + 1 < transitions.count ? transitions[index + 1].since : end
        let pause = shortestAbsence + Int64.random(in: 0..<180_000, using: &random)
        let noticed = transition.since.later(by: pause)
        guard left == nil, noticed < next else { continue }
        left = transition.since
        told.append((noticed, YearTold(kind: .left, was: transition.since.description)))
      case .present:
        guard let since = left else { continue }
        left = nil
        let seconds = (transition.since.milliseconds - since.milliseconds) / 1000
        told.append(
          (
            transition.since,
            YearTold(kind: .returned, was: String(seconds), sources: [.neighbours])
          )
        )
      case .asleep, .unknown: continue
      }
    }
    return told
  }
}

/// When a device was there and when not.
struct YearLife {
  var firstSeen: Timestamp
  var lastSeen: Timestamp
  /// Whether it came during the year.
  var isNew: Bool
  var absences: [YearAbsence]

  /// How long a new device is there at least.
  private static let newness: Int64 = 25 * YearCalendar.minute

  /// The life of a device; `nil` where it was not there in this year.
  init?(
    of device: YearDevice,
    in calendar: YearCalendar,
    outings: [YearHabit.Person: [YearOuting]],
    outages: [YearOutage],
    _ random: inout SplitMix64
  ) {
    var absences = device.habit.absences(in: calendar, outings: outings, &random)
    let end = calendar.now
    if device.isResident {
      // Some minutes before the end all are back.
      let back = end.later(by: -Int64.random(in: 4...24, using: &random) * YearCalendar.minute)
      for index in absences.indices { absences[index].to = min(absences[index].to, back) }
    } else if device.went != nil || device.forgotten != nil {
      guard let went = device.went.flatMap({ calendar.time($0) }) else { return nil }
      absences.append(YearAbsence(state: .away, from: went, to: end.later(by: 1)))
    } else {
      let left = end.later(by: -Int64.random(in: 50...90, using: &random) * YearCalendar.minute)
      absences.append(YearAbsence(state: .away, from: left, to: end.later(by: 1)))
    }
    let visible = outages.filter { !(device.isSelf && $0.isNetworkLost) }
    let unseen = visible.map { YearAbsence(state: .unknown, from: $0.from, to: $0.to) }
    let came = device.came.flatMap { calendar.time($0) }
    var begin = came ?? calendar.start
    isNew = came != nil
    if device.habit.visits != nil {
      // A guest is known from the first visit on.
      let states = YearPresence.transitions(of: 0, from: begin, to: end, but: absences + unseen)
      guard let first = states.first(where: { $0.state == .present }) else { return nil }
      begin = first.since
      isNew = begin > calendar.start
    } else if came != nil {
      // It is looked at when it is new.
      let settled = begin.later(by: Self.newness)
      for index in absences.indices where absences[index].from < settled {
        absences[index].from = settled
      }
    }
    absences += unseen
    let states = YearPresence.transitions(of: 0, from: begin, to: end, but: absences)
    var last = begin
    for (index, state) in states.enumerated() where state.state != .away {
      last = index + 1 < states.count ? states[index + 1].since : end
    }
    firstSeen = begin
    lastSeen = last
    self.absences = absences
  }
}
