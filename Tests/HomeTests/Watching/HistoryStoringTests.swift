import Glibc
import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model
@testable import Networking
@testable import Probing

@Suite(.timeLimit(.minutes(1))) struct `What the watch stores of its history` {
  /// A device that was seen once.
  private static func television(_ seen: Timestamp) -> StoredDevice {
    StoredDevice(
      key: 3,
      identities: ["mac-001132000009", "ip-192.168.7.9"],
      firstSeen: seen,
      lastSeen: seen
    )
  }

  private let network = ControlledNetwork(
    .plain(IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24), hosts: 2)
  )
  private let history = FickleHistoryStore()
  private let clock = Lock(Timestamp(milliseconds: 1_700_000_000_000))

  /// Runs a watch for as long as the test takes; its first round has begun.
  private func watching(
    _ store: FickleStore = FickleStore(),
    _ work: (HomeWatch) async throws -> Void
  ) async throws {
    let watch = HomeWatch(
      on: network,
      sources: standardSources(for:),
      options: WatchOptions(every: .seconds(3600)),
      store: store,
      history: history,
      now: { [clock] in clock.withLock { $0 } }
    )
    let run = Task { await watch.run() }
    var plans = network.plans.makeAsyncIterator()
    _ = await plans.next()
    try await work(watch)
    run.cancel()
    await run.value
  }

  @Test func `is stored later where it could not be stored at once`() async throws {
    let failure = StoreError.diskFull(path: "/home.sqlite")
    history.failure.withLock { $0 = failure }
    try await watching { watch in
      await watch.keepHistory()
      await watch.keepHistory()
      #expect(await watch.snapshot().status.storage.failure == failure)
      let unsaved = try history.lastHeartbeat()
      #expect(unsaved == nil)
      history.failure.withLock { $0 = nil }
      await watch.saveHistory()
      #expect(await watch.snapshot().status.storage.failure == nil)
      let saved = try history.lastHeartbeat()
      #expect(saved == clock.withLock { $0 })
    }
  }

  @Test func `is well again once it can be looked after`() async throws {
    let failure = StoreError.diskFull(path: "/home.sqlite")
    history.upkeepFailure.withLock { $0 = failure }
    try await watching { watch in
      await watch.keepHistory()
      #expect(await watch.snapshot().status.storage.failure == failure)
      history.upkeepFailure.withLock { $0 = nil }
      await watch.keepHistory()
      #expect(await watch.snapshot().status.storage.failure == nil)
    }
  }

  @Test func `has each change once that was made while nothing could be stored`() async throws {
    let seen = Timestamp(milliseconds: 1_700_000_000_000)
    let store = FickleStore()
    try store.save([Self.television(seen)])
    try await watching(store) { watch in
      history.failure.withLock { $0 = .diskFull(path: "/home.sqlite") }
      for name in ["TV", "Television", "Telly"] {
        // The name itself is stored.
        _ = try await watch.mark("mac-001132000009", MarkChange(name: name))
        clock.withLock { $0 = $0.advanced(by: 60_000) }
        await watch.keepHistory()
      }
      #expect(try history.changes(ChangeQuery()).isEmpty)
      history.failure.withLock { $0 = nil }
      await watch.keepHistory()
      let changes = try history.changes(ChangeQuery()).filter { $0.kind == .edited }
      #expect(changes.map(\.was) == [nil, "TV", "Television"])
      await watch.keepHistory()
      let again = try history.changes(ChangeQuery()).filter { $0.kind == .edited }
      #expect(again == changes)
    }
  }

  @Test func `includes all that was recorded before it is read`() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (reader, writer) = (ends[0], ends[1])
    defer {
      close(reader)
      close(writer)
    }
    try await watching { watch in
      let isStoring = Lock(false)
      history.beforeAppending.withLock { hook in
        hook = {
          isStoring.withLock { $0 = true }
          var byte: UInt8 = 0
          _ = Glibc.read(reader, &byte, 1)
        }
      }
      let storing = Task { await watch.keepHistory() }
      while !isStoring.withLock({ $0 }) { await Task.yield() }
      let later = clock.withLock { time in
        time = time.advanced(by: 1000)
        return time
      }
      let reading = Task { try await watch.devices(at: later) }
      for _ in 0..<100 { await Task.yield() }
      _ = Glibc.write(writer, "1", 1)
      await storing.value
      _ = try await reading.value
      #expect(try history.lastHeartbeat() == later)
    }
  }

  @Test func `is read and written while its backup is made`() async throws {
    let (isBackingUp, isReleased) = (Lock(false), Lock(false))
    let failure = StoreError.failed(path: "/backups/x.sqlite", why: "no room")
    history.whileBackingUp.withLock { hook in
      hook = {
        isBackingUp.withLock { $0 = true }
        for _ in 0..<20_000 where !isReleased.withLock({ $0 }) { usleep(1000) }
        return failure
      }
    }
    try await watching { watch in
      await watch.keepHistory()
      while !isBackingUp.withLock({ $0 }) { await Task.yield() }
      let later = clock.withLock { time in
        time = time.advanced(by: 1000)
        return time
      }
      _ = try await watch.devices(at: later)
      await watch.keepHistory()
      #expect(try history.lastHeartbeat() == later)
      #expect(await watch.backup != nil)
      isReleased.withLock { $0 = true }
      await watch.backup?.value
      // It keeps nothing from being stored.
      let status = await watch.snapshot().status
      #expect(status.storage.failure == nil)
      let problem = try #require(status.problems.first { $0.code == "no_backup" })
      #expect(problem.text.contains("/backups/x.sqlite: no room"))
      history.whileBackingUp.withLock { $0 = nil }
      await watch.keepHistory()
      await watch.backup?.value
      #expect(await watch.snapshot().status.problems.allSatisfy { $0.code != "no_backup" })
    }
  }

  @Test func `does not wait for its backup at the end, but tells it to end`() async throws {
    let (isBackingUp, isReleased, hasEnded) = (Lock(false), Lock(false), Lock(false))
    history.whileBackingUp.withLock { hook in
      hook = {
        isBackingUp.withLock { $0 = true }
        for _ in 0..<20_000 where !isReleased.withLock({ $0 }) { usleep(1000) }
        hasEnded.withLock { $0 = true }
        return nil
      }
    }
    try await watching { watch in
      await watch.keepHistory()
      while !isBackingUp.withLock({ $0 }) { await Task.yield() }
      let isCancelled = history.isBackupCancelled.withLock { $0 }
      #expect(isCancelled?() == false)
    }
    // The watch has ended by now.
    let wasAwaited = hasEnded.withLock { $0 }
    #expect(!wasAwaited)
    let isCancelled = history.isBackupCancelled.withLock { $0 }
    #expect(isCancelled?() == true)
    isReleased.withLock { $0 = true }
  }

  @Test func `is said to be damaged where the day's check finds it so`() async throws {
    let damage = StoreError.damaged(path: "/home.sqlite", why: "x", backup: "/b.sqlite")
    history.whileBackingUp.withLock { $0 = { damage } }
    try await watching { watch in
      await watch.keepHistory()
      await watch.backup?.value
      #expect(await watch.snapshot().status.storage.failure == damage)
    }
  }

  @Test(arguments: [0, 1_700_000_000_000] as [Int64])
  func `has numbers of its own where none can be reserved`(time: Int64) async throws {
    clock.withLock { $0 = Timestamp(milliseconds: time) }
    let store = FickleStore()
    store.contents.withLock { $0.failure = .readOnly(path: "/home.sqlite") }
    try await watching(store) { watch in
      // A hundred starts a day for a year reserve fewer.
      let reserved = 365 * 100 * SequenceReservation.count
      #expect(await watch.snapshot().cursor.seq > reserved)
      #expect(await watch.snapshot().cursor.seq < 1 << 52)
    }
  }

  @Test func `has at once what the user changed`() async throws {
    let seen = Timestamp(milliseconds: 1_700_000_000_000)
    let store = FickleStore()
    try store.save([Self.television(seen)])
    try await watching(store) { watch in
      _ = try await watch.mark("mac-001132000009", MarkChange(name: "TV"))
      #expect(try history.changes(ChangeQuery()).map(\.kind) == [.edited])
      try await watch.forget("mac-001132000009")
      let told = try history.changes(ChangeQuery())
      #expect(told.map(\.kind) == [.forgotten])
      #expect(told.first?.message.text == "You forgot a device.")
    }
  }

  @Test func `has nothing of a forgotten device and of what was merged into it`() async throws {
    let seen = Timestamp(milliseconds: 1_700_000_000_000)
    let store = FickleStore()
    var device = Self.television(seen)
    device.ties = DeviceTies(former: [DeviceTies.FormerSlot(slot: 1, until: seen)])
    try store.save([device])
    var batch = HistoryBatch(time: seen.advanced(by: -1000))
    for slot in [1, 2, 3] {
      let since = seen.advanced(by: Int64(-slot) * 60_000)
      batch.changes.append(HomeChange(seq: UInt64(slot), time: since, slot: slot, kind: .left))
      batch.transitions.append(PresenceTransition(slot: slot, state: .present, since: since))
      batch.versions.append(
        ProfileVersion(
          slot: slot,
          since: since,
          profile: DeviceProfile(id: "x-\(slot)", ip: "192.168.7.\(slot)")
        )
      )
      batch.samples[slot] = [RoundTripSample(time: since, outcome: .lost)]
    }
    try history.append(batch)
    try await watching(store) { watch in
      try await watch.forget("mac-001132000009")
      let told = try history.changes(ChangeQuery())
      #expect(!told.contains { $0.slot == 1 || $0.slot == 3 })
      #expect(told.map(\.kind).contains(.forgotten))
      let later = seen.advanced(by: 60_000)
      let start = seen.advanced(by: -1_000_000)
      let transitions = try history.presence(of: nil, from: start, to: later)
      #expect(transitions.contains { $0.slot == 2 })
      #expect(!transitions.contains { [1, 3].contains($0.slot) })
      let profiles = try history.profiles(at: seen.advanced(by: -500))
      #expect(profiles.keys.sorted() == [2])
      let samples = try history.samples(of: 3, from: start, to: later, step: 60_000)
      #expect(samples == [])
      let greatest = try history.greatestSlot()
      #expect((greatest ?? 0) >= 3, "nobody gets its slot")
    }
  }

  @Test func `is well again once what was forgotten could be dropped`() async throws {
    let seen = Timestamp(milliseconds: 1_700_000_000_000)
    let store = FickleStore()
    try store.save([Self.television(seen)])
    let failure = StoreError.inUse(path: "/home.sqlite")
    try await watching(store) { watch in
      history.forgettingFailure.withLock { $0 = failure }
      try await watch.forget("mac-001132000009")
      #expect(await watch.snapshot().status.storage.failure == failure)
      history.forgettingFailure.withLock { $0 = nil }
      await watch.keepHistory()
      #expect(await watch.snapshot().status.storage.failure == nil)
    }
  }

  @Test func `is dropped later where it could not be dropped at once`() async throws {
    let seen = Timestamp(milliseconds: 1_700_000_000_000)
    let store = FickleStore()
    try store.save([Self.television(seen)])
    try await watching(store) { watch in
      _ = try await watch.mark("mac-001132000009", MarkChange(name: "TV"))
      history.failure.withLock { $0 = .diskFull(path: "/home.sqlite") }
      try await watch.forget("mac-001132000009")
      #expect(try history.changes(ChangeQuery()).map(\.kind) == [.edited])
      history.failure.withLock { $0 = nil }
      await watch.keepHistory()
      #expect(try history.changes(ChangeQuery()).map(\.kind) == [.forgotten])
    }
  }
}
