public import Model
public import Monitoring

/// Monitors that ask nobody, with a past, alerts and channels: for tests of servers and pages.
///
/// A check's outcome is in the target's first letters: `silent…` doesn't answer, `slow…` is degraded,
/// `lost…` can't be asked for a reason of our own, and every other answers. One check changes the state.
public actor GeneratedMonitors: HomeMonitoring {
  var entries: [String: MonitorSnapshot] = [:]
  var stateTable: [String: [MonitorStateChange]] = [:]
  /// Ascending by number.
  var incidentLog: [Incident] = []
  var ruleTable: [String: AlertRule] = [:]
  var channelTable: [String: AlertChannel] = [:]
  var secrets: [String: [String: String]] = [:]
  /// Ascending by number.
  var outbox: [Alert] = []
  var muted: [Mute] = []
  private var page = StatusPage()
  /// How often all monitors were asked for: tests see by it that nobody does in vain.
  public private(set) var snapshotCount = 0
  private var subscribers: [Int: AsyncStream<Void>.Continuation] = [:]
  private var nextSubscriber = 0
  private var lastID = 0
  let clock: @Sendable () -> Timestamp

  /// So many monitors: the first ones in every state, others hosts by number.
  ///
  /// Without monitors there are no rules, channels and alerts, either.
  public init(
    monitors count: Int = 12,
    clock: @escaping @Sendable () -> Timestamp = { GeneratedHome.start }
  ) {
    self.clock = clock
    let script = MonitorScript(now: clock())
    let past = ScriptedPast(script: script)
    var log: [Incident] = []
    for index in 0..<max(0, min(count, Monitor.most)) {
      var entry = script.monitor(index)
      let changes = past.states(of: index, entry)
      entry.since = changes.last?.time
      log += past.incidents(of: entry, changes)
      stateTable[entry.id] = changes
      entries[entry.id] = entry
    }
    log.sort { ($0.from, $0.monitor) < ($1.from, $1.monitor) }
    for index in log.indices {
      log[index].id = Int64(index + 1)
      log[index].isAcknowledged =
        log[index].to != nil || log[index].monitor == "phone"
      if log[index].to == nil {
        entries[log[index].monitor]?.incident = log[index]
      }
    }
    incidentLog = log
    guard count > 0 else { return }
    let alerting = ScriptedAlerting(script: script)
    for rule in alerting.rules { ruleTable[rule.id] = rule }
    for channel in alerting.channels { channelTable[channel.id] = channel }
    secrets = ["phones": ["token": "tk_not_a_token"], "mail": ["password": "not a password"]]
    outbox = alerting.alerts
    if entries["phone"] != nil {
      muted = [Mute(.monitor("phone"), until: Timestamp(milliseconds: .max))]
    }
  }

  // MARK: Monitors

  /// Every monitor, the worst state first, then by name.
  public func monitors() -> [MonitorSnapshot] {
    entries.values.map { withUptime($0) }.sorted { left, right in
      let ranks = (Self.rank(left.state), Self.rank(right.state))
      guard ranks.0 == ranks.1 else { return ranks.0 < ranks.1 }
      return (left.monitor.name, left.id) < (right.monitor.name, right.id)
    }
  }

  private static func rank(_ state: MonitorState) -> Int {
    switch state {
    case .down: 0
    case .degraded: 1
    case .unknown: 2
    case .up: 3
    case .paused: 4
    }
  }

  /// Every monitor without uptime.
  public func snapshots() -> [MonitorSnapshot] {
    snapshotCount += 1
    return entries.values.map { withMute($0) }
  }

  /// One monitor.
  public func monitor(_ id: String) -> MonitorSnapshot? { entries[id].map { withUptime($0) } }

  /// Adds a monitor.
  public func add(_ monitor: Monitor) throws(MonitoringError) -> MonitorSnapshot {
    var monitor = monitor
    if monitor.id.isEmpty {
      monitor.id = newID()
    } else if entries[monitor.id] != nil {
      throw .unacceptable(key: "id", "There is a monitor with that id already.")
    }
    guard entries.count < Monitor.most else {
      throw .impossible("There are as many monitors as there can be.")
    }
    return try keep(monitor)
  }

  /// Replaces a monitor's settings.
  public func replace(_ monitor: Monitor) throws(MonitoringError) -> MonitorSnapshot {
    try refuseLocked(try known(monitor.id).monitor.source)
    return try keep(monitor)
  }

  private func keep(_ monitor: Monitor) throws(MonitoringError) -> MonitorSnapshot {
    if let problem = monitor.problem() { throw problem }
    var all = entries.mapValues(\.monitor)
    all[monitor.id] = monitor
    if let problem = all.values.parentProblem { throw problem }
    var entry = entries[monitor.id] ?? MonitorSnapshot(monitor: monitor)
    entry.monitor = monitor
    entries[monitor.id] = entry
    if monitor.isPaused != (entry.state == .paused) { pause(monitor.isPaused, monitor.id) }
    changed()
    return withUptime(entries[monitor.id] ?? entry)
  }

  /// Removes a monitor with its past.
  public func remove(monitor id: String) throws(MonitoringError) {
    try refuseLocked(try known(id).monitor.source)
    entries[id] = nil
    stateTable[id] = nil
    incidentLog.removeAll { $0.monitor == id }
    muted.removeAll { $0.subject == .monitor(id) }
    page.monitors.removeAll { $0 == id }
    changed()
  }

  /// Checks a monitor now.
  public func check(_ id: String) throws(MonitoringError) -> CheckResult {
    var entry = try known(id)
    let result = ScriptedCheck.result(of: entry.monitor, at: clock())
    guard !entry.monitor.isPaused else { return result }
    entry.checked = clock()
    entry.roundTripMs = result.roundTripMs
    entry.httpStatus = result.facts.status
    entry.certificateEnd = result.facts.certificateExpiration.map {
      Timestamp(milliseconds: clock().milliseconds + Int64($0 * 1000))
    }
    entries[id] = entry
    let state: MonitorState =
      switch result.outcome {
      case .passed: .up
      case .degraded: .degraded
      case .failed: .down
      case .unknown: .unknown
      }
    move(id, to: state, because: result.reason)
    changed()
    return result
  }

  /// Pauses a monitor, or resumes it.
  public func setPaused(
    _ isPaused: Bool,
    of id: String
  ) throws(MonitoringError) -> MonitorSnapshot {
    let entry = try known(id)
    if entry.monitor.isPaused != isPaused { pause(isPaused, id) }
    changed()
    return withUptime(entries[id] ?? entry)
  }

  private func pause(_ isPaused: Bool, _ id: String) {
    entries[id]?.monitor.isPaused = isPaused
    move(id, to: isPaused ? .paused : .unknown, because: isPaused ? ScriptedWords.paused : nil)
  }

  /// Monitors that the home suggests and doesn't have.
  public func suggestions() -> [Monitor] {
    let targets = Set(entries.values.map(\.monitor.check.target))
    return MonitorScript.suggestions.filter { !targets.contains($0.check.target) }
  }

  // MARK: States

  private func move(_ id: String, to state: MonitorState, because reason: Message?) {
    guard var entry = entries[id] else { return }
    entry.reason = reason
    guard entry.state != state else {
      entries[id] = entry
      return
    }
    let now = clock()
    let was = entry.state
    entry.state = state
    entry.since = now
    stateTable[id, default: []].append(
      MonitorStateChange(
        monitor: id,
        time: now,
        state: state,
        isInMaintenance: entry.isInMaintenance
      )
    )
    entry.incident = incident(of: entry, at: now)
    entries[id] = entry
    tell(entry, was: was, at: now)
  }

  /// The incident that a monitor is in after its state changed.
  private func incident(of entry: MonitorSnapshot, at now: Timestamp) -> Incident? {
    let open = incidentLog.lastIndex { $0.monitor == entry.id && $0.to == nil }
    switch entry.state {
    case .down, .degraded:
      guard let open else {
        var new = Incident(
          id: (incidentLog.last?.id ?? 0) + 1,
          monitor: entry.id,
          from: now,
          state: entry.state,
          reason: entry.reason
        )
        if entry.state == .down {
          new.confirmedBy = ScriptedWords.silentToo
          new.diagnosis = ScriptedWords.absent(entry.monitor.check.target)
        }
        incidentLog.append(new)
        return new
      }
      if entry.state == .down { incidentLog[open].state = .down }
      return incidentLog[open]
    case .up, .paused:
      if let open { incidentLog[open].to = now }
      return nil
    case .unknown:
      return open.map { incidentLog[$0] }
    }
  }

  func known(_ id: String) throws(MonitoringError) -> MonitorSnapshot {
    guard let entry = entries[id] else { throw .notFound("There is no monitor with that id.") }
    return entry
  }

  func refuseLocked(_ source: Monitor.Source) throws(MonitoringError) {
    guard source == .file else { return }
    throw .locked("The configuration file declares it: it can only be changed there.")
  }

  func newID() -> String {
    lastID += 1
    return "new-\(lastID)"
  }

  private func withUptime(_ entry: MonitorSnapshot) -> MonitorSnapshot {
    var entry = withMute(entry)
    let now = clock()
    let changes = stateTable[entry.id] ?? []
    for (name, days) in [("24h", Int64(1)), ("7d", 7), ("30d", 30), ("365d", 365)] {
      let from = Timestamp(milliseconds: now.milliseconds - days * MonitorScript.day)
      entry.uptime[name] = MonitorTracker.uptime(of: changes, from: from, to: now)
    }
    return entry
  }

  private func withMute(_ entry: MonitorSnapshot) -> MonitorSnapshot {
    var entry = entry
    entry.mutedUntil =
      muted.filter { $0.subject == .monitor(entry.id) || $0.subject == .everything }
      .map(\.until).max()
    return entry
  }

  // MARK: The status page and subscribers

  /// The status page.
  public func statusPage() -> StatusPage { page }

  /// Replaces the status page.
  public func set(_ page: StatusPage) throws(MonitoringError) -> StatusPage {
    if let problem = page.problem(monitors: Set(entries.keys)) { throw problem }
    self.page = page
    return page
  }

  /// An element at every change.
  public func monitoringWakeups() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let subscriber = nextSubscriber
    nextSubscriber += 1
    subscribers[subscriber] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.unsubscribe(subscriber) }
    }
    return stream
  }

  private func unsubscribe(_ subscriber: Int) { subscribers[subscriber] = nil }

  func changed() {
    for subscriber in subscribers.values { subscriber.yield() }
  }
}
