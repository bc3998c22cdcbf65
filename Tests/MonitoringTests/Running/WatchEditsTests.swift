import Home
import Model
import Testing

@testable import Monitoring

/// What users change while the store fails.
@Suite struct `A change that can't be stored` {
  private static let full = StoreError.diskFull(path: "/data/home.sqlite")
  private static let refusal = MonitoringError.notStored(full.message)
  private static let chat = AlertChannel(
    id: "chat",
    name: "chat",
    service: "telegram",
    settings: [:]
  )

  /// A watch over a store that has a monitor behind another one, a channel, a rule and a status page.
  private static func watch(
    _ store: MemoryMonitorStore,
    _ secrets: MemorySecrets = MemorySecrets()
  ) async throws -> MonitorWatch {
    var batch = MonitorBatch()
    batch.monitors = [
      MachineDriver.monitor("router"), MachineDriver.monitor("nas", parents: ["router"]),
    ]
    batch.channels = [MachineDriver.phone]
    batch.rules = [AlertRule.usual(channels: ["phone"])]
    try store.commit(batch)
    let watch = MonitorWatch(
      MonitorWatch.HomeSeam(watching: EmptyHome(), history: EmptyHome()),
      checks: AnsweringChecks(),
      sender: NotingSender(),
      store: store,
      secrets: secrets,
      local: .utc,
      clock: SteppingClock(),
      seed: 1,
      jitter: { 0.5 }
    )
    await watch.load()
    return watch
  }

  private static func failure(_ work: () async throws -> Void) async -> MonitoringError? {
    do {
      try await work()
      return nil
    } catch {
      return error as? MonitoringError
    }
  }

  /// Makes a change while the disk is full, and once there is room again.
  private static func expectNoEffect(
    of change: (MonitorWatch) async throws -> Void
  ) async throws {
    let store = MemoryMonitorStore()
    let watch = try await Self.watch(store)
    let before = try await Effects(watch, store)
    store.fail(with: full)
    let refused = await failure { try await change(watch) }
    #expect(refused == refusal)
    store.fail(with: nil)
    let after = try await Effects(watch, store)
    #expect(after == before)
    // It can be made once there is room.
    let second = await failure { try await change(watch) }
    #expect(second == nil)
    let changed = try await Effects(watch, store)
    #expect(changed != before)
  }

  /// What a change may have an effect on, as it is shown and as it is stored.
  private struct Effects: Equatable {
    var monitors: [Monitor]
    var states: [MonitorState]
    var rules: [AlertRule]
    var channels: [AlertChannel]
    var mutes: [Mute]
    var page: StatusPage
    var storedMonitors: [Monitor]
    var storedRules: [AlertRule]
    var storedChannels: [AlertChannel]

    init(_ watch: MonitorWatch, _ store: MemoryMonitorStore) async throws {
      let snapshots = await watch.snapshots().sorted { $0.id < $1.id }
      monitors = snapshots.map(\.monitor)
      states = snapshots.map(\.state)
      rules = await watch.rules()
      channels = await watch.channels()
      mutes = await watch.mutes()
      page = await watch.statusPage()
      let stored = try store.loadMonitoring()
      storedMonitors = stored.monitors
      storedRules = stored.rules
      storedChannels = stored.channels
    }
  }

  @Test func `of a monitor has no effect`() async throws {
    try await Self.expectNoEffect { _ = try await $0.add(MachineDriver.monitor("web")) }
    try await Self.expectNoEffect { watch in
      var monitor = MachineDriver.monitor("nas", parents: ["router"])
      monitor.name = "NAS"
      _ = try await watch.replace(monitor)
    }
    try await Self.expectNoEffect { _ = try await $0.setPaused(true, of: "nas") }
  }

  @Test func `removes no monitor, nor it from those behind it`() async throws {
    try await Self.expectNoEffect { try await $0.remove(monitor: "router") }
  }

  @Test func `of a rule has no effect`() async throws {
    try await Self.expectNoEffect { watch in
      var rule = AlertRule.usual(channels: ["phone"])
      rule.name = "All"
      _ = try await watch.set(rule)
    }
    try await Self.expectNoEffect { try await $0.remove(rule: "usual") }
  }

  @Test func `of a channel has no effect, nor on the rules that name it`() async throws {
    try await Self.expectNoEffect { _ = try await $0.set(Self.chat, secrets: [:]) }
    try await Self.expectNoEffect { try await $0.remove(channel: "phone") }
  }

  @Test func `mutes nothing`() async throws {
    let end = Timestamp(milliseconds: MachineDriver.start + 3_600_000)
    try await Self.expectNoEffect { try await $0.mute(.monitor("nas"), until: end) }
  }

  @Test func `of the status page has no effect`() async throws {
    try await Self.expectNoEffect { watch in
      var page = await watch.statusPage()
      page.monitors = ["nas"]
      _ = try await watch.set(page)
    }
  }

  @Test func `leaves the secrets of a channel as they were`() async throws {
    let store = MemoryMonitorStore()
    let secrets = MemorySecrets()
    let watch = try await Self.watch(store, secrets)
    _ = try await watch.set(MachineDriver.phone, secrets: ["token": "old"])
    store.fail(with: Self.full)
    let changed = await Self.failure {
      _ = try await watch.set(MachineDriver.phone, secrets: ["token": "new"])
    }
    let added = await Self.failure {
      _ = try await watch.set(Self.chat, secrets: ["token": "new"])
    }
    #expect(changed == Self.refusal)
    #expect(added == Self.refusal)
    let kept = try await secrets.secrets(of: MachineDriver.phone)
    let names = await secrets.names(of: "chat")
    #expect(kept == ["token": "old"])
    #expect(names.isEmpty)
  }

  @Test func `is made one after another`() async throws {
    let store = MemoryMonitorStore()
    let watch = try await Self.watch(store)
    let taken = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { (try? await watch.add(MachineDriver.monitor("web"))) != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(taken == 1)
    let stored = try store.loadMonitoring().monitors.map(\.id)
    #expect(stored == ["nas", "router", "web"])
  }
}
