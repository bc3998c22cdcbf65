public import Model
import Networking

extension MonitorMachine {
  /// Gives the dispatcher events that are stored, but for those that it has already and those of monitors that
  /// are gone.
  mutating func takeStored(
    _ events: [MonitorEvent],
    except taken: Set<Int64> = [],
    at now: MonitorMoment
  ) {
    let new = events.filter { $0.seq > memory.lastEvent }
    guard let last = new.last else { return }
    memory.lastEvent = last.seq
    let untold = new.filter { !taken.contains($0.seq) && entries[$0.monitor] != nil }
    memory.dispatcher.take(untold.compactMap { AlertNews($0) }, at: now.wall)
    (isMemoryDirty, isDispatchDue) = (true, true)
  }

  /// Gives the dispatcher what changed in the home, each with the device's id; ascending.
  public mutating func homeChanged(
    _ changes: [(change: HomeChange, device: String?)],
    at now: MonitorMoment
  ) {
    let after = memory.lastChange ?? 0
    let new = changes.filter { $0.change.seq > after }
    guard let last = new.last else { return }
    memory.lastChange = last.change.seq
    memory.dispatcher.take(
      new.compactMap { AlertNews($0.change, device: $0.device) },
      at: now.wall
    )
    (isMemoryDirty, isDispatchDue) = (true, true)
  }

  /// The last change of the home that alerts were made of; `nil` before the first.
  public var lastChange: UInt64? { memory.lastChange }

  /// Tells nothing of the home's changes until that one.
  public mutating func skipChanges(through seq: UInt64) {
    memory.lastChange = max(memory.lastChange ?? 0, seq)
    isMemoryDirty = true
    pending.isUrgent = true
  }

  /// Gives the dispatcher news of another kind.
  mutating func take(_ news: AlertNews, at time: Timestamp) {
    memory.dispatcher.take([news], at: time)
    (isMemoryDirty, isDispatchDue) = (true, true)
  }

  func dispatchContext(at time: Timestamp) -> AlertContext {
    var context = AlertContext(
      rules: rules.values.sorted { $0.id < $1.id },
      channels: channels.values.sorted { $0.id < $1.id },
      mutes: memory.mutes.filter { $0.until > time },
      localTime: local,
      // How long parents are waited for is decided by what is known of them.
      started: time,
      inMaintenance: Set(entries.filter(\.value.isInMaintenance).keys),
      dependents: dependents,
      acknowledged: Set(incidents.values.filter(\.isAcknowledged).map(\.id)),
      url: settings.pageURL
    )
    for (id, entry) in entries {
      guard let handle = entry.incident, let incident = incidents[handle] else { continue }
      context.failingSince[id] = incident.from
    }
    for (id, entry) in entries where entry.incident != nil && !entry.monitor.parents.isEmpty {
      let view = parents(of: id, at: time)
      if !view.deadParents.isEmpty { context.deadParents[id] = Set(view.deadParents) }
      if !view.uncheckedParents.isEmpty {
        context.uncheckedParents[id] = Set(view.uncheckedParents)
      }
      if isRecovering(entry, at: time) { context.recovering.insert(id) }
    }
    return context
  }

  /// Whether a parent came back so lately that the monitor can't have been checked often enough since.
  private func isRecovering(_ entry: MonitorEntry, at time: Timestamp) -> Bool {
    let monitor = entry.monitor
    let checks = monitor.interval * (monitor.upAfter.m + 1) + monitor.timeout
    return graph.parents(of: monitor.id).contains { id in
      guard let parent = entries[id], parent.tracker.state.answers, let since = parent.cameBack
      else { return false }
      let passed = time.milliseconds - since.milliseconds
      // A clock that was set back must not keep it silent.
      return passed >= 0 && passed < checks.wholeNanoseconds / 1_000_000
    }
  }

