import Logging
import Model
import Monitoring
import NIOCore
import ServiceLifecycle

/// Publishes what changes of monitors and alerts to the event streams of ``EventHub``.
///
/// Its events have no ids, since they follow no home's sequence: a client that resumes is told to fetch
/// the monitors anew. While nobody listens, nothing is read.
actor MonitorHub: Service {
  struct Limits: Sendable {
    /// The least time between two events.
    var eventInterval = Duration.milliseconds(250)
    /// What each monitor adds to that: looking through ten thousand takes its time.
    var perMonitor = Duration.microseconds(100)
    /// How often alerts are looked at, which takes a read of the store.
    var alertInterval = Duration.seconds(1)
    var ringEvents = 256
    var ringBytes = 1 << 20
  }

  private let monitoring: (any HomeMonitoring)?
  private let hub: EventHub
  private let limits: Limits
  private let logger: Logger
  /// `nil` while nobody listens.
  private var live: (monitors: LiveMonitors, alerts: LiveAlerts)?
  private var ring: [(number: Int, event: ByteBuffer)] = []
  private var ringBytes = 0
  /// The number of the last event; the next client that has another one starts anew.
  private var last = 0
  private var pause: Duration
  /// Whether something changed since alerts were looked at.
  private var isAlertLookDue = false

  /// As many alerts as are counted, or looked through for new ones.
  private static let mostCounted = 200
  private static let mostNew = 50

  init(
    monitoring: (any HomeMonitoring)?,
    hub: EventHub,
    limits: Limits = Limits(),
    logger: Logger
  ) {
    self.monitoring = monitoring
    self.hub = hub
    self.limits = limits
    self.logger = logger
    pause = limits.eventInterval
  }

  /// Publishes until graceful shutdown.
  func run() async throws {
    guard let monitoring else {
      try? await gracefulShutdown()
      return
    }
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.follow(monitoring) }
        group.addTask { await self.followAlerts(of: monitoring) }
      }
    }
  }

  private func follow(_ monitoring: any HomeMonitoring) async {
    while !Task.isCancelled {
      for await _ in await monitoring.monitoringWakeups() {
        await publishChanges(of: monitoring)
        try? await Task.sleep(for: pause)
      }
      // Monitoring has ended, or dropped this subscriber; don't spin.
      try? await Task.sleep(for: .seconds(1))
    }
  }

  private func publishChanges(of monitoring: any HomeMonitoring) async {
    guard live != nil else { return }
    guard await hub.clientCount > 0 else { return clear() }
    let snapshots = await monitoring.snapshots()
    guard var live else { return }
    // So that there is one of it, which can change in place.
    self.live = nil
    pause = max(limits.eventInterval, limits.perMonitor * snapshots.count)
    let change = live.monitors.publish(snapshots, now: .now)
    self.live = live
    isAlertLookDue = true
    guard let change else { return }
    append("monitors", change)
    await hub.wakeClients()
  }

  /// Looks at the alerts after each change, but not as often as monitors change.
  private func followAlerts(of monitoring: any HomeMonitoring) async {
    while (try? await Task.sleep(for: limits.alertInterval)) != nil {
      guard live != nil, isAlertLookDue else { continue }
      isAlertLookDue = false
      guard let (counts, newest) = await alerts(of: monitoring), live != nil else { continue }
      let change = live?.monitors.publish(counts)
      let told = live?.alerts.take(newest) ?? []
      if let change { append("monitors", change) }
      for alert in told {
        append("alert", ["alert": alert.id, "state": alert.state, "notice": alert.notice])
      }
      if change != nil || !told.isEmpty { await hub.wakeClients() }
    }
  }

  /// How many alerts wait or were given up, and the newest ones; `nil` where they can't be read.
  private func alerts(of monitoring: any HomeMonitoring) async -> (
    counts: LiveMonitors.AlertCounts, newest: [Alert]
  )? {
    do {
      let waiting = try await monitoring.alerts(in: .waiting, before: nil, limit: Self.mostCounted)
      let givenUp = try await monitoring.alerts(in: .givenUp, before: nil, limit: Self.mostCounted)
      let newest = try await monitoring.alerts(in: nil, before: nil, limit: Self.mostNew)
      let counts = LiveMonitors.AlertCounts(waiting: waiting.count, givenUp: givenUp.count)
      return (counts: counts, newest: newest)
    } catch {
      logger.debug("alerts can't be read", metadata: ["error": "\(error)"])
      return nil
    }
  }

  private func begin(_ monitoring: any HomeMonitoring) async {
    let (counts, newest) =
      await alerts(of: monitoring) ?? (counts: LiveMonitors.AlertCounts(), newest: [])
    let snapshots = await monitoring.snapshots()
    // Another client may have begun it meanwhile.
    guard live == nil else { return }
    live = (
      monitors: LiveMonitors(snapshots, counts, now: .now), alerts: LiveAlerts(newest)
    )
    // What changed meanwhile is looked for once more.
    isAlertLookDue = true
  }

  private func clear() {
    live = nil
    ring = []
    ringBytes = 0
    // Whoever knew the last event misses those that nobody made.
    last += 1
  }

  private func append(_ name: String, _ data: JSONObject) {
    guard let event = event(name, data) else { return }
    last += 1
    ring.append((last, event))
    ringBytes += event.readableBytes
    while ring.count > limits.ringEvents || (ringBytes > limits.ringBytes && !ring.isEmpty) {
      ringBytes -= ring.removeFirst().event.readableBytes
    }
  }

  private func event(_ name: String, _ data: JSONObject) -> ByteBuffer? {
    do {
      let json = try JSONBytes.encode(data)
      var event = ByteBuffer()
      event.writeString("event: \(name)\ndata: ")
      event.writeBytes(json)
      event.writeString("\n\n")
      return event
    } catch {
      logger.error("a monitor can't be written as JSON", metadata: ["error": "\(error)"])
      return nil
    }
  }

  /// The events after the one with that number, or else the one that tells to fetch the monitors.
  func next(after number: Int?) async -> (events: [ByteBuffer], last: Int) {
    guard let monitoring else { return ([], 0) }
    if live == nil { await begin(monitoring) }
    let first = ring.first?.number ?? last + 1
    if let number, number >= first - 1, number <= last {
      return (ring.filter { $0.number > number }.map(\.event), last)
    }
    let overview = live.flatMap { event("monitors", $0.monitors.overview) }
    return ([overview].compactMap(\.self), last)
  }
}
