import LinuxNetwork
import Model
import Home
import Logging
import NIOCore
import ServiceLifecycle

/// Follows the home and sends every client what changed, encoded once for all of them.
///
/// A client has no queue: it knows the id of the last event that it was sent, and takes what follows
/// from the ring when its connection has room; if that is no longer kept, it takes a snapshot.
actor EventHub: Service {
  /// What clients may cost.
  struct Limits: Sendable {
    /// Between two events: at most four a second.
    var eventInterval = Duration.milliseconds(250)
    /// Between two signs of life.
    var heartbeat = Duration.seconds(15)
    /// How long a snapshot serves newcomers, who then take the events since from the ring; without
    /// that, a client that stalls could make the server hold many.
    var snapshotAge = Duration.seconds(5)
    /// Events are kept for that long when nobody listens; a client that comes back later takes a
    /// snapshot.
    var retention = Duration.seconds(120)
    /// A client that takes nothing for that long is disconnected.
    var writeTimeout = Duration.seconds(60)
    /// Clients at once.
    var clients = 4096
    /// Events that are kept.
    var ringEvents = 1024
    /// Bytes of events that are kept.
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
  /// When somebody last wanted JSON; `nil` where there is none.
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

  /// Follows the home until the server ends; then every client is let go.
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
      // The watch has ended, or dropped this subscriber: either way, not in a busy loop.
      try? await Task.sleep(for: .seconds(1))
    }
  }

  /// Publishes the home as it is; it is in every snapshot, and no change.
  private func begin() async throws -> ChangeCursor {
    let snapshot = await home.snapshot()
    // Another client may have come meanwhile.
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
    // Where nobody has listened lately, no JSON is made or kept.
    guard let cursor = live.cursor else { return }
    let update = await home.changes(after: cursor)
    // A client may have had it begin anew meanwhile.
    guard live.cursor == cursor, !update.isEmpty else { return }
    defer { logFailures() }
    do {
      guard let data = try live.publish(update, now: .now) else { return }
      ring.append(event("change", id: update.cursor, data: data), id: update.cursor)
      for client in clients.values { client.wake() }
    } catch {
      logger.error("a change can't be written as JSON", metadata: ["error": "\(error)"])
      // What was not sent must not be missed: everybody takes a snapshot.
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

  /// Drops the JSON where none was asked for lately: a browser is rarely open all day.
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
    // A client that doesn't read would hold up the shutdown.
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

  /// As many clients listen.
  var clientCount: Int { clients.count }

  /// Whether one more may listen.
  var hasRoom: Bool { !isOver && clients.count < limits.clients }

  /// Lets a client listen; `false` where it is one too many.
  func admit(_ client: EventClient) -> Bool {
    guard hasRoom else { return false }
    clients[ObjectIdentifier(client)] = client
    return true
  }

  /// Forgets a client.
  func dismiss(_ client: EventClient) {
    clients[ObjectIdentifier(client)] = nil
    lastRequest = .now
  }

  /// Ends every stream of that visitor, who logged out.
  func end(_ visitor: Visitor) {
    for client in clients.values where client.visitor == visitor { client.disconnect() }
  }

  /// What a client that has had the event of that id takes next: the events since, or a snapshot and
  /// the events since that.
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

  // MARK: Answers from the same JSON

  /// The API's list of devices as they are.
  func devices() async -> [UInt8] {
    let snapshot = await home.snapshot()
    lastRequest = .now
    defer { logFailures() }
    return live.list(snapshot.devices)
  }

  /// The API's status.
  func status() async throws -> [UInt8] {
    let snapshot = await home.snapshot()
    return try live.statusJSON(snapshot.status, counting: snapshot.devices, now: .now)
  }

  /// How the watch is, and how many devices there are.
  func figures() async -> (status: WatchStatus, counts: DeviceCounts) {
    let snapshot = await home.snapshot()
    return (snapshot.status, DeviceCounts(snapshot.devices))
  }
}