  /// How often it is asked while monitors wait for parents: no news tell when that is over.
  private static let parentsPause = Duration.seconds(5)

  /// Asks the dispatcher for alerts, where there may be some.
  mutating func makeAlerts(at now: MonitorMoment) {
    if memory.mutes.contains(where: { $0.until <= now.wall }) {
      memory.mutes.removeAll { $0.until <= now.wall }
      isMemoryDirty = true
      isDispatchDue = true
    }
    guard isDispatchDue || (nextDispatch.map { $0 <= now.wall } ?? false) else { return }
    guard now.monotonic - lastDispatch >= gatherFor || now.monotonic < lastDispatch else { return }
    isDispatchDue = false
    lastDispatch = now.monotonic
    let before = memory.dispatcher
    let context = dispatchContext(at: now.wall)
    let new = memory.dispatcher.due(at: now.wall, context: context)
    nextDispatch = memory.dispatcher.nextDue(after: now.wall, context: context)
    if !context.recovering.isEmpty || !context.uncheckedParents.isEmpty {
      let again = AlertTime.adding(Self.parentsPause, to: now.wall)
      nextDispatch = min(nextDispatch ?? again, again)
    }
    if memory.dispatcher != before { isMemoryDirty = true }
    for alert in new {
      let handle = makeHandle()
      alerts[handle] = alert
      pending.alerts.insert(handle)
      pending.isUrgent = true
    }
    if !new.isEmpty { sumUpWaiting() }
  }

  /// Sums up news that are only to know where too many wait for one channel.
  private mutating func sumUpWaiting() {
    let waiting = alerts.filter { $0.value.state == .waiting && !sending.contains($0.key) }
    guard waiting.count > Outbox.mostWaiting else { return }
    let changed = Dictionary(
      Outbox.sumUp(Array(waiting.values)).map { ($0.notice.id, $0) },
      uniquingKeysWith: { $1 }
    )
    for (handle, alert) in waiting {
      guard let summed = changed[alert.notice.id] else { continue }
      alerts[handle] = summed
      pending.alerts.insert(handle)
    }
  }

  /// Tries what waits for a channel at once: its settings were changed.
  mutating func hurry(channel id: String) {
    channelFailures[id] = nil
    for (handle, alert) in alerts where !sending.contains(handle) {
      guard let hurried = Outbox.hurry([alert], to: id).first else { continue }
      alerts[handle] = hurried
      pending.alerts.insert(handle)
      pending.isUrgent = true
    }
  }

  /// When the dispatcher is asked next.
  func nextDispatchTime(after now: MonitorMoment) -> MonotonicTime? {
    if isDispatchDue { return max(now.monotonic, lastDispatch + gatherFor) }
    return nextDispatch.map { time in
      let wait = Duration.milliseconds(max(0, time.milliseconds - now.wall.milliseconds))
      return max(now.monotonic + wait, lastDispatch + gatherFor)
    }
  }

  /// What quiet hours hold now, the newest first; without numbers, since nothing of it is stored as alerts yet.
  func heldAlerts(at time: Timestamp) -> [Alert] {
    guard rules.values.contains(where: { $0.quietHours?.contains(time, in: local) ?? false }) else {
      return []
    }
    return memory.dispatcher.held(at: time, context: dispatchContext(at: time)).reversed()
  }

  // MARK: Sending

