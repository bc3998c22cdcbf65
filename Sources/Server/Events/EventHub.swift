import LinuxNetwork
import Model
import Home
import Logging
import NIOCore
import ServiceLifecycle

/// Publishes the home's changes to all event streams; each event is encoded once.
///
/// Each client reads on from the ring at its own pace; if its last event is gone, it gets a snapshot.
actor EventHub: Service {
  struct Limits: Sendable {
    /// The least time between two events.
    var eventInterval = Duration.milliseconds(250)
    var heartbeat = Duration.seconds(15)
    /// How long a snapshot is reused for new clients, which then read on from the ring; otherwise
    /// stalled clients could hold one each.
    var snapshotAge = Duration.seconds(5)
    /// How long events are kept without clients; a client that resumes later gets a snapshot.
    var retention = Duration.seconds(120)
    /// A client that reads nothing for that long is disconnected.
    var writeTimeout = Duration.seconds(60)
    var clients = 4096
    var ringEvents = 1024
    var ringBytes = 4 << 20
  }

  private let home: any HomeWatching
  private let isAuthorised: @Sendable (Visitor) async -> Bool
  private let limits: Limits
  private let logger: Logger
  private var live: LiveInventory
  private var ring: EventRing
  private var recent: (id: ChangeCursor, event: ByteBuffer, made: ContinuousClock.Instant)?
  private var clients: [ObjectIdentifier: EventClient] = [:]
  /// The time of the last request for JSON; `nil` while none is kept.
  private var lastRequest: ContinuousClock.Instant?
  private var isOver = false

  init(
    home: any HomeWatching,
    about: LiveInventory.About,
    limits: Limits = Limits(),
    isAuthorised: @escaping @Sendable (Visitor) async -> Bool,
    logger: Logger
  ) {
    self.home = home
    self.isAuthorised = isAuthorised
    self.limits = limits
    self.logger = logger
    live = LiveInventory(about: about)
    ring = EventRing(mostEvents: limits.ringEvents, mostBytes: limits.ringBytes)
  }

  /// Publishes changes until graceful shutdown, then disconnects every client.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.follow() }
        group.addTask { await self.sendHeartbeats() }
      }
    }
    await end()
  }

  private func follow() async {
    while !Task.isCancelled {
      for await _ in await home.wakeups() {
        await publishChanges()
        try? await Task.sleep(for: limits.eventInterval)
      }
      // The watch has ended, or dropped this subscriber; don't spin.
      try? await Task.sleep(for: .seconds(1))
    }
  }

  /// Starts publishing with a snapshot of the home.
  private func begin() async throws -> ChangeCursor {
    let snapshot = await home.snapshot()
    // Another client may have started it meanwhile.
    if let last = ring.last { return last }
    defer { logFailures() }
    do {
      _ = try live.publish(InventoryUpdate(snapshot), now: .now)
    } catch {
      clear()
      throw error
    }
    ring.begin(at: snapshot.cursor)
    return snapshot.cursor
  }

  private func publishChanges() async {
    // Without recent clients no JSON is made or kept.
    guard let cursor = live.cursor else { return }
    let update = await home.changes(after: cursor)
    // A client may have restarted it meanwhile.
    guard live.cursor == cursor, !update.isEmpty else { return }
    defer { logFailures() }
    do {
      guard let data = try live.publish(update, now: .now) else { return }
      ring.append(event("change", id: update.cursor, data: data), id: update.cursor)
      for client in clients.values { client.wake() }
    } catch {
      logger.error("a change can't be written as JSON", metadata: ["error": "\(error)"])
      // The change is lost, so every client needs a snapshot.
      clear()
      for client in clients.values { client.wake() }
    }
  }

  private func logFailures() {
    for (id, error) in live.takeFailures() {
      logger.error(
        "a device can't be written as JSON",
        metadata: ["device": "\(id)", "error": "\(error)"]
      )
    }
  }

  private func sendHeartbeats() async {
    while (try? await Task.sleep(for: limits.heartbeat)) != nil {
      if let recent, .now - recent.made > limits.snapshotAge { self.recent = nil }
      dropUnusedJSON()
      for client in clients.values {
        let isAuthorised = await isAuthorised(client.visitor)
        let stays = isAuthorised && !client.isStuck(for: limits.writeTimeout)
        if stays { client.wake() } else { client.disconnect() }
      }
    }
  }

  /// Drops the JSON when no client has asked for any within ``Limits/retention``.
  private func dropUnusedJSON() {
    guard clients.isEmpty, let lastRequest, .now - lastRequest > limits.retention else { return }
    self.lastRequest = nil
    clear()
  }

  private func clear() {
    recent = nil
    ring.clear()
    live.clear()
  }

  private func end() async {
    isOver = true
    for client in clients.values { client.end() }
    // A client that doesn't read would delay the shutdown.
    try? await Task.sleep(for: .milliseconds(200))
    for client in clients.values { client.disconnect() }
  }

  private func event(_ name: String, id: ChangeCursor, data: [UInt8]) -> ByteBuffer {
    var event = ByteBuffer()
    event.reserveCapacity(data.count + 80)
    event.writeString("id: \(id)\nevent: \(name)\ndata: ")
    event.writeBytes(data)
    event.writeString("\n\n")
    return event
  }

  // MARK: Clients

  var clientCount: Int { clients.count }

  /// Lets every client look for events of ``MonitorHub``.
  func wakeClients() {
    for client in clients.values { client.wake() }
  }

  /// Whether one more client is admitted.
  var hasRoom: Bool { !isOver && clients.count < limits.clients }

  /// Adds a client; `false` at the limit.
  func admit(_ client: EventClient) -> Bool {
    guard hasRoom else { return false }
    clients[ObjectIdentifier(client)] = client
    return true
  }

  func dismiss(_ client: EventClient) {
    clients[ObjectIdentifier(client)] = nil
    lastRequest = .now
  }

  /// Disconnects every stream of a session that was logged out.
  func end(_ visitor: Visitor) {
    for client in clients.values where client.visitor == visitor { client.disconnect() }
  }

  /// The events after the one with that id, or else a snapshot and the events since.
  func next(after id: ChangeCursor?) async throws -> (events: [ByteBuffer], last: ChangeCursor) {
    lastRequest = .now
    let last = if let last = ring.last { last } else { try await begin() }
    if let id, let events = ring.events(after: id) { return (events, last) }
    if let recent, recent.id == last || .now - recent.made < limits.snapshotAge,
      let since = ring.events(after: recent.id)
    {
      return ([recent.event] + since, last)
    }
    let snapshot = event("snapshot", id: last, data: try live.snapshot(now: .now))
    recent = (last, snapshot, .now)
    return ([snapshot], last)
  }

  // MARK: Answers that share the JSON

  func devices() async -> [UInt8] {
    let snapshot = await home.snapshot()
    lastRequest = .now
    defer { logFailures() }
    return live.list(snapshot.devices)
  }

  func status() async throws -> [UInt8] {
    let snapshot = await home.snapshot()
    return try live.statusJSON(snapshot.status, counting: snapshot.devices, now: .now)
  }

  func figures() async -> (status: WatchStatus, devices: [InventoryDevice]) {
    let snapshot = await home.snapshot()
    return (snapshot.status, snapshot.devices)
  }
}
