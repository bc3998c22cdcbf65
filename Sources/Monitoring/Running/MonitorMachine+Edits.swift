public import Model
import Networking

extension MonitorMachine {
  // MARK: What users change

  /// Adds a monitor, or replaces the settings of one.
  public mutating func set(_ monitor: Monitor, at now: MonitorMoment) {
    put(monitor, at: now.wall)
    reschedule(at: now)
  }

  private mutating func put(_ monitor: Monitor, at time: Timestamp) {
    let before = entries[monitor.id]
    if let before, before.monitor.check == monitor.check {
      entries[monitor.id]?.monitor = monitor
    } else {
      // What is known of another target says nothing of this one.
      if before != nil {
        endIncident(of: monitor.id, at: time)
        forgetEvents(of: monitor.id)
      }
      entries[monitor.id] = MonitorEntry(monitor)
      entries[monitor.id]?.lastState = before?.lastState
      pending.batch.trackers[monitor.id] = StoredJSON.encode(MonitorTracker())
      if before != nil { addState(.unknown, of: monitor.id, from: time) }
    }
    store(monitor)
    matchPause(of: monitor.id, at: time)
  }

  /// Pauses a monitor, or resumes it.
  public mutating func setPaused(_ isPaused: Bool, of id: String, at now: MonitorMoment) {
    guard var monitor = entries[id]?.monitor, monitor.isPaused != isPaused else { return }
    monitor.isPaused = isPaused
    entries[id]?.monitor = monitor
    store(monitor)
    matchPause(of: id, at: now.wall)
    reschedule(at: now)
  }

  /// Removes a monitor, with its past.
  public mutating func remove(monitor id: String, at now: MonitorMoment) {
    drop(monitor: id)
    reschedule(at: now)
  }

  private mutating func drop(monitor id: String) {
    guard entries.removeValue(forKey: id) != nil else { return }
    incidents = incidents.filter { $0.value.monitor != id }
    // A batch on its way may be about it: nobody is told of what is gone.
    forgetEvents(of: id)
    pending.batch.monitors.removeAll { $0.id == id }
    pending.batch.trackers[id] = nil
    pending.batch.samples[id] = nil
    pending.batch.states.removeAll { $0.monitor == id }
    pending.batch.removedMonitors.append(id)
    pending.isUrgent = true
    memory.dispatcher.forget(monitor: id)
    memory.mutes.removeAll { $0.subject == .monitor(id) }
    isMemoryDirty = true
    if statusPage.monitors.contains(id) {
      var page = statusPage
      page.monitors.removeAll { $0 == id }
      set(page)
    }
    for (other, entry) in entries where entry.monitor.parents.contains(id) {
      var monitor = entry.monitor
      monitor.parents.removeAll { $0 == id }
      entries[other]?.monitor = monitor
      store(monitor)
    }
  }

  /// Adds or replaces a rule.
  public mutating func set(_ rule: AlertRule) {
    rules[rule.id] = rule
    isDispatchDue = true
    guard rule.source != .file else { return }
    pending.batch.rules.removeAll { $0.id == rule.id }
    pending.batch.removedRules.removeAll { $0 == rule.id }
    pending.batch.rules.append(rule)
    pending.isUrgent = true
  }

  /// Removes a rule.
  public mutating func remove(rule id: String) {
    rules[id] = nil
    pending.batch.rules.removeAll { $0.id == id }
    pending.batch.removedRules.append(id)
    (pending.isUrgent, isDispatchDue) = (true, true)
  }

  /// Adds or replaces a channel.
  ///
  /// A new one is told what the usual rule tells, which is made with the first channel.
  public mutating func set(_ channel: AlertChannel) {
    let isNew = channels[channel.id] == nil
    channels[channel.id] = channel
    hurry(channel: channel.id)
    isDispatchDue = true
    if channel.source != .file {
      pending.batch.channels.removeAll { $0.id == channel.id }
      pending.batch.removedChannels.removeAll { $0 == channel.id }
      pending.batch.channels.append(channel)
      pending.isUrgent = true
    }
    if isNew { joinUsualRule(channel.id) }
  }

  /// Removes a channel; what waits for it is given up.
  public mutating func remove(channel id: String) {
    channels[id] = nil
    // Not when it would have been tried next.
    hurry(channel: id)
    pending.batch.channels.removeAll { $0.id == id }
    pending.batch.removedChannels.append(id)
    (pending.isUrgent, isDispatchDue) = (true, true)
    for var rule in rules.values where rule.channels.contains(id) && rule.source != .file {
      rule.channels.removeAll { $0 == id }
      set(rule)
    }
  }

