import Home
import Model
import Networking
import Testing

@testable import Monitoring

/// A start with a store that can't be read.
@Suite struct `A store that can't be read at the start` {
  private static let broken = StoreError.failed(path: "/data/home.sqlite", why: "disk I/O error")

  /// What the file declares: a monitor, a channel that tells a repetition, and one that doesn't.
  private static let declared = DeclaredMonitoring(
    monitors: [MachineDriver.monitor("router", source: .file)],
    channels: [
      AlertChannel(id: "hook", name: "hook", service: "webhook", settings: [:], source: .file),
      AlertChannel(id: "chat", name: "chat", service: "telegram", settings: [:], source: .file),
    ]
  )

  /// A store with a monitor that is down, which fails.
  private static func store() throws -> (store: MemoryMonitorStore, stored: StoredMonitoring) {
    let store = MemoryMonitorStore()
    var batch = MonitorBatch()
    batch.monitors = [MachineDriver.monitor("nas")]
    batch.newIncidents = [
      Incident(
        id: 0,
        monitor: "nas",
        from: Timestamp(milliseconds: MachineDriver.start - 3_600_000),
        state: .down
      )
    ]
    batch.heartbeat = Timestamp(milliseconds: MachineDriver.start - 60_000)
    try store.commit(batch)
    let stored = try store.loadMonitoring()
    store.fail(with: broken)
    return (store, stored)
  }

  private static func watch(
    _ store: MemoryMonitorStore,
    _ clock: SteppingClock,
    _ sender: NotingSender = NotingSender()
  ) -> MonitorWatch {
    MonitorWatch(
      MonitorWatch.HomeSeam(watching: EmptyHome(), history: EmptyHome()),
      checks: AnsweringChecks(),
      sender: sender,
      store: store,
      secrets: MemorySecrets(),
      declared: declared,
      settings: MachineDriver.settings,
      local: .utc,
      clock: clock,
      seed: 1,
      jitter: { 0.5 }
    )
  }

  @Test func `leaves monitors unknown with the reason, and refuses changes`() async throws {
    let (store, stored) = try Self.store()
    let watch = Self.watch(store, SteppingClock())
    await watch.load()
    let shown = await watch.snapshots()
    #expect(shown.map(\.id) == ["router"])
    #expect(shown.map(\.state) == [.unknown])
    #expect(shown.map(\.reason) == [Self.broken.message])
    await #expect(throws: MonitoringError.notStored(Self.broken.message)) {
      _ = try await watch.setPaused(true, of: "router")
    }
    await #expect(throws: MonitoringError.notStored(Self.broken.message)) {
      try await watch.remove(channel: "hook")
    }
    store.fail(with: nil)
    let after = try store.loadMonitoring()
    #expect(after == stored)
    // The next change reads it first.
    _ = try await watch.setPaused(true, of: "nas")
    let incidents = try store.incidents(of: "nas", from: .never, to: stamp(1), limit: 10)
    #expect(incidents.count == 1)
  }

  private func stamp(_ hours: Int64) -> Timestamp {
    Timestamp(milliseconds: MachineDriver.start + hours * 3_600_000)
  }

  @Test func `is not written to by a program that ends meanwhile`() async throws {
    let (store, stored) = try Self.store()
    let watch = Self.watch(store, SteppingClock())
    let running = Task { await watch.run() }
    // It can't be read.
    await watch.load()
    store.fail(with: nil)
    running.cancel()
    await running.value
    let isLoaded = await watch.isLoaded
    let after = try store.loadMonitoring()
    // It may have been read just before the end, and then it has what it had.
    #expect(isLoaded || after == stored)
    #expect(after.monitors == stored.monitors)
    #expect(after.incidents == stored.incidents)
  }

  @Test func `is read until it can be, which is told, and nothing is lost`() async throws {
    let (store, stored) = try Self.store()
    let sender = NotingSender()
    let told = Lock<[Int64: Int]>([:])
    // At 0, 5, 15, 35, 75, 135, 195, 255, 315 and 375 s.
    let clock = SteppingClock(sleeps: 9) { number, seconds in
      told.withLock { $0[seconds] = sender.notices.count }
      if number == 9 { store.fail(with: nil) }
    }
    let watch = Self.watch(store, clock, sender)
    let running = Task { await watch.run() }
    for _ in 0..<1000 {
      guard await !watch.isLoaded else { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    let isLoaded = await watch.isLoaded
    #expect(isLoaded)
    let counts = told.withLock { $0 }
    #expect(counts == [5: 0, 15: 0, 35: 0, 75: 1, 135: 1, 195: 1, 255: 1, 315: 1, 375: 2])
    #expect(sender.notices.map(\.channel) == ["hook", "chat"])
    let reasons = Set(sender.notices.flatMap(\.notice.items).map(\.reason))
    #expect(reasons == [Self.broken.message.text])
    let shown = await watch.snapshots().map(\.id).sorted()
    #expect(shown == ["nas", "router"])
    running.cancel()
    await running.value
    let after = try store.loadMonitoring()
    #expect(after.monitors == stored.monitors)
    #expect(after.incidents.map(\.id) == stored.incidents.map(\.id))
    let works = after.waiting.map(\.channel).sorted()
    #expect(works == ["chat", "hook"])
  }

  @Test func `is asked again after times that double, up to a minute`() {
    let pauses = (0..<6).map { StoreRetry.pause(after: $0) }
    #expect(pauses == [5, 10, 20, 40, 60, 60].map { Duration.seconds($0) })
    #expect(StoreRetry.pause(after: .max) == .seconds(60))
  }
}
