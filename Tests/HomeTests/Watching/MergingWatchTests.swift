import DemoHome
import HomeSupport
import Testing
@testable import Discovery
@testable import Home
@testable import Model
@testable import Networking
@testable import Probing
import Simulation
@testable import Wire

@Suite(.timeLimit(.minutes(1))) struct `A watch that merges devices` {
  private static let seen = Timestamp(milliseconds: 1_690_000_000_000)
  private let store = FickleStore()

  /// A watch that has read two devices, and does not run.
  private func watch(
    history: any HistoryStore = MemoryHistoryStore(),
    now: @escaping @Sendable () -> Timestamp = { Timestamp(milliseconds: 1_700_000_000_000) }
  ) async throws -> HomeWatch {
    let watch = HomeWatch(
      on: SimulatedNetwork(
        .plain(IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24), hosts: 2)
      ),
      sources: standardSources(for:),
      options: WatchOptions(every: .seconds(3600)),
      store: store,
      history: history,
      now: now
    )
    await watch.load()
    return watch
  }

  private func fill() throws {
    try store.save([
      Self.device(1, mac1, Annotations(name: "Laptop")),
      Self.device(2, privateMAC, Annotations(note: "by the door")),
    ])
  }

  private static func device(
    _ key: StoredDevice.Key,
    _ id: String,
    _ marks: Annotations
  ) -> StoredDevice {
    StoredDevice(
      key: key,
      identities: [id, "ip-192.168.7.\(key)"],
      marks: marks,
      firstSeen: seen,
      lastSeen: seen
    )
  }

  private var kept: [StoredDevice] {
    store.contents.withLock { $0.kept.values.sorted { $0.key < $1.key } }
  }

  @Test func `has stored it before it says so, tells it, and undoes it once`() async throws {
    try fill()
    let before = kept
    let watch = try await watch()
    let merged = try await watch.merge(privateMAC, into: mac1)
    let seq = try #require(merged.seq)
    #expect(merged.devices.map(\.slot) == [1])
    #expect(kept.map(\.key) == [1] && kept[0].marks.note == "by the door")
    #expect(await watch.device(privateMAC)?.id == mac1)
    let page = try await watch.changes(HistoryQuery(ChangeQuery(), device: privateMAC))
    #expect(page.changes.map(\.change.kind) == [.merged])
    #expect(page.changes.first?.change.seq == seq)
    #expect(page.changes.first?.device == mac1)
    #expect(page.undoable == [seq])
    await #expect(throws: WatchError.noSuchChange(seq + 1000)) {
      try await watch.undo(seq + 1000)
    }
    let undone = try await watch.undo(seq)
    #expect(undone.devices.map(\.slot) == [1, 2])
    #expect(kept == before)
    let changes = try await watch.changes(HistoryQuery(ChangeQuery()))
    #expect(changes.changes.map(\.change.kind) == [.merged, .split])
    let error = await #expect(throws: WatchError.self) { try await watch.undo(seq) }
    guard case .impossible(let why) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(why.code == "identity.not_kept")
    #expect(changes.undoable.isEmpty)
  }

  @Test func `leaves two what could not be stored`() async throws {
    try fill()
    let watch = try await watch()
    store.contents.withLock { $0.failure = .diskFull(path: "/home.sqlite") }
    await #expect(throws: WatchError.self) { try await watch.merge(privateMAC, into: mac1) }
    #expect(await watch.snapshot().devices.map(\.slot).sorted() == [1, 2])
    store.contents.withLock { $0.failure = nil }
    let page = try await watch.changes(HistoryQuery(ChangeQuery()))
    #expect(page.changes.map(\.change.kind) == [], "nothing happened")
    let merged = try await watch.merge(privateMAC, into: mac1)
    #expect(merged.devices.map(\.slot) == [1])
    let told = try await watch.changes(HistoryQuery(ChangeQuery())).changes.map(\.change)
    #expect(told.map(\.kind) == [.merged] && told.first?.seq == merged.seq)
  }

  @Test func `tells nobody of a merge before it is stored`() async throws {
    try fill()
    let history = FickleHistoryStore()
    let watch = try await watch(history: history)
    let reads = Lock<Task<[HomeChange.Kind], any Error>?>(nil)
    store.contents.withLock { contents in
      contents.failure = .diskFull(path: "/home.sqlite")
      contents.whileWriting = {
        // Whoever reads the history stores what is recorded first.
        reads.withLock {
          $0 = Task {
            try await watch.changes(HistoryQuery(ChangeQuery())).changes.map(\.change.kind)
          }
        }
      }
    }
    await #expect(throws: WatchError.self) { try await watch.merge(privateMAC, into: mac1) }
    let reading = try #require(reads.withLock { $0 })
    let read = try await reading.value
    #expect(read == [])
    let stored = try history.changes(ChangeQuery())
    #expect(stored.isEmpty)
  }

  @Test func `refuses what makes no sense`() async throws {
    try fill()
    let watch = try await watch()
    await #expect(throws: WatchError.noSuchDevice("nobody")) {
      try await watch.merge("nobody", into: mac1)
    }
    for (id, other) in [(mac1, mac1), (mac1, "nobody")] {
      await #expect(throws: WatchError.self) { try await watch.merge(id, into: other) }
    }
    await #expect(throws: WatchError.self) { try await watch.split(mac1, off: nil) }
    #expect(kept.count == 2)
  }

  @Test func `splits what was merged, and undoes the later first`() async throws {
    try fill()
    let watch = try await watch()
    let merged = try #require(try await watch.merge(privateMAC, into: mac1).seq)
    let macs = await watch.macs(of: privateMAC).map(\.mac.description)
    #expect(Set(macs) == ["00:11:32:00:00:01", "da:11:32:00:00:03"] && macs.count == 2)
    #expect(await watch.macs(of: "nobody").isEmpty)
    await #expect(throws: WatchError.self) {
      try await watch.split(mac1, off: ["00:11:32:00:00:01", "da:11:32:00:00:03"])
    }
    let split = try await watch.split(mac1, off: ["da:11:32:00:00:03"])
    #expect(split.devices.map(\.id) == [mac1, privateMAC])
    #expect(split.devices.map(\.slot) == [1, 3], "the merged slot is nobody else's")
    await #expect(throws: WatchError.impossible(Message(.identityLaterFirst))) {
      try await watch.undo(merged)
    }
    let later = try #require(split.seq)
    let page = try await watch.changes(HistoryQuery(ChangeQuery()))
    #expect(page.undoable == [later], "the later one first")
    _ = try await watch.undo(later)
    _ = try await watch.undo(merged)
    #expect(kept.map(\.key) == [1, 2])
  }

  @Test func `goes on after the last change, though none matched`() async throws {
    try fill()
    let watch = try await watch()
    let seq = try #require(try await watch.merge(privateMAC, into: mac1).seq)
    let none = try await watch.changes(HistoryQuery(ChangeQuery(kinds: [.forgotten])))
    #expect(none.changes.isEmpty && none.next == seq)
    let before = ChangeQuery(before: seq, kinds: [.forgotten])
    let earlier = try await watch.changes(HistoryQuery(before))
    #expect(earlier.changes.isEmpty && earlier.next < seq)
    let after = ChangeQuery(after: seq + 5, kinds: [.forgotten])
    let later = try await watch.changes(HistoryQuery(after))
    #expect(later.changes.isEmpty && later.next == seq + 5)
  }

  @Test func `says why nothing is told where the store could not be opened`() async throws {
    try fill()
    let failure = StoreError.unreadable(path: "/home.sqlite", why: "permission denied")
    store.contents.withLock { $0.unopened = failure }
    let watch = try await watch()
    let error = WatchError.notStored(failure.message)
    for query in [ChangeQuery(), ChangeQuery(kinds: [.left])] {
      await #expect(throws: error) { try await watch.changes(HistoryQuery(query)) }
    }
    // What is recorded meanwhile is told.
    let seq = try #require(try await watch.merge(privateMAC, into: mac1).seq)
    let told = try await watch.changes(HistoryQuery(ChangeQuery())).changes.map(\.change.seq)
    #expect(told == [seq])
    let later = try await watch.changes(HistoryQuery(ChangeQuery(after: seq)))
    #expect(later.changes.isEmpty)
  }

  @Test func `forgets what could be undone of a forgotten device`() async throws {
    try fill()
    let watch = try await watch()
    let seq = try #require(try await watch.merge(privateMAC, into: mac1).seq)
    try await watch.forget(mac1)
    await #expect(throws: WatchError.self) { try await watch.undo(seq) }
    #expect(kept.isEmpty)
  }

  @Test func `forgets what undoes an earlier merge of a forgotten device, too`() async throws {
    try fill()
    try store.save([Self.device(3, mac2, Annotations())])
    let watch = try await watch()
    let first = try #require(try await watch.merge(privateMAC, into: mac1).seq)
    _ = try await watch.merge(mac1, into: mac2)
    #expect(await watch.edits.edits.count == 2)
    try await watch.forget(mac2)
    #expect(await watch.edits.edits.isEmpty)
    await #expect(throws: WatchError.noSuchChange(first)) { try await watch.undo(first) }
  }

  @Test func `forgets the history of all its parts, however many there were`() async throws {
    let time = Self.seen
    let count = DeviceTies.most + 8
    var phone = Self.device(100, privateMAC, Annotations())
    phone.ties = DeviceTies(
      former: (1...count).map { slot in
        DeviceTies.FormerSlot(slot: StoredDevice.Key(slot), until: time)
      }
    )
    #expect(phone.ties.former.count == DeviceTies.most && phone.ties.earlier == Array(1...8))
    #expect(try JSONText.decode(DeviceTies.self, from: JSONText.encode(phone.ties)) == phone.ties)
    let merged = phone.ties.merged(with: phone.ties, of: 101, joining: [], at: time)
    #expect(merged.parts.count == 2 * count + 1)
    try store.save([phone, Self.device(200, mac1, Annotations())])
    let history = FickleHistoryStore()
    var batch = HistoryBatch(time: time)
    batch.transitions = (1...200).map { slot in
      PresenceTransition(slot: slot, state: .present, since: time)
    }
    try history.append(batch)
    let watch = try await watch(history: history)
    try await watch.forget(privateMAC)
    let left = try history.presence(of: nil, from: time, to: time)
    #expect(Set(left.map(\.slot)) == Set(1...200).subtracting(1...count).subtracting([100]))
  }

  // MARK: A clock that is behind

  @Test(arguments: [30_000, 1_699_990_000_000] as [Int64])
  func `gives a number to what is merged while the clock is behind, and undoes it`(
    wrong: Int64
  ) async throws {
    try fill()
    let before = kept
    let stopped = Timestamp(milliseconds: 1_700_000_000_000)
    let history = FickleHistoryStore()
    var batch = HistoryBatch(time: stopped)
    batch.transitions = [PresenceTransition(slot: 2, state: .present, since: Self.seen)]
    try history.append(batch)
    let clock = Lock(Timestamp(milliseconds: wrong))
    let watch = try await watch(history: history, now: { clock.withLock { $0 } })
    let first = try #require(try await watch.merge(privateMAC, into: mac1).seq)
    // What the other's history says until then is the device's.
    #expect(kept.first?.ties.former.map(\.until) == [stopped])
    _ = try await watch.undo(first)
    #expect(kept.map(\.key) == before.map(\.key))
    let second = try #require(try await watch.merge(privateMAC, into: mac1).seq)
    #expect(second > first)
    let told = try await watch.changes(HistoryQuery(ChangeQuery())).changes.map(\.change)
    #expect(told.map(\.kind) == [.merged, .split, .merged])
    #expect(told.first?.seq == first && told.last?.seq == second)
    #expect(told.allSatisfy { $0.time == stopped })
    // Once the clock is right, nothing of it is told again.
    clock.withLock { $0 = stopped.advanced(by: 60_000) }
    let later = try await watch.changes(HistoryQuery(ChangeQuery(after: second)))
    #expect(later.changes.map(\.change.kind) == [])
    _ = try await watch.undo(second)
    #expect(kept.map(\.key) == before.map(\.key))
  }
}
