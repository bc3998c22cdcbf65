import Model
public import Networking

/// All of monitoring without I/O: when what is checked, how each monitor is, what is told and stored.
///
/// A driver performs its actions and gives it what came of them. One batch is stored at a time; alerts
/// are sent once they are stored.
public struct MonitorMachine: Sendable {
  /// What an incident or an alert is known by here, also before it has a number in the store.
  public typealias Handle = Int

  var entries: [String: MonitorEntry] = [:]
  var schedule: MonitorSchedule
  var graph = ParentGraph([] as [Monitor])
  var rules: [String: AlertRule] = [:]
  var channels: [String: AlertChannel] = [:]
  var incidents: [Handle: Incident] = [:]
  /// Alerts that wait to be sent, or are being sent.
  var alerts: [Handle: Alert] = [:]
  var sending: Set<Handle> = []
  var memory = AlertMemory()
  var statusPage = StatusPage()
  var isMemoryDirty = false
  /// Whether the dispatcher may have something new to say.
  var isDispatchDue = true
  var nextDispatch: Timestamp?
  var lastDispatch: MonotonicTime
  /// The channels that gave up on something and took nothing since.
  var failing: Set<String> = []
  /// The channels whose last attempt failed.
  var channelFailures: [String: ChannelFailure] = [:]
  /// What was muted since the start: until when was reckoned by the present clock.
  var mutedSinceStart: Set<Mute.Subject> = []
  /// How many monitors are behind each, over however many others.
  var dependents: [String: Int] = [:]
  var pending = PendingChanges()
  var inFlight: CommitInFlight?
  /// When storing is tried again after it failed.
  var retryCommit: MonotonicTime?
  /// How many batches in a row could not be stored.
  var failures = 0
  /// When the first of them failed.
  var failingSince: MonotonicTime?
  var lastFlush: MonotonicTime
  /// When the dispatcher's memory was last stored.
  var lastMemory: MonotonicTime
  var lastHandle: Handle = 0
  /// Which checks may begin.
  var budget: CheckBudget
  /// Checks that are due and that the budget holds back.
  var waiting: [String: DueCheck] = [:]
  /// How many questions by another method are under way.
  var confirming = 0
  /// How many checks are under way, and questions by another method.
  var running: Int { budget.inFlight + confirming }
  /// How many causes of incidents are being looked for, and those that wait for it.
  var diagnosing = 0
  var diagnoses: [WaitingDiagnosis] = []
  var actions: [MonitorAction] = []
  /// Why this machine can't check anything.
  var ownFailure: Message?
  /// When windows of maintenance are looked at next.
  var nextMaintenance: Timestamp?
  /// The last moment that was seen.
  var lastMoment: MonitorMoment
  let local: LocalTime
  let settings: Settings
  /// When it started: only then are parents unchecked.
  let started: MonitorMoment

  /// How it works.
  public struct Settings: Hashable, Sendable {
    /// How many checks may be under way at once.
    public var mostChecks: Int
    /// How often samples are stored where nothing urgent is.
    public var flushEvery: Duration
    /// The page's address, for messages.
    public var pageURL: String?
    /// The services by which a notice that is sent twice is one.
    public var servicesTellingRepetitions: Set<String> = []
    /// Whether the channels of the file enter and leave rules; not where another file may be the server's.
    public var matchesDeclaredChannels = true
    /// The longest that a check waits for a sweep, and less where its interval is short: half of that.
    ///
    /// A sweep of a large home may take minutes: what it holds up for long would be late, and then begin at once.
    public var mostSweepWait = Duration.milliseconds(500)

    /// The usual settings.
    public init(
      mostChecks: Int = 1024,
      flushEvery: Duration = .seconds(30),
      pageURL: String? = nil
    ) {
      self.mostChecks = mostChecks
      self.flushEvery = flushEvery
      self.pageURL = pageURL
    }
  }

