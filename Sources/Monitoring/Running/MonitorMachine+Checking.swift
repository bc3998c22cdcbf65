public import Model
import Networking
import Wire

extension MonitorMachine {
  /// The most checks that begin in one go, so that a machine that was busy makes no burst.
  private static let mostAtOnce = 64

  mutating func startChecks(at now: MonitorMoment) {
    if let gap = schedule.noteGap(at: now.monotonic) {
      let before = Timestamp(milliseconds: now.wall.milliseconds - gap.wholeMilliseconds)
      interruptAll(at: before, because: Message(.monitorSlept))
    }
    let free = max(0, min(settings.mostChecks - running, Self.mostAtOnce))
    for due in schedule.due(at: now.monotonic, atMost: free) {
      guard let entry = entries[due.id], !entry.monitor.isPaused else {
        schedule.finish(due.id, at: now.monotonic)
        continue
      }
      if let ownFailure {
        schedule.started(due, at: now.monotonic)
        schedule.finish(due.id, at: now.monotonic)
        note(CheckResult(.unknown(ownFailure)), of: due.id, at: now)
      } else if budget.enqueue(
        due.id,
        host: entry.monitor.check.host,
        isInHome: entry.isInHome,
        isSlow: entry.tracker.state == .down,
        latest: latestStart(of: due, entry.monitor)
      ) {
        waiting[due.id] = due
      }
    }
    startWaiting(at: now)
  }

  /// Begins the checks that the budget lets go: one host is asked little at a time, and dead ones leave room
  /// for others.
  private mutating func startWaiting(at now: MonitorMoment) {
    budget.release(at: now.monotonic)
    while !isFull, let id = budget.next() {
      guard let due = waiting.removeValue(forKey: id), let entry = entries[id],
        !entry.monitor.isPaused
      else {
        budget.finish(id)
        continue
      }
      schedule.started(due, at: now.monotonic)
      actions.append(.check(entry.monitor))
    }
  }

  /// Takes the result of a check that was asked for.
  public mutating func checked(_ monitor: Monitor, _ result: CheckResult, at now: MonitorMoment) {
    noteLeap(at: now)
    budget.finish(monitor.id)
    schedule.finish(monitor.id, at: now.monotonic)
    // It was removed or changed meanwhile.
    guard entries[monitor.id]?.monitor.check == monitor.check else { return }
    note(meant(result), of: monitor.id, at: now)
  }

  /// A failure while this machine can't check anything says nothing of the target.
  private func meant(_ result: CheckResult) -> CheckResult {
    guard let ownFailure, case .failed = result.outcome else { return result }
    return CheckResult(.unknown(ownFailure))
  }

  /// Takes the result of a check beside the schedule.
  public mutating func checkedNow(_ monitor: Monitor, _ result: CheckResult, at now: MonitorMoment)
  {
    noteLeap(at: now)
    guard entries[monitor.id]?.monitor.check == monitor.check else { return }
    note(meant(result), of: monitor.id, at: now)
  }

  private mutating func note(_ result: CheckResult, of id: String, at now: MonitorMoment) {
    guard var entry = entries[id], !entry.monitor.isPaused else { return }
    let before = entry.tracker
    let step = entry.tracker.note(
      result,
      at: now.wall,
      of: entry.monitor,
      usualP95Ms: entry.usualP95Ms
    )
    if !entry.wasChecked, dependents[id] != nil { isDispatchDue = true }
    entry.wasChecked = true
    entry.httpStatus = result.facts.status
    if let address = result.facts.address { entry.lastAddress = IPAddress(address) }
    // What a wrong clock of our own finds is no end of a certificate.
    let isKnown = if case .unknown = result.outcome { false } else { true }
    if isKnown, let seconds = result.facts.certificateExpiration, seconds.isFinite {
      // Some thousand years either way are enough.
      let left = Int64((min(max(seconds, -1e11), 1e11) * 1000).rounded())
      entry.certificateEnd = Timestamp(milliseconds: now.wall.milliseconds + left)
    }
    entries[id] = entry
    pending.batch.samples[id, default: []].append(
      RoundTripSample(time: now.wall, outcome: result.sampleOutcome)
    )
    pending.batch.heartbeat = now.wall
    take(step, of: id, after: result, at: now.wall)
    noteCertificate(result, of: id, before, at: now.wall)
  }

  /// Tells of a certificate that soon ends, and of its renewal; `before` is how the monitor was before the check.
  private mutating func noteCertificate(
    _ result: CheckResult,
    of id: String,
    _ before: MonitorTracker,
    at time: Timestamp
  ) {
    guard let seconds = result.facts.certificateExpiration, let entry = entries[id] else { return }
    var least = 14
    if case .tls(let check) = entry.monitor.check { least = check.minimumDays }
    // What was told is in the dispatcher's memory, which tells nothing twice.
    guard
      var stage = CertificateStage(
        secondsLeft: seconds,
        leastDays: least,
        outcome: result.outcome,
        state: entry.tracker.state
      )
    else { return }
    // What was degraded by something else told nothing of a certificate.
    if stage == .degradation, entry.certificate != .degradation, before.state == .degraded,
      entry.certificate != nil || before.reason?.code != result.reason?.code
    {
      stage = .ending
    }
    guard stage != entry.certificate else { return }
    entries[id]?.certificate = stage
    take(AlertNews(stage, of: entry.monitor, daysLeft: seconds / 86_400, at: time), at: time)
  }

