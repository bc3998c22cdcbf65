@testable import Home
@testable import Model

/// Rounds that are an hour apart, in which whoever is checked does not answer.
extension Inventory {
  mutating func beginRound(covering covers: (Device) -> Bool) {
    beginRound(at: Timestamp(milliseconds: roundBegan.milliseconds + 3_600_000), covering: covers)
  }

  /// The sweep is complete, and those that are checked because of it don't answer.
  mutating func completeSweep(covering covers: (Device) -> Bool) {
    completeSweep(at: roundBegan, covering: covers)
    for (slot, entry) in entries where entry.tracker.checkAt != nil {
      let now = roundBegan
      for _ in 0..<30 { missCheck(of: slot, at: now) }
      let context = presenceContext(of: entry)
      track(slot) { $0.review(at: now, in: context, isSwept: true) }
    }
  }

  mutating func suspend() { suspend(since: roundBegan, now: roundBegan) }
}
