public import Model
import Networking

extension MonitorMachine {
  /// Beyond so many incidents that last, the dispatcher's memory is stored less often.
  private static let manyIncidents = 100
  /// How often that is at most.
  private static let memoryPause = Duration.seconds(5)
  /// As many events as wait for a store that fails; the dispatcher has them all the same.
  private static let mostEvents = 20_000

  /// Asks for what is pending to be stored, if it is time.
  mutating func commit(at now: MonotonicTime) {
    guard inFlight == nil, retryCommit.map({ $0 <= now }) ?? true else { return }
    retryCommit = nil
    guard isMemoryDirty || !pending.isEmpty else {
      (pending.isUrgent, pending.isAwaited) = (false, false)
      return
    }
    guard now - lastFlush >= flushPause || now < lastFlush else { return }
    lastFlush = now
    let hasMemory = isMemoryDirty && isMemoryDue(at: now)
    if hasMemory { lastMemory = now }
    let commit = takeCommit(withMemory: hasMemory)
    inFlight?.since = now
    actions.append(.commit(commit.batch))
  }

  /// Whether the dispatcher's memory goes with the next batch.
  ///
  /// Where much lasts it is large, and it is not written for each event: what it doesn't have is taken from the
  /// stored events again after a start. With new alerts it always is, so that none is made twice.
  private func isMemoryDue(at now: MonotonicTime) -> Bool {
    // What was taken before it was stored isn't taken from there.
    if incidents.count <= Self.manyIncidents || pending.isAwaited || failures > 0 { return true }
    if pending.isEmpty || !pending.alerts.isEmpty { return true }
    return now - lastMemory >= Self.memoryPause || now < lastMemory
  }

  /// When ``commit(at:)`` has something to do; `nil` where it has nothing, or waits for an answer.
  func nextCommit(after now: MonotonicTime) -> MonotonicTime? {
    guard inFlight == nil, isMemoryDirty || !pending.isEmpty else { return nil }
    // What is urgent can't be stored sooner, either.
    if let retryCommit { return retryCommit }
    return lastFlush + flushPause
  }

  private var flushPause: Duration {
    if pending.isAwaited { return .zero }
    return pending.isUrgent ? min(gatherFor, settings.flushEvery) : settings.flushEvery
  }

  /// Has what is pending stored at once: somebody waits for it.
  mutating func hurry() { pending.isAwaited = true }

  /// All that is pending, which is being stored from now on.
  private mutating func takeCommit(withMemory: Bool = true) -> CommitInFlight {
    if withMemory, isMemoryDirty {
      pending.batch.dispatcher = StoredJSON.encode(memory)
      isMemoryDirty = false
    }
    let commit = takePending()
    inFlight = commit
    return commit
  }

  private mutating func takePending() -> CommitInFlight {
    var commit = CommitInFlight(batch: pending.batch, events: pending.events)
    for handle in pending.incidents.sorted() {
      guard let incident = incidents[handle] else { continue }
      if incident.id == 0 {
        commit.newIncidents.append(handle)
        commit.batch.newIncidents.append(incident)
      } else {
        commit.batch.incidents.append(incident)
      }
    }
    for waiting in pending.events {
      var event = waiting.event
      if let handle = waiting.incident, let id = incidents[handle]?.id {
        let place = commit.newIncidents.firstIndex(of: handle)
        event.incident = id == 0 ? place.map { -1 - Int64($0) } : id
      }
      commit.batch.events.append(event)
    }
    for handle in pending.alerts.sorted() {
      guard let alert = alerts[handle] else { continue }
      if alert.id == 0 {
        commit.newAlerts.append(handle)
        commit.batch.newAlerts.append(alert)
      } else {
        commit.batch.alerts.append(alert)
        if alert.state.isFinal { alerts[handle] = nil }
      }
    }
    pending = PendingChanges()
    return commit
  }

