public import Model

/// Decides how a monitor is, from the results of its checks.
///
/// It is the memory of one monitor, bounded and small: it is stored with each change and goes on after
/// a restart. It asks nothing and knows no clock.
///
/// An incident goes on through `unknown`: only an answer ends it, or a pause. So what was down before a
/// restart and is down after it is one incident.
public struct MonitorTracker: Hashable, Sendable {
  /// How the monitor is.
  public internal(set) var state: MonitorState = .unknown
  /// Since when; `nil` before the first change.
  public internal(set) var since: Timestamp?
  /// Why, if it isn't up.
  public internal(set) var reason: Message?
  /// Whether it changes to and fro.
  public internal(set) var isFlapping = false
  /// When it was last checked.
  public internal(set) var checked: Timestamp?
  /// The round trip of the last check, in milliseconds; `nil` where there was no answer.
  public internal(set) var roundTripMs: Double?
  /// The first failed check of those that made it down, until it answers or is paused.
  public internal(set) var downFrom: Timestamp?

  /// The last state of the incident that lasts, down or degraded.
  var incident: MonitorState?
  /// Failed checks, while it isn't down.
  var failures = QuorumWindow()
  /// Passed checks, while it is down or unknown.
  var passes = QuorumWindow()
  /// Checks without anything degraded, while it is degraded or unknown.
  var clear = QuorumWindow()
  /// Checks in a row that could not be made.
  var unknowns = 0
  var quality = QualityWindow()
  var history = FlapHistory()
  /// What the other method is being asked about; it isn't stored, since nobody asks after a restart.
  var suspicion: Suspicion?

  /// Failed checks that wait for another method.
  struct Suspicion: Hashable, Sendable {
    /// The first of them.
    var from: Timestamp
    /// Why the last of them failed.
    var reason: Message
  }

  /// When a state lasts that long, flapping ends whatever the history says: with long intervals, 20
  /// checks take days, and meanwhile nobody would learn that the monitor is down.
  static let steadyMs: Int64 = 3_600_000

  /// A monitor that was never checked.
  public init() {}

  /// Whether the last checks leave open that it is going down.
  public var isSuspect: Bool { state != .down && (suspicion != nil || !failures.isEmpty) }

  /// Takes the result of a check.
  public mutating func note(
    _ result: CheckResult,
    at time: Timestamp,
    of monitor: Monitor,
    usualP95Ms: Double?
  ) -> TrackerStep {
    checked = time
    roundTripMs = result.roundTripMs.flatMap { ms in
      ms.isFinite && ms >= 0 ? ms.rounded(places: 3) : nil
    }
    guard state != .paused else { return .nothing }
    switch result.outcome {
    case .unknown(let why): return noteUnknown(why, at: time, of: monitor)
    case .failed(let why): return noteFailure(result, why, at: time, of: monitor)
    case .passed, .degraded:
      return noteAnswer(result, at: time, of: monitor, usualP95Ms: usualP95Ms)
    }
  }

  /// Takes what another method says, after ``TrackerStep/confirm(_:)``; what comes too late is ignored.
  public mutating func note(_ confirmation: Confirmation, at time: Timestamp, of monitor: Monitor)
    -> TrackerStep
  {
    guard let suspicion else { return .nothing }
    self.suspicion = nil
    let (from, failure) = (suspicion.from, suspicion.reason)
    switch confirmation {
    case .down(let how):
      return change(to: .down, at: time, from: from, reason: failure, confirmedBy: how)
    case .noOther: return change(to: .down, at: time, from: from, reason: failure)
    case .ownFailure(let why): return interrupt(at: time, because: why)
    case .isThere(let how):
      // ARP is answered by a host that hangs, and by an access point for one that sleeps.
      let reason = Message(
        .monitorOnlyThere,
        ["method": .message(how), "failure": .message(failure)]
      )
      return change(to: .down, at: time, from: from, reason: reason, confirmedBy: how)
    case .answers(let how):
      switch monitor.check.kind {
      case .tcp, .http, .dns, .tls:
        let reason = Message(
          .monitorServiceFails,
          ["method": .message(how), "failure": .message(failure)]
        )
        return change(to: .down, at: time, from: from, reason: reason, confirmedBy: how)
      case .icmp: return noteOtherwise(how, failure, from: from, at: time)
      case .presence, .internet:
        // These look at everything at once: there is no part that answers while another fails, so the
        // trouble is over, or was none.
        failures = QuorumWindow()
        return .nothing
      }
    }
  }

