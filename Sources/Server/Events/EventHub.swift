import Home
import LinuxNetwork
import Logging
import NIOCore
import ServiceLifecycle
import Wire

/// Follows the home and publishes what changed to every client, encoded once for all of them.
///
/// A client costs no queue: it knows the number of the last event that it was sent, and takes what
/// follows from the ring when its connection has room; if that is no longer kept, it takes a snapshot.
actor EventHub: Service {
  /// What clients may cost.
  struct Limits: Sendable {
    /// The time between two events: at most four a second.
    var eventInterval = Duration.milliseconds(250)
    /// The time between two heartbeats.
    var heartbeat = Duration.seconds(15)
    /// How long a snapshot is reused for new clients, which then take the events since from the ring;
    /// without that, a client that stalls could make the server hold many.
    var snapshotAge = Duration.seconds(5)
    /// How long events are kept when no client is connected; one that comes back later takes a snapshot.
    var retention = Duration.seconds(120)
    /// A client that takes nothing for that long is disconnected.
    var writeTimeout = Duration.seconds(60)
    /// How many clients may be connected.
    var clients = 4096
    /// Events that are kept.
    var ringEvents = 1024
    /// Bytes of events that are kept.
    var ringBytes = 4 << 20
  }

  private let home: any HomeWatching
  private let isAuthorised: @Sendable (Visitor) async -> Bool
  private let limits: Limits
  private let boot: String
  private let logger: Logger
  private var live: LiveInventory
  private var ring: EventRing
  private var recent: (number: UInt64, event: ByteBuffer, made: ContinuousClock.Instant)?
  private var clients: [ObjectIdentifier: EventClient] = [:]
  /// Whether changes are encoded; where no client was connected lately, no JSON is made or kept.
  private var isEncoding = false
  /// When JSON was last asked for; `nil` where none is kept.
  private var lastRequest: ContinuousClock.Instant?
  private var isOver = false
  private let changes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

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
    boot = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    live = LiveInventory(about: about)
    ring = EventRing(mostEvents: limits.ringEvents, mostBytes: limits.ringBytes)
  }

  /// Follows the home until the server ends; then every client's stream is ended.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.follow() }
        group.addTask { await self.publish() }
        group.addTask { await self.sendHeartbeats() }
      }
    }
    await end()
  }

  private func follow() async {
    while !Task.isCancelled {
      let (snapshot, updates) = await home.follow()
      live.absorb(snapshot)
      changes.continuation.yield()
      for await update in updates {
        if !live.absorb(update) { live.absorb(await home.snapshot()) }
        changes.continuation.yield()
      }
      // The watch has ended, or dropped this subscriber: either way, not in a busy loop.
      try? await Task.sleep(for: .seconds(1))
    }
  }

  private func publish() async {
    for await _ in changes.stream {
      publishChange()
      try? await Task.sleep(for: limits.eventInterval)
    }
  }

  /// Starts encoding changes; what is known by now is in every snapshot, and no change.
  private func startEncoding() throws {
    defer { logFailures() }
    _ = try live.takeChange(now: .now)
    isEncoding = true
  }

  private func publishChange() {
    guard isEncoding else { return }
    defer { logFailures() }
    do {
      guard let data = try live.takeChange(now: .now) else { return }
      ring.append(event("change", number: ring.last + 1, data: data))
      for client in clients.values { client.wake() }
    } catch {
      logger.error("a change can't be written as JSON", metadata: ["error": "\(error)"])
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
    isEncoding = false
    recent = nil
    ring.forget()
    live.forgetPublished()
  }

  private func end() async {
    isOver = true
    for client in clients.values { client.end() }
    // A client that doesn't read would hold up the shutdown.
    try? await Task.sleep(for: .milliseconds(200))
    for client in clients.values { client.disconnect() }
  }

  private func event(_ name: String, number: UInt64, data: [UInt8]) -> ByteBuffer {
    var event = ByteBuffer()
    event.reserveCapacity(data.count + 80)
    event.writeString("id: \(EventID(boot: boot, number: number))\nevent: \(name)\ndata: ")
    event.writeBytes(data)
    event.writeString("\n\n")
    return event
  }

  // MARK: Clients

  /// How many clients are connected.
  var clientCount: Int { clients.count }

  /// Whether one more may connect.
  var hasRoom: Bool { !isOver && clients.count < limits.clients }

  /// Adds a client; `false` where there are too many.
  func admit(_ client: EventClient) -> Bool {
    guard hasRoom else { return false }
    clients[ObjectIdentifier(client)] = client
    return true
  }

  /// Removes a client.
  func dismiss(_ client: EventClient) {
    clients[ObjectIdentifier(client)] = nil
    lastRequest = .now
  }

  /// Ends every stream of a visitor that logged out.
  func end(_ visitor: Visitor) {
    for client in clients.values where client.visitor == visitor { client.disconnect() }
  }

  /// The number of the event that a client received last, if this server process sent it.
  nonisolated func number(_ id: EventID?) -> UInt64? {
    id?.boot == boot ? id?.number : nil
  }

  /// What a client that has had the event of that number takes next: the events since, or a snapshot
  /// and the events since that.
  func next(after number: UInt64?) async throws -> (events: [ByteBuffer], last: UInt64) {
    lastRequest = .now
    if !isEncoding {
      live.absorb(await home.snapshot())
      // Another may have come meanwhile.
      if !isEncoding { try startEncoding() }
    }
    if let number, let events = ring.events(after: number) { return (Array(events), ring.last) }
    if let recent, recent.number == ring.last || .now - recent.made < limits.snapshotAge,
      let since = ring.events(after: recent.number)
    {
      return ([recent.event] + since, ring.last)
    }
    let snapshot = event("snapshot", number: ring.last, data: try live.snapshot(now: .now))
    recent = (ring.last, snapshot, .now)
    return ([snapshot], ring.last)
  }

  // MARK: Answers from the same JSON

  /// The API's list of devices as they are.
  func devices() async throws -> [UInt8] {
    let snapshot = await home.snapshot()
    live.absorb(snapshot)
    lastRequest = .now
    changes.continuation.yield()
    return live.list(snapshot.devices.map(\.id))
  }

  /// The API's status.
  func status() async throws -> [UInt8] {
    live.absorb(await home.snapshot())
    changes.continuation.yield()
    return try live.statusJSON(now: .now)
  }

  /// How the watch is, and how many devices there are.
  func figures() async -> (status: WatchStatus, counts: DeviceCounts) {
    live.absorb(await home.snapshot())
    changes.continuation.yield()
    return (live.status, live.counts)
  }
}
