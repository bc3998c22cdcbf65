import Testing
@testable import Home
@testable import Model

@Suite struct `What is recorded and not stored` {
  private func batch(_ number: Int, of slots: [Int] = [1]) -> HistoryBatch {
    let time = Timestamp(milliseconds: Int64(number) * 60_000)
    var batch = HistoryBatch(time: time)
    batch.changes = [HomeChange(seq: UInt64(number), time: time, kind: .left)]
    for slot in slots {
      batch.transitions.append(PresenceTransition(slot: slot, state: .away, since: time))
      batch.versions.append(
        ProfileVersion(slot: slot, since: time, profile: DeviceProfile(id: "x", ip: "10.0.0.1"))
      )
      batch.samples[slot] = [RoundTripSample(time: time, outcome: .lost)]
    }
    return batch
  }

  @Test func `is one batch in the order of recording`() {
    var unsaved = UnsavedHistory()
    #expect(unsaved.take() == nil)
    unsaved.add(batch(1))
    let taken = unsaved.take()
    #expect(taken == batch(1))
    #expect(unsaved.take() == nil)
    // While it is being stored, more is recorded, and then it could not be stored.
    unsaved.add(batch(2))
    unsaved.putBack(batch(1))
    let both = unsaved.take()
    #expect(both?.changes.map(\.seq) == [1, 2])
    #expect(both?.transitions.map(\.since.milliseconds) == [60_000, 120_000])
    #expect(both?.samples[1]?.count == 2)
    #expect(both?.time == batch(2).time)
    // What could be stored takes nothing with it that was recorded meanwhile.
    unsaved.add(batch(3))
    _ = unsaved.take()
    unsaved.add(batch(4))
    #expect(unsaved.batch == batch(4))
  }

  @Test func `is bounded, but for the last of each device`() {
    var bounds = UnsavedHistory.Bounds()
    (bounds.changes, bounds.transitions, bounds.versions, bounds.samples) = (20, 20, 20, 20)
    var unsaved = UnsavedHistory(bounds)
    unsaved.add(batch(1, of: [1, 2]))
    for number in 2...200 { unsaved.add(batch(number)) }
    let kept = unsaved.batch
    #expect(kept?.changes.map(\.seq) == Array(181...200))
    #expect((10...21).contains(kept?.transitions.count ?? 0))
    #expect(kept?.transitions.first == batch(1, of: [2]).transitions.first)
    #expect(kept?.transitions.last == batch(200).transitions.last)
    #expect((10...21).contains(kept?.versions.count ?? 0))
    #expect(kept?.versions.contains { $0.slot == 2 } == true)
    #expect((10...20).contains(kept?.samples[1]?.count ?? 0))
    #expect(kept?.samples[1]?.last == batch(200).samples[1]?.last)
  }
}
