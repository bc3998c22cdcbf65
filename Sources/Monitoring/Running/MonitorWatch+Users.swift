public import Model
import Home
import Networking

extension MonitorWatch: HomeMonitoring {
  // MARK: Monitors

  /// Every monitor, the worst state first, then by name.
  public func monitors() async -> [MonitorSnapshot] {
    var snapshots = machine.snapshots.map { shown($0) }
    let uptimes = await uptimes(of: snapshots.map(\.id))
    for index in snapshots.indices { snapshots[index].uptime = uptimes[snapshots[index].id] ?? [:] }
    return snapshots
  }

  /// A page of the monitors; only of those the uptime is looked up.
  public func monitors(_ query: MonitorQuery) async -> MonitorPage {
    let selection = machine.selection(query)
    var snapshots = selection.ids.compactMap { machine.snapshot(of: $0) }.map { shown($0) }
    let uptimes = await uptimes(of: selection.ids)
    for index in snapshots.indices { snapshots[index].uptime = uptimes[snapshots[index].id] ?? [:] }
    return MonitorPage(selection, snapshots)
  }

  /// Every monitor, in no order and without uptime.
  public func snapshots() async -> [MonitorSnapshot] { machine.unsortedSnapshots.map { shown($0) } }

  /// One monitor.
  public func monitor(_ id: String) async -> MonitorSnapshot? {
    guard let found = machine.snapshot(of: id) else { return nil }
    var snapshot = shown(found)
    snapshot.uptime = await uptimes(of: [id])[id] ?? [:]
    return snapshot
  }

  /// Adds a monitor; its id is made here where it is empty.
  public func add(_ monitor: Monitor) async throws(MonitoringError) -> MonitorSnapshot {
    try await beginEdit()
    defer { endEdit() }
    var monitor = monitor
    if monitor.id.isEmpty {
      monitor.id = newID(beside: Set(machine.entries.keys))
    } else if machine.entries[monitor.id] != nil {
      throw .unacceptable(key: "id", Message(.monitorIDTaken, ["id": monitor.id]))
    }
    guard machine.entries.count < Monitor.most else {
      throw .impossible(Message(.monitorTooMany, ["most": .count(Monitor.most)]))
    }
    return try await set(monitor)
  }

  /// Replaces a monitor's settings.
  public func replace(_ monitor: Monitor) async throws(MonitoringError) -> MonitorSnapshot {
    try await beginEdit()
    defer { endEdit() }
    let before = try known(monitor: monitor.id)
    try refuseLocked(before.source, before.name)
    return try await set(monitor)
  }

  private func set(_ monitor: Monitor) async throws(MonitoringError) -> MonitorSnapshot {
    if let problem = monitor.problem() { throw problem }
    var all = machine.entries.mapValues(\.monitor)
    all[monitor.id] = monitor
    if let problem = all.values.parentProblem { throw problem }
    let now = clock.now()
    try await edit(storing: machine.definitions(setting: monitor)) { $0.set(monitor, at: now) }
    guard let snapshot = await self.monitor(monitor.id) else {
      throw .notFound(Message(.monitorNone, ["id": monitor.id]))
    }
    return snapshot
  }

  /// Removes a monitor with its past.
  public func remove(monitor id: String) async throws(MonitoringError) {
    try await beginEdit()
    defer { endEdit() }
    let monitor = try known(monitor: id)
    try refuseLocked(monitor.source, monitor.name)
    let now = clock.now()
    try await edit(storing: machine.definitions(removing: id)) { $0.remove(monitor: id, at: now) }
    uptimes[id] = nil
  }

  /// Checks a monitor now.
  public func check(_ id: String) async throws(MonitoringError) -> CheckResult {
    try await ready()
    let monitor = try known(monitor: id)
    let result = await checks.check(monitor)
    machine.checkedNow(monitor, result, at: clock.now())
    changed()
    return result
  }

