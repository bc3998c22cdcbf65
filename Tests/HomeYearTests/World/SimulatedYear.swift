import Discovery
import Model
import Storage
import Wire
@testable import Home

/// A home that is watched on a virtual clock, with its history in a store.
///
/// Of all that happens the watch is told only what it would know. What is recorded goes to the store
/// once an hour, is sealed each hour and swept each day, as the watch does it more often.
struct SimulatedYear<Watch: YearWatch> {
  let days: Int
  let store: any HistoryStore
  private(set) var home: YearHome
  private(set) var watch = Watch()
  private(set) var score = YearScore()
  private(set) var rotations = RotationScore()
  /// What was recorded of the home, and in which minute, where this is asked for.
  private(set) var recorded: [(minute: Int, change: HomeChange)] = []
  private let keepsChanges: Bool
  /// When each slot's device was seen last.
  private(set) var lastSeen: [Int: Timestamp] = [:]
  private var faults: ArraySlice<YearFault>
  private var fault: YearFault?
  /// By how much the clock is ahead.
  private var offset: Int64 = 0
  private var nextSweep = 0
  /// The station that was seen last in a slot.
  private var stations: [Int: Int] = [:]
  /// The station as which a member was seen last.
  private var known: [Int: Int] = [:]
  /// What was learned of silences before the present fault, and when that began.
  private var before: (silences: [Int: SilenceModel], time: Timestamp)?
  private var answeredDay = 0
  /// Whether somebody's presence changed since something was recorded.
  private var hasMoved = false
  private var unsaved: HistoryBatch?
  private var savedHour = 0
  private var savedDay = -1
  /// The devices that the store has.
  private var savedKeys: Set<StoredDevice.Key> = []
  private var sweptDay = 0

  /// 2026-03-02T00:00:00Z.
  static var epoch: Int64 { 1_772_409_600_000 }
  private static var sweepMinutes: Int { 5 }
  /// Four at a time, of ten seconds each.
  private static var mostChecks: Int { 24 }
  private static var forward: Int64 { 133 * 60_000 }
  private static var back: Int64 { -50 * 60_000 }
  /// How long after the power is back this machine watches again, in minutes.
  private static var bootMinutes: Int { 4 }
  /// When the user answers what was asked: at eight in the evening, UTC.
  private static var answerHour: Int { 20 }
  private static var facts: HomeFacts {
    HomeFacts(gateways: ["192.168.1.1"], resolvers: ["192.168.1.1"])
  }

  /// With `keepsChanges`, the machine runs all the time and by a steady clock: whoever takes the changes has
  /// failures of the machine of its own.
  init(
    _ household: YearHousehold,
    seed: UInt64,
    days: Int,
    store: any HistoryStore,
    keepsChanges: Bool = false
  ) throws(StoreError) {
    var random = SplitMix64(seed: seed)
    self.days = days
    self.store = store
    self.keepsChanges = keepsChanges
    let plan = YearFault.plan(days: days, &random)
    faults = plan.filter { !keepsChanges || $0.kind.isOfNetwork }[...]
    home = YearHome(household, days: days, random: random.next())
    watch.start(try HistoryRecording.Stored(store, now: now), at: now)
  }

  /// The present as the watch's clock has it.
  var now: Timestamp {
    Timestamp(milliseconds: Self.epoch + offset + Int64(home.minute) * 60_000)
  }

  /// The faults that are still to come.
  var faultsLeft: Int { faults.count }

  /// What went wrong until now, in a line.
  var summary: String {
    let counts = [
      "false aways \(score.falseAways.count)", "late \(score.late.count)",
      "learned in failures \(score.learnedInFailures.count + watch.wronglyLearned)",
    ]
    let rotated = [
      "doubled \(rotations.doubled.count)", "taken for others \(rotations.wronglyMerged.count)",
    ]
    return (counts + (Watch.recognises ? rotated : [])).joined(separator: ", ")
  }