  /// Takes the numbers that the stored rows got.
  public mutating func stored(_ numbers: MonitorNumbers, at now: MonitorMoment) {
    guard let commit = inFlight else { return }
    inFlight = nil
    noteStoring(at: now.wall)
    for (handle, id) in zip(commit.newIncidents, numbers.incidents) {
      incidents[handle]?.id = id
    }
    for (handle, id) in zip(commit.newAlerts, numbers.alerts) {
      alerts[handle]?.id = id
      // It was sent before it could be stored.
      if alerts[handle]?.state.isFinal ?? false {
        pending.alerts.insert(handle)
        pending.isUrgent = true
      }
    }
    dropEnded()
    var events = commit.batch.events
    var taken: Set<Int64> = []
    for index in events.indices where numbers.events.indices.contains(index) {
      events[index].seq = numbers.events[index]
      if commit.events[index].isTaken { taken.insert(events[index].seq) }
      if let incident = events[index].incident, incident < 0 {
        let place = Int(-1 - incident)
        events[index].incident =
          numbers.incidents.indices.contains(place) ? numbers.incidents[place] : nil
      }
    }
    takeStored(events, except: taken, at: now)
    // The dispatcher knows these without a number.
    guard !taken.isEmpty else { return }
    for handle in commit.newIncidents {
      guard let incident = incidents[handle], incident.to == nil else { continue }
      memory.dispatcher.set(incident: incident.id, of: incident.monitor)
    }
  }

  /// Drops the incidents that have ended, once that is stored.
  private mutating func dropEnded() {
    let ended = incidents.filter { $0.value.to != nil && !pending.incidents.contains($0.key) }
    guard !ended.isEmpty else { return }
    let needed = Set(pending.events.compactMap(\.incident))
    for handle in ended.keys where !needed.contains(handle) { incidents[handle] = nil }
  }

  /// Nothing of the batch could be stored, for that reason: it is tried again, and what happens is told
  /// all the same.
  public mutating func notStored(_ why: Message? = nil, at now: MonitorMoment) {
    guard let commit = inFlight else { return }
    inFlight = nil
    noteFailure(why, at: now)
    // What is pending since then is newer.
    var batch = commit.batch
    batch.newIncidents = []
    batch.incidents = []
    batch.newAlerts = []
    batch.alerts = []
    batch.events = []
    let later = pending
    pending.batch = batch.followed(by: later.batch)
    // Of a monitor that was removed meanwhile nothing is kept.
    let events = commit.events.filter { entries[$0.event.monitor] != nil }
    pending.events = events + later.events
    pending.incidents.formUnion(commit.newIncidents)
    pending.incidents.formUnion(handles(of: commit.batch.incidents))
    pending.alerts.formUnion(commit.newAlerts)
    for alert in commit.batch.alerts {
      if let known = alerts.first(where: { $0.value.id == alert.id })?.key {
        pending.alerts.insert(known)
      } else {
        let new = makeHandle()
        alerts[new] = alert
        pending.alerts.insert(new)
      }
    }
    pending.isUrgent = true
    takeUnstored(at: now.wall)
    pending.events.removeFirst(max(0, pending.events.count - Self.mostEvents))
  }

  /// Gives the dispatcher what can't be stored: a full disk must not keep anybody from being told.
  mutating func takeUnstored(at time: Timestamp) {
    var news: [AlertNews] = []
    if isStoreHanging, var commit = inFlight {
      news += Self.news(of: &commit.events, incidents)
      if !commit.isTold {
        commit.isTold = true
        news.append(.storageFails(Message(.alertStorageHangs), at: time))
      }
      inFlight = commit
    }
    news += Self.news(of: &pending.events, incidents)
    guard !news.isEmpty else { return }
    memory.dispatcher.take(news, at: time)
    (isMemoryDirty, isDispatchDue) = (true, true)
  }

  /// The news of those events that the dispatcher doesn't have; it has them now.
  private static func news(
    of events: inout [PendingEvent],
    _ incidents: [Handle: Incident]
  ) -> [AlertNews] {
    var news: [AlertNews] = []
    for index in events.indices where !events[index].isTaken {
      events[index].isTaken = true
      var event = events[index].event
      let number = events[index].incident.flatMap { incidents[$0]?.id } ?? 0
      event.incident = number > 0 ? number : nil
      if let one = AlertNews(event) { news.append(one) }
    }
    return news
  }

  /// What events say of that monitor up to now is not told: it is gone, or watches something else.
  mutating func forgetEvents(of id: String) {
    pending.events.removeAll { $0.event.monitor == id }
    guard var commit = inFlight else { return }
    for index in commit.events.indices where commit.events[index].event.monitor == id {
      commit.events[index].isTaken = true
    }
    inFlight = commit
  }

