import HomeSupport
import Simulation
import Testing
@testable import Discovery
@testable import Home
@testable import Model
@testable import Networking
@testable import Probing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `A watch that forgets who is away` {
  /// A store that notes in which transactions devices go, and whether their history goes with them.
  private final class NotingStore: InventoryStore {
    struct Removal: Hashable {
      var keys: Set<StoredDevice.Key>
      var histories: Set<Int>
    }

    let devices: [StoredDevice]
    let removals = Lock<[Removal]>([])

    init(_ devices: [StoredDevice]) { self.devices = devices }

    var state: WatchStatus.StorageState { WatchStatus.StorageState(path: "/home.sqlite") }

    func load() throws(StoreError) -> [StoredDevice] { devices }

    func write(
      _ devices: [StoredDevice],
      removing keys: [StoredDevice.Key]
    ) throws(StoreError) {
      guard !keys.isEmpty else { return }
      removals.withLock { $0.append(Removal(keys: Set(keys), histories: [])) }
    }

    func forget(
      _ keys: [StoredDevice.Key],
      histories slots: Set<Int>,
      edits: StoredEditChange
    ) throws(StoreError) {
      removals.withLock { $0.append(Removal(keys: Set(keys), histories: slots)) }
    }

    func reserve(_ count: UInt64, epoch: UInt64) throws(StoreError) -> SequenceReservation {
      SequenceReservation(epoch: epoch)
    }
  }

  private static let now = Timestamp(milliseconds: 1_700_000_000_000)

  private static func device(_ key: StoredDevice.Key, name: String? = nil) -> StoredDevice {
    StoredDevice(
      key: key,
      identities: ["mac-00113200000\(key)"],
      marks: Annotations(name: name),
      firstSeen: now.advanced(by: -1_000_000),
      lastSeen: now.advanced(by: -1_000_000)
    )
  }

  @Test func `drops them and their history in one transaction`() async throws {
    let store = NotingStore([
      Self.device(1), Self.device(2, name: "Printer"), Self.device(3),
    ])
    let watch = HomeWatch(
      on: SimulatedNetwork(
        .plain(IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24), hosts: 2)
      ),
      sources: standardSources(for:),
      options: WatchOptions(every: .seconds(3600)),
      store: store,
      now: { Self.now }
    )
    await watch.load()
    await watch.loseAll(since: Self.now.advanced(by: -1_000_000))
    #expect(try await watch.forgetAway() == 2)
    #expect(await watch.snapshot().devices.map(\.slot) == [2])
    let removals = store.removals.withLock { $0 }
    let first = NotingStore.Removal(keys: [1, 3], histories: [1, 3])
    #expect(removals.first == first)
    let told = try await watch.changes(HistoryQuery(ChangeQuery())).changes.map(\.change.kind)
    #expect(told.count { $0 == .forgotten } == 2)
  }
}

extension HomeWatch {
  /// Everybody is away.
  fileprivate func loseAll(since time: Timestamp) {
    for slot in state.inventory.entries.keys {
      state.inventory.track(slot) { $0 = PresenceTracker(.away, lastSeen: time) }
    }
  }
}