  /// The user pauses the monitor; an incident ends by that.
  public mutating func pause(at time: Timestamp) -> TrackerStep {
    guard state != .paused else { return .nothing }
    return change(to: .paused, at: time, reason: Message(.monitorPaused))
  }

  /// The user resumes the monitor; it is unknown until checks say more.
  public mutating func resume(at time: Timestamp) -> TrackerStep {
    guard state == .paused else { return .nothing }
    return change(to: .unknown, at: time)
  }

  /// Our own side failed, or the program did not run: what the checks before said doesn't count any more.
  public mutating func interrupt(at time: Timestamp, because why: Message) -> TrackerStep {
    guard state != .paused else { return .nothing }
    guard state == .unknown else { return change(to: .unknown, at: time, reason: why) }
    forgetChecks()
    reason = why
    return .nothing
  }

  // MARK: Results

  private mutating func noteUnknown(_ why: Message, at time: Timestamp, of monitor: Monitor)
    -> TrackerStep
  {
    unknowns = min(unknowns + 1, Quorum.most)
    if state == .unknown {
      reason = why
      return .nothing
    }
    guard unknowns >= monitor.downAfter.needed else { return .nothing }
    return change(to: .unknown, at: time, reason: why)
  }

  private mutating func noteFailure(
    _ result: CheckResult,
    _ why: Message,
    at time: Timestamp,
    of monitor: Monitor
  ) -> TrackerStep {
    unknowns = 0
    passes.noteOther(of: monitor.upAfter)
    clear.noteOther(of: monitor.upAfter)
    guard state != .down else { return steady(at: time) }
    quality.note(roundTripMs: nil, loss: 1)
    guard failures.note(time, of: monitor.downAfter), suspicion == nil else { return .nothing }
    suspicion = Suspicion(from: failures.first ?? time, reason: why)
    return .confirm(result)
  }

  private mutating func noteAnswer(
    _ result: CheckResult,
    at time: Timestamp,
    of monitor: Monitor,
    usualP95Ms: Double?
  ) -> TrackerStep {
    unknowns = 0
    suspicion = nil
    if state != .down { failures.noteOther(of: monitor.downAfter) }
    quality.note(roundTripMs: roundTripMs, loss: result.facts.loss ?? 0)
    if incident == .down {
      guard passes.note(time, of: monitor.upAfter) else { return .nothing }
      quality.forgetLosses()
    }
    let finding: QualityWindow.Finding =
      if case .degraded(let why) = result.outcome {
        .above(why)
      } else {
        quality.finding(monitor.degraded, usualP95Ms: usualP95Ms)
      }
    switch finding {
    case .above(let why):
      clear.noteOther(of: monitor.upAfter)
      guard state == .degraded else { return change(to: .degraded, at: time, reason: why) }
      reason = why
      return steady(at: time)
    case .between where incident == .degraded:
      clear.noteOther(of: monitor.upAfter)
      return state == .degraded ? steady(at: time) : .nothing
    case .below where incident == .degraded:
      if clear.note(time, of: monitor.upAfter) { return change(to: .up, at: time) }
      return state == .degraded ? steady(at: time) : .nothing
    case .between, .below:
      // Without an incident one answer is enough: there is nothing that it takes back.
      return state == .up ? steady(at: time) : change(to: .up, at: time)
    }
  }