  // MARK: Time

  /// Lives all the days; `progress` is called after each.
  mutating func live(_ progress: (Self) -> Void = { _ in }) throws(StoreError) {
    var day = 0
    while home.minute < days * 1440 {
      home.step()
      try meetFaults()
      try watchMinute()
      guard home.minute / 1440 > day else { continue }
      day = home.minute / 1440
      progress(self)
    }
    try save()
    score.never = home.leaving.count { home.stations[$0].isLate }
  }

  /// The home goes on, and this machine doesn't.
  private mutating func pass(until minute: Int) {
    while home.minute < minute { home.step() }
    home.excuseLeavings()
    nextSweep = home.minute
  }

  private mutating func meetFaults() throws(StoreError) {
    if let present = fault, home.minute >= present.minutes.upperBound {
      fault = nil
      if let before { compareLearned(before.silences, present.kind, unseenSince: before.time) }
      before = nil
      if present.kind == .routerSwap { home.placeRouter() }
      if present.kind == .knownOutage { nextSweep = home.minute }
    }
    guard let next = faults.first, home.minute >= next.minutes.lowerBound else { return }
    faults.removeFirst()
    let (began, silences) = (now, watch.silences)
    switch next.kind {
    case .knownOutage, .unknownOutage, .fullTable:
      fault = next
      before = (silences, began)
    case .routerSwap:
      fault = next
      before = (silences, began)
      home.removeRouter()
    case .suspend:
      pass(until: next.minutes.upperBound)
      watch.suspend(since: began, now: now)
      compareLearned(silences, next.kind)
    case .powerCut:
      try saveDevices()
      try save()
      home.cutPower(until: next.minutes.upperBound)
      pass(until: next.minutes.upperBound + Self.bootMinutes)
      watch.start(try HistoryRecording.Stored(store, now: now), at: now)
      score.noteRestart(silences, watch.silences)
    case .clockForward, .clockBack:
      setClock(by: next.kind == .clockForward ? Self.forward : Self.back)
      compareLearned(silences, next.kind)
    }
  }

  /// Nothing is learned of silences while this machine fails; of a device that it saw nevertheless
  /// something may be.
  private mutating func compareLearned(
    _ silences: [Int: SilenceModel],
    _ kind: YearFault.Kind,
    unseenSince time: Timestamp? = nil
  ) {
    score.comparedFailures += 1
    let after = watch.silences
    for (slot, silence) in silences.sorted(by: { $0.key < $1.key }) {
      if let time, let seen = lastSeen[slot], seen >= time { continue }
      guard let learned = after[slot], learned != silence else { continue }
      let label = stations[slot].map { home.label(of: $0) } ?? "slot \(slot)"
      score.learnedInFailures.append("\(home.moment): \(label), after \(kind.rawValue)")
    }
  }

  private mutating func setClock(by step: Int64) {
    let given = Timestamp(milliseconds: Self.epoch)...now
    offset += step
    let change = ClockStep(given: given, milliseconds: step)
    watch.correct(ClockCorrection(now: now, step: change))
    home.excuseLeavings()
    nextSweep = home.minute
  }

  // MARK: The watch

  private mutating func watchMinute() throws(StoreError) {
    let isOffline = fault?.kind == .knownOutage
    var isDue = isOffline
    if isOffline {
      watch.loseNetwork(at: now)
    } else {
      if home.minute >= nextSweep {
        sweep()
        isDue = true
      }
      hear()
      check()
    }
    if fault != nil { home.excuseLeavings() }
    judge()
    answerProposals()
    if isDue || hasMoved { record(isOffline: isOffline) }
    for station in home.takeLate() { noteLate(station) }
    if home.minute / 60 > savedHour { try save() }
  }

  private var canReach: Bool { fault?.kind != .unknownOutage }

