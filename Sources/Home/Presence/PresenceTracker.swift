import Model

/// Whether one device is there: a state machine of sightings, missed sweeps and vain checks.
///
/// - A device that misses two sweeps while longer silences are usual for it is *asleep*.
/// - One that is silent for longer than usual is checked by a second method, alone and repeatedly; only
///   when that failed, too, is it *away*, since it was last seen.
/// - Where this machine could not look, nothing counts against it: it is *unknown* for that time, its
///   silence counts from then on, and nothing is learned of it.
///
/// All times are of one clock, which ``correct(lastSeen:now:moved:)`` follows when it is set.
struct PresenceTracker: Hashable, Sendable {
  private(set) var state: PresenceState
  /// Since when it is in that state.
  private(set) var since: Timestamp
  private(set) var lastSeen: Timestamp
  /// The sweeps that missed it since it was seen, or since this machine can look again.
  private(set) var missed = 0
  /// The checks since then that it did not answer.
  private(set) var unanswered = 0
  /// Whether it was seen after exactly one sweep had missed it: that answer was lost.
  private(set) var hasReturned = false
  /// When it may be checked next; `nil` where it needn't be.
  private(set) var checkAt: Timestamp?
  private(set) var silences = SilenceModel()
  /// Since when this machine has been able to look for it without interruption.
  private var watchedSince: Timestamp
  /// Whether the present silence is the device's own, as far as is known.
  private var isSilenceClean = true
  private var learnedAt: Timestamp?

  /// Consecutive sweeps that must miss a device.
  static let sweepsToMiss = 2
  /// No silence below four minutes is an absence: access points change channels, devices restart.
  static let shortestAbsence: Int64 = 4 * 60_000
  /// The checks of a device that always answers, in a network that loses nothing.
  private static let fewestChecks = 2
  /// The time between two checks, in milliseconds: long enough for what disturbs one to be over.
  static let checkInterval: Int64 = 60_000
  /// Whoever is silent for longer now and then sleeps; shorter silences are lost answers.
  private static let steadySilence: Int64 = 15 * 60_000
  /// An absence that may have been a silence, in milliseconds.
  private static let shortAbsence: Int64 = 30 * 60_000
  /// The time after a check that this machine spoiled itself.
  private static let spoiledInterval: Int64 = 3 * 60_000

  /// What else a decision depends on.
  struct Context: Hashable, Sendable {
    /// How long devices of that kind are silent, in milliseconds, while nothing is known of this one.
    var expectedSilence: Int64 = 0
    /// The share of sweeps that a device misses although it is there.
    var loss = SweepJudge.leastLoss
    /// Whether it ever answered when it was asked: else its silence says nothing of the network.
    var isAskable = true
    /// Whether it is called away only after a check.
    var needsCheck = true
  }

  /// A device of that state.
  init(_ state: PresenceState, lastSeen: Timestamp, silences: SilenceModel = SilenceModel()) {
    self.state = state
    since = lastSeen
    self.lastSeen = lastSeen
    watchedSince = lastSeen
    self.silences = silences
  }

  // MARK: What happens

  /// It was seen.
  mutating func see(at time: Timestamp) {
    let length = time.milliseconds - lastSeen.milliseconds
    // Who is back that soon was perhaps only silent: else it would be taken for away again and again.
    let isSilence = missed > 0 || state == .away && length <= Self.shortAbsence
    if isSilence, state != .unknown, isSilenceClean, lastSeen >= watchedSince {
      silences.learn(length, since: lastSeen)
      learnedAt = time
    }
    if missed == 1, state == .present { hasReturned = true }
    if state != .present {
      since = max(time, since)
      state = .present
    }
    forgetSilence()
    lastSeen = max(lastSeen, time)
  }

  /// It was heard while nobody looks for it: that says nothing of the time after.
  mutating func hear(at time: Timestamp) {
    if lastSeen == .never {
      // It was imported, and turns out to be in this home.
      state = .unknown
      since = time
    }
    lastSeen = max(lastSeen, time)
  }

  /// A sweep is complete in which it was seen.
  mutating func noteSweep(at now: Timestamp) {
    hasReturned = false
    if let learnedAt, abs(now.milliseconds - learnedAt.milliseconds) < SilenceModel.unit * 4 / 5 {
      return
    }
    silences.learn(SilenceModel.unit, since: now)
    learnedAt = now
  }

  /// A sweep is complete that missed it, with no fault of this machine.
  mutating func miss(at now: Timestamp, in context: Context) {
    hasReturned = false
    guard state != .away else { return }
    missed += 1
    review(at: now, in: context, isSwept: true)
  }