  /// The monitors with a limit in multiples of what is usual, which has to be looked up for them.
  public var idsWithUsualLimit: [String] {
    entries.values.filter { $0.monitor.degraded.timesUsual != nil }.map(\.monitor.id).sorted()
  }

  /// Takes how long a monitor's target usually takes to answer; `nil` where that isn't known.
  public mutating func noteUsual(_ p95Ms: Double?, of id: String) {
    entries[id]?.usualP95Ms = p95Ms
  }

  /// Takes what another method said of a target.
  public mutating func confirmed(
    _ monitor: Monitor,
    _ confirmation: Confirmation,
    after result: CheckResult,
    at now: MonitorMoment
  ) {
    noteLeap(at: now)
    confirming = max(0, confirming - 1)
    guard var entry = entries[monitor.id], entry.monitor.check == monitor.check,
      !entry.monitor.isPaused
    else { return }
    let before = entry.tracker
    let step = entry.tracker.note(confirmation, at: now.wall, of: entry.monitor)
    entries[monitor.id] = entry
    take(step, of: monitor.id, after: result, at: now.wall)
    noteCertificate(result, of: monitor.id, before, at: now.wall)
  }

  /// As many causes as are looked for at once: each is asked for by many packets.
  private static let mostDiagnosing = 16
  /// As many as wait for that: of an outage of everything, the first ones tell enough.
  private static let mostDiagnoses = 500

  /// Looks for the causes of incidents that last, as many as may be looked for.
  mutating func startDiagnoses() {
    while diagnosing < Self.mostDiagnosing, !diagnoses.isEmpty {
      let next = diagnoses.removeFirst()
      guard let incident = incidents[next.incident], incident.to == nil else { continue }
      diagnosing += 1
      actions.append(.diagnose(next.monitor, incident: next.incident, next.failure))
    }
  }

  /// Takes the cause of an incident.
  public mutating func diagnosed(
    _ handle: Handle,
    _ diagnosis: IncidentDiagnosis?,
    at now: MonitorMoment
  ) {
    diagnosing = max(0, diagnosing - 1)
    guard let diagnosis, let incident = incidents[handle], let entry = entries[incident.monitor]
    else { return }
    incidents[handle]?.diagnosis = diagnosis
    pending.incidents.insert(handle)
    let state = entry.tracker.state
    let event = MonitorEvent(
      time: now.wall,
      monitor: incident.monitor,
      name: entry.monitor.name,
      kind: .diagnosed,
      was: state,
      now: state,
      reason: diagnosis.message,
      isInMaintenance: entry.isInMaintenance
    )
    add(event, handle)
  }

  /// Takes whether this machine can check anything; `why` says why it can't.
  ///
  /// Returns whether that is new.
  @discardableResult
  public mutating func noteOwnFailure(_ why: Message?, at now: MonitorMoment) -> Bool {
    let before = ownFailure
    ownFailure = why
    if let why, before == nil { interruptAll(at: now.wall, because: why) }
    return (why == nil) != (before == nil)
  }

  mutating func interruptAll(at time: Timestamp, because why: Message) {
    for id in entries.keys.sorted() {
      guard var entry = entries[id], !entry.monitor.isPaused else { continue }
      let step = entry.tracker.interrupt(at: time, because: why)
      entries[id] = entry
      take(step, of: id, after: CheckResult(.unknown(why)), at: time)
    }
  }

  // MARK: Steps of trackers

  mutating func take(
    _ step: TrackerStep,
    of id: String,
    after result: CheckResult,
    at time: Timestamp
  ) {
    switch step {
    case .nothing: return
    case .confirm(let failure):
      guard let entry = entries[id] else { return }
      // It takes as much as a check: where much fails at once, fewer of those begin.
      confirming += 1
      actions.append(.confirm(entry.monitor, failure))
    case .changed(let change): take(change, of: id, after: result)
    }
  }