  private mutating func sweep() {
    nextSweep = home.minute + Self.sweepMinutes
    score.sweeps += 1
    let isTableFull = fault?.kind == .fullTable
    var seen: [Int] = []
    var sightings: [Sighting] = []
    for station in home.present where canReach {
      if isTableFull, home.isHidden() { continue }
      guard home.answers(station, isCheck: false) else { continue }
      seen.append(station)
      sightings.append(
        Sighting(
          appearance: home.stations[station].appearance,
          milliseconds: home.roundTrip(to: station)
        )
      )
    }
    watch.sweep(sightings, hasFailed: isTableFull, isOwnFault: fault != nil, at: now)
    // Before it is noted whom it found: who has just come may be away until it is heard.
    judge()
    noteRecognitions()
    for station in seen {
      noteSeen(station)
      if fault == nil { rotations.noteSweep(station) }
    }
  }

  private mutating func hear() {
    guard canReach else { return }
    for station in home.talking() {
      watch.hear(home.stations[station].appearance, at: now)
      noteSeen(station)
    }
  }

  private mutating func check() {
    for slot in watch.checksDue(at: now).prefix(Self.mostChecks) {
      score.checks += 1
      guard fault?.kind != .fullTable else {
        watch.endCheck(of: slot, .spoiled, at: now)
        continue
      }
      if let station = stations[slot], canReach, home.answers(station, isCheck: true) {
        watch.endCheck(of: slot, .answered, at: now)
        noteSeen(station)
      } else {
        watch.endCheck(of: slot, .silent, at: now)
      }
    }
  }

  private mutating func noteSeen(_ station: Int) {
    let appearance = home.stations[station].appearance
    guard let slot = watch.slot(of: appearance) else { return }
    let last = known.updateValue(station, forKey: appearance.member)
    if home.stations[station].slot == nil, let last, last != station,
      let identity = home.identity(of: station)
    {
      rotations.note(
        station,
        identity,
        isKept: home.stations[last].slot == slot,
        called: "\(home.label(of: station)), \(home.moment)"
      )
    }
    if let other = stations[slot], home.stations[other].appearance.member != appearance.member {
      let labels = "\(home.label(of: station)) for \(home.label(of: other))"
      rotations.noteWrongMerge(labels, at: home.moment)
    }
    stations[slot] = station
    lastSeen[slot] = now
    home.noteSeen(station, in: slot)
  }

  // MARK: Another link address

  private mutating func noteRecognitions() {
    for recognition in watch.takeRecognitions() {
      guard let station = recognition.mac.flatMap({ home.station(showing: $0) }) else { continue }
      if let other = stations[recognition.known] {
        note(recognition, of: station, takenFor: other)
      }
      if recognition.kind != .proposed { follow(recognition) }
    }
  }

  private mutating func note(
    _ recognition: Recognition,
    of station: Int,
    takenFor other: Int
  ) {
    let isRight = isOne(station, other)
    let labels = "\(home.label(of: station)) for \(home.label(of: other))"
    switch recognition.kind {
    case .told:
      if isRight {
        rotations.note(.told, of: station)
      } else {
        rotations.noteWrongMerge(labels, at: home.moment)
      }
    case .proposed:
      if isRight {
        rotations.note(.proposed, of: station)
      } else {
        rotations.noteWrongProposal(labels, at: home.moment)
      }
    case .accepted: break
    }
  }

  private func isOne(_ station: Int, _ other: Int) -> Bool {
    home.stations[station].appearance.member == home.stations[other].appearance.member
  }

  /// Two slots are one from now on.
  private mutating func follow(_ recognition: Recognition) {
    let (new, kept) = (recognition.new, recognition.known)
    home.noteMerged(new, into: kept)
    if let station = stations.removeValue(forKey: new) { stations[kept] = station }
    if let seen = lastSeen.removeValue(forKey: new) {
      lastSeen[kept] = lastSeen[kept].map { max($0, seen) } ?? seen
    }
    guard let station = stations[kept], home.stations[station].isThere,
      home.stations[station].isSeen, watch.state(of: kept) == .away
    else { return }
    noteFalseAway(station)
  }