  /// The host is there, but the check fails: degraded, and asked again after as many failures.
  private mutating func noteOtherwise(
    _ how: Message,
    _ failure: Message,
    from: Timestamp,
    at time: Timestamp
  ) -> TrackerStep {
    failures = QuorumWindow()
    let why = Message(
      .monitorAnswersOtherwise,
      ["method": .message(how), "failure": .message(failure)]
    )
    guard state == .degraded else {
      return change(to: .degraded, at: time, from: from, reason: why, confirmedBy: how)
    }
    reason = why
    return .nothing
  }

  // MARK: Changes

  private mutating func change(
    to now: MonitorState,
    at time: Timestamp,
    from: Timestamp? = nil,
    reason: Message? = nil,
    confirmedBy: Message? = nil
  ) -> TrackerStep {
    // The clock may have been set back between two checks.
    let first = min(from ?? time, time)
    let isTrouble = now == .down || now == .degraded
    var change = TrackerChange(was: state, now: now, time: time, from: first)
    change.reason = reason
    change.confirmedBy = confirmedBy
    change.opensIncident = isTrouble && incident == nil
    change.endsIncident = (now == .up || now == .paused) && incident != nil
    change.isFlapping = isFlapping
    if now == .unknown || now == .paused || now == .down || incident == .down { forgetFailures() }
    if now == .unknown || now == .paused || now == .down { quality = QualityWindow() }
    passes = QuorumWindow()
    clear = QuorumWindow()
    unknowns = 0
    state = now
    since = time
    self.reason = reason
    if isTrouble { incident = now } else if now != .unknown { incident = nil }
    if now == .down { downFrom = downFrom ?? first } else if now != .unknown { downFrom = nil }
    change.flapping = noteFlapping(at: time)
    change.isFlapping = change.isFlapping || isFlapping
    return .changed(change)
  }

  /// A check agrees with the state.
  private mutating func steady(at time: Timestamp) -> TrackerStep {
    guard let flapping = noteFlapping(at: time) else { return .nothing }
    var change = TrackerChange(was: state, now: state, time: time, from: time, reason: reason)
    change.flapping = flapping
    change.isFlapping = true
    return .changed(change)
  }

  /// Records the state; whether flapping begins or ends by that.
  private mutating func noteFlapping(at time: Timestamp) -> TrackerChange.Flapping? {
    switch state {
    case .unknown: return nil
    case .paused:
      history = FlapHistory()
      defer { isFlapping = false }
      return isFlapping ? .ended : nil
    case .up, .degraded, .down: break
    }
    history.note(isDown: state == .down)
    if !isFlapping {
      isFlapping = history.percent >= FlapHistory.begin
      return isFlapping ? .began : nil
    }
    let lasts = time.milliseconds - (since ?? time).milliseconds
    if lasts >= Self.steadyMs {
      // What was before must not make it flap again at the next check.
      history = FlapHistory()
      history.note(isDown: state == .down)
    }
    isFlapping = history.percent > FlapHistory.end
    return isFlapping ? nil : .ended
  }

  private mutating func forgetFailures() {
    failures = QuorumWindow()
    suspicion = nil
  }

  private mutating func forgetChecks() {
    forgetFailures()
    passes = QuorumWindow()
    clear = QuorumWindow()
    quality = QualityWindow()
    unknowns = 0
  }
}

extension MessageTemplate {
  static let monitorPaused = MessageTemplate("monitor.paused", "you paused it")
  static let monitorServiceFails = MessageTemplate(
    "monitor.service_fails",
    "the service fails while the host answers ({method}): {failure}"
  )
  static let monitorOnlyThere = MessageTemplate(
    "monitor.only_there",
    "{failure}, though it is on the network ({method})"
  )
  static let monitorAnswersOtherwise = MessageTemplate(
    "monitor.answers_otherwise",
    "it answers in another way ({method}), but not to this check: {failure}"
  )
}
