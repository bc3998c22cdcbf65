import Home
import Model

extension Timestamp {
  /// So many hours after the beginning of a day in 2026.
  static func hour(_ number: Int64, _ milliseconds: Int64 = 0) -> Timestamp {
    Timestamp(milliseconds: 20_600 * 86_400_000 + number * 3_600_000 + milliseconds)
  }
}

/// Batches and queries of a small home, whose clock is not always right.
enum RandomHistory {
  static func time(using generator: inout SeededGenerator) -> Timestamp {
    .hour(0, Int64.random(in: 0...400_000_000, using: &generator))
  }

  static func batch(
    _ number: Int,
    after seq: inout UInt64,
    using generator: inout SeededGenerator
  ) -> HistoryBatch {
    var batch = HistoryBatch(time: .hour(Int64(number)))
    for _ in 0..<Int.random(in: 0..<6, using: &generator) {
      seq += UInt64.random(in: 1...3, using: &generator)
      let slot = Int.random(in: -1..<6, using: &generator)
      batch.changes.append(
        HomeChange(
          seq: seq,
          time: time(using: &generator),
          slot: slot < 0 ? nil : slot,
          name: slot.isMultiple(of: 2) ? "Ünï’s \"phone\"" : nil,
          kind: HomeChange.Kind.allCases.randomElement(using: &generator) ?? .left,
          was: slot == 1 ? "" : nil,
          now: slot == 2 ? "192.168.1.\(seq)" : nil,
          reason: HomeChange.Reason.allCases.randomElement(using: &generator),
          sources: slot == 3 ? [.arp, .mdns] : []
        )
      )
    }
    let slot = Int.random(in: 0..<6, using: &generator)
    batch.transitions = [
      PresenceTransition(
        slot: slot,
        state: PresenceState.allCases.randomElement(using: &generator) ?? .unknown,
        since: time(using: &generator)
      )
    ]
    batch.versions = [
      ProfileVersion(
        slot: slot,
        since: time(using: &generator),
        profile: number.isMultiple(of: 7)
          ? nil
          : DeviceProfile(
            id: "mac:\(slot)",
            name: number.isMultiple(of: 3) ? "Lamp" : nil,
            category: .smartHome,
            ip: "10.0.0.\(number % 5)",
            ports: ["22/tcp"],
            isGateway: slot == 0
          )
      )
    ]
    batch.samples[slot] = (0..<5).map { _ in
      let lost = Int.random(in: 0..<5, using: &generator) == 0
      return RoundTripSample(
        time: time(using: &generator),
        outcome: lost
          ? .lost : .answered(ms: Double(Int.random(in: 100...9000, using: &generator)) / 1000)
      )
    }
    return batch
  }

  static func query(upTo seq: UInt64, using generator: inout SeededGenerator) -> ChangeQuery {
    var query = ChangeQuery(limit: Int.random(in: 1..<60, using: &generator))
    func maybe() -> Bool { Int.random(in: 0..<3, using: &generator) == 0 }
    if maybe() { query.after = UInt64.random(in: 0...seq, using: &generator) }
    if maybe() { query.before = UInt64.random(in: 0...seq, using: &generator) }
    if maybe() { query.since = time(using: &generator) }
    if maybe() { query.until = time(using: &generator) }
    if maybe() { query.slots = [1, 3, Int.random(in: 0..<9, using: &generator)] }
    if maybe() {
      query.kinds = Set(HomeChange.Kind.allCases.shuffled(using: &generator).prefix(9))
    }
    return query
  }
}