  /// What was stored, what the configuration file declares, and nothing checked yet.
  public init(
    _ stored: StoredMonitoring,
    declared: DeclaredMonitoring = DeclaredMonitoring(),
    events: [MonitorEvent] = [],
    local: LocalTime,
    settings: Settings = Settings(),
    seed: UInt64,
    at now: MonitorMoment
  ) {
    self.local = local
    self.settings = settings
    started = now
    lastMoment = now
    lastFlush = now.monotonic
    lastMemory = now.monotonic
    lastDispatch = now.monotonic + .seconds(-1)
    memory.dispatcher = AlertDispatcher(seed: seed)
    schedule = MonitorSchedule(seed: seed)
    budget = CheckBudget(descriptors: .max, most: settings.mostChecks)
    if let bytes = stored.dispatcher, let memory = StoredJSON.decode(AlertMemory.self, from: bytes)
    {
      self.memory = memory
    }
    if let bytes = stored.statusPage, let page = StoredJSON.decode(StatusPage.self, from: bytes) {
      statusPage = page
    }
    for rule in stored.rules { rules[rule.id] = rule }
    for channel in stored.channels { channels[channel.id] = channel }
    for monitor in stored.monitors { entries[monitor.id] = MonitorEntry(monitor) }
    for rule in declared.rules { rules[rule.id] = rule }
    for channel in declared.channels { channels[channel.id] = channel }
    for monitor in declared.monitors { entries[monitor.id] = MonitorEntry(monitor) }
    for (id, bytes) in stored.trackers {
      guard let tracker = StoredJSON.decode(MonitorTracker.self, from: bytes) else { continue }
      entries[id]?.tracker = tracker
    }
    for alert in stored.waiting {
      alerts[makeHandle()] = Outbox.resumed(alert, at: now.wall, last: stored.heartbeat)
    }
    // The clock of a machine without a battery may be behind what it was.
    let last = min(stored.heartbeat ?? now.wall, now.wall)
    takeIncidents(stored.incidents, at: last)
    if memory.dispatcher.keep(monitors: Set(entries.keys)) { isMemoryDirty = true }
    failing = Set(channels.keys.filter { memory.dispatcher.lasts(AlertNews.key(ofChannel: $0)) })
    memory.dispatcher.turnBack(to: now.wall)
    // The file may say otherwise by now.
    for id in entries.keys.sorted() { matchPause(of: id, at: last) }
    interruptAll(at: last, because: Message(.monitorNotRunning))
    takeStored(events, at: now)
    reschedule(at: now)
    if settings.matchesDeclaredChannels {
      matchDeclaredChannels(declared.channels, beside: stored.channels)
    }
  }

  /// Takes the incidents that last; those of monitors that the file no longer declares end.
  private mutating func takeIncidents(_ stored: [Incident], at last: Timestamp) {
    for incident in stored {
      let handle = makeHandle()
      incidents[handle] = incident
      if let entry = entries[incident.monitor], entry.incident == nil {
        entries[incident.monitor]?.incident = handle
        // Whether its parents are still down is not known before they are checked.
        entries[incident.monitor]?.decided = started.wall
      } else {
        incidents[handle]?.to = max(incident.from, last)
        pending.incidents.insert(handle)
      }
    }
  }

  mutating func makeHandle() -> Handle {
    lastHandle += 1
    return lastHandle
  }

  // MARK: Time

  /// Does what is due, and returns what is to be done for it.
  public mutating func advance(to now: MonitorMoment) -> [MonitorAction] {
    noteLeap(at: now)
    if nextMaintenance.map({ $0 <= now.wall }) ?? false { updateMaintenance(at: now.wall) }
    startChecks(at: now)
    startDiagnoses()
    if isStoreFailing { takeUnstored(at: now.wall) }
    makeAlerts(at: now)
    sendAlerts(at: now.wall)
    commit(at: now.monotonic)
    defer { actions = [] }
    return actions
  }

  /// How long what can't wait is gathered after the last of its kind.
  ///
  /// When all monitors change at once, each change would be a transaction and a look at all that lasts; the
  /// more lasts, the longer that takes.
  var gatherFor: Duration { .microseconds(100_000 + 100 * min(incidents.count, 9000)) }

  /// Whether as many checks are under way as may be.
  var isFull: Bool { running >= settings.mostChecks }

  /// Whether what came since the last ``advance(to:)`` is to be looked at before the time that
  /// ``nextAdvance(after:)`` said then.
  var hasWork: Bool {
    !actions.isEmpty || !waiting.isEmpty || isDispatchDue || !diagnoses.isEmpty || pending.isUrgent
      // The first of those that wait to be stored: before it, there was no time to store anything.
      || pending.batch.samples.count <= 1
  }

  /// When there is something to do next, if nothing comes meanwhile.
  public func nextAdvance(after now: MonitorMoment) -> MonotonicTime {
    // A leap of the clock of the day is noticed within that time.
    var next = now.monotonic + .seconds(15)
    if !isFull, let due = schedule.nextDue { next = min(next, due) }
    if !isFull, let release = budget.nextRelease { next = min(next, release) }
    if let dispatcher = nextDispatchTime(after: now) { next = min(next, dispatcher) }
    let wall = [nextMaintenance, nextSending(after: now.wall)]
    for time in wall.compactMap(\.self) {
      let wait = Duration.milliseconds(max(0, time.milliseconds - now.wall.milliseconds))
      next = min(next, now.monotonic + wait)
    }
    if let commit = nextCommit(after: now.monotonic) { next = min(next, commit) }
    return max(next, now.monotonic)
  }
}

/// What the configuration file declares of monitoring.
public struct DeclaredMonitoring: Hashable, Sendable {
  /// Its monitors.
  public var monitors: [Monitor]
  /// Its rules.
  public var rules: [AlertRule]
  /// Its channels.
  public var channels: [AlertChannel]

  /// Memberwise initialiser.
  public init(
    monitors: [Monitor] = [],
    rules: [AlertRule] = [],
    channels: [AlertChannel] = []
  ) {
    self.monitors = monitors
    self.rules = rules
    self.channels = channels
  }
}