  private mutating func take(_ change: TrackerChange, of id: String, after result: CheckResult) {
    guard let entry = entries[id] else { return }
    pending.isUrgent = true
    if dependents[id] != nil { isDispatchDue = true }
    if change.was != change.now {
      addState(change.now, of: id, from: change.from)
    }
    pending.batch.trackers[id] = StoredJSON.encode(entry.tracker)
    // One that is seen for the first time was not away.
    let isFirst = change.was == .unknown && entry.lastState == nil
    if change.now.answers, !change.was.answers, !isFirst { entries[id]?.cameBack = change.time }
    let handle = noteIncident(change, of: id)
    for kind in change.eventKinds {
      let event = MonitorEvent(
        time: change.time,
        monitor: id,
        name: entry.monitor.name,
        kind: kind,
        was: change.was,
        now: change.now,
        reason: change.reason,
        deadParents: parents(of: id, at: change.time).deadParents,
        isInMaintenance: entry.isInMaintenance
      )
      add(event, handle)
    }
    guard change.now == .down, change.was != .down, let handle else { return }
    guard incidents[handle]?.diagnosis == nil, diagnoses.count < Self.mostDiagnoses else { return }
    // Monitors without parents come first: theirs are the alerts that are sent soon.
    let first =
      entry.monitor.parents.isEmpty
      ? diagnoses.firstIndex { !$0.monitor.parents.isEmpty } : nil
    diagnoses.insert(
      WaitingDiagnosis(monitor: entry.monitor, incident: handle, failure: result),
      at: first ?? diagnoses.endIndex
    )
  }

  /// Adds to the states of a monitor; never before the last one, which would then seem to go on.
  ///
  /// The first failed check of an outage may lie before the end of a window of maintenance.
  mutating func addState(_ state: MonitorState, of id: String, from time: Timestamp) {
    guard let entry = entries[id] else { return }
    let time = max(time, entry.lastState ?? time)
    entries[id]?.lastState = time
    pending.batch.states.append(
      MonitorStateChange(
        monitor: id,
        time: time,
        state: state,
        isInMaintenance: entry.isInMaintenance
      )
    )
  }

  /// The incident that the change belongs to.
  private mutating func noteIncident(_ change: TrackerChange, of id: String) -> Handle? {
    let isBad = change.now == .down || change.now == .degraded
    var handle = entries[id]?.incident
    if handle == nil, isBad {
      let new = makeHandle()
      incidents[new] = Incident(id: 0, monitor: id, from: change.from, state: change.now)
      entries[id]?.incident = new
      entries[id]?.decided = change.time
      handle = new
    }
    guard let handle else { return nil }
    if isBad {
      if change.now == .down {
        incidents[handle]?.state = .down
        entries[id]?.decided = change.time
      }
      incidents[handle]?.reason = change.reason
      if let method = change.confirmedBy { incidents[handle]?.confirmedBy = method }
    }
    pending.incidents.insert(handle)
    if change.now == .up || change.now == .paused {
      let began = incidents[handle]?.from ?? change.from
      incidents[handle]?.to = max(change.from, began)
      entries[id]?.incident = nil
    }
    return handle
  }

  mutating func add(_ event: MonitorEvent, _ incident: Handle?) {
    pending.events.append(PendingEvent(event: event, incident: incident))
    pending.isUrgent = true
  }

  /// Which of a monitor's parents were down when it was, and which are not known yet.
  func parents(of id: String, at now: Timestamp) -> ParentView {
    guard let entry = entries[id], !entry.monitor.parents.isEmpty, let handle = entry.incident,
      let incident = incidents[handle]
    else { return ParentView() }
    var states: [String: ParentState] = [:]
    for parent in graph.parents(of: id) {
      states[parent] = entries[parent].map { ParentState(of: $0.monitor, $0.tracker) }
    }
    return ParentView(
      of: id,
      from: incident.from,
      decided: entry.decided ?? incident.from,
      now: now,
      start: started.wall,
      graph: graph,
      states: states
    )
  }

  // MARK: Maintenance

  mutating func updateMaintenance(at time: Timestamp) {
    nextMaintenance = nil
    for (id, entry) in entries where !entry.monitor.maintenance.isEmpty {
      let isOpen = entry.monitor.maintenance.isOpen(at: time, in: local)
      for window in entry.monitor.maintenance {
        guard let next = window.nextChange(after: time, in: local) else { continue }
        nextMaintenance = min(nextMaintenance ?? next, next)
      }
      guard isOpen != entry.isInMaintenance else { continue }
      isDispatchDue = true
      entries[id]?.isInMaintenance = isOpen
      addState(entry.tracker.state, of: id, from: time)
    }
  }
}

extension CheckResult {
  /// What of it is kept as a sample.
  fileprivate var sampleOutcome: RoundTripSample.Outcome {
    switch outcome {
    case .passed, .degraded: .answered(ms: roundTripMs ?? 0)
    case .failed: .lost
    case .unknown: .unknown
    }
  }
}

extension MonitorState {
  /// Whether the target answers.
  var answers: Bool { self == .up || self == .degraded }
}

extension TrackerChange {
  fileprivate var eventKinds: [MonitorEvent.Kind] {
    switch flapping {
    case .began: [.flappingBegan]
    case .ended: [.flappingEnded]
    case nil: [.changed]
    }
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int64 { wholeNanoseconds / 1_000_000 }
}

extension MessageTemplate {
  static let monitorNotRunning = MessageTemplate(
    "monitor.not_running",
    "homenet was not running, so nothing was checked"
  )
  static let monitorSlept = MessageTemplate(
    "monitor.slept",
    "this machine was asleep, so nothing was checked"
  )
}