  private mutating func noteFailure(_ why: Message?, at now: MonitorMoment) {
    if failures == 0 { failingSince = now.monotonic }
    retryCommit = now.monotonic + StoreRetry.pause(after: failures)
    failures += 1
    guard failures == StoreRetry.failuresToTell, let why else { return }
    take(.storageFails(why, at: now.wall), at: now.wall)
  }

  private mutating func noteStoring(at time: Timestamp) {
    let wasTold =
      failures >= StoreRetry.failuresToTell || memory.dispatcher.lasts(AlertNews.storageKey)
    (failures, failingSince) = (0, nil)
    if wasTold { take(.storageWorks(at: time), at: time) }
  }

  /// What is still to be stored when the program ends; each is answered as any other.
  public mutating func finish(at now: MonitorMoment) -> [MonitorBatch] {
    guard inFlight == nil else { return [] }
    for (id, entry) in entries { pending.batch.trackers[id] = StoredJSON.encode(entry.tracker) }
    pending.batch.heartbeat = now.wall
    isMemoryDirty = true
    return [takeCommit().batch]
  }

  /// What is pending now, whether or not it can wait; `nil` where that is nothing.
  mutating func rest() -> MonitorBatch? {
    guard inFlight == nil, isMemoryDirty || !pending.isEmpty else { return nil }
    return takeCommit().batch
  }

  /// Whether a batch is being stored.
  var isStoring: Bool { inFlight != nil }

  /// Whether something that can't wait is not stored yet.
  public var hasUnstored: Bool {
    inFlight != nil || (pending.isUrgent && (isMemoryDirty || !pending.isEmpty))
  }

  /// Whether the last batch that was answered could not be stored, or one isn't answered.
  var isStoreFailing: Bool { failures > 0 || isStoreHanging }

  /// Whether a batch is being stored for longer than a disk takes.
  var isStoreHanging: Bool {
    inFlight?.since.map { lastMoment.monotonic - $0 >= StoreRetry.longestCommit } ?? false
  }

  private func handles(of stored: [Incident]) -> [Handle] {
    let ids = Set(stored.map(\.id))
    return incidents.filter { ids.contains($0.value.id) }.map(\.key)
  }
}

extension Alert.State {
  /// Whether nothing more comes of it.
  var isFinal: Bool { self == .sent || self == .givenUp }
}

extension MonitorBatch {
  /// This batch and a later one; what both change is as the later one says.
  func followed(by later: MonitorBatch) -> MonitorBatch {
    var all = self
    all.monitors.removeAll { old in
      later.monitors.contains { $0.id == old.id } || later.removedMonitors.contains(old.id)
    }
    all.monitors += later.monitors
    all.removedMonitors.removeAll { id in later.monitors.contains { $0.id == id } }
    all.removedMonitors += later.removedMonitors
    all.trackers.merge(later.trackers) { $1 }
    all.samples.merge(later.samples) { $0 + $1 }
    // A full disk must not fill the memory.
    for (id, samples) in all.samples where samples.count > Self.mostWaiting {
      all.samples[id] = Array(samples.suffix(Self.mostWaiting))
    }
    all.states += later.states
    all.states.removeFirst(max(0, all.states.count - Self.mostStatesWaiting))
    all.rules.removeAll { old in
      later.rules.contains { $0.id == old.id } || later.removedRules.contains(old.id)
    }
    all.rules += later.rules
    all.removedRules.removeAll { id in later.rules.contains { $0.id == id } }
    all.removedRules += later.removedRules
    all.channels.removeAll { old in
      later.channels.contains { $0.id == old.id } || later.removedChannels.contains(old.id)
    }
    all.channels += later.channels
    all.removedChannels.removeAll { id in later.channels.contains { $0.id == id } }
    all.removedChannels += later.removedChannels
    all.dispatcher = later.dispatcher ?? all.dispatcher
    all.statusPage = later.statusPage ?? all.statusPage
    all.heartbeat = later.heartbeat ?? all.heartbeat
    return all
  }

  /// As many samples of a monitor as wait for a store that fails.
  private static let mostWaiting = 120
  /// As many changes of states of all monitors.
  private static let mostStatesWaiting = 50_000
}
