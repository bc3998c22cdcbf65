public import Model
import Networking

extension MonitorMachine {
  /// Gives the desk events that are stored, but for those that it has already and those of monitors that
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
    memory.desk.take(untold.compactMap { AlertNews($0) }, at: now.wall)
    (isMemoryDirty, isDeskDue) = (true, true)
  }

  /// Gives the desk what changed in the home, each with the device's id; ascending.
  public mutating func homeChanged(
    _ changes: [(change: HomeChange, device: String?)],
    at now: MonitorMoment
  ) {
    let after = memory.lastChange ?? 0
    let new = changes.filter { $0.change.seq > after }
    guard let last = new.last else { return }
    memory.lastChange = last.change.seq
    memory.desk.take(
      new.compactMap { AlertNews($0.change, device: $0.device) },
      at: now.wall
    )
    (isMemoryDirty, isDeskDue) = (true, true)
  }

  /// The last change of the home that alerts were made of; `nil` before the first.
  public var lastChange: UInt64? { memory.lastChange }

  /// Tells nothing of the home's changes until that one.
  public mutating func skipChanges(through seq: UInt64) {
    memory.lastChange = max(memory.lastChange ?? 0, seq)
    isMemoryDirty = true
    pending.isUrgent = true
  }

  /// Gives the desk news of another kind.
  mutating func take(_ news: AlertNews, at time: Timestamp) {
    memory.desk.take([news], at: time)
    (isMemoryDirty, isDeskDue) = (true, true)
  }

  func deskContext(at time: Timestamp) -> DeskContext {
    var context = DeskContext(
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

  /// Asks the desk for alerts, where there may be some.
  mutating func makeAlerts(at now: MonitorMoment) {
    if memory.mutes.contains(where: { $0.until <= now.wall }) {
      memory.mutes.removeAll { $0.until <= now.wall }
      isMemoryDirty = true
      isDeskDue = true
    }
    guard isDeskDue || (nextDesk.map { $0 <= now.wall } ?? false) else { return }
    guard now.monotonic - lastDesk >= gatherFor || now.monotonic < lastDesk else { return }
    isDeskDue = false
    lastDesk = now.monotonic
    let before = memory.desk
    let context = deskContext(at: now.wall)
    let new = memory.desk.due(at: now.wall, context: context)
    nextDesk = memory.desk.nextDue(after: now.wall, context: context)
    if !context.recovering.isEmpty || !context.uncheckedParents.isEmpty {
      let again = AlertTime.adding(Self.parentsPause, to: now.wall)
      nextDesk = min(nextDesk ?? again, again)
    }
    if memory.desk != before { isMemoryDirty = true }
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
    for (handle, alert) in alerts where !sending.contains(handle) {
      guard let hurried = Outbox.hurry([alert], to: id).first else { continue }
      alerts[handle] = hurried
      pending.alerts.insert(handle)
    }
  }

  /// When the desk is asked next.
  func nextDeskTime(after now: MonitorMoment) -> MonotonicTime? {
    if isDeskDue { return max(now.monotonic, lastDesk + gatherFor) }
    return nextDesk.map { time in
      let wait = Duration.milliseconds(max(0, time.milliseconds - now.wall.milliseconds))
      return max(now.monotonic + wait, lastDesk + gatherFor)
    }
  }

  // MARK: Sending

  /// The alerts that may be sent: stored, unless nothing can be.
  private var sendable: [(handle: Handle, alert: Alert)] {
    alerts.filter { handle, alert in
      alert.state == .waiting && (alert.id != 0 || isStoreFailing)
    }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private var busyChannels: Set<String> { Set(sending.compactMap { alerts[$0]?.channel }) }

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
    sending.remove(handle)
    guard let alert = alerts[handle] else { return }
    let next = Outbox.note(delivery, of: alert, at: now.wall, jitter: jitter)
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
}

extension MessageTemplate {
  static let channelGone = MessageTemplate(
    "channel.gone",
    "the channel was removed or turned off before this was sent"
  )
}