  /// Pauses a monitor, or resumes it.
  public func setPaused(
    _ isPaused: Bool,
    of id: String
  ) async throws(MonitoringError) -> MonitorSnapshot {
    try await beginEdit()
    defer { endEdit() }
    var wanted = try known(monitor: id)
    wanted.isPaused = isPaused
    let now = clock.now()
    try await edit(storing: machine.definitions(setting: wanted)) {
      $0.setPaused(isPaused, of: id, at: now)
    }
    guard let snapshot = await monitor(id) else {
      throw .notFound(Message(.monitorNone, ["id": id]))
    }
    return snapshot
  }

  /// Monitors that the home suggests and that it doesn't have yet.
  public func suggestions() async -> [Monitor] {
    let snapshot = await home.watching.snapshot()
    return await checks.suggestions(
      for: snapshot.devices,
      beside: machine.entries.values.map(\.monitor)
    )
  }

  /// How the schedule of checks is kept.
  public func scheduleFigures() async -> ScheduleFigures? {
    machine.scheduleFigures(at: clock.now())
  }

  // MARK: The past

  /// A monitor's samples.
  public func samples(
    of id: String,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) async throws(MonitoringError) -> [SamplePoint] {
    _ = try known(monitor: id)
    return try await reading { store throws(StoreError) in
      try store.monitorSamples(of: id, from: from, to: to, step: step)
    }
  }

  /// A monitor's states from `from` to `to`.
  public func states(
    of id: String,
    from: Timestamp,
    to: Timestamp
  ) async throws(MonitoringError) -> [MonitorStateChange] {
    _ = try known(monitor: id)
    return try await reading { store throws(StoreError) in
      try store.monitorStates(of: id, from: from, to: to)
    }
  }

  /// Incidents, the newest first; of one monitor, or of all.
  public func incidents(
    of id: String?,
    from: Timestamp,
    to: Timestamp,
    limit: Int
  ) async throws(MonitoringError) -> [Incident] {
    if let id { _ = try known(monitor: id) }
    return try await reading { store throws(StoreError) in
      try store.incidents(of: id, from: from, to: to, limit: limit)
    }
  }

  /// Notes that the user knows of an incident.
  public func acknowledge(_ incident: Int64) async throws(MonitoringError) -> Incident {
    try await beginEdit()
    defer { endEdit() }
    let wasKnown = machine.isAcknowledged(incident)
    guard let known = machine.acknowledge(incident) else {
      throw .notFound(Message(.monitorNoIncident, ["number": .count(incident)]))
    }
    try await stored { machine in
      guard !wasKnown else { return }
      machine.acknowledge(incident, false)
    }
    return known
  }

  private static let periods: [(name: String, hours: Int64)] = [
    ("24h", 24), ("7d", 24 * 7), ("30d", 24 * 30), ("365d", 24 * 365),
  ]
  private static let uptimesHold: Int64 = 60_000
  private static let uptimesAtOnce = 200

  /// The uptimes of monitors; those that were looked up within the last minute are not looked up again.
  private func uptimes(of ids: [String]) async -> [String: [String: Uptime]] {
    let now = clock.now().wall
    let old = ids.filter { id in
      uptimes[id].map { (now.milliseconds - $0.at.milliseconds).magnitude >= Self.uptimesHold }
        ?? true
    }
    // Some at a time, so that what is to be stored doesn't wait for all of them.
    for start in stride(from: 0, to: old.count, by: Self.uptimesAtOnce) {
      let part = old[start..<min(start + Self.uptimesAtOnce, old.count)]
      let found = try? await Self.uptimes(of: Array(part), at: now, in: store, queue)
      for (id, values) in found ?? [:] where machine.entries[id] != nil {
        uptimes[id] = (now, values)
      }
    }
    return Dictionary(
      ids.compactMap { id in uptimes[id].map { (id, $0.values) } },
      uniquingKeysWith: { $1 }
    )
  }

