import Networking

/// Addresses that the kernel asks for at the moment, and how often it has been made to.
struct PendingNeighbours: Sendable {
  private var asked: [Spot: MonotonicTime] = [:]
  private var rounds: [Spot: Int] = [:]
  /// By the number of rounds already had: how many are pending.
  private var countByRound: [Int] = []

  var isEmpty: Bool { asked.isEmpty }

  /// When the one that has waited longest was asked; looks at all.
  var oldest: MonotonicTime? { asked.values.min() }

  func contains(_ spot: Spot) -> Bool { asked[spot] != nil }

  /// How many rounds the address has had in vain.
  func roundsHad(_ spot: Spot) -> Int { rounds[spot, default: 0] }

  /// Whether any is in an earlier round than that, so that silence is not its last word.
  func hasAny(before round: Int) -> Bool {
    countByRound.prefix(max(0, round - 1)).contains { $0 > 0 }
  }

  /// Those asked at that time or before.
  func asked(before time: MonotonicTime) -> [Spot] {
    asked.filter { $0.value <= time }.map(\.key)
  }

  /// Notes that the address is asked now, or later than noted before.
  mutating func ask(_ spot: Spot, at time: MonotonicTime) {
    if asked.updateValue(time, forKey: spot) == nil { count(spot, 1) }
  }

  /// Takes an address out; when it was asked, `nil` where it wasn't.
  mutating func remove(_ spot: Spot) -> MonotonicTime? {
    guard let time = asked.removeValue(forKey: spot) else { return nil }
    count(spot, -1)
    return time
  }

  /// Notes that the kernel's three requests were in vain; how many rounds that makes, `nil` where
  /// the address wasn't asked.
  mutating func fail(_ spot: Spot) -> Int? {
    guard remove(spot) != nil else { return nil }
    rounds[spot, default: 0] += 1
    return rounds[spot]
  }

  private mutating func count(_ spot: Spot, _ change: Int) {
    let round = roundsHad(spot)
    while countByRound.count <= round { countByRound.append(0) }
    countByRound[round] += change
  }
}
