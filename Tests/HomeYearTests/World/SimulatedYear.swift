import Discovery
import Model
import Storage
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
  /// When each slot's device was seen last.
  private(set) var lastSeen: [Int: Timestamp] = [:]
  private var faults: ArraySlice<YearFault>
  private var fault: YearFault?
  /// By how much the clock is ahead.
  private var offset: Int64 = 0
  private var nextSweep = 0
  /// The station that was seen last in a slot.
  private var stations: [Int: Int] = [:]
  /// Whether somebody's presence changed since something was recorded.
  private var hasMoved = false
  private var unsaved: HistoryBatch?
  private var savedHour = 0
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
  private static var facts: HomeFacts {
    HomeFacts(gateways: ["192.168.1.1"], resolvers: ["192.168.1.1"])
  }

  init(
    _ household: YearHousehold,
    seed: UInt64,
    days: Int,
    store: any HistoryStore
  ) throws(StoreError) {
    var random = SplitMix64(seed: seed)
    self.days = days
    self.store = store
    faults = YearFault.plan(days: days, &random)[...]
    home = YearHome(household, days: days, random: random.next())
    watch.start(try HistoryRecording.Stored(store, now: now), at: now)
  }

  /// The present as the watch's clock has it.
  var now: Timestamp {
    Timestamp(milliseconds: Self.epoch + offset + Int64(home.minute) * 60_000)
  }

  /// The faults that are still to come.
  var faultsLeft: Int { faults.count }

  // MARK: Time

  /// Lives all the days; `progress` is called after each.
  mutating func live(_ progress: (Int) -> Void = { _ in }) throws(StoreError) {
    var day = 0
    while home.minute < days * 1440 {
      home.step()
      try meetFaults()
      try watchMinute()
      guard home.minute / 1440 > day else { continue }
      day = home.minute / 1440
      progress(day)
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
      if present.kind == .routerSwap { home.placeRouter() }
      if present.kind == .knownOutage { nextSweep = home.minute }
    }
    guard let next = faults.first, home.minute >= next.minutes.lowerBound else { return }
    faults.removeFirst()
    let began = now
    switch next.kind {
    case .knownOutage, .unknownOutage, .fullTable: fault = next
    case .routerSwap:
      fault = next
      home.removeRouter()
    case .suspend:
      pass(until: next.minutes.upperBound)
      watch.suspend(since: began, now: now)
    case .powerCut:
      try save()
      home.cutPower(until: next.minutes.upperBound)
      pass(until: next.minutes.upperBound + Self.bootMinutes)
      watch.start(try HistoryRecording.Stored(store, now: now), at: now)
    case .clockForward: setClock(by: Self.forward)
    case .clockBack: setClock(by: Self.back)
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
    if isDue || hasMoved { record(isOffline: isOffline) }
    for station in home.takeLate() {
      score.late.append("\(home.label(of: station)) in minute \(home.minute)")
    }
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
    for station in seen { noteSeen(station) }
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
    guard let slot = watch.slot(of: home.stations[station].appearance) else { return }
    stations[slot] = station
    lastSeen[slot] = now
    home.noteSeen(station, in: slot)
  }

  // MARK: The truth

  /// Nobody is away who is there and was seen since it came.
  private mutating func judge() {
    for transition in watch.takeTransitions() {
      hasMoved = true
      guard transition.state == .away, let station = stations[transition.slot],
        home.stations[station].isThere, home.stations[station].isSeen
      else { continue }
      score.falseAways.append("\(home.label(of: station)) in minute \(home.minute)")
    }
  }

  private mutating func record(isOffline: Bool) {
    hasMoved = false
    var facts = Self.facts
    facts.isConnected = !isOffline
    for batch in watch.record(facts, at: now) {
      for change in batch.changes {
        score.changes[change.kind, default: 0] += 1
        if change.kind == .left, let slot = change.slot { noteLeft(slot) }
      }
      if fault != nil {
        score.blamedChecks += batch.samples.values.joined().count { $0.outcome == .lost }
      }
      unsaved = unsaved?.followed(by: batch) ?? batch
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
    if let batch = unsaved { try store.append(batch) }
    unsaved = nil
    guard let sqlite = store as? SQLiteInventoryStore else { return }
    while try sqlite.seal(now: now) {}
    guard home.minute / 1440 > sweptDay else { return }
    sweptDay = home.minute / 1440
    while try sqlite.sweep(HistoryPolicy(), now: now) > 0 {}
  }
}

extension HistoryBatch {
  /// Both batches as one.
  fileprivate func followed(by other: HistoryBatch) -> HistoryBatch {
    var both = self
    both.changes += other.changes
    both.transitions += other.transitions
    both.versions += other.versions
    for (slot, samples) in other.samples { both.samples[slot, default: []] += samples }
    both.time = other.time
    return both
  }
}
