import HomeNet
import Logging
import NIOCore
import ServiceLifecycle
import Wire

/// Follows the home and tells every client what changed, made ready once for all of them.
///
/// A client costs no queue: it knows the number of the last event that it was sent, and takes what
/// follows from the ring when its connection has room; if that is no longer kept, it takes a snapshot.
actor EventHub: Service {
  /// What clients may cost.
  struct Limits: Sendable {
    /// Between two events: at most four a second.
    var pace = Duration.milliseconds(250)
    /// Between two signs of life.
    var beat = Duration.seconds(15)
    /// How long a snapshot serves newcomers, who then take the events since from the ring; without
    /// that, a client that stalls could make the server hold many.
    var snapshotAge = Duration.seconds(5)
    /// What was told is kept for that long when nobody listens; who comes back later takes a snapshot.
    var memory = Duration.seconds(120)
    /// A client that takes nothing for that long is disconnected.
    var patience = Duration.seconds(60)
    /// Clients at once.
    var clients = 4096
    /// Events that are kept.
    var ringEvents = 1024
    /// Bytes of events that are kept.
    var ringBytes = 4 << 20
  }

  private let home: any HomeWatching
  private let isWelcome: @Sendable (Visitor) async -> Bool
  private let limits: Limits
  private let boot: String
  private let logger: Logger
  private var live: LiveInventory
  private var ring: EventRing
  private var recent: (number: UInt64, event: ByteBuffer, made: ContinuousClock.Instant)?
  private var clients: [ObjectIdentifier: EventClient] = [:]
  /// Whether changes are told; where nobody has listened lately, no JSON is made or kept.
  private var isPrimed = false
  /// When somebody last wanted JSON; `nil` where there is none.
  private var lastWanted: ContinuousClock.Instant?
  private var isOver = false
  private let untold = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  init(
    home: any HomeWatching,
    about: LiveInventory.About,
    limits: Limits = Limits(),
    isWelcome: @escaping @Sendable (Visitor) async -> Bool,
    logger: Logger
  ) {
    self.home = home
    self.isWelcome = isWelcome
    self.limits = limits
    self.logger = logger
    boot = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    live = LiveInventory(about: about)
    ring = EventRing(mostEvents: limits.ringEvents, mostBytes: limits.ringBytes)
  }

  /// Follows the home until the server ends; then every client is let go.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.follow() }
        group.addTask { await self.tell() }
        group.addTask { await self.beat() }
      }
    }
    await end()
  }

  private func follow() async {
    while !Task.isCancelled {
      let (snapshot, updates) = await home.follow()
      live.absorb(snapshot)
      untold.continuation.yield()
      for await update in updates {
        if !live.absorb(update) { live.absorb(await home.snapshot()) }
        untold.continuation.yield()
      }
      // The home is over, or lost us; neither is a reason to spin.
      try? await Task.sleep(for: .seconds(1))
    }
  }

  private func tell() async {
    for await _ in untold.stream {
      tellChange()
      try? await Task.sleep(for: limits.pace)
    }
  }

  /// What was there before anybody asked is in every snapshot: it is no change.
  private func prime() throws {
    defer { logFailures() }
    _ = try live.takeChange(now: .now)
    isPrimed = true
  }

  private func tellChange() {
    guard isPrimed else { return }
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

  private func beat() async {
    while (try? await Task.sleep(for: limits.beat)) != nil {
      if let recent, .now - recent.made > limits.snapshotAge { self.recent = nil }
      rest()
      for client in clients.values {
        let isWelcome = await isWelcome(client.visitor)
        let stays = isWelcome && !client.isStuck(for: limits.patience)
        if stays { client.wake() } else { client.disconnect() }
      }
    }
  }

  /// Lets the JSON go where nobody has wanted any for long: a browser is rarely open all day.
  private func rest() {
    guard clients.isEmpty, let lastWanted, .now - lastWanted > limits.memory else { return }
    self.lastWanted = nil
    isPrimed = false
    recent = nil
    ring.forget()
    live.forgetTelling()
  }

  private func end() async {
    isOver = true
    for client in clients.values { client.end() }
    // Those who don't take what they were being sent would hold the server up.
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

  // MARK: What clients ask

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
    lastWanted = .now
  }

  /// Ends every stream of that visitor, who logged out.
  func end(_ visitor: Visitor) {
    for client in clients.values where client.visitor == visitor { client.disconnect() }
  }

  /// The number of the event that the client had last, if it was one of ours.
  nonisolated func number(_ id: EventID?) -> UInt64? {
    id?.boot == boot ? id?.number : nil
  }

  /// What a client that has had the event of that number takes next: the events since, or a snapshot
  /// and the events since that.
  func next(after number: UInt64?) async throws -> (events: [ByteBuffer], last: UInt64) {
    lastWanted = .now
    if !isPrimed {
      live.absorb(await home.snapshot())
      // Another may have come meanwhile.
      if !isPrimed { try prime() }
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

  // MARK: What else is made of the same JSON

  /// The API's list of devices as they are.
  func devices() async throws -> [UInt8] {
    let snapshot = await home.snapshot()
    live.absorb(snapshot)
    lastWanted = .now
    untold.continuation.yield()
    return live.list(snapshot.devices.map(\.id))
  }

  /// The API's status.
  func status() async throws -> [UInt8] {
    live.absorb(await home.snapshot())
    untold.continuation.yield()
    return try live.statusJSON(now: .now)
  }

  /// How the watch is, and how many devices there are.
  func figures() async -> (status: WatchStatus, counts: DeviceCounts) {
    live.absorb(await home.snapshot())
    untold.continuation.yield()
    return (live.status, live.counts)
  }
}
