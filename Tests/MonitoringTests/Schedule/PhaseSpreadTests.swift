import Testing

@testable import Monitoring

@Suite struct `Phases` {
  private let minute: Int64 = 60_000_000_000

  @Test(arguments: [1, 2, 3, 7, 100, 1000, 10_000])
  func `however many there are, they lie nearly evenly`(_ count: Int) {
    let phases = (0..<count).map { PhaseSpread.phase(of: $0, in: minute, seed: 7) }.sorted()
    #expect(phases.allSatisfy { (0..<minute).contains($0) })
    let following = phases.dropFirst() + [phases[0] + minute]
    let gaps = zip(phases, following).map { $1 - $0 }
    // Not closer than half of what is even, not further than twice.
    #expect((gaps.min() ?? 0) >= minute / Int64(2 * count))
    #expect((gaps.max() ?? 0) <= 2 * minute / Int64(count) + 1)
  }

  @Test func `a slot that is free is taken again, the lowest first`() {
    var spread = PhaseSpread()
    let first = (0..<5).map { _ in spread.take() }
    #expect(first == [0, 1, 2, 3, 4])
    for slot in [3, 1, 4] { spread.release(slot) }
    let second = (0..<4).map { _ in spread.take() }
    #expect(second == [1, 3, 4, 5])
    #expect(spread.taken == 6)
  }

  @Test func `the first slots of many intervals don't fall on one moment`() {
    let phases = (0..<600).map { index in
      PhaseSpread.phase(of: 0, in: minute + Int64(index) * 1_000_000, seed: 7)
    }
    let seconds = Dictionary(grouping: phases) { $0 / 1_000_000_000 }
    #expect((seconds.values.map(\.count).max() ?? 0) < 40)
    #expect(seconds.count > 50)
  }

  @Test func `hashes are the same in every run`() {
    #expect(ScheduleHash.mixed(0) == 0xe220_a839_7b1d_cdaf)
    #expect(ScheduleHash.hash("nas", seed: 1) != ScheduleHash.hash("nas", seed: 2))
    #expect(ScheduleHash.hash("nas", seed: 1) != ScheduleHash.hash("nat", seed: 1))
  }
}
