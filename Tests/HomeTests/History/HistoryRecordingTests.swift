import Testing
@testable import Home
@testable import Model

@Suite struct `A history that goes on after a start` {
  private static let stopped = Timestamp(milliseconds: 1_700_000_000_000)
  private static let minute: Int64 = 60_000

  /// A recording that goes on with a history in which a device was there until the end, by a clock that
  /// gives `start`; and the inventory of that device, which the user hasn't looked at.
  private func resumed(at start: Timestamp) throws -> (HistoryRecording, Inventory) {
    let stopped = Self.stopped
    let store = MemoryHistoryStore()
    var batch = HistoryBatch(time: stopped)
    batch.versions = [
      ProfileVersion(
        slot: 1,
        since: stopped.advanced(by: -Self.minute),
        profile: DeviceProfile(id: "mac-001132000001", ip: "192.168.7.5")
      )
    ]
    batch.transitions = [
      PresenceTransition(slot: 1, state: .present, since: stopped.advanced(by: -Self.minute))
    ]
    try store.append(batch)
    var recording = HistoryRecording()
    recording.resume(try HistoryRecording.Stored(store, now: start))
    let device = StoredDevice(
      key: 1,
      identities: ["mac-001132000001", "ip-192.168.7.5"],
      firstSeen: stopped.advanced(by: -Self.minute),
      lastSeen: stopped,
      isNew: true
    )
    return (recording, Inventory([device]))
  }

  @Test(arguments: [30_000, 1_699_997_600_000] as [Int64])
  func `is not written among the past by a clock that is behind at first`(time: Int64) throws {
    let start = Timestamp(milliseconds: time)
    var (recording, inventory) = try resumed(at: start)
    for number in Int64(0)..<12 {
      recording.record(&inventory, at: start.advanced(by: number * 10_000))
    }
    #expect(recording.takeUnsaved() == nil)
    let now = Self.stopped.advanced(by: 30 * Self.minute)
    recording.record(&inventory, at: now)
    let taken = recording.takeUnsaved()
    let batch = try #require(taken)
    #expect(
      batch.transitions == [PresenceTransition(slot: 1, state: .unknown, since: Self.stopped)]
    )
    for number in Int64(1)...10 {
      recording.record(&inventory, at: now.advanced(by: number * Self.minute))
    }
    let later = recording.takeUnsaved()
    #expect(batch.changes.isEmpty && later?.changes.isEmpty == true, "the device is no new one")
  }

  @Test func `goes on after a while where the clock was ahead before`() throws {
    let start = Self.stopped.advanced(by: -200 * 24 * 60 * Self.minute)
    var (recording, inventory) = try resumed(at: start)
    for number in Int64(0)..<30 {
      recording.record(&inventory, at: start.advanced(by: number * Self.minute))
    }
    #expect(recording.takeUnsaved() == nil)
    recording.record(&inventory, at: start.advanced(by: 30 * Self.minute))
    let taken = recording.takeUnsaved()
    let batch = try #require(taken)
    #expect(batch.time == start.advanced(by: 30 * Self.minute))
    recording.record(&inventory, at: start.advanced(by: 31 * Self.minute))
    #expect(recording.takeUnsaved() != nil)
  }

  @Test func `tells another route once it was read twice`() throws {
    var now = Self.stopped.advanced(by: Self.minute)
    var (recording, inventory) = try resumed(at: now)
    let other = HomeFacts(gateways: ["192.168.7.254"])
    for facts in [HomeFacts(gateways: ["192.168.7.1"]), other] {
      recording.facts = facts
      for _ in 0..<18 {
        now = now.advanced(by: 10_000)
        recording.record(&inventory, at: now)
      }
      #expect(recording.takeUnsaved()?.changes.isEmpty == true)
    }
    recording.facts = other
    recording.record(&inventory, at: now.advanced(by: 10_000))
    #expect(recording.takeUnsaved()?.changes.map(\.kind) == [.routeChanged])
  }
}