  /// Mutes a subject until then, or unmutes it.
  public mutating func mute(_ subject: Mute.Subject, until: Timestamp?) {
    memory.mutes.removeAll { $0.subject == subject }
    mutedSinceStart.insert(subject)
    if let until { memory.mutes.append(Mute(subject, until: until)) }
    (isMemoryDirty, isDispatchDue) = (true, true)
    pending.isUrgent = true
  }

  /// What is muted.
  public var mutes: [Mute] { memory.mutes }

  /// Whether the user knows of an incident.
  func isAcknowledged(_ id: Int64) -> Bool {
    incidents.values.contains { $0.id == id && $0.isAcknowledged }
  }

  /// Notes that the user knows of an incident that lasts, or doesn't; `nil` where it doesn't last.
  @discardableResult
  public mutating func acknowledge(_ id: Int64, _ isAcknowledged: Bool = true) -> Incident? {
    // One that isn't stored yet has no number.
    guard id > 0, let handle = incidents.first(where: { $0.value.id == id })?.key
    else { return nil }
    incidents[handle]?.isAcknowledged = isAcknowledged
    pending.incidents.insert(handle)
    (pending.isUrgent, isDispatchDue) = (true, true)
    return incidents[handle]
  }

  // MARK: The configuration file

  /// Takes what the file declares now: what it declared before and no longer does goes.
  public mutating func declare(_ declared: DeclaredMonitoring, at now: MonitorMoment) {
    let ids = Set(declared.monitors.map(\.id))
    for (id, entry) in entries where entry.monitor.source == .file && !ids.contains(id) {
      drop(monitor: id)
    }
    for monitor in declared.monitors where entries[monitor.id]?.monitor != monitor {
      put(monitor, at: now.wall)
    }
    let ruleIDs = Set(declared.rules.map(\.id))
    for (id, rule) in rules where rule.source == .file && !ruleIDs.contains(id) {
      remove(rule: id)
    }
    for rule in declared.rules where rules[rule.id] != rule { set(rule) }
    let channelIDs = Set(declared.channels.map(\.id))
    for (id, channel) in channels where channel.source == .file && !channelIDs.contains(id) {
      remove(channel: id)
    }
    for channel in declared.channels where channels[channel.id] != channel { set(channel) }
    noteDeclared(declared.channels)
    reschedule(at: now)
  }

  // MARK: What follows from that

  private mutating func store(_ monitor: Monitor) {
    // Those of the file are read from there.
    guard monitor.source != .file else { return }
    pending.batch.monitors.removeAll { $0.id == monitor.id }
    pending.batch.removedMonitors.removeAll { $0 == monitor.id }
    pending.batch.monitors.append(monitor)
    pending.isUrgent = true
  }

  /// Pauses or resumes a monitor's tracker as its settings say: one that is paused takes no results.
  mutating func matchPause(of id: String, at time: Timestamp) {
    guard var entry = entries[id],
      entry.monitor.isPaused != (entry.tracker.state == .paused)
    else { return }
    let step =
      entry.monitor.isPaused ? entry.tracker.pause(at: time) : entry.tracker.resume(at: time)
    entries[id] = entry
    take(step, of: id, after: CheckResult(.passed), at: time)
  }

  private mutating func endIncident(of id: String, at time: Timestamp) {
    guard let handle = entries[id]?.incident else { return }
    incidents[handle]?.to = time
    pending.incidents.insert(handle)
    entries[id]?.incident = nil
    memory.dispatcher.forget(monitor: id)
    isMemoryDirty = true
  }

  mutating func reschedule(at now: MonitorMoment) {
    schedule.set(
      entries.filter { !$0.value.monitor.isPaused }.mapValues(\.monitor.interval),
      at: now.monotonic
    )
    for id in waiting.keys where entries[id]?.monitor.isPaused ?? true {
      waiting[id] = nil
      budget.withdraw(id)
    }
    graph = ParentGraph(entries.values.map(\.monitor))
    dependents = [:]
    for entry in entries.values {
      // What is behind a monitor that is behind another is behind that one, too.
      var seen: Set<String> = [entry.monitor.id]
      var waiting = entry.monitor.parents
      while let parent = waiting.popLast() {
        guard seen.insert(parent).inserted else { continue }
        dependents[parent, default: 0] += 1
        waiting += entries[parent]?.monitor.parents ?? []
      }
    }
    isDispatchDue = true
    updateMaintenance(at: now.wall)
  }
}