  /// A sweep missed it, but so many others, too, that it does not count.
  mutating func ignoreMiss() {
    hasReturned = false
    if state != .away { isSilenceClean = false }
  }

  /// This machine could not look from `time` until `now`.
  ///
  /// One that was imported and never seen stays away: nothing says that it is in this home.
  mutating func loseSight(since time: Timestamp, now: Timestamp) {
    if state != .unknown, lastSeen != .never {
      state = .unknown
      since = max(since, lastSeen, min(time, now))
    }
    resume(at: now)
  }

  /// Looking for it begins anew: its silence counts from now on, and nothing is learned of it.
  mutating func resume(at now: Timestamp) {
    forgetSilence()
    watchedSince = now
    // Where the clock was set back, or is wrong.
    lastSeen = min(lastSeen, now)
  }

  /// A check of its own began.
  mutating func beginCheck(at now: Timestamp) {
    checkAt = Timestamp(milliseconds: now.milliseconds + Self.checkInterval)
  }

  /// It did not answer a check, with no fault of this machine.
  mutating func missCheck(at now: Timestamp, in context: Context) {
    guard checkAt != nil else { return }
    unanswered += 1
    review(at: now, in: context)
  }

  /// A check told nothing, for a fault of this machine.
  mutating func spoilCheck(at now: Timestamp) {
    guard checkAt != nil else { return }
    checkAt = Timestamp(milliseconds: now.milliseconds + Self.spoiledInterval)
  }

  /// No check can be made of it: what the sweeps say is all there is.
  mutating func goWithoutCheck() { if checkAt != nil { leave() } }

  /// The clock was set: `moved` says what it would have given.
  ///
  /// The state stays; its silence counts from now on.
  mutating func correct(lastSeen seen: Timestamp, now: Timestamp, moved: (Timestamp) -> Timestamp) {
    lastSeen = seen
    since = min(moved(since), now)
    learnedAt = nil
    resume(at: now)
  }

  /// Takes over what was learned of its silences in an earlier run, or of an entry that is the same
  /// device.
  mutating func learn(_ silences: SilenceModel) { self.silences.merge(silences) }

  // MARK: Decisions

  /// How long its present silence would be usual, in milliseconds.
  func usualSilence(in context: Context) -> Int64 {
    silences.usual(since: silentSince, expecting: context.expectedSilence)
  }

  /// Whether it is there and answers nearly each sweep, so that its silence says something of the
  /// network.
  func isSteady(in context: Context) -> Bool {
    state == .present && usualSilence(in: context) <= Self.steadySilence
  }

  /// Decides by the time that has passed; sweeps and checks do so themselves.
  ///
  /// A link that fails between two sweeps spoils all checks until the next one tells. So where many
  /// checks are needed, the sweep after them decides (`isSwept`).
  mutating func review(at now: Timestamp, in context: Context, isSwept: Bool = false) {
    guard state != .away, missed >= Self.sweepsToMiss else { return }
    if !context.needsCheck { return leave() }
    let silence = now.milliseconds - silentSince.milliseconds
    let usual = usualSilence(in: context)
    guard silence >= max(usual, Self.shortestAbsence) else {
      if state == .present, usual > silence {
        state = .asleep
        since = max(since, lastSeen)
      }
      return
    }
    let isSleeper = usual > 0 || context.expectedSilence > 0
    let needed = checksNeeded(isSleeper: isSleeper, loss: context.loss)
    guard unanswered >= needed else {
      if checkAt == nil { checkAt = now }
      return
    }
    if isSwept || needed <= Self.fewestChecks { return leave() }
    checkAt = Timestamp(milliseconds: now.milliseconds + SilenceModel.unit)
  }

  /// The moment from which its silence counts.
  private var silentSince: Timestamp { max(lastSeen, watchedSince) }

  /// As many vain checks as make a mistake rarer than one in a hundred million.
  ///
  /// The sweeps that missed a device count as well, but for one that sleeps: those it may have slept
  /// through.
  private func checksNeeded(isSleeper: Bool, loss: Double) -> Int {
    let failures = SweepJudge.failuresNeeded(at: loss)
    return isSleeper ? min(max(failures, 6), 12) : max(failures - missed, Self.fewestChecks)
  }

  private mutating func leave() {
    state = .away
    // Until this machine could look again, it was unknown.
    since = silentSince
    forgetSilence()
  }

  private mutating func forgetSilence() {
    missed = 0
    unanswered = 0
    checkAt = nil
    isSilenceClean = true
  }
}