  /// Once a day the user says of each proposal what is so.
  private mutating func answerProposals() {
    let (day, hour) = (home.minute / 1440, home.minute / 60 % 24)
    guard fault == nil, hour == Self.answerHour, day > answeredDay else { return }
    answeredDay = day
    for proposal in watch.proposals {
      // Another answer may have withdrawn it.
      guard watch.proposals.contains(proposal), let old = stations[proposal.known],
        let station = proposal.mac.flatMap({ home.station(showing: $0) })
      else { continue }
      let isRight = isOne(station, old)
      rotations.noteAnswer(isRight: isRight)
      watch.answer(proposal, isRight: isRight, at: now)
      noteRecognitions()
    }
  }

  // MARK: The truth

  /// Nobody is away who is there and was seen since it came.
  private mutating func judge() {
    for transition in watch.takeTransitions() {
      hasMoved = true
      guard transition.state == .away, let station = stations[transition.slot],
        home.stations[station].isThere, home.stations[station].isSeen
      else { continue }
      noteFalseAway(station)
    }
  }

  private mutating func noteFalseAway(_ station: Int) {
    let slot = home.stations[station].slot
    let silence = slot.flatMap { lastSeen[$0] }.map { now.milliseconds - $0.milliseconds } ?? 0
    score.falseAways.append(
      "\(home.moment): \(home.label(of: station)) is there, \(home.reason(for: station)), "
        + "and was not seen for \(silence / 60_000) minutes"
    )
  }

  private mutating func noteLate(_ station: Int) {
    let left = home.stations[station].leftAt.map { home.clock($0) } ?? "earlier"
    let state = home.stations[station].slot.flatMap { watch.state(of: $0) }
    score.late.append(
      "\(home.moment): \(home.label(of: station)) left on \(left) and is still called "
        + (state?.rawValue ?? "nothing")
    )
  }

  private mutating func record(isOffline: Bool) {
    hasMoved = false
    var facts = Self.facts
    facts.isConnected = !isOffline
    for batch in watch.record(facts, at: now) {
      for change in batch.changes {
        score.changes[change.kind, default: 0] += 1
        if keepsChanges { recorded.append((home.minute, change)) }
        if change.kind == .left, let slot = change.slot { noteLeft(slot) }
      }
      if fault != nil {
        score.blamedChecks += batch.samples.values.joined().count { $0.outcome == .lost }
      }
      if unsaved == nil { unsaved = batch } else { unsaved?.add(batch) }
    }
  }

  private mutating func noteLeft(_ slot: Int) {
    for station in home.leaving where home.stations[station].slot == slot {
      score.delays.append(home.minute - home.stations[station].noticeableFrom)
      home.noteTold(station)
    }
  }

  // MARK: The store

  private mutating func save() throws(StoreError) {
    savedHour = home.minute / 60
    if home.minute / 1440 > savedDay { try saveDevices() }
    if let batch = unsaved { try store.append(batch) }
    unsaved = nil
    guard let sqlite = store as? SQLiteInventoryStore else { return }
    while try sqlite.seal(now: now) {}
    guard home.minute / 1440 > sweptDay else { return }
    sweptDay = home.minute / 1440
    while try sqlite.sweep(HistoryPolicy(), now: now) > 0 {}
  }

  /// A store on the disk keeps silences of the devices that it has.
  private mutating func saveDevices() throws(StoreError) {
    guard let sqlite = store as? SQLiteInventoryStore else { return }
    savedDay = home.minute / 1440
    let devices = watch.devices
    let gone = savedKeys.subtracting(devices.map(\.key))
    try sqlite.write(devices, removing: gone.sorted())
    savedKeys = Set(devices.map(\.key))
  }
}
