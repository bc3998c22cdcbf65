import Model

/// Which link addresses answered for each IPv4 address, and whether two take turns.
///
/// An address that goes from one device to another is a lease given anew. Two devices that have it by
/// turns answer for it at the same time.
struct AddressClaims: Sendable {
  /// A link address that answered for an address.
  struct Claim: Hashable, Sendable {
    var mac: String
    var slot: Int
    var time: Timestamp
  }

  /// What a claim means.
  enum Outcome: Hashable, Sendable {
    /// As before, or the first one.
    case same
    /// It was another's.
    case replaced(Claim)
    /// It was another's, and before that its own, not long ago.
    case alternating(Claim)
  }

  private struct Holders: Sendable {
    var present: Claim
    var before: Claim?
  }

  private var holders: [String: Holders] = [:]

  /// How soon the first one must be back, in milliseconds: three sweeps.
  private static let window: Int64 = 900_000
  /// As many addresses as a /20 has.
  private static let most = 4096

  /// Takes note of a link address that answered for an address.
  mutating func take(_ claim: Claim, of address: String) -> Outcome {
    guard var entry = holders[address] else {
      makeRoom()
      holders[address] = Holders(present: claim)
      return .same
    }
    defer { holders[address] = entry }
    guard entry.present.mac != claim.mac else {
      entry.present.slot = claim.slot
      entry.present.time = max(entry.present.time, claim.time)
      return .same
    }
    // One that was shown earlier and is reported later says nothing of now.
    guard claim.time > entry.present.time else { return .same }
    let replaced = entry.present
    let isBack =
      entry.before.map {
        $0.mac == claim.mac && claim.time.elapsed(since: $0.time) <= Self.window
      } ?? false
    entry.before = replaced
    entry.present = claim
    return isBack ? .alternating(replaced) : .replaced(replaced)
  }

  /// Whether a link address also answers for another address at that time: a repeater answers for its
  /// clients.
  func answersElsewhere(_ mac: String, than address: String, at time: Timestamp) -> Bool {
    holders.contains { other, entry in
      other != address && entry.present.mac == mac
        && abs(time.elapsed(since: entry.present.time)) <= Self.window
    }
  }

  /// Forgets what removed devices claimed, all in one go: thousands may be forgotten at once.
  mutating func remove(_ slots: Set<Int>) {
    guard !slots.isEmpty else { return }
    holders = holders.filter { !slots.contains($0.value.present.slot) }
  }

  private mutating func makeRoom() {
    guard holders.count >= Self.most else { return }
    let eldest = holders.sorted {
      ($0.value.present.time, $0.key) < ($1.value.present.time, $1.key)
    }
    for (address, _) in eldest.prefix(Self.most / 2) { holders[address] = nil }
  }
}