  private static func uptimes(
    of ids: [String],
    at now: Timestamp,
    in store: any MonitorStore,
    _ queue: BlockingQueue
  ) async throws(StoreError) -> [String: [String: Uptime]] {
    let periods = Self.periods
    return try await queue.call { () throws(StoreError) in
      var found: [String: [String: Uptime]] = [:]
      let longest = periods.map(\.hours).max() ?? 24
      let first = Timestamp(milliseconds: now.milliseconds - longest * 3_600_000)
      for id in ids {
        let states = try store.monitorStates(of: id, from: first, to: now)
        for period in periods {
          let from = Timestamp(milliseconds: now.milliseconds - period.hours * 3_600_000)
          found[id, default: [:]][period.name] = MonitorTracker.uptime(
            of: states,
            from: from,
            to: now
          )
        }
      }
      return found
    }
  }

  // MARK: Rules and channels

  /// The rules, in order of name.
  public func rules() async -> [AlertRule] {
    machine.rules.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// Adds or replaces a rule.
  public func set(_ rule: AlertRule) async throws(MonitoringError) -> AlertRule {
    try await beginEdit()
    defer { endEdit() }
    var rule = rule
    if rule.id.isEmpty { rule.id = newID(beside: Set(machine.rules.keys)) }
    if let before = machine.rules[rule.id] { try refuseLocked(before.source, before.name) }
    if let problem = rule.problem(channels: machine.channels.values) { throw problem }
    let set = rule
    try await edit(storing: machine.definitions { $0.set(set) }) { $0.set(set) }
    return rule
  }

  /// Removes a rule.
  public func remove(rule id: String) async throws(MonitoringError) {
    try await beginEdit()
    defer { endEdit() }
    guard let rule = machine.rules[id] else { throw .notFound(Message(.alertNoRule, ["id": id])) }
    try refuseLocked(rule.source, rule.name)
    try await edit(storing: machine.definitions { $0.remove(rule: id) }) { $0.remove(rule: id) }
  }

  /// The channels, in order of name.
  public func channels() async -> [AlertChannel] {
    machine.channels.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// The services that channels can be of, as JSON objects for forms.
  public func channelServices() async -> [FieldValue] { sender.services }

  /// The names of the secrets that a channel has.
  public func secretNames(of channel: String) async -> [String] {
    await secrets.names(of: channel)
  }

  /// Adds or replaces a channel and those of its secrets that are given.
  public func set(
    _ channel: AlertChannel,
    secrets new: [String: String]
  ) async throws(MonitoringError) -> AlertChannel {
    try await beginEdit()
    defer { endEdit() }
    var channel = channel
    if channel.id.isEmpty { channel.id = newID(beside: Set(machine.channels.keys)) }
    if let before = machine.channels[channel.id] { try refuseLocked(before.source, before.name) }
    let old = try await secrets.secrets(of: channel)
    if let problem = sender.problem(of: channel, secrets: old.merging(new) { $1 }) { throw problem }
    if !new.isEmpty { try await secrets.set(new, of: channel.id) }
    let set = channel
    do throws(MonitoringError) {
      try await edit(storing: machine.definitions { $0.set(set) }) { $0.set(set) }
    } catch {
      // The secrets that were belong to the settings that go on.
      let replaced = old.filter { new[$0.key] != nil }
      if machine.channels[set.id] == nil {
        try? await secrets.remove(set.id)
      } else if !replaced.isEmpty {
        try? await secrets.set(replaced, of: set.id)
      }
      throw error
    }
    return channel
  }

  /// Removes a channel and its secrets.
  public func remove(channel id: String) async throws(MonitoringError) {
    try await beginEdit()
    defer { endEdit() }
    let channel = try known(channel: id)
    try refuseLocked(channel.source, channel.name)
    try await edit(storing: machine.definitions { $0.remove(channel: id) }) {
      $0.remove(channel: id)
    }
    try await secrets.remove(id)
  }

  /// Sends a test notice over a channel.
  public func test(channel id: String) async throws(MonitoringError) -> Delivery {
    let channel = try known(channel: id)
    let now = clock.now().wall
    let text = Message(.alertTest, ["channel": channel.name])
    let notice = AlertNotice(
      id: "test-\(now.milliseconds)",
      title: text.text,
      items: [
        AlertNotice.Item(kind: .channelTrouble, text: text.text, severity: .info, time: now)
      ],
      severity: .info,
      time: now,
      url: settings.pageURL
    )
    return await send(notice, to: channel)
  }

  // MARK: Alerts

  /// Alerts, the newest first; in one state, or in all.
  ///
  /// What quiet hours hold comes before those of the store, beyond the limit.
  public func alerts(
    in state: Alert.State?,
    before id: Int64?,
    limit: Int
  ) async throws(MonitoringError) -> [Alert] {
    let isAsked = id == nil && (state == nil || state == .held)
    let held = isAsked ? Array(machine.heldAlerts(at: clock.now().wall).prefix(limit)) : []
    guard state != .held else { return held }
    return try await held
      + reading { store throws(StoreError) in
        try store.alerts(in: state, before: id, limit: limit)
      }
  }

  /// What is muted, and until when.
  public func mutes() async -> [Mute] { machine.mutes }

  /// Mutes a subject, or unmutes it.
  public func mute(_ subject: Mute.Subject, until: Timestamp?) async throws(MonitoringError) {
    try await beginEdit()
    defer { endEdit() }
    if case .monitor(let id) = subject { _ = try known(monitor: id) }
    // The end of the mute is meant by the clock as it is now.
    machine.noteLeap(at: clock.now())
    let before = machine.mutes.first { $0.subject == subject }?.until
    machine.mute(subject, until: until)
    try await stored { $0.mute(subject, until: before) }
  }

  // MARK: Common

  private func known(monitor id: String) throws(MonitoringError) -> Monitor {
    guard let monitor = machine.entries[id]?.monitor else {
      throw .notFound(Message(.monitorNone, ["id": id]))
    }
    return monitor
  }

  private func known(channel id: String) throws(MonitoringError) -> AlertChannel {
    guard let channel = machine.channels[id] else {
      throw .notFound(Message(.channelNone, ["id": id]))
    }
    return channel
  }

  private func refuseLocked(
    _ source: Monitor.Source,
    _ name: String
  ) throws(MonitoringError) {
    guard source == .file else { return }
    throw .locked(Message(.monitorLocked, ["name": name]))
  }

  private func reading<Value: Sendable>(
    _ work: @escaping @Sendable (any MonitorStore) throws(StoreError) -> Value
  ) async throws(MonitoringError) -> Value {
    let store = store
    do throws(StoreError) {
      return try await queue.call { () throws(StoreError) in try work(store) }
    } catch {
      throw .notStored(error.message)
    }
  }

  /// An id that nothing has: eight characters.
  private func newID(beside taken: Set<String>) -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    while true {
      let id = String(
        (0..<8).map { _ in letters[Int.random(in: letters.indices, using: &generator)] }
      )
      if !taken.contains(id) { return id }
    }
  }
}

extension MessageTemplate {
  static let monitorNone = MessageTemplate("monitor.none", "There is no monitor {id}.")
  static let monitorIDTaken = MessageTemplate(
    "monitor.id_taken",
    "There is a monitor {id} already; leave the id out, or change that one."
  )
  static let monitorTooMany = MessageTemplate(
    "monitor.too_many",
    "There are {most} monitors already, which is as many as there can be."
  )
  static let monitorNoIncident = MessageTemplate(
    "monitor.no_incident",
    "There is no incident {number} that lasts."
  )
  static let monitorLocked = MessageTemplate(
    "monitor.locked",
    "{name} is declared in the configuration file, and can only be changed there."
  )
  static let alertNoRule = MessageTemplate("alert.no_rule", "There is no rule {id}.")
  static let channelNone = MessageTemplate("channel.none", "There is no channel {id}.")
  static let alertTest = MessageTemplate(
    "alert.test",
    "This is a test of {channel}: alerts arrive here."
  )
}
