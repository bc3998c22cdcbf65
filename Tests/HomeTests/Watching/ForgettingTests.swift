import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

@Suite struct `A forgotten device` {
  private static let mac = Fact.linkAddress(MACAddress(rawValue: 0x0011_3200_0005))

  private func observe(
    _ state: inout WatchState,
    _ fact: Fact,
    from source: Source = .neighbours,
    at time: Int64
  ) {
    let now = Timestamp(milliseconds: time)
    let observation = Observation(time: now, source: source, subject: .home(5), fact: fact)
    state.take(.observation(observation), now: now)
    state.update()
  }

  private func forget(_ state: inout WatchState) throws {
    let slot = try #require(state.inventory.slots[.home(5)])
    state.forget([slot])
    state.update()
    #expect(state.inventory.entries[slot] == nil)
  }

  @Test func `stays forgotten in the running round, until it is heard again as a new one`() throws {
    var state = WatchState()
    for start: Int64 in [1_000_000, 2_000_000] {
      _ = state.beginRound(.test, now: Timestamp(milliseconds: start))
      observe(&state, Self.mac, at: start + 10)
      observe(&state, .name("old-name.lan"), from: .dns, at: start + 20)
      state.take(.swept, now: Timestamp(milliseconds: start + 3000))
      if start == 1_000_000 { state.endRound(now: Timestamp(milliseconds: start + 4000)) }
    }
    try forget(&state)
    // What nobody said again is not known any more, the host's name neither.
    state.remember(now: Timestamp(milliseconds: 2_010_000))
    #expect(state.inventory.entries.isEmpty)
    observe(&state, Self.mac, at: 2_020_000)
    let again = try #require(state.inventory.entries.values.first)
    #expect(state.inventory.entries.count == 1)
    #expect(again.firstSeen == Timestamp(milliseconds: 2_020_000))
    #expect(again.isNew && again.device.hostname == nil)
    #expect(again.device.firstSeen == again.firstSeen)
  }

  @Test func `is forgotten with thousands of others in one go`() throws {
    let count = 5000
    var state = WatchState(
      stored: (0..<count).map { number in
        StoredDevice(
          key: StoredDevice.Key(number),
          identities: ["mac-da1132" + String(100_000 + number)],
          firstSeen: Timestamp(milliseconds: 1000),
          lastSeen: Timestamp(milliseconds: 1000)
        )
      }
    )
    _ = state.beginRound(.test, now: Timestamp(milliseconds: 1_000_000))
    observe(&state, .answered(rttMs: nil), at: 1_000_010)
    observe(&state, Self.mac, at: 1_000_020)
    let here = try #require(state.inventory.slots[.home(5)])
    let before = state.updateCount
    state.forget(Set(0..<count))
    state.update()
    #expect(state.updateCount == before + 1, "the picture is taken once, not for each")
    #expect(state.inventory.entries.keys.sorted() == [here])
    #expect(state.inventory.slots == [.home(5): here])
    #expect(state.unsaved.removed == (0..<count).map { StoredDevice.Key($0) })
  }

  @Test func `has no past in the next round`() throws {
    var state = WatchState()
    _ = state.beginRound(.test, now: Timestamp(milliseconds: 1_000_000))
    observe(&state, Self.mac, at: 1_000_010)
    state.take(.swept, now: Timestamp(milliseconds: 1_003_000))
    // The next round remembers it before it is forgotten.
    state.endRound(now: Timestamp(milliseconds: 1_004_000))
    _ = state.beginRound(.test, now: Timestamp(milliseconds: 2_000_000))
    let slot = try #require(state.inventory.entries.keys.first)
    state.forget([slot])
    observe(&state, Self.mac, at: 2_000_010)
    let again = try #require(state.inventory.entries.values.first)
    #expect(again.slot != slot && again.isNew)
    #expect(again.firstSeen == Timestamp(milliseconds: 2_000_010))
    let kept = try #require(state.unsaved.removed.first)
    #expect(kept == StoredDevice.Key(slot))
  }
}
