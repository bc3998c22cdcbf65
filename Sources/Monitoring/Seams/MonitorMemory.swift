import Home
import Model

/// What a ``MemoryMonitorStore`` holds: a value, which batches change as they change a file.
package struct MonitorMemory: Sendable {
  private let bounds: MemoryMonitorStore.Bounds
  /// The greatest numbers that were given.
  private var last: LastNumbers
  /// Those at the beginning: what has a greater one is new since.
  private let first: LastNumbers
  private var monitors: [String: Monitor] = [:]
  private var trackers: [String: [UInt8]] = [:]
  private(set) var samples: [String: [RoundTripSample]] = [:]
  private(set) var states: [String: [MonitorStateChange]] = [:]
  /// Ascending by number, as events and alerts are.
  private(set) var incidents: [Incident] = []
  private(set) var events: [MonitorEvent] = []
  private(set) var alerts: [Alert] = []
  private var rules: [String: AlertRule] = [:]
  private var channels: [String: AlertChannel] = [:]
  private var dispatcher: [UInt8]?
  private var statusPage: [UInt8]?
  private var heartbeat: Timestamp?
  /// What was removed since the beginning.
  private var removedMonitors: Set<String> = []
  private var removedRules: Set<String> = []
  private var removedChannels: Set<String> = []
  /// Why every call fails.
  var failure: StoreError?

  /// The greatest numbers of incidents, events and alerts that a store ever gave.
  package struct LastNumbers: Hashable, Sendable {
    package var incident: Int64
    package var event: Int64
    package var alert: Int64

    package init(incident: Int64 = 0, event: Int64 = 0, alert: Int64 = 0) {
      self.incident = incident
      self.event = event
      self.alert = alert
    }
  }

  init(_ stored: StoredMonitoring, after last: LastNumbers, bounds: MemoryMonitorStore.Bounds) {
    self.bounds = bounds
    var last = last
    last.incident = max(last.incident, stored.incidents.map(\.id).max() ?? 0)
    last.alert = max(last.alert, stored.waiting.map(\.id).max() ?? 0)
    self.last = last
    first = last
    for monitor in stored.monitors { monitors[monitor.id] = monitor }
    for rule in stored.rules { rules[rule.id] = rule }
    for channel in stored.channels { channels[channel.id] = channel }
    trackers = stored.trackers
    incidents = stored.incidents.sorted { $0.id < $1.id }
    alerts = stored.waiting.sorted { $0.id < $1.id }
    dispatcher = stored.dispatcher
    statusPage = stored.statusPage
    heartbeat = stored.heartbeat
  }

  /// What is needed to go on.
  var stored: StoredMonitoring {
    var stored = StoredMonitoring()
    stored.monitors = monitors.values.sorted { $0.id < $1.id }
    stored.trackers = trackers
    stored.incidents = incidents.filter { $0.to == nil }
    stored.rules = rules.values.sorted { $0.id < $1.id }
    stored.channels = channels.values.sorted { $0.id < $1.id }
    stored.dispatcher = dispatcher
    stored.statusPage = statusPage
    stored.waiting = alerts.filter { $0.state == .waiting || $0.state == .held }
    stored.heartbeat = heartbeat
    return stored
  }

  /// All that there is, as a batch for the store in whose place this one went on.
  func everything() -> (batch: MonitorBatch, numbers: MonitorNumbers) {
    var batch = MonitorBatch()
    var numbers = MonitorNumbers()
    let stored = self.stored
    batch.monitors = stored.monitors
    batch.removedMonitors = removedMonitors.sorted()
    batch.trackers = trackers
    batch.samples = samples
    batch.states = states.values.flatMap(\.self)
    batch.newIncidents = incidents.filter { $0.id > first.incident }
    numbers.incidents = batch.newIncidents.map(\.id)
    batch.incidents = incidents.filter { $0.id <= first.incident }
    batch.events = events.filter { $0.seq > first.event }
    numbers.events = batch.events.map(\.seq)
    batch.rules = stored.rules
    batch.removedRules = removedRules.sorted()
    batch.channels = stored.channels
    batch.removedChannels = removedChannels.sorted()
    batch.dispatcher = dispatcher
    batch.statusPage = statusPage
    batch.newAlerts = alerts.filter { $0.id > first.alert }
    numbers.alerts = batch.newAlerts.map(\.id)
    batch.alerts = alerts.filter { $0.id <= first.alert }
    batch.heartbeat = heartbeat
    return (batch, numbers)
  }

  // MARK: Batches

  /// Takes a batch as the file does, and drops the oldest of what is too much.
  mutating func take(_ batch: MonitorBatch) -> MonitorNumbers {
    let added = Set(batch.monitors.map(\.id))
    for id in batch.removedMonitors where added.contains(id) { remove(monitor: id) }
    takeDefinitions(batch)
    var numbers = MonitorNumbers()
    for var incident in batch.newIncidents {
      last.incident += 1
      incident.id = last.incident
      incidents.append(incident)
      numbers.incidents.append(incident.id)
    }
    for var incident in batch.incidents {
      guard let id = numbers.resolved(incident.id), let index = incidents.index(of: id, by: \.id)
      else { continue }
      incident.id = id
      // Whose it is never changes.
      incident.monitor = incidents[index].monitor
      incidents[index] = incident
    }
    takePast(batch)
    for var event in batch.events {
      last.event += 1
      event.seq = last.event
      event.incident = numbers.resolved(event.incident)
      events.append(event)
      numbers.events.append(event.seq)
    }
    for alert in batch.newAlerts {
      last.alert += 1
      var alert = numbers.resolved(alert)
      alert.id = last.alert
      alerts.append(alert)
      numbers.alerts.append(alert.id)
    }
    for alert in batch.alerts {
      guard let index = alerts.index(of: alert.id, by: \.id) else { continue }
      let changed = numbers.resolved(alert)
      alerts[index].notice = changed.notice
      alerts[index].state = changed.state
      alerts[index].tries = changed.tries
      alerts[index].nextTry = changed.nextTry
      alerts[index].error = changed.error
    }
    if let dispatcher = batch.dispatcher { self.dispatcher = dispatcher }
    if let statusPage = batch.statusPage { self.statusPage = statusPage }
    if let heartbeat = batch.heartbeat { self.heartbeat = heartbeat }
    for id in batch.removedMonitors where !added.contains(id) { remove(monitor: id) }
    bound(batch)
    return numbers
  }

  private mutating func takeDefinitions(_ batch: MonitorBatch) {
    for id in batch.removedRules { rules[id] = nil }
    for id in batch.removedChannels { channels[id] = nil }
    removedRules.formUnion(batch.removedRules)
    removedChannels.formUnion(batch.removedChannels)
    for monitor in batch.monitors { monitors[monitor.id] = monitor }
    for rule in batch.rules { rules[rule.id] = rule }
    for channel in batch.channels { channels[channel.id] = channel }
  }

  private mutating func takePast(_ batch: MonitorBatch) {
    trackers.merge(batch.trackers) { $1 }
    for change in batch.states {
      states[change.monitor, default: []].place(change, by: \.time)
    }
    for (id, new) in batch.samples where !new.isEmpty {
      for sample in new { samples[id, default: []].place(sample, by: \.time) }
    }
  }

  private mutating func remove(monitor id: String) {
    removedMonitors.insert(id)
    monitors[id] = nil
    trackers[id] = nil
    samples[id] = nil
    states[id] = nil
    incidents.removeAll { $0.monitor == id }
    events.removeAll { $0.monitor == id }
  }

  // MARK: Bounds

  private mutating func bound(_ batch: MonitorBatch) {
    let ofOne = min(bounds.samplesOfOne, max(bounds.samples / max(samples.count, 1), 1))
    for id in batch.samples.keys { samples[id]?.dropFirst(beyond: ofOne) }
    for change in batch.states { states[change.monitor]?.dropFirst(beyond: bounds.states) }
    events.dropFirst(beyond: bounds.events)
    incidents.drop(beyond: bounds.incidents) { $0.to != nil }
    alerts.drop(beyond: bounds.alerts) { $0.state == .sent || $0.state == .givenUp }
    alerts.dropFirst(beyond: 2 * bounds.alerts)
  }

  /// Drops what is older than the policy says; of states, the last one before that time holds on.
  mutating func drop(_ policy: MonitorPolicy, now: Timestamp) {
    func border(_ days: Int) -> Timestamp {
      let bounded = Int64(min(max(days, 1), HistoryPolicy.mostDays))
      return Timestamp(milliseconds: now.milliseconds - bounded * HistoryTime.day)
    }
    let (oldSample, oldEvent) = (border(policy.sampleDays), border(policy.eventDays))
    for id in samples.keys { samples[id]?.removeAll { $0.time < oldSample } }
    for id in states.keys {
      guard let holds = states[id]?.lastIndex(where: { $0.time <= oldEvent }) else { continue }
      states[id]?.removeFirst(holds)
    }
    events.removeAll { $0.time < oldEvent }
    incidents.removeAll { incident in incident.to.map { $0 < oldEvent } ?? false }
    alerts.removeAll { alert in
      alert.time < oldEvent && (alert.state == .sent || alert.state == .givenUp)
    }
  }
}

extension Array {
  /// Where the element of that number is; they ascend by it.
  fileprivate func index(of number: Int64, by key: (Element) -> Int64) -> Int? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if key(self[middle]) < number { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && key(self[low]) == number ? low : nil
  }

  /// Drops the first of those that may go, where there are more of them than that many.
  fileprivate mutating func drop(beyond most: Int, where mayGo: (Element) -> Bool) {
    // Nearly always there are few in all.
    guard count > most else { return }
    var tooMany = reduce(0) { $0 + (mayGo($1) ? 1 : 0) } - most
    guard tooMany > most / 16 else { return }
    removeAll { element in
      guard tooMany > 0, mayGo(element) else { return false }
      tooMany -= 1
      return true
    }
  }
}
