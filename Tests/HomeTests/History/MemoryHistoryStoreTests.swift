import Home
import Model
import Testing

@Suite struct MemoryHistoryStoreTests {
  private static func time(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_790_000_000_000 + seconds * 1000)
  }

  private static func transition(_ state: PresenceState, _ seconds: Int64) -> PresenceTransition {
    PresenceTransition(slot: 1, state: state, since: time(seconds))
  }

  @Test func `changes are found by number, time, device and kind`() throws {
    let store = MemoryHistoryStore()
    var batch = HistoryBatch(time: Self.time(0))
    batch.changes = (1...100).map { number in
      HomeChange(
        seq: UInt64(number),
        time: Self.time(Int64(number)),
        slot: number % 5 == 0 ? nil : number % 5,
        kind: number.isMultiple(of: 2) ? .left : .returned
      )
    }
    try store.append(batch)
    #expect(try store.changes(ChangeQuery(limit: 2)).map(\.seq) == [99, 100])
    #expect(try store.changes(ChangeQuery(after: 0, limit: 2)).map(\.seq) == [1, 2])
    #expect(try store.changes(ChangeQuery(before: 3, limit: 9)).map(\.seq) == [1, 2])
    let some = ChangeQuery(
      since: Self.time(10),
      until: Self.time(30),
      slots: [1, 2],
      kinds: [.left]
    )
    #expect(try store.changes(some).map(\.seq) == [12, 16, 22, 26])
  }

  @Test func `nothing is kept of a forgotten device but that its slot is taken`() throws {
    let store = MemoryHistoryStore()
    var batch = HistoryBatch(time: Self.time(9))
    batch.changes = [HomeChange(seq: 7, time: Self.time(7), slot: 1, kind: .left)]
    batch.transitions = [Self.transition(.away, 5)]
    batch.silences = [1: [1, 2], 2: [3]]
    try store.append(batch)
    try store.forget([1])
    #expect(try store.changes(ChangeQuery()) == [])
    #expect(try store.presence(of: 1, from: Self.time(0), to: Self.time(9)) == [])
    #expect(try store.silences() == [2: [3]])
    #expect(try store.greatestSlot() == 1)
  }

  @Test func `a batch that comes twice is there once, whatever its order`() throws {
    let store = MemoryHistoryStore()
    var batch = HistoryBatch(time: Self.time(9))
    batch.changes = [
      HomeChange(seq: 7, time: Self.time(7), kind: .left),
      HomeChange(seq: 3, time: Self.time(3), kind: .left),
    ]
    batch.transitions = [Self.transition(.away, 5), Self.transition(.present, 1)]
    batch.samples = [1: [RoundTripSample(time: Self.time(2), outcome: .lost)]]
    try store.append(batch)
    try store.append(batch)
    #expect(try store.changes(ChangeQuery()).map(\.seq) == [3, 7])
    let all = try store.presence(of: nil, from: Self.time(0), to: Self.time(9))
    #expect(all == [Self.transition(.present, 1), Self.transition(.away, 5)])
    let samples = try store.samples(of: 1, from: Self.time(0), to: Self.time(9), step: 1000)
    #expect(samples == [SamplePoint(time: Self.time(2), n: 1, lost: 1)])
    let taken = try #require(store.takeAll())
    #expect(taken.changes.map(\.seq) == [3, 7] && taken.time == batch.time)
    #expect(taken.samples == batch.samples && taken.transitions == all)
    #expect(store.takeAll() == nil)
    #expect(try store.lastHeartbeat() == nil)
  }

  @Test func `presence begins with the state that held at the beginning`() throws {
    let store = MemoryHistoryStore()
    var batch = HistoryBatch(time: Self.time(9))
    batch.transitions = [
      Self.transition(.present, 1), Self.transition(.away, 5), Self.transition(.present, 9),
    ]
    try store.append(batch)
    let some = try store.presence(of: 1, from: Self.time(6), to: Self.time(8))
    #expect(some == [Self.transition(.away, 5)])
    #expect(try store.presence(of: 2, from: Self.time(6), to: Self.time(8)) == [])
    let exact = try store.presence(of: nil, from: Self.time(5), to: Self.time(9))
    #expect(exact.map(\.since) == [Self.time(5), Self.time(9)])
  }

  @Test func `a device that was forgotten has no profile from then on`() throws {
    let store = MemoryHistoryStore()
    let profile = DeviceProfile(id: "mac:1", ip: "10.0.0.1")
    var batch = HistoryBatch(time: Self.time(9))
    batch.versions = [
      ProfileVersion(slot: 1, since: Self.time(1), profile: profile),
      ProfileVersion(slot: 1, since: Self.time(5), profile: nil),
    ]
    try store.append(batch)
    #expect(try store.profiles(at: Self.time(0)) == [:])
    #expect(try store.profiles(at: Self.time(4)) == [1: profile])
    #expect(try store.profiles(at: Self.time(5)) == [:])
  }

  @Test func `it never holds more than its bounds, and keeps the latest`() throws {
    var bounds = MemoryHistoryStore.Bounds()
    bounds.changes = 32
    bounds.slots = 4
    bounds.samples = 16
    bounds.transitions = 16
    bounds.versions = 16
    let store = MemoryHistoryStore(bounds)
    for number in 0..<500 {
      var batch = HistoryBatch(time: Self.time(Int64(number)))
      let slot = number % 20
      batch.changes = [HomeChange(seq: UInt64(number), time: batch.time, slot: slot, kind: .left)]
      batch.samples = [slot: [RoundTripSample(time: batch.time, outcome: .lost)]]
      batch.transitions = [PresenceTransition(slot: slot, state: .away, since: batch.time)]
      try store.append(batch)
    }
    let changes = try store.changes(ChangeQuery(limit: 1000))
    #expect((32...34).contains(changes.count) && changes.last?.seq == 499)
    let kept = try store.presence(of: nil, from: Self.time(0), to: Self.time(999))
    #expect(Set(kept.map(\.slot)) == [0, 1, 2, 3] && kept.count <= 4 * 17)
    let points = try store.samples(of: 3, from: Self.time(0), to: Self.time(999), step: 1000)
    #expect((16...17).contains(points.count) && points.last?.time == Self.time(483))
  }
}