  /// The alerts that may be sent: stored, unless nothing can be.
  private var sendable: [(handle: Handle, alert: Alert)] {
    let isHolding = isHoldingRepetitions
    return alerts.filter { handle, alert in
      guard alert.state == .waiting else { return false }
      guard isStoreFailing else { return alert.id != 0 }
      return !isHolding || tellsRepetitions(alert.channel)
    }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Whether the store has failed so shortly that what would be shown twice waits for it.
  ///
  /// What is sent now can't be stored as sent: a program that is killed sends it again after its next start.
  private var isHoldingRepetitions: Bool {
    guard let failingSince = failingSince ?? inFlight?.since else { return false }
    return lastMoment.monotonic - failingSince < Outbox.unstoredWait
  }

  /// Whether a channel shows a notice once that it is sent twice.
  private func tellsRepetitions(_ channel: String) -> Bool {
    // What waits for one that is gone is given up.
    channels[channel].map { settings.servicesTellingRepetitions.contains($0.service) } ?? true
  }

  /// The channels that something is being sent to, or that were told what isn't stored as told yet: so a program
  /// that is killed repeats one notice a channel at most.
  private var busyChannels: Set<String> {
    var busy = Set(sending.compactMap { alerts[$0]?.channel })
    guard !isStoreFailing else { return busy }
    let changed = pending.alerts.lazy.compactMap { alerts[$0] }
    for alert in changed where alert.tries > 0 { busy.insert(alert.channel) }
    for alert in inFlight?.batch.alerts ?? [] where alert.tries > 0 { busy.insert(alert.channel) }
    return busy
  }

  func nextSending(after time: Timestamp) -> Timestamp? {
    let waiting = sendable
    guard !waiting.isEmpty else { return nil }
    return Outbox.nextDue(
      waiting.map(\.alert),
      busy: busyChannels,
      at: time
    )
  }

  mutating func sendAlerts(at time: Timestamp) {
    let waiting = sendable
    guard !waiting.isEmpty else { return }
    let next = Outbox.next(
      waiting.map(\.alert),
      busy: busyChannels,
      at: time
    )
    for alert in next {
      guard let handle = waiting.first(where: { $0.alert == alert })?.handle else { continue }
      guard let channel = channels[alert.channel], channel.isOn else {
        giveUp(handle, because: Message(.channelGone))
        continue
      }
      sending.insert(handle)
      actions.append(.send(alert, over: channel, handle: handle))
    }
  }

  private mutating func giveUp(_ handle: Handle, because why: Message) {
    guard let alert = alerts[handle] else { return }
    alerts[handle] = Outbox.giveUp(alert, because: why)
    pending.alerts.insert(handle)
    pending.isUrgent = true
  }

  /// Takes what came of sending an alert; `jitter` is from 0 to 1.
  public mutating func delivered(
    _ handle: Handle,
    _ delivery: Delivery,
    jitter: Double,
    at now: MonitorMoment
  ) {
    noteLeap(at: now)
    sending.remove(handle)
    guard let alert = alerts[handle] else { return }
    let hasFailedLong = noteAttempt(delivery, over: alert.channel, at: now.monotonic)
    let next = Outbox.note(
      delivery,
      of: alert,
      at: now.wall,
      jitter: jitter,
      hasFailedLong: hasFailedLong
    )
    alerts[handle] = next
    pending.alerts.insert(handle)
    pending.isUrgent = true
    guard let channel = channels[next.channel] else { return }
    if let trouble = Outbox.trouble(of: next, channelName: channel.name, at: now.wall) {
      take(trouble, at: now.wall)
    } else if next.state == .sent {
      if failing.remove(channel.id) != nil {
        take(.channelWorks(channel.id, name: channel.name, at: now.wall), at: now.wall)
      }
    }
    if next.state == .givenUp { failing.insert(channel.id) }
  }

  /// Counts the attempts that failed one after another; whether there were many over a long time.
  private mutating func noteAttempt(
    _ delivery: Delivery,
    over channel: String,
    at now: MonotonicTime
  ) -> Bool {
    guard delivery != .sent else {
      channelFailures[channel] = nil
      return false
    }
    var failure = channelFailures[channel] ?? ChannelFailure(since: now)
    failure.tries += 1
    channelFailures[channel] = failure
    return failure.isLong(at: now)
  }
}

extension MessageTemplate {
  static let channelGone = MessageTemplate(
    "channel.gone",
    "the channel was removed or turned off before this was sent"
  )
}
